/**
 * The list of scenarios and tests: filters, search, and rows, of which only visible ones are in the
 * document.
 */

import { h, part } from "./dom.js";
import { load } from "./data.js";
import { CHANGES, filters } from "./filters.js";
import { counted, duration, money, passes, sign, total } from "./format.js";
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

/** The heading of the rows with one cause. @typedef {{heading: string, count: number}} Heading */

/** The listed rows, in order, with headings. @type {(Row|Heading)[]} */
let listed = [];
/** The ranks of the causes that have a heading. @type {Set<number>} */
let headed = new Set();
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

/**
 * The rows, with a heading above several of one cause.
 * @param {Row[]} rows @param {import("report").CauseEntry[]} causes
 */
function withHeadings(rows, causes) {
  const counts = causes.map(() => 0);
  for (const { rank } of rows) if (rank !== Infinity) counts[rank] += 1;
  return rows.flatMap((row, place) => {
    const isFirst = row.rank !== Infinity && row.rank !== rows[place - 1]?.rank;
    const { text = "", critical = false } = causes[row.rank] ?? {};
    const heading = { heading: `${critical ? "critical · " : ""}${text}`, count: counts[row.rank] };
    return isFirst && heading.count > 1 ? [heading, row] : [row];
  });
}

/** The id; if it is a digest, which says nothing, where its row is. @param {Row} row */
function named({ id, details }) {
  return details.row?.[0] ?? id.replace(/\[[0-9a-f]{10}(?=[\]-])-?/, "[").replace("[]", "");
}

/** Whether a row is below a heading with its cause. @param {Row} row */
function isBelow(row) {
  return headed.has(row.rank);
}

/** @param {Row|Heading} row */
function rowElement(row) {
  if ("heading" in row) {
    const text = h("h3", { class: "id", title: row.heading }, row.heading);
    return part("li.heading", part("b", `${row.count}×`), text);
  }
  const { usage, details: about } = row;
  const { threshold = 100 } = about;
  const time = (usage.seconds ?? 0) >= 0.0995 && duration(usage.seconds);
  const least = row.status === "failed" && threshold < 100 && part("small", ` < ${threshold}`);
  const figures = [passes(row.runs).replace(" runs passed", ""), time, money(usage.cost_usd)];
  // Below a heading only that differs which is not in it.
  const why = isBelow(row) ? "" : (row.why ?? "");
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
      row.change && h("span", { class: `change ${row.change}`, title: row.detail }, CHANGES[row.change]),
      part("span.figures", figures.filter(Boolean).join(" · ")),
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
    headed = new Set(listed.flatMap((row, place) => ("heading" in row ? /** @type {Row} */ (listed[place + 1]).rank : [])));
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
 * Focus a row, or the next one from there that is no heading.
 * @param {number} place @param {number} [step]
 */
function focusRow(place, step = 1) {
  const isRow = (/** @type {number} */ each) => listed[each] !== undefined && !("heading" in listed[each]);
  const next = [place, place + step].find(isRow);
  position = next ?? (isRow(position) ? position : listed.findIndex((_, each) => isRow(each)));
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

/** @type {import("./main.js").View} */
export const scenariosView = {
  name: "scenarios",
  title: "Scenarios",
  count: async () => (await allRows()).length,
  show,
  key,
};
