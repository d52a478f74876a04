/**
 * The list of scenarios and tests: filters, search, and rows, of which only visible ones are in the
 * document.
 */

import { h, part, unseen } from "./dom.js";
import { CHANGES, filters } from "./filters.js";
import { duration, money, passes, sign, total } from "./format.js";
import { allRows, sortRows } from "./rows.js";
import { get, go, link } from "./state.js";
import { showDetails, stepFailure } from "./scenario.js";

/** @typedef {import("./rows.js").Row} Row */

/**
 * A long list of rows of one height, of which only visible ones are drawn. ``draw`` makes a row.
 * @param {HTMLElement} list
 * @param {number} height - in rem
 * @param {(place: number) => HTMLElement} draw
 */
export function windowed(list, height, draw) {
  /** @type {Map<number, HTMLElement>} */
  const drawn = new Map();
  let count = 0;
  let isPending = false;
  const pixels = height * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const render = () => {
    isPending = false;
    if (list.offsetParent === null) return;
    const { top } = list.getBoundingClientRect();
    const first = Math.max(0, Math.floor(-top / pixels) - 8);
    const last = Math.min(count, Math.ceil((window.innerHeight - top) / pixels) + 8);
    for (const [place, element] of drawn) {
      if (place >= first && place < last) continue;
      element.remove();
      drawn.delete(place);
    }
    /** @type {HTMLElement|null} */
    let next = null;
    for (let place = last - 1; place >= first; place -= 1) {
      let element = drawn.get(place);
      if (element === undefined) {
        element = draw(place);
        element.style.top = `${place * pixels}px`;
        element.style.height = `${pixels}px`;
        element.setAttribute("aria-setsize", String(count));
        element.setAttribute("aria-posinset", String(place + 1));
        list.insertBefore(element, next);
        drawn.set(place, element);
      }
      next = element;
    }
  };
  const schedule = () => {
    if (!isPending) requestAnimationFrame(render);
    isPending = true;
  };
  // Captured, as a part of the page may be what scrolls.
  window.addEventListener("scroll", schedule, { passive: true, capture: true });
  window.addEventListener("resize", schedule);
  return {
    /** Redraw the list with this number of rows. @param {number} rows */
    draw(rows) {
      count = rows;
      list.style.height = `${count * pixels}px`;
      for (const element of drawn.values()) element.remove();
      drawn.clear();
      render();
    },
    /** Scroll a row into view, and return its element. @param {number} place */
    reveal(place) {
      // Beside open details, a narrow window has no room for the list.
      if (list.offsetParent === null) return undefined;
      const top = list.getBoundingClientRect().top + place * pixels;
      const margin = 2 * pixels;
      if (top < margin || top + pixels > window.innerHeight - margin) {
        window.scrollBy(0, top - window.innerHeight / 2);
      }
      render();
      return drawn.get(place);
    },
  };
}

/** The listed rows, in order. @type {Row[]} */
let listed = [];
/** The index of the focused row. */
let position = -1;
/** @type {ReturnType<typeof windowed>} */
let rowWindow;
/** @type {HTMLElement} */
let detail;
/** The key of the row whose details are shown. */
let openKey = "";

/**
 * @param {Row} row
 */
function rowElement(row) {
  const { usage, details: about } = row;
  const figures = [passes(row.runs), duration(usage.seconds), money(usage.cost_usd)];
  return part(
    "li.row",
    h(
      "a",
      { href: link({ open: row.key }), "aria-current": get("open") === row.key && "true" },
      sign(row.status),
      part(
        "span.what",
        h(
          "span",
          { class: "id", title: row.id },
          row.id,
          about.name !== undefined && part("span.name", about.name),
        ),
        part("span.why", [row.bot, row.why ?? row.tags.join(", ")].filter(Boolean).join(" · ")),
      ),
      row.change && h("span", { class: `change ${row.change}`, title: row.detail }, CHANGES[row.change]),
      part("span.figures", figures.filter(Boolean).join(" · ")),
      part("span.points", unseen("score "), total(row)),
    ),
  );
}

/** @type {() => void} */
let update = () => {};

/**
 * @param {HTMLElement} place
 */
async function show(place) {
  const rows = await allRows();
  const list = h("ul", { class: "rows", "aria-label": "Scenarios and tests" });
  const empty = part("p.empty", "No rows match.");
  const bar = await filters(rows, () => update());
  detail = h("article", { class: "detail", "aria-label": "Details" });
  place.append(bar.element, part("div.split", part("div", empty, list), detail));
  rowWindow = windowed(list, 3.5, (row) => rowElement(listed[row]));
  update = () => {
    listed = bar.update(sortRows(rows));
    empty.hidden = listed.length > 0;
    const row = rows.find((each) => each.key === get("open"));
    place.classList.toggle("opened", row !== undefined);
    rowWindow.draw(listed.length);
    if ((row?.key ?? "") !== openKey) openDetails(row);
  };
}

/**
 * @param {Row|undefined} row
 */
async function openDetails(row) {
  openKey = row?.key ?? "";
  if (row === undefined) {
    detail.replaceChildren();
    // The focus was in the details, unless something else was pressed.
    if (document.activeElement === document.body) focusRow(position);
    return;
  }
  position = listed.indexOf(row);
  try {
    await showDetails(detail, row, close);
  } catch (error) {
    detail.replaceChildren(h("p", { role: "alert" }, `This cannot be shown: ${error}`));
  }
  detail.scrollTop = 0;
  detail.querySelector("h2")?.focus();
  if (position >= 0) rowWindow.reveal(position);
}

function close() {
  go({ open: "" }, true);
}

/**
 * @param {number} place
 */
function focusRow(place) {
  position = Math.max(0, Math.min(listed.length - 1, place));
  rowWindow.reveal(position)?.querySelector("a")?.focus({ preventScroll: true });
}

/**
 * @param {string} key
 */
function key(key) {
  const step = { j: 1, k: -1 }[key];
  if (key === "/") document.getElementById("search")?.focus();
  else if (key === "Escape" && get("open")) close();
  else if ((key === "n" || key === "p") && get("open")) stepFailure(detail, key === "n" ? 1 : -1);
  else if (step !== undefined && listed.length > 0) {
    focusRow(position + step);
    if (get("open")) go({ open: listed[position].key });
  } else return false;
  return true;
}

/** @type {import("./main.js").View} */
export const scenariosView = {
  name: "scenarios",
  title: "Scenarios",
  count: async () => (await allRows()).length,
  show,
  update: () => update(),
  key,
};
