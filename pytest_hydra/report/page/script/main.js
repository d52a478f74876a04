/**
 * The frame of the page: what is known of the run, the views, and the keyboard.
 */

import { button, facts, h, part, unseen } from "./dom.js";
import { counted, duration, money, points, sign, when, word } from "./format.js";
import { load } from "./data.js";
import { restore } from "./labels.js";
import { get, link, listen } from "./state.js";
import { views } from "./views.js";

/** @typedef {import("./views.js").View} View */

/**
 * The top of the page.
 * @param {any} top
 */
function header(top) {
  const { totals, usage = {} } = top;
  const { passed, failed, ungraded } = totals.scenarios;
  const all = passed + failed + ungraded;
  const name = top.run_id || counted(top.shards, "merged session");
  const { seconds_p50: half, seconds_p95: most } = usage;
  const about = [
    top.exit_reason,
    top.complete ? null : "not complete: something was left out",
    half !== undefined && `replies: half within ${duration(half)}, 95% within ${duration(most)}`,
    money(usage.cost_usd),
    usage.tokens !== undefined && counted(usage.tokens, "token"),
    when(top.started),
    duration(top.seconds) && `took ${duration(top.seconds)}`,
    top.commit && ["base ", part("code", top.commit.slice(0, 12))],
    `${top.engine.name} ${top.engine.version}`,
    top.environment?.python && `Python ${top.environment.python}`,
  ];
  return part(
    "header.top",
    part(
      "div.title",
      h("h1", { class: top.verdict }, sign(top.verdict), ` ${word(top.verdict)}`),
      all > 0 && part("p", part("b", passed), ` of ${counted(all, "scenario")} passed`),
      totals.score !== null && part("p", "score ", part("b", points(totals.score, 1)), " of 100"),
      part("p.run", name),
    ),
    facts(about),
    top.since && changes(top.since),
    top.history.length > 0 && strip([...top.history, top]),
  );
}

/**
 * What changed since the baseline.
 * @param {{title: string, rows: string[][], more: string}} table
 */
function changes({ title, rows, more }) {
  const body = rows.map((row) => part("tr", row.map((cell) => part("td", cell))));
  const table = part("div.wide", part("table", body));
  return part("details.more", part("summary", title), table, more && part("p", more));
}

/**
 * How the last runs went: bars as high as the share of scenarios that passed.
 * @param {any[]} runs
 */
function strip(runs) {
  const bars = runs.map(({ run_id: id, verdict, totals }, place) => {
    const { passed, failed, ungraded } = totals.scenarios;
    const all = passed + failed + ungraded;
    const isNow = place === runs.length - 1;
    const text = `${isNow ? "this run" : id}: ${word(verdict)}, ${passed} of ${all} passed`;
    const bar = h("span", { class: `bar ${verdict}` });
    bar.style.height = `${Math.max(8, (100 * passed) / Math.max(1, all))}%`;
    return h("li", { title: text, class: isNow && "now" }, bar, unseen(text));
  });
  const legend = h("li", { class: "soft", "aria-hidden": "true" }, `the last ${runs.length} runs`);
  return h("ol", { class: "history", "aria-label": "The last runs" }, bars, legend);
}

/**
 * @param {[View, number][]} shown
 */
function tabs(shown) {
  const nav = h("nav", { class: "tabs", "aria-label": "Views" });
  const draw = () => {
    nav.replaceChildren(
      ...shown.map(([view, count]) =>
        h(
          "a",
          {
            href: link({ view: view.name, open: "" }),
            "aria-current": view === viewed(shown) && "page",
          },
          view.title,
          part("span.count", count.toLocaleString("en")),
        ),
      ),
    );
  };
  listen(draw);
  draw();
  return nav;
}

/**
 * @param {[View, number][]} shown
 * @returns {View|undefined}
 */
function viewed(shown) {
  return (shown.find(([view]) => view.name === get("view")) ?? shown[0])?.[0];
}

/**
 * @param {KeyboardEvent} event
 * @param {View|undefined} view
 */
function press(event, view) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const types = target.matches("input, select, textarea");
  if (event.key === "Escape" && types) target.blur();
  else if (types || document.querySelector("dialog[open]")) return;
  else if (event.key === "?") help();
  else if (!view?.key?.(event.key)) return;
  event.preventDefault();
}

/** Say what keys do. */
function help() {
  const keys = [
    ["/", "search"],
    ["j  k", "next and previous row"],
    ["Enter", "open the row"],
    ["Esc", "close it"],
    ["?", "this list"],
  ];
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { "aria-label": "Keys", close: () => dialog.remove() },
      part("h2", "Keys"),
      part("dl", keys.map(([key, what]) => [part("dt", part("kbd", key)), part("dd", what)])),
      button("Close", () => dialog.close()),
    )
  );
  document.body.append(dialog);
  dialog.showModal();
}

async function start() {
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  const top = await load("top");
  await restore();
  /** @type {[View, number][]} */
  const counted = await Promise.all(
    views.map(async (view) => /** @type {[View, number]} */ ([view, await view.count()])),
  );
  const shown = counted.filter(([, count]) => count > 0);
  /** @type {Map<View, HTMLElement>} */
  const places = new Map();
  const main = part("main");
  app.append(header(top), shown.length > 1 ? tabs(shown) : "", main);
  app.hidden = false;
  document.documentElement.classList.add("js");
  const show = async () => {
    const view = viewed(shown);
    if (view === undefined) return;
    let place = places.get(view);
    if (place === undefined) {
      place = h("section", { class: `view ${view.name}`, "aria-label": view.title });
      places.set(view, place);
      main.append(place);
      await view.show(place);
    }
    for (const [other, element] of places) element.hidden = other !== viewed(shown);
    if (view === viewed(shown)) view.update?.();
  };
  listen(show);
  document.addEventListener("keydown", (event) => press(event, viewed(shown)));
  await show();
  document.documentElement.dataset.ready = "yes";
  performance.mark("shown");
}

start().catch((error) => {
  // What stands in the page without a script is better than half of it.
  document.getElementById("app")?.remove();
  document.documentElement.classList.remove("js");
  document.body.prepend(h("p", { role: "alert" }, `This page cannot be shown in full: ${error}`));
});
