/**
 * Bots, or treatments, side by side: a row for each scenario, those with differences first, and the conversations of
 * one scenario in columns.
 */

import { facts, h, part, unseen, walk } from "./dom.js";
import { counted, duration, money, passes, points, sign, total } from "./format.js";
import { load } from "./data.js";
import { filters } from "./filters.js";
import { windowed } from "./list.js";
import { allRows, details, named, sortRows } from "./rows.js";
import { conversation, loadPictures, stepFailure, turnsOf } from "./scenario.js";
import { get, go, link } from "./state.js";
import { VIEWS } from "./views.js";

/** @typedef {import("./rows.js").Row} Row */
/** A scenario with the row of each bot; its name in the fragment; and how much bots differ, and whether beyond chance. @typedef {{key: string, rows: Map<string, Row>, spread: number, isApart: boolean}} Group */

/** @type {HTMLElement} */
let detail;
/** The search and the filters. @type {Awaited<ReturnType<typeof filters>>} */
let bar;
/** The listed scenarios. @type {Group[]} */
let listed = [];
/** The scenario whose conversations are shown. */
let openKey = "";

/** The scenarios of several bots, those with differences first, and the names of the bots. */
async function compared() {
  /** @type {Map<string, Map<string, Row>>} */
  const groups = new Map();
  for (const row of await allRows()) {
    if (row.kind !== "scenario") continue;
    const key = `${row.file}::${row.unit ?? row.id}`;
    if (!groups.has(key)) groups.set(key, new Map());
    groups.get(key)?.set([row.arm, row.bot].filter(Boolean).join(", "), row);
  }
  const several = [...groups].filter(([, rows]) => rows.size > 1);
  const bots = [...new Set(several.flatMap(([, rows]) => [...rows.keys()]))];
  const names = several.flatMap(([, rows]) => [...rows.values()].map(({ bot }) => bot));
  // Of one bot under several treatments only these differ.
  const alone = new Set(names).size === 1 ? `, ${names[0]}` : "";
  /** @type {{comparison: Record<string, Difference[]>}} */
  const { comparison } = await load("top");
  /** @type {Set<string|undefined>} */
  const cases = new Set(comparison[""].flatMap(({ apart }) => apart));
  const ordered = several.map(([key, rows]) => {
    const isApart = [...rows.values()].some((row) => namesOf(row).some((name) => cases.has(name)));
    return { key, rows, isApart, spread: spreadOf(rows) + (isApart ? 2000 : 0) };
  });
  ordered.sort((one, other) => other.spread - one.spread);
  return { groups: ordered, bots, alone, comparison };
}

/** What a case may be called in a comparison. @param {Row} row */
function namesOf({ id, unit = id, details: { row, name } }) {
  return [unit, row?.join(" "), name];
}

/** How much bots differ, by verdicts first, then by scores; negative if all passed alike. @param {Map<string, Row>} group */
function spreadOf(group) {
  const rows = [...group.values()];
  const scores = rows.flatMap((row) => row.total ?? []);
  const differ = new Set(rows.map((row) => row.status)).size > 1;
  const spread = (differ ? 1000 : 0) + Math.max(0, ...scores) - Math.min(100, ...scores);
  return spread || (rows[0].status === "passed" ? -1 : 0);
}

/** @param {HTMLElement} place */
async function show(place) {
  const { groups, bots, alone, comparison } = await compared();
  const groupOf = new Map(groups.flatMap((group) => [...group.rows.values()].map((row) => [row, group])));
  const rows = [...groupOf.keys()];
  const list = h("ul", { class: "rows", "aria-label": "Scenarios by bot" });
  const shown = windowed(list, 3.5, (row) => groupRow(listed[row], bots));
  const heads = part("div.heads");
  const lead = part("p.lead");
  const table = part("div", heads, list);
  table.style.setProperty("--bots", String(bots.length));
  bar = await filters(rows, () => update());
  detail = h("article", { class: "detail", "aria-label": "Conversations" });
  const sentences = part("ul.scale");
  // With few bots they fit, and so their names can stay in sight.
  const grid = part(bots.length < 5 ? "div.grid.few" : "div.grid", table);
  const overview = [sentences, lead, grid];
  place.append(bar.element, part("div.overview", overview), detail);
  const update = () => {
    const found = new Set(bar.update(sortRows(rows)).flatMap((row) => groupOf.get(row) ?? []));
    listed = get("sort") ? [...found] : groups.filter((group) => found.has(group));
    const different = listed.filter(({ spread }) => spread > 0).length;
    const apart = listed.filter(({ isApart }) => isApart).length;
    lead.textContent = `They differ in ${different} of ${counted(listed.length, "scenario")}${apart ? `, in ${apart} beyond chance (≠)` : ""}. Shares are means over n scenarios; variants by a matrix are one.`;
    const names = ["tag", "file"].map((name) => `${name} ${get(name)}`);
    const chosen = names.find((name) => comparison[name]) ?? "";
    const drawn = scale(comparison[chosen], groups, alone);
    const few = drawn.length === 0 && "too few cases to compare bots";
    sentences.replaceChildren(...(chosen ? [part("li", `${chosen}: `, few)] : []), ...drawn);
    heads.replaceChildren(part("div.what"), ...bots.map((bot) => headOf(bot, bot.replace(alone, ""))));
    const group = groups.find(({ key }) => key === get("open"));
    place.classList.toggle("opened", group !== undefined);
    shown.draw(listed.length);
    if ((group?.key ?? "") !== openKey) openColumns(group, bots);
  };
  return update;
}

/** @typedef {{brief: string, points: number, interval: number[], told_apart: boolean, apart: string[], arms?: string[]}} Difference */

/** The cases in which one of a pair is worse beyond chance, and which one. @param {Difference} difference @param {Group[]} groups @param {string} alone */
function worseIn({ apart, arms = [] }, groups, alone) {
  const passed = (/** @type {string} */ arm, /** @type {string} */ name) => {
    const rows = groups.flatMap((group) => [...group.rows].filter(([bot, row]) => bot.replace(alone, "") === arm && namesOf(row).includes(name)));
    const runs = rows.flatMap(([, row]) => row.runs);
    return runs.filter(({ outcome }) => outcome === "passed").length / runs.length;
  };
  const by = Map.groupBy(apart, (name) => arms.findLast((arm, place) => passed(arm, name) < passed(arms[1 - place], name)) ?? "differ");
  return [...by].map(([arm, names]) => `; ${arm}${arm === "differ" ? "" : " is worse"}, beyond chance, in ${names.join(", ")}`);
}

/** Differences between pass rates, with their intervals on one scale of points. @param {Difference[]} differences @param {Group[]} groups @param {string} alone */
function scale(differences, groups, alone) {
  return differences.map((difference) => {
    const { brief, points: middle, interval: [low, high], told_apart: isClear } = difference;
    const [x1, x2] = [low, Math.max(high, low + 1)];
    const drawn = [
      h("line", { x1: -100, x2: 100, class: "axis" }),
      h("line", { y1: -6, y2: 6, class: "axis" }),
      h("line", { x1, x2, class: "range" }),
      h("circle", { cx: middle, r: 4 }),
    ];
    const picture = h("svg", { viewBox: "-105 -8 210 16", "aria-hidden": "true", class: isClear ? "better" : "soft" }, drawn);
    return part("li", picture, part("span", brief, worseIn(difference, groups, alone)));
  });
}

/** A bot with its figures in the listed scenarios. @param {string} bot @param {string} name */
function headOf(bot, name) {
  const rows = listed.flatMap((group) => group.rows.get(bot) ?? []);
  const mean = (/** @type {number[]} */ all) => all.reduce((sum, each) => sum + each, 0) / all.length;
  const graded = (/** @type {Row} */ { runs }) => runs.flatMap(({ outcome }) => (outcome === "ungraded" ? [] : Number(outcome === "passed")));
  const known = rows.filter((row) => graded(row).length > 0);
  // As in the report, a share is the mean of those of cases: the differences in points are between them.
  const cases = Map.groupBy(known, ({ file, id, details: about }) => JSON.stringify([file, id.split("[")[0], about.case]));
  const share = mean([...cases.values()].map((units) => mean(units.map((row) => mean(graded(row))))));
  const scores = rows.flatMap((row) => row.total ?? []);
  const costs = rows.flatMap(({ usage }) => usage.cost_usd ?? []);
  return part(
    "div.cell",
    part("b", name),
    part("span", `${points(100 * share, 1)}% of ${counted(rows.flatMap(graded).length, "run")} passed`),
    scores.length > 0 && part("span", `score ${points(mean(scores), 1)}`),
    costs.length > 0 && part("span", money(costs.reduce((sum, each) => sum + each, 0)), costs.length < rows.length && ` for ${costs.length} of ${rows.length}`),
  );
}

/**
 * Show the conversations of a scenario beside one another, with the words marked that differ.
 * @param {Group|undefined} group @param {string[]} bots
 */
async function openColumns(group, bots) {
  const last = openKey;
  openKey = group?.key ?? "";
  if (group === undefined) {
    detail.replaceChildren();
    const back = `.group a[href="${CSS.escape(link({ open: last }))}"]`;
    /** @type {HTMLElement|null} */ (document.querySelector(back))?.focus();
    return;
  }
  const rows = bots.flatMap((bot) => group.rows.get(bot) ?? []);
  await loadPictures();
  const [states, ...found] = await Promise.all([load("states"), ...rows.map(details)]);
  if (openKey !== group.key) return;
  const turns = found.map(({ result, record }) => turnsOf(result, record));
  const columns = rows.map((row, place) => {
    const { result, record, patches } = found[place];
    const files = patches?.[(result.details.run ?? 1) - 1];
    const others = turns[place === 0 ? 1 : 0];
    const { seconds, cost_usd: cost } = row.usage;
    const alone = h("a", { href: link({ view: "scenarios", open: row.key }) }, "details");
    return part(
      "section",
      part("h3.side", sign(row.status), ` ${row.arm ?? row.bot}`),
      facts([part("b", total(row)), duration(seconds), money(cost), alone]),
      conversation(result, record, states ?? {}, { now: others, files }),
    );
  });
  const [{ id, unit = id, details: about }] = rows;
  detail.replaceChildren(
    part("p", h("a", { href: link({ open: "" }) }, "← Compared")),
    h("h2", { tabindex: -1 }, unit),
    part("p.lead", about.name),
    h(
      "div",
      { class: "columns current", tabindex: 0, role: "group", "aria-label": "Conversations by bot" },
      columns,
    ),
  );
  detail.scrollIntoView();
  detail.querySelector("h2")?.focus({ preventScroll: true });
}

/** @param {Group} group @param {string[]} bots */
function groupRow({ key, rows, isApart }, bots) {
  const [{ id, unit = id, file, details: about, said }] = rows.values();
  const cells = bots.map((bot) => {
    const row = rows.get(bot);
    if (row === undefined) return part("span.cell", "–");
    const critical = row.about.includes("critical") && part("span.label", "critical");
    const runs = passes(row.runs).replace(" runs passed", "");
    // A cell says what became of the runs, also where that decides nothing alone.
    const status = row.status === "measured" ? row.outcome : row.status;
    return part("span.cell", sign(status), " ", total(row), runs && part("small", ` · ${runs}`), critical, part("span.why", row.why));
  });
  const what = h("span", { class: "what", title: file }, part("span.id", isApart && h("b", { title: "differs beyond chance" }, "≠ ", unseen("differs beyond chance ")), said ? `“${said}”` : unit), part("span.why", said ? named({ id: unit, details: {} }) : about.name));
  return part("li.group", h("a", { href: link({ open: key }) }, what, cells));
}

/** @param {string} key @param {number} step */
function key(key, step) {
  if (key === "/") bar.focus();
  else if (!get("open")) return walk(step, [...document.querySelectorAll(".group a")]);
  else if (key === "Escape") go({ open: "" }, true);
  else if (key === "n" || key === "p") stepFailure(detail, key === "n" ? 1 : -1);
  else if (step === 0) return false;
  else go({ open: listed[listed.findIndex((each) => each.key === get("open")) + step]?.key ?? get("open") });
  return true;
}

/** @type {import("./views.js").View} */
const botsView = {
  name: "bots",
  title: "Compared",
  count: async () => (await compared()).bots.length,
  show,
  key,
};
VIEWS.push(botsView);
