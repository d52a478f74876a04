/** The scenarios, and the tests with the fixture, as rows; with filtering, search and sorting. */

import { load } from "./data.js";
import { get } from "./state.js";

/** @typedef {import("report").Result} Result */
/** Reasons of a failure, and what is known of earlier runs; ``key`` is the item in a form that fits an address, ``rank`` the place of its cause. @typedef {{item: string, key: string, place: number, rank: number, past: string, change: string, detail: string, label: string, why?: string, kinds: string[], cause: string, said?: string, about: string[], groups: string[], arm?: string, unit?: string, silent?: boolean, outcome: string}} About */
/** A result of the report without its checks, and more about it. @typedef {Omit<Result, "status"|"checks"|"gates"> & About & {status: string, bot: string, tags: string[]}} Row */

/** The statuses of letters. @type {Record<string, string>} */
export const LETTERS = { p: "passed", f: "failed", u: "ungraded", x: "xfailed", d: "draft" };
/** @type {Record<string, number>} */
const WORST_FIRST = { failed: 0, no_answer: 1, ungraded: 1, xfailed: 2, measured: 3, draft: 4, passed: 5 };

/** The searchable text of each row, folded. @type {string[]} */
const haystack = [];
/** @type {Promise<Row[]>|undefined} */
let loading;
/** The number of rows in one block of details. */
let chunk = 1;
/** The characters that are searched of a conversation. */
const MOST_SEARCHED = 20_000;

/** All rows, in the order of the report. */
export function allRows() {
  loading ??= Promise.all([load("rows"), load("scenarios"), load("top")]).then(([results, more, top]) => {
    if (results === null) return [];
    chunk = more.chunk;
    /** @type {import("report").CauseEntry[]} */
    const causes = top.causes;
    const ranks = new Map(causes.map(({ cause }, place) => [cause, place]));
    const rows = results.map((/** @type {Result} */ result, /** @type {number} */ place) =>
      rowOf(result, place, { ...more, ranks }),
    );
    for (const row of rows) haystack.push(fold(plainText(row)));
    return rows;
  });
  return loading;
}

/**
 * @param {Result} result @param {number} place
 * @param {{failures: any, letters: any, changes: any, labels: any, ranks: Map<string, number>}} more
 * @returns {Row}
 */
function rowOf(result, place, { failures, letters, changes, labels, ranks }) {
  const { file, id, subject, status, total, details } = result;
  const item = `${file}::${id}${subject === null ? "" : ` (${subject})`}`;
  return {
    ...{ kinds: [], cause: "", about: [], ...result, ...failures[place], place, item },
    id: result.kind === "scenario" ? id : result.nodeid,
    // The subject of a test is no bot.
    bot: result.kind === "scenario" ? (subject ?? "") : "",
    tags: details.tags ?? [],
    rank: ranks.get(failures[place]?.cause) ?? Infinity,
    label: labels[item] ?? "unlabelled",
    key: item.replace(/\p{Cs}/gu, "\ufffd"),
    outcome: status,
    status: statusOf(status, { ...result, .../** @type {any} */ (details) }),
    // A score of only the graded checks would be misleading.
    total: status === "ungraded" ? null : total,
    past: letters[item]?.slice(0, -1) ?? "",
    change: changes[item]?.[0] ?? "",
    detail: changes[item]?.[1] ?? "",
    groups: Object.entries(/** @type {any} */ (details).groups ?? {}).map(([name, value]) => `${name}: ${value}`),
  };
}

/** The id; if it is a digest, which says nothing, where its row is. @param {Pick<Row, "id"> & {details: {row?: string[]}}} row */
export function named({ id, details }) {
  // Each scenario with rows of its own has a first one.
  const row = details.row?.[0].replace(/^row /, `${id.split("[")[0]} row `);
  return row ?? id.replace(/\[[0-9a-f]{10}(?=[\]-])-?/, "[").replace("[]", "");
}

/** @param {string} status @param {{silent?: boolean, draft?: boolean, xfail?: string}} about */
function statusOf(status, { silent, draft, xfail }) {
  if (silent) return "no_answer";
  if (draft) return "draft";
  return xfail === undefined || status !== "failed" ? status : xfail === "measured" ? "measured" : "xfailed";
}

/**
 * The details of a row: its result, its record, and both from the previous run.
 * @param {Row} row
 * @returns {Promise<{result: Result, evidence: string, record?: any, patches?: any[], before?: any}>}
 */
export async function details(row) {
  const part = await load(`scenarios-${Math.floor(row.place / chunk)}`);
  return part[row.place % chunk];
}

/** @type {Promise<void>|undefined} */
let reading;

let isRead = false;

/** Whether conversations are still being made searchable. */
export function isReading() {
  return reading !== undefined && !isRead;
}

/** Make checks and conversations searchable, besides names and reasons. @param {() => void} then */
export async function readTexts(then) {
  if (reading !== undefined) return reading;
  reading = (async () => {
    for (const row of await allRows()) {
      const { result, record } = await details(row);
      const words = textsOf([result.checks, record?.runs]).join(" ").slice(0, MOST_SEARCHED);
      // join() makes a flat string, which is faster to search than concatenated ones.
      haystack[row.place] = [haystack[row.place], fold(words)].join(" ");
    }
  })();
  await reading;
  isRead = true;
  then();
}

/** All texts and numbers in a JSON value. @param {any} value @returns {any[]} */
function textsOf(value) {
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsOf) : [value];
}

/** A text in lower case, without accents. @param {string} text */
function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** @param {Row} row */
function plainText(row) {
  const { name, category } = row.details;
  const parts = [row.key, name, category, row.said, row.why, ...row.tags, ...row.kinds, ...row.groups];
  return parts.filter(Boolean).join(" ");
}

/** The field of a row for each filter. */
const FIELDS = /** @type {const} */ ({
  status: "status",
  bot: "bot",
  file: "file",
  tag: "tags",
  kind: "kinds",
  cause: "cause",
  changed: "change",
  about: "about",
  group: "groups",
  label: "label",
});
/** @typedef {keyof typeof FIELDS} Filter */
/** All filters except the search. */
export const FILTERS = /** @type {Filter[]} */ (Object.keys(FIELDS));
/** Filters that may have several values, separated by commas. @type {Filter[]} */
const SEVERAL = ["status", "cause", "changed", "about"];

/** The values of a row for a filter. @param {Row} row @param {Filter} name */
export function values(row, name) {
  const value = row[FIELDS[name]];
  return typeof value === "string" ? [value] : value;
}

/** @typedef {(one: Row, other: Row) => number} Order */
/** The orders: the name in the fragment, the title, and what is first. @type {[name: string, title: string, order: Order][]} */
export const ORDERS = [
  ["", "By cause", (one, other) => (one.rank === other.rank ? WORST_FIRST[one.status] - WORST_FIRST[other.status] : one.rank - other.rank)],
  ["flaky", "Flaky first", (one, other) => Number(other.about.includes("flaky")) - Number(one.about.includes("flaky"))],
  ["score", "Lowest score first", (one, other) => (one.total ?? -1) - (other.total ?? -1)],
  ["time", "Slowest first", (one, other) => (other.usage.seconds ?? -1) - (one.usage.seconds ?? -1)],
  ["cost", "Most costly first", (one, other) => (other.usage.cost_usd ?? -1) - (one.usage.cost_usd ?? -1)],
  ["file", "As in the files", (one, other) => one.place - other.place],
];

/** The rows that match these filters of the fragment. @param {Row[]} rows @param {Filter[]} names */
export function filterRows(rows, names) {
  return names.reduce((left, name) => {
    const wanted = SEVERAL.includes(name) ? get(name).split(",") : [get(name)];
    return get(name) ? left.filter((row) => values(row, name).some((each) => wanted.includes(each))) : left;
  }, rows);
}

/** The rows with all words and "phrases" of the search, but none with ``-`` before it. @param {Row[]} rows */
export function searchRows(rows) {
  const terms = [...fold(get("q")).matchAll(/(-?)(?:"([^"]+)"?|(\S+))/g)];
  return terms.reduce(
    (left, [, minus, phrase, word]) =>
      left.filter(({ place }) => haystack[place].includes(phrase ?? word) !== (minus === "-")),
    rows,
  );
}

/** The rows in the order that the fragment selects. @param {Row[]} rows */
export function sortRows(rows) {
  const [, , order] = ORDERS.find(([name]) => name === get("sort")) ?? ORDERS[0];
  return [...rows].sort((one, other) => order(one, other) || one.place - other.place);
}
