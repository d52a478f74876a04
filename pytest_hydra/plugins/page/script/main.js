/** The frame of the page: the views, and the keyboard. */

import { h, part, redraw } from "./dom.js";
import { restore } from "./labels.js";
import { get, link, listen } from "./state.js";
import { VIEWS } from "./views.js";

/** @typedef {import("./views.js").View} View */

/** @param {[View, number][]} views */
function tabs(views) {
  const nav = h("nav", { class: "tabs", "aria-label": "Views" });
  const draw = () => {
    const links = views.map(([view, count]) => {
      const isCurrent = view === currentView(views) && "page";
      const href = link({ view: view.name, open: "", with: "" });
      const number = part("span.count", count.toLocaleString("en"));
      return h("a", { href, "aria-current": isCurrent }, view.title, number);
    });
    redraw(nav, links);
  };
  listen(draw);
  draw();
  return nav;
}

/** @param {[View, number][]} views @returns {View|undefined} */
function currentView(views) {
  return (views.find(([view]) => view.name === get("view")) ?? views[0])?.[0];
}

/** @param {KeyboardEvent} event @param {View|undefined} view */
function press(event, view) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const types = target.matches("input, select, textarea");
  if (event.key === "Escape" && types) target.blur();
  else if (types || !view?.key?.(event.key, { j: 1, k: -1 }[event.key] ?? 0)) return;
  event.preventDefault();
}

async function start() {
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  await restore();
  for (const time of document.querySelectorAll("time")) {
    const moment = new Date(time.dateTime);
    time.textContent = moment.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  }
  /** @type {[View, number][]} */
  const counted = await Promise.all(
    VIEWS.map(async (view) => /** @type {[View, number]} */ ([view, await view.count()])),
  );
  const views = counted.filter(([, count]) => count > 0);
  /** @type {Map<View, HTMLElement>} */
  const places = new Map();
  /** @type {Map<View, () => void>} */
  const updates = new Map();
  const main = part("main");
  if (views.length === 0) main.append(part("p.empty", "Nothing was scored."));
  app.append(views.length > 1 ? tabs(views) : "", main);
  app.hidden = false;
  for (const table of document.querySelectorAll(".top details")) table.removeAttribute("open");
  document.documentElement.classList.add("js");
  const show = async () => {
    const view = currentView(views);
    if (view === undefined) return;
    let place = places.get(view);
    if (place === undefined) {
      place = h("section", { class: `view ${view.name}`, "aria-label": view.title });
      places.set(view, place);
      main.append(place);
      updates.set(view, await view.show(place));
    }
    for (const [other, element] of places) element.hidden = other !== currentView(views);
    if (view === currentView(views)) updates.get(view)?.();
  };
  listen(show);
  document.addEventListener("keydown", (event) => press(event, currentView(views)));
  await show();
  document.documentElement.dataset.ready = "yes";
  performance.mark("shown");
}

start().catch((error) => {
  // The plain page is better than half a view.
  document.getElementById("app")?.remove();
  document.documentElement.classList.remove("js");
  document.body.prepend(h("p", { role: "alert" }, `This page cannot be shown in full: ${error}`));
});
