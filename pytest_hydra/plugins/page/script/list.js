/** The list of scenarios and tests: filters, search, and rows, of which only visible ones are in the document. */

import { h, part } from "./dom.js";
import { load } from "./data.js";
import { CHANGES, filters, toggle } from "./filters.js";
import { counted, duration, money, passes, sign, total, word } from "./format.js";
import { allRows, named, sortRows } from "./rows.js";
import { get, go, link } from "./state.js";
import { showDetails, stepFailure } from "./scenario.js";
import { VIEWS } from "./views.js";

/** @typedef {import("./rows.js").Row} Row */

/** The rows of a list that are on paper. */
const MOST_PRINTED = 500;

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
  const render = (isPrinted = false) => {
    isPending = false;
    if (list.offsetParent === null) return;
    const { top } = list.getBoundingClientRect();
    const first = isPrinted ? 0 : Math.max(0, Math.floor(-top / pixels) - 8);
    const last = Math.min(count, isPrinted ? MOST_PRINTED : Math.ceil((window.innerHeight - top) / pixels) + 8);
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
    if (!isPending) requestAnimationFrame(() => render());
    isPending = true;
  };
  // Captured, as a part of the page may be what scrolls.
  window.addEventListener("scroll", schedule, { passive: true, capture: true });
  window.addEventListener("resize", schedule);
  window.addEventListener("beforeprint", () => render(true));
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

/** The heading of the rows with one cause, or without one with one status: a filter for them; or what stands for the rest of them. @typedef {{heading: {text: string, outcome: string, critical?: boolean}, name: "cause"|"status", value: string, count: number, isRest?: boolean}} Heading */

/** The listed rows, in order, with headings. @type {(Row|Heading)[]} */
let listed = [];
/** Whether rows say which bot they are of. */
let hasBots = false;
/** The index of the focused row. */
let position = -1;
/** @type {ReturnType<typeof windowed>} */
let rowWindow;
/** @type {HTMLElement} */
let detail;
/** The search and the filters. @type {Awaited<ReturnType<typeof filters>>} */
let bar;
/** The key of the row, and the run, whose details are shown. */
let openKey = "";

/** Of several causes each shows so many rows at first. */
const MOST_BELOW = 5;

/**
 * The rows by cause, and those without one by status, each group below a heading.
 * @param {Row[]} rows @param {import("report").CauseEntry[]} causes @returns {(Row|Heading)[]}
 */
function withHeadings(rows, causes) {
  const groups = Map.groupBy(rows, ({ rank, cause, status }) => (rank === Infinity ? status : cause));
  return [...groups].flatMap(([value, own]) => {
    const [{ rank, status }] = own;
    if (groups.size === 1 && rank === Infinity) return own;
    /** @type {Heading} */
    const head = rank === Infinity
      ? { heading: { text: word(status), outcome: status }, name: "status", value, count: own.length }
      : { heading: causes[rank], name: "cause", value, count: own.length };
    const most = groups.size === 1 || rank === Infinity ? own.length : MOST_BELOW;
    const below = own.filter((row, place) => place < most || row.key === get("open"));
    const count = own.length - below.length;
    return [head, ...below, ...(count > 0 ? [{ ...head, count, isRest: true }] : [])];
  });
}

/** @param {Row|Heading} row */
function rowElement(row) {
  if ("heading" in row) {
    const { heading, name, value, count, isRest } = row;
    const { text, outcome, critical } = heading;
    if (isRest) return part("li.rest", toggle(name, value, `and ${count.toLocaleString("en")} more`, "rest"));
    const label = [sign(outcome), part("b", `${count}×`), h("span", { class: "id", title: text }, text)];
    return part("li.heading", part("h2", toggle(name, value, [label, critical && part("span.label", "critical")], "cause")));
  }
  const { usage, details: about } = row;
  const { threshold = 100 } = about;
  const time = (usage.seconds ?? 0) >= 0.0995 && duration(usage.seconds);
  const least = row.status === "failed" && threshold < 100 && part("small", ` < ${threshold}`);
  const spent = [time, money(usage.cost_usd)].filter(Boolean).join(" · ");
  // The heading of its cause says it.
  const isHeaded = row.rank < Infinity && !get("sort");
  const why = isHeaded ? "" : (row.why ?? "");
  const before = /^(\d+ of \d+) runs passed, now/.exec(row.detail)?.[1];
  const said = row.said ? `“${row.said}”` : "";
  const more = [hasBots && row.bot, why, said || row.tags.join(", ")].filter(Boolean).join(" · ");
  const isSaid = about.name === undefined || row.id.startsWith(about.name);
  return part(
    "li.row",
    h(
      "a",
      { href: link({ open: row.key, run: "" }), "aria-current": get("open") === row.key && "true" },
      sign(row.status),
      part(
        "span.what",
        h("span", { class: "id", title: row.id }, named(row), !isSaid && part("span.name", about.name)),
        h("span", { class: "why", title: row.said }, more),
      ),
      row.about.includes("critical") && !isHeaded && part("span.label", "critical"),
      row.change && h("span", { class: `change ${row.change}`, title: row.detail }, CHANGES[row.change], before && part("span.aside", ` from ${before}`)),
      part("span.figures", passes(row.runs).replace(" runs passed", ""), " ", part("span.aside", spent)),
      h("span", { class: "points", title: "score" }, row.status === "passed" && row.total === 100 ? "" : [total(row), least]),
    ),
  );
}

/** @param {HTMLElement} place */
async function show(place) {
  const rows = await allRows();
  const { causes } = await load("top");
  hasBots = new Set(rows.map(({ bot }) => bot).filter(Boolean)).size > 1;
  const list = h("ul", { class: "rows", "aria-label": "Scenarios and tests" });
  const empty = part("p.empty", "No rows match.");
  bar = await filters(rows, () => update());
  detail = h("article", { class: "detail", "aria-label": "Details" });
  place.append(map(rows), bar.element, part("div.split", part("div", empty, list), detail));
  rowWindow = windowed(list, 2.5, (row) => rowElement(listed[row]));
  const update = () => {
    const shown = bar.update(sortRows(rows));
    listed = get("sort") ? shown : withHeadings(shown, causes);
    const [key, row] = [get("open"), rows.find((each) => each.key === get("open"))];
    empty.textContent = key && !row ? `This run has no ${key}.` : "No rows match.";
    empty.hidden = shown.length > 0 && (row !== undefined || !key);
    place.classList.toggle("opened", row !== undefined);
    rowWindow.draw(listed.length);
    const last = openKey;
    openKey = row ? `${key}\n${get("run")}` : "";
    if (openKey !== last) openDetails(row);
  };
  return update;
}

/** The most scenarios that are drawn as a map. */
const MOST_DRAWN = 600;

/** A square for each scenario, as a picture of the whole: the rows are what is read. @param {Row[]} rows */
function map(rows) {
  if (rows.length < 2 || rows.length > MOST_DRAWN) return "";
  const squares = rows.map((row) => {
    const kind = row.about.includes("flaky") ? "flaky" : row.status;
    const open = () => go({ open: row.key, run: "" }, true);
    return h("span", { class: kind, title: `${row.id}: ${row.why ?? row.status}`, click: open });
  });
  return h("div", { class: "map", "aria-hidden": "true" }, squares);
}

/** @param {Row|undefined} row */
async function openDetails(row) {
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
  // Below a long top, or without the list in a narrow window, they would not be seen.
  const { top } = detail.getBoundingClientRect();
  if (top < 0 || top > 120) detail.scrollIntoView();
}

function close() {
  go({ open: "", run: "" }, true);
}

/**
 * Focus a row, or the next one in this direction: headings are passed over.
 * @param {number} place @param {number} [step]
 */
function focusRow(place, step = 1) {
  const isRow = (/** @type {number} */ each) => listed[each] !== undefined && !("heading" in listed[each]);
  let next = place;
  while (listed[next] !== undefined && !isRow(next)) next += step;
  position = isRow(next) ? next : isRow(position) ? position : listed.findIndex((_, each) => isRow(each));
  rowWindow.reveal(position)?.querySelector("a")?.focus({ preventScroll: true });
}

/** @param {string} key @param {number} step */
function key(key, step) {
  if (key === "/") bar.focus();
  else if (key === "Escape" && get("open")) close();
  else if ((key === "n" || key === "p") && get("open")) stepFailure(detail, key === "n" ? 1 : -1);
  else if (step !== 0 && listed.length > 0) {
    focusRow(position + step, step);
    const row = listed[position];
    if (get("open") && "key" in row) go({ open: row.key, run: "" });
  } else return false;
  return true;
}

/** @type {import("./views.js").View} */
const scenariosView = {
  name: "scenarios",
  title: "Scenarios",
  count: async () => (await allRows()).length,
  show,
  key,
};
VIEWS.push(scenariosView);
