/** Tests by candidates: the outcome of each test on the base and with every change. */

import { FATES } from "./candidate.js";
import { choice, h, part, unseen } from "../../page/script/dom.js";
import { counted } from "../../page/script/format.js";
import { get, go, link } from "../../page/script/state.js";
import { windowed } from "../../page/script/list.js";

/**
 * For each test, ``outcomes`` has a letter for the base and each candidate, and ``fates`` pairs of a
 * candidate's index and a word of the report. ``more`` is the number of tests not shown.
 * @typedef {{ids: string[], outcomes: string[], fates: [candidate: number, fate: string][][], more: number}} Tests
 */

/** The letters of outcomes, with their signs and words. @type {Record<string, [string, string]>} */
const OUTCOMES = {
  p: ["✓", "passed"],
  f: ["✗", "failed"],
  e: ["E", "error"],
  s: ["s", "skipped"],
  x: ["x", "expected to fail"],
  X: ["X", "unexpectedly passed"],
  "-": ["–", "no result"],
};
const ROW_HEIGHT = 1.875;
/** With more columns than this, candidates are labelled by their rank. */
const MOST_NAMES = 9;
const MOST_LINES = 40;

/** The matrix; call ``draw`` once it is in the page. @param {Tests} tests @param {string[]} names - of the columns */
export function matrix(tests, names) {
  const { ids, fates, outcomes, more } = tests;
  if (ids.length === 0) return { element: "", draw: () => {} };
  const every = ids.map((_, test) => test);
  const differing = every.filter(
    (test) => fates[test].length > 0 || new Set(outcomes[test]).size > 1,
  );
  const named = { placeholder: "Search tests", "aria-label": "Search tests" };
  const search = h("input", { type: "search", ...named, input: () => draw() });
  /** @type {number[]} */
  let shown = [];
  const list = part("ul");
  const rows = windowed(list, ROW_HEIGHT, (row) => rowOf(tests, shown[row], names));
  const draw = () => {
    const text = search.value.toLowerCase();
    const chosen = get("tests") === "all" ? every : differing;
    shown = chosen.filter((test) => ids[test].toLowerCase().includes(text));
    rows.draw(shown.length);
  };
  /** @type {[string, string][]} */
  const options = [
    ["", `that differ (${differing.length})`],
    ["all", `all (${ids.length})`],
  ];
  const which = choice("Which tests", options, (value) => go({ tests: value }));
  which.value = get("tests");
  const element = part(
    "section.tests",
    part("h2", "Tests by candidates"),
    part("div.filters", search, which),
    more > 0 && part("p.soft", `${counted(more, "test")} more in the run folder`),
    box(list, names),
  );
  return { element, draw };
}

/**
 * What the log of a run says of a test: its lines from the heading of its failure, or from its name.
 * @param {(string|null)[]} lines @param {string} test
 */
export function failureText(lines, test) {
  const name = test.split("::").at(-1)?.split("[")[0] ?? test;
  const isNamed = (/** @type {string|null} */ line) => line?.includes(name) ?? false;
  const heading = lines.findIndex((line) => isNamed(line) && line?.startsWith("__"));
  const start = heading < 0 ? lines.findLastIndex(isNamed) : heading;
  const rest = lines.slice(start + 1, start + MOST_LINES);
  const end = rest.findIndex((line) => line === null || /^[_=]{3}/.test(line));
  return start < 0 ? [] : [lines[start], ...(end < 0 ? rest : rest.slice(0, end))];
}

/** The scrolling area, with the column names at its top. @param {HTMLElement} list @param {string[]} names */
function box(list, names) {
  const isNarrow = names.length > MOST_NAMES;
  const heads = names.map((name, column) =>
    h("span", { title: name }, isNarrow && column > 0 ? `#${column}` : name),
  );
  const named = { tabindex: 0, role: "region", "aria-label": "Tests by candidates" };
  const head = part("div.head", part("span", "test"), heads);
  const element = h("div", { class: "matrix", ...named }, head, list);
  element.style.setProperty("--columns", String(names.length));
  element.style.setProperty("--column", isNarrow ? "3.5rem" : "6rem");
  return element;
}

/** @param {Tests} tests @param {number} test @param {string[]} names */
function rowOf({ ids, outcomes, fates }, test, names) {
  const columns = names.map((name, column) => {
    const [mark, said] = OUTCOMES[outcomes[test][column]] ?? OUTCOMES["-"];
    const own = fates[test].filter(([candidate]) => candidate === column - 1);
    const fate = own.map(([, detail]) => detail).join(" ");
    const meaning = own.map(([, detail]) => FATES[/** @type {keyof typeof FATES} */ (detail)]).join("; ");
    // A fate may come from another run than the outcome.
    const isOther = fate && said === "passed" && !/fixed|new/.test(fate);
    return { name, mark: isOther ? "" : mark, said, fate, meaning };
  });
  const cells = columns.map(({ name, mark, said, fate, meaning }) =>
    h(
      "span",
      { class: `cell ${said} ${fate}`, title: `${name}: ${meaning || said}` },
      mark,
      fate && part("small", fate),
    ),
  );
  // One text for screen readers: there may be a thousand cells.
  const detail = columns.map(({ name, said, fate }) => `${name} ${said} ${fate}`).join(", ");
  return part(
    "li",
    // Cut at the beginning, but still left-to-right text.
    h("code", { title: ids[test] }, h("a", { href: link({ test: ids[test] }) }, part("bdi", ids[test]))),
    h("div", { class: "cells", "aria-hidden": "true" }, cells),
    unseen(detail),
  );
}
