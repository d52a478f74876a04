/** Differences: two values side by side, words of checks in a reply, and changes of a state. */

import { h, pairs, part, unseen } from "./dom.js";
import { written } from "./format.js";

/**
 * The expected (or forbidden) value beside the actual one.
 * @param {unknown} expected @param {unknown} actual @param {boolean} [isForbidden]
 */
export function differences(expected, actual, isForbidden = false) {
  const texts = [expected, actual].filter((value) => value !== undefined).map(written);
  // By characters, or by lines if there are several.
  const hasLines = texts.join("").includes("\n");
  const units = texts.map((text) => (hasLines ? text.split(/(?<=\n)/) : [...text]));
  const shown = isForbidden || texts.length < 2 ? texts : markDifference(units[0], units[1]);
  const names = [isForbidden ? "forbidden" : "expected", "actual"];
  return pairs(shown.map((value, side) => [names[side], part("pre", value)]), "dl.differences");
}

/**
 * Two texts, in units; the part between their common beginning and end is marked.
 * @param {string[]} left @param {string[]} right
 * @param {number} [least] - with fewer units in common, marks would only confuse
 */
function markDifference(left, right, least = 3) {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const text = (/** @type {string[]} */ units) => units.join("");
  if (start + end < least) return [text(left), text(right)];
  return [left, right].map((units) => [
    text(units.slice(0, start)),
    part("mark", text(units.slice(start, units.length - end))),
    text(units.slice(units.length - end)),
  ]);
}

/** The text of before, with marks on the words that are other words now. @param {string} before @param {string} now */
export function markChanges(before, now) {
  const [left, right] = [before, now].map((text) => text.split(/(?<=\s)/));
  return before === now ? before : markDifference(left, right, 1)[0];
}

/** Kinds of checks about calls, states and figures, which quote no words of a reply. */
const WORDLESS = /function|param|call|agent|state|changed|confirm|max|schema|validator/i;

/**
 * The words of a reply that decided checks: the expected ones, else those that messages quote.
 * @param {string} text @param {import("report").CheckEntry[]} checks
 */
function findWords(text, checks) {
  // The only letter whose lower case is longer: places in both texts must be the same.
  const folded = text.replaceAll("\u0130", "i").toLowerCase();
  /** @type {{start: number, end: number, check: import("report").CheckEntry}[]} */
  const found = [];
  for (const check of checks) {
    if (WORDLESS.test(check.kind)) continue;
    const quoted = [...check.message.matchAll(/"((?:[^"\\]|\\.)+)"/g)].map((quote) => quote[1]);
    for (const words of [check.expected, ...quoted.reverse(), check.actual]) {
      if (typeof words !== "string" && typeof words !== "number") continue;
      const wanted = String(words).toLowerCase().trim();
      const start = wanted ? folded.indexOf(wanted) : -1;
      if (start < 0 || wanted.length >= folded.trim().length) continue;
      found.push({ start, end: start + wanted.length, check });
      break;
    }
  }
  return found;
}

/**
 * The text, with marks on the words that decided checks.
 * @param {string} text @param {import("report").CheckEntry[]} checks
 */
export function markWords(text, checks) {
  const found = findWords(text, checks).sort((one, other) => one.start - other.start);
  const parts = [];
  let place = 0;
  for (const { start, end, check } of found) {
    if (start < place) continue;
    const about = `${check.outcome}: ${check.name}`;
    parts.push(text.slice(place, start));
    parts.push(h("mark", { class: check.outcome, title: about }, text.slice(start, end), unseen(` (${about})`)));
    place = end;
  }
  return [...parts, text.slice(place)];
}

/**
 * Apply JSON Patch operations (RFC 6902) to ``state`` in place, and return the changes. If the state
 * is undefined, it is not known what was before.
 * @param {any} state @param {any[]} operations
 * @returns {{path: string, before: unknown, after: unknown}[]}
 */
export function applyPatch(state, operations) {
  return operations.map(({ op, path, value }) => {
    const escaped = path.split("/").slice(1);
    const steps = escaped.map((/** @type {string} */ step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = steps.pop();
    const parent = steps.reduce(own, state);
    const before = op === "add" && Array.isArray(parent) ? undefined : own(parent, last);
    if (parent !== undefined && parent !== null && last !== undefined) {
      if (!Array.isArray(parent)) {
        if (op === "remove") delete parent[last];
        else Object.defineProperty(parent, last, { value, enumerable: true, configurable: true });
      } else if (op === "remove") parent.splice(Number(last), 1);
      else if (op === "add") parent.splice(last === "-" ? parent.length : Number(last), 0, value);
      else parent[Number(last)] = value;
    }
    return { path, before, after: op === "remove" ? undefined : value };
  });
}

/**
 * The value of a key, but not one that is inherited: a world may have a key ``__proto__``.
 * @param {any} parent @param {string} key
 */
function own(parent, key) {
  return Object.hasOwn(parent ?? {}, key) ? parent[key] : undefined;
}
