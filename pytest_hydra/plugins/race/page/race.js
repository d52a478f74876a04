/** A race: the ranking, tests by candidates, cost against score, and one candidate or two. */

import { facts, h, part, stacked, walk } from "../../page/script/dom.js";
import { bar, duration, money, points } from "../../page/script/format.js";
import { load } from "../../page/script/data.js";
import { get, go, link } from "../../page/script/state.js";
import { chart } from "./chart.js";
import { failureText, matrix } from "./matrix.js";
import { candidate, gateLine, verdict } from "./candidate.js";
import { VIEWS } from "../../page/script/views.js";

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
  const keyOf = () => ["open", "with", "log", "test"].map(get).join("\n");
  const [agent, test, key] = [get("open"), get("test"), keyOf()];
  if (key === shownKey) return drawMatrix();
  const chosen = race.rankings.findIndex((each) => each.agent === agent);
  const names = ["base", ...race.rankings.map((each) => each.agent)];
  const tests = chosen < 0 && matrix(race.tests, names);
  const parts = tests
    ? [overview(), chart(race.rankings), tests.element, test && (await failures(test))]
    : await candidate(race, chosen);
  if (key !== keyOf()) return;
  const [before] = shownKey.split("\n");
  place.replaceChildren(...parts.filter((each) => each instanceof Node));
  shownKey = key;
  drawMatrix = tests ? tests.draw : () => {};
  drawMatrix();
  const last = race.rankings.findIndex((each) => each.agent === before);
  const target = chosen < 0 ? links()[last] : place.querySelector(before === agent ? "select" : "h2");
  /** @type {HTMLElement|null|undefined} */ (target)?.focus();
  const sought = place.querySelector(agent ? ".log[open] summary" : ".failures h2");
  sought?.scrollIntoView();
  /** @type {HTMLElement|null} */ (sought)?.focus({ preventScroll: true });
}

/** What the logs say of a test that did not pass, for each candidate. @param {string} name */
async function failures(name) {
  const step = name.startsWith("task: ") ? "acceptance" : "tests";
  const test = name.replace(/^task: /, "");
  const texts = race.rankings.map(async ({ agent }, place) => {
    const { logs } = await load(`candidate-${place}`);
    const lines = failureText(logs[step] ?? [], test);
    const log = h("a", { href: link({ open: agent, log: step, test: "" }) }, agent);
    const text = h("pre", { tabindex: 0, role: "group", "aria-label": agent }, lines.join("\n"));
    return lines.length > 0 && [part("h3", log), text];
  });
  const close = h("a", { href: link({ test: "" }) }, "Close");
  return part("section.failures", h("h2", { tabindex: -1 }, name), close, await Promise.all(texts));
}

/** The candidates in the ranking. */
function links() {
  return [...place.querySelectorAll(".ranking th > a")];
}

function overview() {
  const { audit } = race;
  const trial = `self-test: code that was broken on purpose is ${audit.known_bad}`;
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
    rankings.some(({ details }) => details.fixed),
  ];
  const head = [
    ...["rank", "candidate", "total", "fixed"].slice(0, more[2] ? 4 : 3),
    ...dimensions.map((each) => [each.name, part("span.count", " weight ", each.weight)]),
    ...["cost", "time"].filter((_, place) => more[place]),
  ];
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": "Ranking" },
    stacked(
      head.map((each) => h("th", { scope: "col" }, each)),
      rankings.map((entry) => rankingRow(entry, names, more)),
      ".ranking",
    ),
  );
}

/**
 * @param {Entry} entry
 * @param {string[]} names - of the dimensions
 * @param {boolean[]} more - whether costs, times, and fixed tests are shown
 */
function rankingRow(entry, names, more) {
  const { review = [] } = entry.details;
  const closed = entry.gates.filter((gate) => gate.state !== "pass");
  return part(
    "tr",
    part("td", entry.details.rank),
    h(
      "th",
      { scope: "row" },
      h("a", { href: link({ open: entry.agent }) }, entry.agent),
      part("div", verdict(entry), review.length > 0 && part("span.noted", ` ⚑ ${review.length} to review`)),
      closed.map((gate) => gateLine(gate, entry)),
      part("div.gate", race.behind[race.rankings.indexOf(entry)]),
    ),
    part("td.number", part("b", points(entry.total, 1))),
    more[2] && part("td.number", fixedTests(entry)),
    names.map((name) => {
      const score = entry.breakdown[name];
      return part("td.measure", points(score, 1), score !== null && bar(score));
    }),
    more[0] && part("td.number", money(entry.usage.cost_usd)),
    more[1] && part("td.number", duration(entry.usage.seconds)),
  );
}

/** @param {Entry} entry */
function fixedTests({ details: { fixed } }) {
  return fixed ? `${fixed.fixed} of ${fixed.of}` : "–";
}

/** @type {import("../../page/script/views.js").View} */
const raceView = {
  name: "race",
  title: "Race",
  count: async () => {
    race = await load("race");
    return race?.rankings.length ?? 0;
  },
  show: async (element) => {
    place = element;
    return update;
  },
  key: (key, step) => {
    const chosen = race.rankings.findIndex(({ agent }) => agent === get("open"));
    if (key === "Escape" && (get("open") || get("test"))) go({ open: "", with: "", log: "", test: "" }, true);
    else if (step && chosen >= 0) {
      go({ open: (race.rankings[chosen + step] ?? race.rankings[chosen]).agent, log: "" });
    }
    else if (key === "/")
      /** @type {HTMLElement|null} */ (place.querySelector("[type=search]"))?.focus();
    else return !get("open") && walk(step, links());
    return true;
  },
};
VIEWS.push(raceView);
