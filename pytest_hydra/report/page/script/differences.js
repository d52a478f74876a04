/**
 * What differs: two values beside one another, words of a check in a reply, and changes of a state.
 */

import { h, pairs, part, unseen } from "./dom.js";
import { written } from "./format.js";

/** Of longer values only the lines are shown, without what differs in them. */
const MOST_LINES = 400;

/**
 * What was expected, or was not to be, beside what was there.
 * @param {unknown} expected
 * @param {unknown} actual
 * @param {boolean} [isForbidden]
 */
export function differences(expected, actual, isForbidden = false) {
  const [left, right] = [written(expected), written(actual)];
  const isLong = /\n/.test(left + right);
  const differ = isLong ? lineDifferences : wordDifferences;
  const shown = isForbidden ? [left, right] : differ(left, right);
  const names = [isForbidden ? "forbidden" : "expected", "actual"];
  return pairs(shown.map((value, side) => [names[side], part("pre", value)]), "dl.differences");
}

/**
 * Two short texts, with what stands between their common beginning and end marked.
 * @param {string} left
 * @param {string} right
 */
function wordDifferences(left, right) {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  // Where little is common it would only confuse.
  if (start + end < 3) return [left, right];
  return [left, right].map((text) => [
    text.slice(0, start),
    part("mark", text.slice(start, text.length - end)),
    text.slice(text.length - end),
  ]);
}

/**
 * The lines of two texts, with those marked that the other does not have.
 * @param {string} left
 * @param {string} right
 */
function lineDifferences(left, right) {
  const sides = [left.split("\n"), right.split("\n")];
  if (sides[0].length + sides[1].length > MOST_LINES) return [left, right];
  const common = commonLines(sides[0], sides[1]);
  return sides.map((lines, side) =>
    lines.map((line, place) => (common[side].has(place) ? `${line}\n` : part("mark", `${line}\n`))),
  );
}

/**
 * The places of a longest common subsequence, in both.
 * @param {string[]} left
 * @param {string[]} right
 */
function commonLines(left, right) {
  const lengths = Array.from({ length: left.length + 1 }, () => Array(right.length + 1).fill(0));
  for (let one = left.length - 1; one >= 0; one -= 1) {
    for (let other = right.length - 1; other >= 0; other -= 1) {
      lengths[one][other] =
        left[one] === right[other]
          ? lengths[one + 1][other + 1] + 1
          : Math.max(lengths[one + 1][other], lengths[one][other + 1]);
    }
  }
  const common = [new Set(), new Set()];
  let [one, other] = [0, 0];
  while (one < left.length && other < right.length) {
    if (left[one] === right[other]) {
      common[0].add(one++);
      common[1].add(other++);
    } else if (lengths[one + 1][other] >= lengths[one][other + 1]) one += 1;
    else other += 1;
  }
  return common;
}

/** Kinds of checks that are about calls, states and figures, and name no words of a reply. */
const WORDLESS = /function|param|call|agent|state|changed|confirm|max|schema|validator/i;

/**
 * The words of a reply for which checks were decided: what was asked for, else what they quote.
 * @param {string} text
 * @param {import("report").CheckEntry[]} checks
 */
export function deciding(text, checks) {
  const folded = text.toLowerCase();
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
 * The text, with the words marked for which checks were decided.
 * @param {string} text
 * @param {import("report").CheckEntry[]} checks
 */
export function marked(text, checks) {
  const found = deciding(text, checks).sort((one, other) => one.start - other.start);
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
 * What operations of JSON Patch (RFC 6902) change, in words; ``state`` is changed by them.
 * @param {any} state
 * @param {any[]} operations
 * @returns {{path: string, before: unknown, after: unknown}[]}
 */
export function applied(state, operations) {
  return operations.map(({ op, path, value }) => {
    const steps = path.split("/").slice(1).map(unescaped);
    const last = steps.pop();
    const parent = steps.reduce((/** @type {any} */ at, /** @type {string} */ step) => at?.[step], state);
    const before = op === "add" && Array.isArray(parent) ? undefined : parent?.[last];
    if (parent !== undefined && parent !== null && last !== undefined) {
      if (!Array.isArray(parent)) {
        if (op === "remove") delete parent[last];
        else parent[last] = value;
      } else if (op === "remove") parent.splice(Number(last), 1);
      else if (op === "add") parent.splice(last === "-" ? parent.length : Number(last), 0, value);
      else parent[Number(last)] = value;
    }
    return { path, before, after: op === "remove" ? undefined : value };
  });
}

/** @param {string} step */
function unescaped(step) {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
