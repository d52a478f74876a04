/** The filters of rows: search, selects, and chips with counts. */

import { button, choice, download, h, part, redraw } from "./dom.js";
import { load } from "./data.js";
import { counted, sign, word } from "./format.js";
import { FILTERS, ORDERS, filterRows, isReading, readTexts, searchRows, values } from "./rows.js";
import { get, go, link } from "./state.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("./rows.js").Filter} Filter */

/** @type {Record<string, string>} */
export const CHANGES = {
  worse: "▼ worse",
  "still failing": "still failing",
  ungraded: "? ungraded now",
  fixed: "▲ fixed",
  better: "▲ better",
  "within noise": "within noise",
  new: "new",
};

/** Filters with a select, and its label. @type {[Filter, string][]} */
const CHOICES = [
  ["bot", "All bots"],
  ["file", "All files"],
  ["tag", "All tags"],
  ["group", "All groups"],
  ["kind", "All kinds of checks"],
  ["label", "All labels"],
];

/** Filters with chips that show the number of rows. */
const COUNTED = /** @type {const} */ (["status", "about", "changed"]);

/** The labels of chips, by filter. @type {Record<string, (value: string) => (Node|string)[]>} */
const LABELS = {
  about: (value) => [`${value} `],
  status: (status) => [sign(status), `${word(status)} `],
  changed: (change) => [h("span", { class: change }, CHANGES[change]), " "],
};
const STATUSES = ["failed", "no_answer", "ungraded", "xfailed", "measured", "draft", "passed"];
const ORDER = [...new Set([...STATUSES, "critical", "flaky", "confirmed", ...Object.keys(CHANGES)])];

/** The columns of the CSV file, the same as of ``--hydra-report``. @type {Record<string, (row: any) => any>} */
const COLUMNS = {
  file: (row) => row.file,
  id: (row) => row.id,
  bot: (row) => row.bot,
  status: (row) => row.outcome,
  left_out: ({ details: { draft, xfail } }) => (draft ? "draft" : xfail === "measured" ? xfail : xfail && "xfail"),
  score: (row) => row.total,
  coverage: (row) => row.coverage,
  runs: (row) => row.runs.length,
  passed_runs: (row) => row.runs.filter((/** @type {any} */ run) => run.outcome === "passed").length,
  seconds: (row) => row.usage.seconds,
  tokens: (row) => row.usage.tokens,
  cost_usd: (row) => row.usage.cost_usd,
  category: (row) => row.details.category,
  tags: (row) => row.tags.join(","),
  why: (row) => (row.outcome === "passed" ? "" : row.why),
  error: (row) => row.details.error,
};

/**
 * The filter bar. ``search`` is called when the conversations have become searchable.
 * @param {Row[]} rows @param {() => void} search
 */
export async function filters(rows, search) {
  const { since = "" } = await load("top");
  const input = h("input", {
    type: "search",
    placeholder: 'Search everything: words, "a phrase", -without',
    "aria-label": "Search",
    "aria-keyshortcuts": "/",
    autocomplete: "off",
    spellcheck: "false",
    input: ({ target }) => go({ q: target.value }),
    focus: () => readTexts(search),
    keydown: (event) => {
      const first = document.querySelector(".view:not([hidden]) .rows a");
      if (event.key === "Enter") /** @type {HTMLElement|null} */ (first)?.click();
      else if (event.key !== "Escape" || input.value === "") return;
      else go({ q: (input.value = "") });
      event.preventDefault();
    },
  });
  /** @type {Map<string, HTMLSelectElement>} */
  const selects = new Map();
  for (const [name, label] of CHOICES) {
    const options = optionsOf(rows, name);
    if (options.length < 2) continue;
    selects.set(name, choice(label, [["", label], ...options], (value) => go({ [name]: value }, true)));
  }
  selects.set("sort", choice("Order", ORDERS.map(([name, title]) => [name, title]), (value) => go({ sort: value }, true)));
  const chips = part("div.chips");
  const chosen = part("div.selects", [...selects.values()]);
  const bar = h("div", { class: "filters", role: "search" }, input, chosen);
  return {
    element: part("div.choices", bar, chips),
    focus: () => input.focus(),
    /** Show the state of the fragment, and return the rows that it selects. @param {Row[]} ordered */
    update(ordered) {
      if (document.activeElement !== input) input.value = get("q");
      if (get("q")) readTexts(search);
      for (const [name, select] of selects) select.value = get(name);
      const uncounted = FILTERS.filter((name) => !COUNTED.some((counted) => counted === name));
      const others = searchRows(filterRows(ordered, uncounted));
      const shown = filterRows(others, [...COUNTED]);
      const [statuses, kinds, changes] = COUNTED.map((name) => chipsOf(name, rows, others));
      const title = changes.length > 0 ? part("span.soft", `since ${since}:`) : "";
      redraw(chips, [...statuses, ...kinds, title, ...changes, ...summary(shown)]);
      return shown;
    },
  };
}

/**
 * The options of a filter, with the number of rows of each.
 * @param {Row[]} rows @param {Filter} name
 * @returns {[string, string][]}
 */
function optionsOf(rows, name) {
  const named = [...tally(rows, name)].sort(([one], [other]) => (one < other ? -1 : 1));
  return named.map(([value, count]) => [value, `${value} (${count})`]);
}

/**
 * A link that turns a filter's value on and off.
 * @param {string} name @param {string} value @param {import("./dom.js").Child} label
 * @param {string} [kind]
 */
export function toggle(name, value, label, kind = "chip") {
  const wanted = get(name).split(",").filter(Boolean);
  const isOn = wanted.includes(value);
  const after = isOn ? wanted.filter((each) => each !== value) : [...wanted, value];
  const href = link({ [name]: after.join(",") });
  return h("a", { class: kind, href, "aria-current": isOn && "true" }, label);
}

/**
 * The chips of a filter, with the number of rows under the other filters.
 * @param {typeof COUNTED[number]} name @param {Row[]} rows @param {Row[]} others
 */
function chipsOf(name, rows, others) {
  const known = tally(rows, name);
  const left = tally(filterRows(others, COUNTED.filter((other) => other !== name)), name);
  return ORDER.filter((value) => known.has(value)).map((value) =>
    toggle(name, value, [...LABELS[name](value), part("b", left.get(value) ?? 0)]),
  );
}

/** The number of rows for each value of a filter. @param {Row[]} rows @param {Filter} name */
function tally(rows, name) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const row of rows) {
    for (const value of values(row, name)) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** @param {Row[]} shown */
function summary(shown) {
  const used = ["q", ...FILTERS].filter((name) => get(name) !== "");
  const none = Object.fromEntries(used.map((name) => [name, ""]));
  return [
    h("span", { class: "shown", role: "status" }, isReading() && get("q") ? "reading conversations …" : counted(shown.length, "row")),
    used.length > 0 ? h("a", { href: link(none) }, "Clear filters") : "",
    button("Save as CSV", () => download("results.csv", csv(shown)), { class: "plain" }),
  ];
}

/** The rows as CSV, in which no text can be a formula of a spreadsheet. @param {Row[]} rows */
function csv(rows) {
  const cell = (/** @type {any} */ value) =>
    `"${String(value ?? "").replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
  const cases = [...new Set(rows.flatMap((/** @type {any} */ row) => Object.keys(row.details.case ?? {})))];
  const head = [...Object.keys(COLUMNS), ...cases.map((name) => cell(`case.${name}`))];
  const lines = rows.map((/** @type {any} */ row) => [
    ...Object.values(COLUMNS).map((of) => cell(of(row))),
    ...cases.map((name) => cell(row.details.case?.[name])),
  ]);
  return [head, ...lines].map((line) => `${line.join(",")}\r\n`);
}
