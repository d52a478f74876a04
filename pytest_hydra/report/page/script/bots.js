/**
 * Bots side by side: a row for each scenario, those with differences first.
 */

import { h, part, unseen } from "./dom.js";
import { counted, duration, money, points, sign, total } from "./format.js";
import { load } from "./data.js";
import { windowed } from "./list.js";
import { allRows } from "./rows.js";
import { link } from "./state.js";

/** @typedef {import("./rows.js").Row} Row */

/**
 * The scenarios of several bots, and the names of the bots.
 */
async function compared() {
  /** @type {Map<string, Map<string, Row>>} */
  const groups = new Map();
  for (const row of await allRows()) {
    if (row.kind !== "scenario") continue;
    const key = `${row.file}\n${row.id}`;
    if (!groups.has(key)) groups.set(key, new Map());
    groups.get(key)?.set(row.bot, row);
  }
  const several = [...groups.values()].filter((group) => group.size > 1);
  const bots = [...new Set(several.flatMap((group) => [...group.keys()]))].sort();
  const ordered = several.map((group) => ({ group, spread: spreadOf(group) }));
  ordered.sort((one, other) => other.spread - one.spread);
  return { groups: ordered, bots };
}

/**
 * How much bots differ, by verdicts first, then by scores.
 * @param {Map<string, Row>} group
 */
function spreadOf(group) {
  const rows = [...group.values()];
  const scores = rows.flatMap((row) => row.total ?? []);
  const differ = new Set(rows.map((row) => row.status)).size > 1;
  return (differ ? 1000 : 0) + Math.max(0, ...scores) - Math.min(100, ...scores);
}

/**
 * @param {HTMLElement} place
 */
async function show(place) {
  const { groups, bots } = await compared();
  const { by_bot: totals = [] } = await load("top");
  const different = groups.filter(({ spread }) => spread > 0).length;
  const list = h("ul", { class: "rows", "aria-label": "Scenarios by bot" });
  const shown = windowed(list, 2.5, (row) => groupRow(groups[row].group, bots));
  const heads = bots.map((bot) => {
    const group = totals.find((/** @type {import("report").Group} */ each) => each.name === bot);
    const { passed, failed, ungraded } = group?.scenarios ?? {};
    const all = passed + failed + ungraded;
    const { seconds_p50: half, first_token_seconds_p50: first, cost_usd: cost } = group?.usage ?? {};
    const began = first === undefined ? "" : `first token after ${duration(first)}`;
    const figures = [duration(half), began, money(cost)].filter(Boolean).join(" · ");
    return part(
      "div.cell",
      part("b", bot),
      group && part("span", `${passed} of ${all} passed`),
      group && part("span", `score ${points(group.score, 1)}`),
      part("span", figures),
    );
  });
  const title = part("div.heads", part("div.what"), heads);
  const table = part("div", title, list);
  table.style.setProperty("--bots", String(bots.length));
  place.append(
    part("p.lead", `They differ in ${different} of ${counted(groups.length, "scenario")}.`),
    part("div.bots", table),
  );
  redraw = () => shown.draw(groups.length);
}

/** @type {() => void} */
let redraw = () => {};

/**
 * @param {Map<string, Row>} group
 * @param {string[]} bots
 */
function groupRow(group, bots) {
  const [first] = group.values();
  const cells = bots.map((bot) => {
    const row = group.get(bot);
    if (row === undefined) return part("span.cell", "–");
    const detail = [unseen(`${bot}: `), sign(row.status), total(row)];
    return h("a", { class: "cell", href: link({ view: "scenarios", open: row.key }) }, detail);
  });
  return part("li.group", h("span", { class: "what", title: first.file }, first.id), cells);
}

/** @type {import("./main.js").View} */
export const botsView = {
  name: "bots",
  title: "Bots",
  count: async () => (await compared()).bots.length,
  show,
  update: () => redraw(),
};
