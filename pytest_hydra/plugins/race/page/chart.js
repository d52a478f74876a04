/** Cost, or else time, against the score of the candidates of a race. */

import { h, part } from "../../page/script/dom.js";
import { duration, money, points, verdictOf } from "../../page/script/format.js";

/** @typedef {import("./candidate.js").Entry} Entry */
/** @typedef {{x: number, y: number, entry: Entry}} Dot */

/** With more dots than this, candidates behind the front are labelled by their rank. */
const MOST_NAMES = 8;

/** The chart with its Pareto front; nothing if there is nothing to compare. @param {Entry[]} rankings */
export function chart(rankings) {
  const byCost = dotsOf(rankings, ({ usage }) => usage.cost_usd);
  const isCost = byCost.length > 1;
  const dots = isCost ? byCost : dotsOf(rankings, ({ usage }) => usage.seconds);
  if (dots.length < 2) return null;
  // If any candidate is mergeable, only mergeable ones count.
  const isAny = dots.some(({ entry }) => entry.mergeable);
  let best = -1;
  const front = dots.filter(({ y, entry }) => {
    if (y <= best || entry.mergeable !== isAny) return false;
    best = y;
    return true;
  });
  const named = front.map(({ entry }) => entry.agent).join(", ");
  const title = isCost ? "Cost against score" : "Time against score";
  const lead = `Best value: ${named} (no ${isAny ? "mergeable " : ""}candidate scores more for less)`;
  const drawing = h(
    "svg",
    { viewBox: "0 0 700 240", role: "img", "aria-label": `${title}; best value: ${named}` },
    marks(dots, front, isCost ? money : duration, isCost ? "cost →, score ↑" : "time →, score ↑"),
  );
  return part(
    "figure",
    part("figcaption", part("h2", title), lead),
    h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": title }, drawing),
  );
}

/**
 * The candidates to compare, the cheapest first.
 * @param {Entry[]} rankings @param {(entry: Entry) => number|undefined} of
 * @returns {Dot[]}
 */
function dotsOf(rankings, of) {
  const dots = rankings.map((entry) => ({ x: of(entry) ?? -1, y: entry.total ?? -1, entry }));
  return dots.filter(({ x, y }) => x >= 0 && y >= 0).sort((a, b) => a.x - b.x || b.y - a.y);
}

/**
 * The lines, dots and names of the chart.
 * @param {Dot[]} dots @param {Dot[]} front
 * @param {(x: number) => string} written - formats a cost or a time
 * @param {string} title - of the axes
 */
function marks(dots, front, written, title) {
  const most = Math.max(...dots.map(({ x }) => x)) || 1;
  const least = 25 * Math.floor(Math.min(75, ...dots.map(({ y }) => y)) / 25);
  const across = (/** @type {number} */ x) => 40 + (x / most) * 560;
  const up = (/** @type {number} */ y) => 210 - ((y - least) / (100 - least)) * 190;
  const grid = [least, (least + 100) / 2, 100].flatMap((y) => [
    h("line", { x1: 40, x2: 600, y1: up(y), y2: up(y), class: "grid" }),
    h("text", { x: 32, y: up(y) + 4, "text-anchor": "end" }, String(y)),
  ]);
  /** The places of dots and names, so that names do not overlap. @type {[x: number, y: number, width: number][]} */
  const taken = dots.map((dot) => [across(dot.x) - 5, up(dot.y) + 4, 10]);
  const named = dots.flatMap((dot) => {
    const { agent, status, details } = dot.entry;
    const [x, y] = [across(dot.x), up(dot.y)];
    const title = h("title", {}, `${agent}: ${points(dot.y, 1)}, ${written(dot.x)}`);
    const name = dots.length <= MOST_NAMES || front.includes(dot) ? agent : `#${details.rank}`;
    const width = 7 * name.length;
    let beside = y + 4;
    const isFree = () =>
      taken.every(
        ([left, top, wide]) =>
          left >= x + 9 + width || left + wide <= x + 8 || Math.abs(top - beside) >= 12,
      );
    while (!isFree()) beside += 12;
    taken.push([x + 9, beside, width]);
    return [
      h("text", { x: x + 9, y: beside }, name),
      h("circle", { cx: x, cy: y, r: 5, class: `dot ${verdictOf(status)}` }, title),
    ];
  });
  const steps = front.map(({ x, y }) => `${across(x)},${up(y)}`).join(" ");
  return [
    ...grid,
    h("text", { x: 40, y: 234 }, "0"),
    h("text", { x: 320, y: 234, "text-anchor": "middle" }, title),
    h("text", { x: 600, y: 234, "text-anchor": "end" }, written(most)),
    h("polyline", { points: steps, class: "front" }),
    ...named,
  ];
}
