/** Judged benchmarks: the judgments of each category, with links from quotes to the exhibits. */

import { choice, facts, h, longText, pairs, part, stacked, walk } from "../page/script/dom.js";
import { bar, counted, money, points, sign, total } from "../page/script/format.js";
import { load } from "../page/script/data.js";
import { get, go, link } from "../page/script/state.js";
import { ownScore } from "../page/script/labels.js";
import { VIEWS } from "../page/script/views.js";

/** Texts and quotes; a quote that was found has its exhibit and offset. @typedef {(string|[quote: string, exhibit?: number, start?: number])[]} QuotedText */
/** A name, and a text in parts; a quoted part is a text and its offset. @typedef {[name: string, ...parts: (string|[quote: string, start: number])[]]} Exhibit */

const LISTS = /** @type {const} */ (["strengths", "weaknesses", "evidence"]);

/** @typedef {import("report").Result} Result */
/** @typedef {import("report").CheckEntry} Check */
/** One answer of a judge, from benchmark_page.py. @typedef {Record<string, any>} Sample */
/** The details of a benchmark, from benchmark_page.py. @typedef {{categories: Sample[][], exhibits: Exhibit[], health: [string, string][]}} Benchmark */

/** @type {Result[]} */
let results;
/** @type {HTMLElement} */
let place;
/** Shows an exhibit, and scrolls to an offset in it. @type {(exhibit: number, at?: number) => void} */
let showExhibit;

/** The path of the shown benchmark. @type {string|undefined} */
let shown;

async function update() {
  const path = get("open");
  if (path === shown) return;
  const chosen = results.length === 1 ? 0 : results.findIndex((each) => each.details.path === path);
  const parts = chosen < 0 ? [summary()] : await benchmark(chosen);
  if (path !== get("open")) return;
  place.replaceChildren(...parts);
  const last = results.findIndex((each) => each.details.path === shown);
  const target = chosen < 0 ? place.querySelectorAll("th a")[last] : place.querySelector("h2");
  if (results.length > 1) /** @type {HTMLElement|undefined} */ (target)?.focus();
  place.querySelector(`.category[aria-label="${CSS.escape(get("category"))}"]`)?.scrollIntoView();
  shown = path;
}

/** The scores of all categories by benchmark. */
function summary() {
  const names = [...new Set(results.flatMap(({ checks }) => checks.map(({ name }) => name)))];
  const rows = results.map((result) => {
    const { path = "" } = result.details;
    const scores = names.map((name) => h("a", { href: link({ open: path, category: name }) }, scoreOf(result.checks.find((each) => each.name === name))));
    const title = [sign(result.status), " ", h("a", { href: link({ open: path, category: "" }) }, path)];
    return part("tr", h("th", { scope: "row" }, title), [part("b", overall(result)), ...scores].map((each) => part("td", each)));
  });
  const heads = ["benchmark", "overall", ...names].map((name) => h("th", { scope: "col" }, name));
  return h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": "Benchmarks" }, stacked(heads, rows));
}

/** A score, red if it failed, with what the judge said against it. @param {Check|undefined} check */
function scoreOf(check) {
  const { min, weaknesses = [] } = check?.details ?? {};
  const isLow = check?.outcome === "failed";
  const told = [isLow && `minimum ${min}`, judgesOf(check)].filter(Boolean).map((each) => part("small", ` ${each}`));
  return h("span", { class: isLow ? "failed" : "", title: [...new Set(weaknesses)].join("; ") }, median(check?.score ?? null), told);
}

/** How many of several judges gave a score, if not all did. @param {Check|undefined} check */
function judgesOf(check) {
  const [given, asked] = check?.details?.judges ?? [0, 0];
  return given > 0 && given < asked && `${given} of ${asked} judges`;
}

/** Several judges of a category on one scale, with its own minimum. @param {Sample[]} samples @param {number|undefined} least */
function dots(samples, least) {
  const across = (/** @type {number} */ score) => 12 + ((score - 1) / 9) * 156;
  const alike = [...Map.groupBy(samples, ({ score }) => score)].filter(([score]) => typeof score === "number");
  const marks = alike.flatMap(([score, own]) => {
    const names = h("title", {}, `${own.map(({ judge }) => judge).join(", ")}: ${points(score)}`);
    return [
      h("circle", { cx: across(score), cy: 12, r: 8, class: "dot" }, names),
      h("text", { x: across(score), y: 16, "text-anchor": "middle" }, own.map((each) => samples.indexOf(each) + 1).join()),
    ];
  });
  const lines = [
    h("line", { x1: 12, x2: 168, y1: 12, y2: 12, class: "grid" }),
    least && h("line", { x1: across(least), x2: across(least), y1: 0, y2: 24, class: "front" }),
  ];
  const said = samples.map(({ judge, score }) => `${judge} ${points(score)}`).join(", ");
  return h("svg", { viewBox: "0 0 180 24", role: "img", class: "dots", "aria-label": `${said}${least ? `; minimum ${least}` : ""}` }, lines, marks);
}

/** @param {number|null} score - may be a fraction: the median of several */
function median(score) {
  return points(score, Number.isInteger(score) ? 0 : 1, 0, 10);
}

/** @param {Result} result */
function overall(result) {
  const { scale, threshold } = result.details;
  const share = result.coverage < 1 ? `, by ${points(result.coverage * 100)}% of the weights` : "";
  return `${total(result, 1)} of ${scale}${share}, threshold ${threshold}`;
}

/** @param {number} chosen */
async function benchmark(chosen) {
  const result = results[chosen];
  const { path, judge, mock, error, notes = [] } = result.details;
  /** @type {Benchmark} */
  const details = await load(`benchmark-${chosen}`);
  const exhibits = exhibitPane(details.exhibits);
  const categories = result.checks.map((each, number) =>
    category(result, each, details.categories[number]),
  );
  return [
    results.length > 1 ? h("a", { href: link({ open: "", category: "" }) }, "← Benchmarks") : "",
    h("h2", { tabindex: -1 }, sign(result.status), ` ${path}`),
    facts([
      part("b", overall(result)),
      `judge ${judge}`,
      mock && "MOCK: no judge was called",
      error,
      ...notes,
    ]),
    pairs(details.health, "dl.health"),
    part("div.split", part("div", categories), exhibits),
  ];
}

/** @param {Result} result @param {Check} each @param {Sample[]} samples */
function category(result, each, samples) {
  const { name, score, weight, message, details = {} } = each;
  const { prompt_digest: evidence, rubric_digest: rubric, judge, notes = [] } = details;
  const judged = Number.isInteger(score) ? (score ?? undefined) : undefined;
  const item = `${result.file}::${result.id}`;
  // Without a run folder only the report's data is known.
  const shown = samples.length > 0 ? samples : [reportSample(each)];
  const isOne = shown.length === 1;
  return h(
    "section",
    { class: "category", "aria-label": name },
    part(
      "div.bar",
      part("h3", each.outcome !== "passed" && sign(each.outcome), ` ${name} `, part("span.count", `weight ${weight}`)),
      !isOne && dots(shown, details.min),
      part("span.measure", part("b", median(score)), score !== null && bar(score, 10)),
      evidence && ownScore({ item, name, evidence, judge, rubric, judged }),
    ),
    facts([
      each.outcome === "failed" && `its minimum is ${details.min}`,
      details.judges && `median of ${judgesOf(each) || counted(details.judges[1], "judge")}`,
      samples.length === 0 && message,
      ...notes,
    ]),
    part(isOne ? "div" : "div.samples", shown.map((sample) => sampleOf(sample, isOne))),
  );
}

/** One sample of a judge. @param {Sample} sample @param {boolean} isOne - whether it is the only one */
function sampleOf(sample, isOne) {
  const { judge, model, score, cost_usd: cost, reason, criteria, text } = sample;
  const quoted = LISTS.flatMap((list) => sample[list] ?? []).flat().filter((each) => typeof each !== "string");
  const unfound = quoted.filter((each) => each.length === 1);
  return part(
    "div",
    !isOne && facts([part("b", `${judge}: ${points(score)}`), model, money(cost)]),
    unfound.length > 0 && part("p.ungraded", `${counted(unfound.length, "quote")} not found: what is said by ${unfound.length > 1 ? "them" : "it"} has no support: ${unfound.join(", ")}`),
    judge && reason && part("p.ungraded", reason),
    text && part("details.more", part("summary", "The answer that does not count"), longText(text)),
    LISTS.map((list) => {
      const texts = sample[list] ?? [];
      return texts.length > 0 && [part("h4", list), part(`ul.${list}`, texts.map((/** @type {QuotedText} */ text) => part("li", quotedText(text))))];
    }),
    criteria && facts(Object.entries(criteria).map(([name, own]) => `${name} ${own}`)),
  );
}

/** @param {Check} check @returns {Sample} */
function reportSample({ details = {} }) {
  const lists = LISTS.map((list) => [list, (details[list] ?? []).map((text) => [text])]);
  return Object.fromEntries(lists);
}

/** A text of the judge, with links from quotes to their places in the exhibits. @param {QuotedText} text */
function quotedText(text) {
  return text.map((each) => {
    if (typeof each === "string") return each;
    const [quote, exhibit, start] = each;
    if (exhibit === undefined) return part("span.unfound", quote, part("small", " not found"));
    const press = (/** @type {Event} */ event) => {
      event.preventDefault();
      showExhibit(exhibit, start);
    };
    // A link, as a button would not wrap.
    return h("a", { class: "quote", href: link({}), click: press }, quote);
  });
}

/** The exhibits, one at a time, with all quotes marked. @param {Exhibit[]} exhibits */
function exhibitPane(exhibits) {
  if (exhibits.length === 0) return "";
  const text = h("pre", { tabindex: 0, class: "exhibit", role: "group" });
  const counts = exhibits.map((each) => each.filter((piece) => typeof piece !== "string").length);
  /** @type {[string, string][]} */
  const names = exhibits.map(([name], number) => [
    String(number),
    `${name} (${counted(counts[number], "quote")})`,
  ]);
  const select = choice("Exhibit", names, (number) => showExhibit(Number(number)));
  showExhibit = (number, at) => {
    const [name, ...pieces] = exhibits[number];
    select.value = String(number);
    text.setAttribute("aria-label", `Exhibit ${name}`);
    text.replaceChildren(
      ...pieces.map((piece) =>
        typeof piece === "string"
          ? part("span", piece)
          : h("mark", { tabindex: -1, "data-at": piece[1] }, piece[0]),
      ),
    );
    const mark = /** @type {HTMLElement|null} */ (text.querySelector(`[data-at="${at}"]`));
    mark?.focus({ preventScroll: true });
    mark?.scrollIntoView({ block: "center" });
  };
  const quoted = counts.findIndex((count) => count > 0);
  showExhibit(Math.max(0, quoted));
  const title = part("h3", "What the judge was shown");
  return part("div.exhibits", part("div.bar", title, select), text);
}

/** @type {import("../page/script/views.js").View} */
const benchmarksView = {
  name: "benchmarks",
  title: "Benchmarks",
  count: async () => {
    results = (await load("benchmarks")) ?? [];
    return results.length;
  },
  show: async (element) => {
    place = element;
    return update;
  },
  key: (key, step) => {
    if (key === "Escape" && get("open")) go({ open: "", category: "" }, true);
    else return !get("open") && walk(step, [...place.querySelectorAll("th a")]);
    return true;
  },
};
VIEWS.push(benchmarksView);
