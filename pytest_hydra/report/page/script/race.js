/**
 * A race: the ranking, tests by candidates, cost against score, and one candidate or two.
 */

import { facts, h, part, walk } from "./dom.js";
import { duration, money, points } from "./format.js";
import { load } from "./data.js";
import { get, go, link } from "./state.js";
import { chart } from "./chart.js";
import { matrix } from "./matrix.js";
import { bar, candidate, gateLine, verdict, weight } from "./candidate.js";

/** @typedef {import("./candidate.js").Entry} Entry */
/** @typedef {import("./candidate.js").Race} Race */

/** @type {Race} */
let race;
/** @type {HTMLElement} */
let place;

/** The candidate that is shown, and the one beside it. */
let shownKey = "";
/** Redraws the matrix. */
let drawMatrix = () => {};

/** Show the ranking or a candidate, as the fragment says. */
async function update() {
  const [agent, beside] = [get("open"), get("with")];
  const key = `${agent}\n${beside}`;
  if (key === shownKey) return drawMatrix();
  const chosen = race.rankings.findIndex((each) => each.agent === agent);
  const names = ["base", ...race.rankings.map((each) => each.agent)];
  const tests = chosen < 0 && matrix(race.tests, names);
  const parts = tests
    ? [overview(), chart(race.rankings), tests.element]
    : await candidate(race, chosen);
  if (agent !== get("open") || beside !== get("with")) return;
  const [before] = shownKey.split("\n");
  place.replaceChildren(...parts.filter((each) => each !== null && each !== false));
  shownKey = key;
  drawMatrix = tests ? tests.draw : () => {};
  drawMatrix();
  const last = race.rankings.findIndex((each) => each.agent === before);
  const target = chosen < 0 ? links()[last] : place.querySelector(before === agent ? "select" : "h2");
  /** @type {HTMLElement|null|undefined} */ (target)?.focus();
}

/** The candidates in the ranking. */
function links() {
  return [...place.querySelectorAll(".ranking a")];
}

function overview() {
  const { audit } = race;
  const trial = `self-test: broken code is ${audit.known_bad}`;
  return part(
    "div",
    facts([["base ", part("code", race.base)], trial]),
    race.policy_changes &&
      part("p", "Decided by the current policy. ", race.policy_changes.join("; ")),
    audit.problem && h("p", { class: "failed", role: "alert" }, audit.problem),
    ranking(),
  );
}

function ranking() {
  const { rankings } = race;
  // Dimensions without any score are omitted.
  const dimensions = rankings[0].checks.filter(({ name }) =>
    rankings.some((entry) => entry.breakdown[name] !== null),
  );
  const names = dimensions.map(({ name }) => name);
  const more = [
    rankings.some(({ usage }) => usage.cost_usd !== undefined),
    rankings.some(({ usage }) => usage.seconds !== undefined),
  ];
  const head = [
    ...["rank", "candidate", "total"],
    ...dimensions.map((each) => [each.name, weight(each.weight)]),
    ...["cost", "time"].filter((_, place) => more[place]),
  ];
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": "Ranking" },
    part(
      "table.ranking",
      part("thead", part("tr", head.map((each) => h("th", { scope: "col" }, each)))),
      part("tbody", rankings.map((entry) => rankingRow(entry, names, more))),
    ),
  );
}

/**
 * @param {Entry} entry
 * @param {string[]} names - of the dimensions
 * @param {boolean[]} more - whether costs, and times, are shownKey
 */
function rankingRow(entry, names, more) {
  const closed = entry.gates.filter((gate) => gate.state !== "pass");
  return part(
    "tr",
    part("td", entry.details.rank),
    h(
      "th",
      { scope: "row" },
      h("a", { href: link({ open: entry.agent }) }, entry.agent),
      part("div", verdict(entry)),
      closed.map(gateLine),
    ),
    part("td.number", part("b", points(entry.total, 1))),
    names.map((name) => {
      const score = entry.breakdown[name];
      return part("td.measure", points(score, 1), score !== null && bar(score));
    }),
    more[0] && part("td.number", money(entry.usage.cost_usd)),
    more[1] && part("td.number", duration(entry.usage.seconds)),
  );
}

/** @type {import("./main.js").View} */
export const raceView = {
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
    if (key === "Escape" && get("open")) go({ open: "", with: "" }, true);
    else if (key === "/")
      /** @type {HTMLElement|null} */ (place.querySelector("[type=search]"))?.focus();
    else return !get("open") && walk(key, links());
    return true;
  },
};
