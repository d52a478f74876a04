/**
 * The scenarios, and the tests with the fixture, as rows; and which of them are looked at.
 */

import { load } from "./data.js";
import { get } from "./state.js";

/**
 * ``past`` has a letter for each of the runs before, "." where the row was not in one. ``key`` is
 * the item as an address can hold it.
 * @typedef {object} Row
 * @property {number} place
 * @property {string} key
 * @property {string} item
 * @property {boolean} is_test
 * @property {string} id
 * @property {string|null} name
 * @property {string} file
 * @property {string} bot
 * @property {string[]} tags
 * @property {string[]} kinds
 * @property {string[]} causes
 * @property {string|null} category
 * @property {string} status
 * @property {number|null} score
 * @property {number|null} threshold
 * @property {number|null} passes
 * @property {number|null} runs
 * @property {number|null} seconds
 * @property {number|null} cost_usd
 * @property {string|null} why
 * @property {string} past
 * @property {""|"worse"|"better"|"within noise"|"new"} change
 */

/** Of a scenario, or of a test. @typedef {{checks: import("report").CheckEntry[]} & Partial<import("report").ScenarioEntry & import("report").TestEntry>} Entry */

/** What letters of the index say. @type {Record<string, string>} */
export const LETTERS = { p: "passed", f: "failed", u: "ungraded", x: "xfailed" };
/** @type {Record<string, number>} */
const WORST_FIRST = { failed: 0, ungraded: 1, xfailed: 2, passed: 3 };

/** What is searched, lower-cased, by the row's place. @type {string[]} */
const haystack = [];
/** @type {Promise<{rows: Row[], chunk: number}>|undefined} */
let found;

/** All rows, in the order of the report; and of how many the details are one block. */
export function allRows() {
  found ??= load("scenarios").then((index) => {
    if (index === null) return { rows: [], chunk: 1 };
    const rows = index.rows.map((/** @type {any} */ row, /** @type {number} */ place) => {
      return { ...row, place, key: encodable(row.item), status: LETTERS[row.status] };
    });
    for (const row of rows) haystack.push(plainText(row).toLowerCase());
    return { rows, chunk: index.chunk };
  });
  return found;
}

/**
 * The text without halves of surrogate pairs.
 * @param {string} text
 */
function encodable(text) {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}

/**
 * The details of a row: its entry of report.json, what was recorded, and both as they were before.
 * @param {Row} row
 * @returns {Promise<{entry: Entry, evidence: string, record?: any, before?: {entry: Entry, record?: any}}>}
 */
export async function details(row) {
  const { chunk } = await allRows();
  const part = await load(`scenarios-${Math.floor(row.place / chunk)}`);
  return part[row.place % chunk];
}

let isRead = false;

/**
 * Let what was said in conversations be searched as well as names and reasons. ``then`` is called
 * when they were read.
 * @param {Row[]} rows
 * @param {() => void} then
 */
export async function readTexts(rows, then) {
  if (isRead) return;
  isRead = true;
  for (let place = 0; place < rows.length; place += 1) {
    const { record } = await details(rows[place]);
    const turns = record?.runs?.[0]?.conversation?.turns ?? [];
    const said = turns.map((/** @type {any} */ turn) => `${turn.user} ${turn.reply?.text ?? ""}`);
    // Joined, so that each is one text in memory, through which one can search at once.
    haystack[place] = [haystack[place], said.join(" ").slice(0, 5000).toLowerCase()].join(" ");
  }
  then();
}

/** @param {Row} row */
function plainText(row) {
  const parts = [row.key, row.name, row.category, row.why, ...row.tags, ...row.kinds];
  return parts.filter(Boolean).join(" ");
}

/**
 * By the name of a filter: whether a row is one of those.
 * @type {Record<string, (row: Row, wanted: string) => boolean>}
 */
export const FILTERS = {
  q: () => true, // see below
  status: (row, wanted) => wanted.split(",").includes(row.status),
  bot: (row, wanted) => row.bot === wanted,
  file: (row, wanted) => row.file === wanted,
  tag: (row, wanted) => row.tags.includes(wanted),
  kind: (row, wanted) => row.kinds.includes(wanted),
  cause: (row, wanted) => row.causes.some((cause) => wanted.split(",").includes(cause)),
  changed: (row, wanted) => row.change !== "" && wanted.split(",").includes(row.change),
};

/** @type {Record<string, (one: Row, other: Row) => number>} */
const ORDERS = {
  file: (one, other) => one.place - other.place,
  score: (one, other) => (one.score ?? -1) - (other.score ?? -1),
  time: (one, other) => (other.seconds ?? -1) - (one.seconds ?? -1),
  cost: (one, other) => (other.cost_usd ?? -1) - (one.cost_usd ?? -1),
  "": (one, other) => WORST_FIRST[one.status] - WORST_FIRST[other.status],
};

/**
 * Those of the rows that the fragment asks for, by these filters and by the search.
 * @param {Row[]} rows
 * @param {string[]} names
 */
export function chosen(rows, names) {
  const filters = names.flatMap((name) => {
    const wanted = get(name);
    return wanted ? [(/** @type {Row} */ row) => FILTERS[name](row, wanted)] : [];
  });
  const words = get("q").toLowerCase();
  if (words && names.includes("q")) {
    filters.push((row) => haystack[row.place].includes(words));
  }
  return rows.filter((row) => filters.every((holds) => holds(row)));
}

/** The rows as they were sorted last, and by what. @type {{by: string, rows: Row[]}} */
let last = { by: "", rows: [] };

/**
 * The rows in the order that the fragment asks for.
 * @param {Row[]} rows
 */
export function sorted(rows) {
  const by = get("sort");
  if (last.by !== by || last.rows.length !== rows.length) {
    const order = ORDERS[by] ?? ORDERS[""];
    last = { by, rows: [...rows].sort((one, other) => order(one, other) || one.place - other.place) };
  }
  return last.rows;
}
