/**
 * A race: the ranking, tests by candidates, cost against score, and one candidate or two.
 */

import { facts, h, part, visible } from "./dom.js";
import { duration, money, points, sign, word } from "./format.js";
import { load } from "./data.js";
import { get, go, link } from "./state.js";
import { addView } from "./views.js";
import { matrix } from "./matrix.js";
import { bar, candidate, gateLine, weight } from "./candidate.js";

/** @typedef {import("./candidate.js").Entry} Entry */
/** @typedef {import("./candidate.js").Race} Race */

/** In a chart with more dots than these, those behind the front are called by their rank. */
const MOST_NAMES = 8;

/** @type {Race} */
let race;
/** @type {HTMLElement} */
let place;

/** What is shown: a candidate, and the one beside it. */
let shown = "";
/** Draws the matrix anew. */
let drawMatrix = () => {};

/** Show what the fragment says: the ranking, or a candidate. */
async function update() {
  const [agent, beside] = [get("open"), get("with")];
  const asked = `${agent}\n${beside}`;
  if (asked === shown) return drawMatrix();
  const chosen = race.rankings.findIndex((each) => each.agent === agent);
  const tests = matrix(race.tests, ["base", ...race.rankings.map((each) => each.agent)]);
  const parts = chosen < 0 ? [overview(), tests.element] : await candidate(race, chosen);
  if (agent !== get("open") || beside !== get("with")) return;
  const isOpened = !shown.startsWith(`${agent}\n`);
  place.replaceChildren(...parts.filter((each) => each !== false));
  shown = asked;
  drawMatrix = chosen < 0 ? tests.draw : () => {};
  drawMatrix();
  if (chosen >= 0)
    /** @type {HTMLElement} */ (place.querySelector(isOpened ? "h2" : "select")).focus();
}

/**
 * Go to the next candidate in the ranking, or to the one before.
 * @param {number} step
 */
function walk(step) {
  const links = [...place.querySelectorAll(".ranking a")];
  const at = links.indexOf(/** @type {Element} */ (document.activeElement)) + step;
  /** @type {HTMLElement|undefined} */ (links[Math.max(0, at)])?.focus();
}

function overview() {
  const { audit } = race;
  const about = [
    ["held against ", part("code", `${race.base} ${race.base_commit.slice(0, 12)}`)],
    `a broken base is ${audit.known_bad}, the base itself ${audit.null}`,
  ];
  return part(
    "div",
    facts(about),
    audit.problem && h("p", { class: "failed", role: "alert" }, audit.problem),
    ranking(),
    front(),
  );
}

function ranking() {
  const [{ weights }] = race.rankings;
  const { rankings } = race;
  // What nobody has a score in says nothing here.
  const names = Object.keys(rankings[0].breakdown).filter((name) =>
    rankings.some((entry) => entry.breakdown[name] !== null),
  );
  const more = [
    rankings.some((entry) => entry.cost_usd !== null),
    rankings.some((entry) => entry.duration_seconds !== null),
  ];
  const head = [
    ...["rank", "candidate", "total"],
    ...names.map((name) => [name, weight(weights[name])]),
    ...["cost", "time"].filter((_, place) => more[place]),
  ];
  return h(
    "div",
    { class: "wide", tabindex: 0, "aria-label": "Ranking" },
    part(
      "table.ranking",
      part(
        "thead",
        part(
          "tr",
          head.map((each) => h("th", { scope: "col" }, each)),
        ),
      ),
      part(
        "tbody",
        rankings.map((entry) => rankingRow(entry, names, more)),
      ),
    ),
  );
}

/**
 * @param {Entry} entry
 * @param {string[]} names - of the dimensions
 * @param {boolean[]} more - whether costs, and times, are shown
 */
function rankingRow(entry, names, more) {
  const closed = entry.gates.filter((gate) => gate.state !== "pass");
  return part(
    "tr",
    part("td", entry.rank),
    h(
      "th",
      { scope: "row" },
      h("a", { href: link({ open: entry.agent }) }, entry.agent),
      h("div", { class: entry.verdict }, sign(entry.verdict), ` ${word(entry.verdict)}`),
      closed.map(gateLine),
    ),
    part("td.number", part("b", points(entry.total, 1))),
    names.map((name) => {
      const score = entry.breakdown[name];
      return part("td.measure", points(score, 1), score !== null && bar(score));
    }),
    more[0] && part("td.number", money(entry.cost_usd)),
    more[1] && part("td.number", duration(entry.duration_seconds)),
  );
}

/**
 * What the chart shows, the cheapest first.
 * @param {(entry: Entry) => number|null} of
 */
function dotsOf(of) {
  const dots = race.rankings.map((each) => ({ x: of(each) ?? -1, y: each.total ?? -1, each }));
  return dots.filter(({ x, y }) => x >= 0 && y >= 0).sort((a, b) => a.x - b.x || b.y - a.y);
}

/** Cost, or else time, against the score, with those that none beats in both. */
function front() {
  const [byCost, byTime] = [
    dotsOf((entry) => entry.cost_usd),
    dotsOf((entry) => entry.duration_seconds),
  ];
  const dots = byCost.length > 1 ? byCost : byTime;
  if (dots.length < 2) return null;
  const most = Math.max(...dots.map((dot) => dot.x)) || 1;
  const shownX = dots === byCost ? money : duration;
  const across = (/** @type {number} */ x) => 40 + (x / most) * 560;
  const up = (/** @type {number} */ y) => 210 - y * 1.9;
  // Who may not be merged is cheap at any price, where others may.
  const isAny = dots.some((dot) => dot.each.mergeable);
  let best = -1;
  const onFront = dots.filter(({ y, each }) => {
    if (y <= best || each.mergeable !== isAny) return false;
    best = y;
    return true;
  });
  const named = onFront.map((dot) => dot.each.agent).join(", ");
  const title = dots === byCost ? "Cost against score" : "Time against score";
  const steps = onFront.map((dot) => `${across(dot.x)},${up(dot.y)}`).join(" ");
  /** Where names stand, so that none stands on another. @type {[x: number, y: number][]} */
  const taken = [];
  const free = (/** @type {number} */ x, /** @type {number} */ y) => {
    while (taken.some(([left, top]) => Math.abs(left - x) < 70 && Math.abs(top - y) < 12)) y += 12;
    taken.push([x, y]);
    return y;
  };
  return part(
    "figure",
    part(
      "figcaption",
      part("h2", title),
      `On the front, where nobody ${isAny ? "mergeable " : ""}is better for less: ${named}`,
    ),
    h(
      "div",
      { class: "wide", tabindex: 0, role: "group", "aria-label": title },
      svg(
        "svg",
        { viewBox: "0 0 700 240", role: "img", "aria-label": `${title}; the front: ${named}` },
        [0, 50, 100].flatMap((y) => [
          svg("line", { x1: 40, x2: 600, y1: up(y), y2: up(y), class: "grid" }),
          svg("text", { x: 32, y: up(y) + 4, "text-anchor": "end" }, String(y)),
        ]),
        svg("text", { x: 40, y: 234 }, "0"),
        svg("text", { x: 600, y: 234, "text-anchor": "end" }, shownX(most)),
        svg("polyline", { points: steps, class: "front" }),
        dots.flatMap(({ x, y, each }) => [
          svg(
            "circle",
            { cx: across(x), cy: up(y), r: 5, class: `dot ${each.verdict}` },
            svg("title", {}, `${each.agent}: ${points(y, 1)}, ${shownX(x)}`),
          ),
          svg(
            "text",
            { x: across(x) + 9, y: free(across(x), up(y) + 4) },
            dots.length <= MOST_NAMES || steps.includes(`${across(x)},${up(y)}`)
              ? each.agent
              : `#${each.rank}`,
          ),
        ]),
      ),
    ),
  );
}

/**
 * @param {string} tag
 * @param {Record<string, string|number>} attributes
 * @param {...any} children
 */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(
    ...children.flat(2).map((child) => (typeof child === "string" ? visible(child) : child)),
  );
  return element;
}

addView({
  name: "race",
  title: "Race",
  count: async () => {
    race = await load("race");
    return race?.rankings.length ?? 0;
  },
  show: async (element) => {
    place = element;
  },
  update,
  key: (key) => {
    const step = { j: 1, k: -1 }[key];
    if (key === "Escape" && get("open")) go({ open: "", with: "" });
    else if (key === "/")
      /** @type {HTMLElement|null} */ (place.querySelector("[type=search]"))?.focus();
    else if (step !== undefined && !get("open")) walk(step);
    else return false;
    return true;
  },
});
