/** Numbers, times and verdicts as on the terminal. */

import { h, unseen } from "./dom.js";

/** @type {Record<string, [sign: string, word: string]>} */
const STATUSES = {
  passed: ["✓", "passed"],
  failed: ["✗", "failed"],
  ungraded: ["?", "ungraded"],
  no_answer: ["?", "no answer"],
  error: ["!", "error"],
  xfailed: ["x", "expected to fail"],
  measured: ["m", "measured: failed"],
  draft: ["d", "draft"],
  mergeable: ["✓", "mergeable"],
  not_mergeable: ["✗", "not mergeable"],
  unproven: ["?", "unproven"],
  not_raced: ["·", "not raced"],
  absent: ["·", "not in it"],
};

/** The verdict on a candidate with a status, which is a status of its own. @param {string} status */
export function verdictOf(status) {
  return { passed: "mergeable", failed: "not_mergeable" }[status] ?? "unproven";
}

/** The word for a status. @param {string} status */
export function word(status) {
  return STATUSES[status]?.[1] ?? status;
}

/** The sign of a status, with its word for screen readers. @param {string} status */
export function sign(status) {
  const [mark, said] = STATUSES[status] ?? ["·", status];
  return h(
    "span",
    { class: `sign ${status}`, title: said },
    h("span", { "aria-hidden": "true" }, mark),
    unseen(said, " "),
  );
}

/**
 * The number rounded to decimal places, but never to the maximum, to 0 or across the threshold.
 * @param {number|null|undefined} number @param {number} [places] @param {number} [threshold]
 * @param {number} [most]
 * @returns {string}
 */
export function points(number, places = 0, threshold = 0, most = 100) {
  if (number === null || number === undefined) return "–";
  const scale = 10 ** places;
  // Reports have six decimal places, for which twelve digits are exact enough.
  const rounded = Math.round(Number((number * scale).toPrecision(12))) / scale;
  const lies = [most, threshold].some((limit) => rounded < limit !== number < limit);
  if (places < 6 && (lies || (rounded === 0) !== (number === 0))) {
    return points(number, places + 1, threshold, most);
  }
  return rounded.toFixed(places);
}

/** @param {number|null|undefined} seconds @returns {string} */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "";
  if (seconds < 0.0005) return "< 1 ms";
  if (seconds < 0.0995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 119.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** @param {number|null|undefined} dollars @returns {string} */
export function money(dollars) {
  if (dollars === null || dollars === undefined) return "";
  const places = [2, 3, 4, 5].find((each) => Number(dollars.toFixed(each)) * 10 ** each >= 10) ?? 6;
  return `$${dollars.toFixed(dollars === 0 ? 2 : places).replace(/(\.\d\d\d*?)0+$/, "$1")}`;
}

/** ``1 test``, ``2 tests``. @param {number} number @param {string} text */
export function counted(number, text) {
  return `${number.toLocaleString("en")} ${text}${number === 1 ? "" : "s"}`;
}

/** A value for people: a text as it is, other JSON on one line if it is short, else indented. @param {unknown} value */
export function written(value) {
  if (typeof value === "string") return value;
  const short = JSON.stringify(value) ?? "";
  return short.length <= 60 ? short : JSON.stringify(value, null, 2);
}

/** How many of several runs passed; empty for a single run, or if none was graded. @param {{outcome: string}[]} runs */
export function passes(runs) {
  if (runs.every(({ outcome }) => outcome === "ungraded")) return "";
  const passed = runs.filter(({ outcome }) => outcome === "passed").length;
  return runs.length > 1 ? `${passed} of ${runs.length} runs passed` : "";
}

/**
 * The total of a result, never rounded across its threshold.
 * @param {{total: number|null, details: {threshold?: number, scale?: number}}} result
 * @param {number} [places]
 */
export function total({ total: number, details }, places = 0) {
  return points(number, places, details.threshold, details.scale);
}

/** @param {number} score @param {number} [most] */
export function bar(score, most = 100) {
  return h("meter", { max: most, value: score, "aria-hidden": "true" });
}
