/** One candidate of a race: the reasons for its rank, its diff (alone or beside another's), and its logs. */

import { choice, facts, h, pairs, part } from "../../page/script/dom.js";
import { bar, duration, money, points, sign, verdictOf, word, written } from "../../page/script/format.js";
import { load } from "../../page/script/data.js";
import { get, go, link } from "../../page/script/state.js";
import { opinion } from "../../page/script/labels.js";
import { diff } from "../../page/script/diff.js";

/** @typedef {import("report").Ranking} Entry */
/** A race, from race_page.py. @typedef {import("report").Race & {rankings: Entry[], tests: import("./matrix.js").Tests, evidence: string[], behind: string[], records: any[]}} Race */
/** The details of a candidate, from race_page.py. @typedef {Omit<import("../../page/script/diff.js").Side, "name"> & {has_diff: boolean, logs: Record<string, (string|null)[]>}} Details */

/** The fates of tests, in words. */
export const FATES = /** @type {const} */ ({
  missed: "of the task, and does not pass",
  lost: "passed on the base, fails now",
  silenced: "passed on the base, is skipped now",
  gone: "passed on the base, is not there any more",
  disputed: "the candidate's version passes, the base's fails",
  unstable: "passes in some runs only",
  flaky: "unstable on the base already, not counted",
  broken: "the candidate's own, fails",
  fixed: "failed on the base, passes now",
  new: "the candidate's own, passes",
  padding: "the candidate's own, passes on the base's code too",
});
/** What steps run, by the beginning of their names. @type {Record<string, string>} */
const STEPS = {
  "tests.own": "the candidate's own tests",
  "tests.new": "its own tests on the base's code, where they should fail",
  "tests.rerun": "the tests again",
  "tests.merged": "all tests, as they are after a merge",
  "tests.of": "another candidate's tests",
  tests: "the base's tests, which decide",
  acceptance: "the tests of the task",
};

/** @param {Pick<Entry, "status"|"gates">} candidate */
export function verdict({ status, gates }) {
  // Without a change, perhaps because its agent did not run, there was nothing to race.
  const isAbsent = gates.some(({ name, state }) => name === "source" && state !== "pass");
  const named = isAbsent ? "not_raced" : verdictOf(status);
  return h("span", { class: named }, sign(named), ` ${word(named)}`);
}

/**
 * A text in which the names of a candidate's tests and logs are links to what they say.
 * @param {string} text @param {Entry} entry @returns {import("../../page/script/dom.js").Child[]}
 */
function withLinks(text, entry) {
  const { artifacts = {}, tests } = entry.details;
  const named = Object.keys(FATES).flatMap((fate) => /** @type {any} */ (tests)?.[fate] ?? []);
  const targets = named.sort().reverse().map((test) => ({ words: test, open: "", with: "", log: "", test }));
  const logs = Object.entries(artifacts).map(([log, words]) => ({ words, open: entry.agent, log }));
  const found = [...targets, ...logs].find(({ words }) => words && text.includes(words));
  if (found === undefined) return [text];
  const { words, ...target } = found;
  const [before, after] = [text.indexOf(words), text.indexOf(words) + words.length];
  const name = h("a", { href: link(target) }, words);
  return [...withLinks(text.slice(0, before), entry), name, ...withLinks(text.slice(after), entry)];
}

/** @param {import("report").GateEntry} gate @param {Entry} entry */
export function gateLine(gate, entry) {
  const { review = [] } = entry.details;
  // What a person should look at is not done with because nothing of it blocks.
  const isOpen = gate.name === "tampering" && gate.state === "pass" && review.length > 0;
  const state = isOpen ? "noted" : { pass: "passed", block: "failed", unproven: "unproven" }[gate.state];
  const said = isOpen ? `nothing that blocks, ${review.length} to review` : gate.state;
  return h(
    "div",
    { class: `gate ${gate.state}` },
    h("b", { class: state }, `${isOpen ? "⚑" : gate.state === "pass" ? "✓" : "■"} ${gate.name}: ${said}`),
    gate.reason && [" ", ...withLinks(gate.reason, entry)],
  );
}

/** @param {Race} race @param {number} chosen - its place in the ranking */
export async function candidate(race, chosen) {
  const entry = race.rankings[chosen];
  /** @type {Details} */
  const details = await load(`candidate-${chosen}`);
  /** @type {[string, string][]} */
  const besides = race.rankings.map(({ agent }) => [agent, `compare with ${agent}`]);
  besides.splice(chosen, 1);
  besides.unshift(["", "Compare with …"]);
  const others = choice("Compare with", besides, (agent) => go({ with: agent }));
  others.value = get("with");
  const number = race.rankings.findIndex((each) => each.agent === get("with"));
  const beside = number < 0 || number === chosen ? null : await load(`candidate-${number}`);
  const sides = beside === null ? [chosen] : [chosen, number];
  const both = (/** @type {(side: number) => any} */ draw) =>
    part("div.sides", sides.map((side) => part("div", draw(side))));
  const other = beside && [" beside ", get("with"), " ", verdict(race.rankings[number])];
  const away = details.notes.filter(({ file }) => !details.files.some(({ path }) => path === file));
  return [
    part("p", h("a", { href: link({ open: "", with: "" }) }, "← Ranking")),
    h("h2", { tabindex: -1 }, entry.agent, " ", verdict(entry), other),
    both((side) => {
      const own = race.rankings[side];
      return [
        facts(about(own, race.records[side])),
        part("div.gates", own.gates.map((gate) => gateLine(gate, own))),
      ];
    }),
    part("div.bar", part("h3", "Diff"), others),
    part(
      "div.away",
      away.map(({ file, line, text }) => {
        const about = file && !text.includes(file) ? [file, line, ""].filter((each) => each !== null) : [];
        return part("p.note", ["⚑", about.join(":"), text].filter(Boolean).join(" "));
      }),
    ),
    details.files.length === 0 &&
      part("p.soft", details.has_diff ? "No changes." : "No diff was recorded."),
    ...diff([
      { name: entry.agent, ...details },
      ...(beside === null ? [] : [{ name: get("with"), ...beside }]),
    ]),
    part("h3", "Score"),
    both((side) => part("div.dimensions", race.rankings[side].checks.map((check) => dimension(race, side, check)))),
    part("h3", "Logs"),
    both((side) => {
      const logs = Object.entries(/** @type {Details} */ (side === chosen ? details : beside).logs);
      return logs.map(([step, lines]) => log(step, lines, race.rankings[side], race.records[side]));
    }),
  ];
}

/** @param {Entry} entry @param {any} record - details from the run folder */
function about(entry, record) {
  const { rank, tests, isolation } = entry.details;
  return [
    ["rank ", rank],
    ["total ", part("b", points(entry.total, 1))],
    ...Object.entries(FATES).map(([fate, title]) => {
      const count = /** @type {any} */ (tests)?.[fate]?.length;
      return count > 0 && h("span", { title }, `${count} ${fate}`);
    }),
    money(entry.usage.cost_usd),
    duration(entry.usage.seconds),
    record?.model,
    record?.named && part("code", record.named),
    isolation === "none" && "checked without a sandbox",
    record?.problem,
    ...(record?.notes ?? []),
  ];
}

/**
 * A dimension with its formula and inputs.
 * @param {Race} race @param {number} chosen @param {import("report").CheckEntry} check
 */
function dimension(race, chosen, check) {
  const { name, outcome } = check;
  const { share, formula, inputs = {}, cached, missing } = check.details ?? {};
  const { file, id } = race.rankings[chosen];
  const text = race.formula_texts?.[name];
  return part(
    "details.dimension",
    part(
      "summary",
      part("b", name, part("span.count", "weight ", check.weight)),
      part("span.count", share ? `${points(100 * share, 1)}% of the total` : ""),
      part("span.measure", points(check.score, 1), check.score !== null && bar(check.score)),
      part("span.soft", check.message),
    ),
    part("p", part("code", formula), text && `: ${text}`),
    pairs(Object.entries(inputs).map(([input, value]) => [input, written(value)])),
    cached && part("p.soft", "Reused from an earlier session, at least in part."),
    !missing &&
      opinion({ item: `${file}::${id}`, name, outcome, evidence: race.evidence[chosen] }),
  );
}

/**
 * A log: null among its lines is for those left out there.
 * @param {string} step @param {(string|null)[]} lines @param {Entry} entry
 * @param {any} record - details from the run folder
 */
function log(step, lines, entry, record) {
  const run = record?.runs?.[step];
  const detail = run && [
    run.command,
    run.status === "done" ? `exit ${run.exit}` : run.status,
    duration(run.seconds),
    run.problem,
  ];
  const parts = lines.map((line) =>
    line === null
      ? part("b.cut", `⋯ lines left out: ${entry.details.artifacts?.[step]} has them\n`)
      : `${line}\n`,
  );
  const what = Object.entries(STEPS).find(([name]) => step === name || step.startsWith(`${name}.`));
  return h(
    "details",
    { class: "log", open: get("log") === step && get("open") === entry.agent },
    part(
      "summary",
      part("b", step),
      what && part("span", what[1]),
      part("span.soft", detail?.filter(Boolean).join(" · ")),
    ),
    h("pre", { tabindex: 0, role: "group", "aria-label": `Log of ${step}` }, parts),
  );
}
