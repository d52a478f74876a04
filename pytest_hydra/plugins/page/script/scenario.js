/** One scenario or test: its conversation, with each check at its turn. */

import { button, facts, h, longText, part } from "./dom.js";
import { command, copyBar } from "./copy.js";
import { diff } from "./diff.js";
import { counted, duration, money, passes, points, sign, total, word, written } from "./format.js";
import { applyPatch, differences, markChanges, markWords } from "./differences.js";
import { load } from "./data.js";
import { CHANGES } from "./filters.js";
import { LETTERS, details, named } from "./rows.js";
import { opinion } from "./labels.js";
import { get, link } from "./state.js";
import { step } from "./work.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("./rows.js").Result} Result */
/** @typedef {import("report").CheckEntry & {subject?: import("./labels.js").Subject}} Check */
/** @typedef {import("./dom.js").Child} Child */

/**
 * Show the details of a row in ``place``. ``close`` is the action of its button.
 * @param {HTMLElement} place @param {Row} row @param {() => void} close
 */
export async function showDetails(place, row, close) {
  const [found, top, states] = await Promise.all([
    details(row),
    load("top"),
    load("states"),
    loadPictures(),
  ]);
  const { result, record, before, evidence, patches } = found;
  if (get("open") !== row.key) return;
  for (const check of /** @type {Check[]} */ (result.checks)) {
    check.subject = subjectOf(row.item, check, evidence, result.details.judged);
  }
  const { name, xfail, error } = result.details;
  const { runs } = result;
  const number = runs[Number(get("run")) - 1] ? Number(get("run")) : (result.details.run ?? 1);
  const turns = turnsOf(result, record, number);
  const then = before ? turnsOf(before.result, before.record) : [];
  const changed = CHANGES[row.change];
  const since = changed && [`Since ${top.since}: `, h("span", { class: row.change }, changed), row.detail && `: ${row.detail}`];
  const isPassed = ({ outcome = "" }) => outcome === "passed";
  // Of several runs, one that passed and one that did not are beside one another.
  const other = 1 + runs.findIndex((run) => isPassed(run) !== isPassed(runs[number - 1]));
  const files = patches?.[number - 1];
  // Beside it the same turns are folded.
  const bad = checksOf(result, number).flatMap(({ outcome, turn }) => (outcome === "passed" ? [] : (turn ?? [])));
  const main = part("div.current", conversation(result, record, states ?? {}, { number, files }));
  const earlier =
    before &&
    conversation(before.result, before.record, states ?? {}, {
      now: turns,
      bad,
      files: before.patches?.[(before.result.details.run ?? 1) - 1],
    });
  const outcomes = (/** @type {Result} */ each) => `${each.checks.map(({ outcome }) => outcome)}`;
  const isBeside = earlier && outcomes(before.result) !== outcomes(result);
  let beside = isBeside ? part("section", part("h3.side", `Before, ${top.previous}`), earlier) : null;
  if (other > 0) {
    const files = patches?.[other - 1];
    const run = conversation(result, record, states ?? {}, { number: other, now: turns, bad, files });
    beside = part("section", part("h3.side", runTitle(runs, other)), run);
  }
  place.replaceChildren(
    part(
      "header",
      h("h2", { tabindex: -1 }, sign(row.status), " ", h("span", { title: row.id }, named(row))),
      button("Close", close, { class: "plain", "aria-keyshortcuts": "Escape" }),
    ),
    part("p.lead", [!row.id.startsWith(name ?? "") && name, row.said && `“${row.said}”`].filter(Boolean).join(" · ")),
    jumps(checksOf(result, number), row.status === "no_answer"),
    error === undefined || result.checks.some(({ message }) => message.includes(error)) ? "" : part("p.note", error),
    since ? part("p.note", since) : "",
    xfail === undefined ? "" : part("p.note", xfail === "measured" ? "Measured: it decides nothing alone" : `Expected to fail: ${xfail}`),
    part("div.strips", runStrip(runs, number), strip(row, top.history)),
    facts(figures(result)),
    copyBar({ ...result, checks: checksOf(result, number) }, turns, changed && `Since ${top.since}: ${row.detail || changed}`, isBeside ? then : []),
    beside
      ? part(
          "div.beside",
          part("section", part("h3.side", other > 0 ? runTitle(runs, number) : "Now"), main),
          beside,
        )
      : main,
    earlier && (other > 0 || !isBeside) ? more(["The previous run", passes(before.result.runs)].filter(Boolean).join(": "), earlier) : "",
    part("p.again", "Run it again: ", part("code", command(result))),
  );
}

/** The outcomes of several runs, each a link to its conversation. @param {Result["runs"]} runs @param {number} shown */
function runStrip(runs, shown) {
  if (runs.length < 2) return "";
  const links = runs.map(({ outcome }, place) => {
    const name = runTitle(runs, place + 1);
    const href = link({ run: String(place + 1) });
    const isShown = place + 1 === shown && "true";
    const about = { href, title: name, "aria-label": name, "aria-current": isShown };
    return part("li", h("a", about, place + 1, sign(outcome)));
  });
  return h("ol", { class: "strip runs", "aria-label": "Runs" }, part("li", "runs"), links);
}

/** @param {Result["runs"]} runs @param {number} number */
function runTitle(runs, number) {
  const { outcome, total: score } = runs[number - 1];
  const of = typeof score !== "number" ? "" : `, ${points(score)} of 100`;
  return `Run ${number} of ${runs.length}: ${word(outcome)}${of}`;
}

/**
 * The known checks of a run: of one that is not decisive, those that did not pass.
 * @param {Result} result @param {number} number
 */
function checksOf({ checks, runs, details: about }, number) {
  return number === (about.run ?? 1) ? checks : (runs[number - 1]?.checks ?? []);
}

/** The failure that was jumped to last. @type {Element|undefined} */
let reached;

/** The checks of a conversation that did not pass. @param {Element|null} conversation */
function failuresOf(conversation) {
  return [...(conversation?.querySelectorAll(".check:not(.passed)") ?? [])];
}

/** Show a check, also one of folded turns. @param {Element} check */
function reach(check) {
  reached = check;
  check.closest("details")?.setAttribute("open", "");
  check.scrollIntoView({ block: "center" });
  /** @type {HTMLElement} */ (check).focus({ preventScroll: true });
}

/**
 * Go to the next failed check of the conversation in ``place``, or to the one before.
 * @param {Element} place @param {number} step
 */
export function stepFailure(place, step) {
  const failures = failuresOf(place.querySelector(".current"));
  const last = reached === undefined ? -1 : failures.indexOf(reached);
  const next = last < 0 && step < 0 ? failures.length - 1 : last + step;
  const target = failures[(next + failures.length) % failures.length];
  if (target !== undefined) reach(target);
}

/** The elements of checks. @type {WeakMap<Check, HTMLElement>} */
const elements = new WeakMap();

/** The failures that are listed at first. */
const MOST_JUMPS = 6;

/**
 * The checks that did not pass, critical ones first, each a button that leads to it.
 * @param {Check[]} checks @param {boolean} isSilent
 */
function jumps(checks, isSilent) {
  const bad = checks.filter(({ outcome }) => outcome !== "passed");
  if (bad.length === 0) return "";
  const rank = (/** @type {Check} */ { critical, outcome }) => (critical ? 0 : outcome === "failed" ? 1 : 2);
  bad.sort((one, other) => rank(one) - rank(other) || other.weight - one.weight);
  const items = alikes(bad).map((alike) => {
    const [check] = alike;
    const text = [sign(check.outcome), !isSilent && [namesOf(alike), " "], part("span.message", valued(check))];
    const place = check.turn === null ? "" : part("span.soft", ` turn ${check.turn} ↓`);
    const go = () => reach(/** @type {HTMLElement} */ (elements.get(check)));
    const label = check.critical && part("span.label", "critical");
    return part("li", button([text, label, place], go, { class: "plain" }));
  });
  const open = bad.filter(({ outcome }) => outcome === "ungraded").length;
  const failed = bad.length - open;
  const said = [failed && `${failed} of ${counted(checks.length, "check")} failed`, open && `${open} not graded`];
  const title = isSilent ? "No answer" : said.filter(Boolean).join(", ");
  const rest = items.splice(MOST_JUMPS);
  return h(
    "nav",
    { class: `jumps ${bad[0].outcome}`, "aria-label": title },
    part("b", title),
    part("ul", items),
    rest.length > 0 && more(`${rest.length} more`, part("ul", rest)),
  );
}

/** The checks by turn and message: several that are not graded have one reason. @param {Check[]} checks */
function alikes(checks) {
  return [...Map.groupBy(checks, ({ turn, message, outcome }, place) => (outcome === "ungraded" ? `${turn} ${message}` : place)).values()];
}

/** @param {Check[]} alike */
function namesOf(alike) {
  return part("b", alike.map(({ name }) => name).join(", "));
}

/** Whether what a check of this kind expects must not be there. @param {string} kind */
function isForbidden(kind) {
  return /^forbidden|Not/.test(kind);
}

/** The message of a check with its actual and its expected value in colour. @param {Check} check */
function valued({ kind, message, actual, expected }) {
  const places = [
    ["failed", actual],
    [isForbidden(kind) ? "failed" : "passed", expected],
  ].flatMap(([colour, value]) => {
    const text = value === null || value === undefined ? "" : (JSON.stringify(value) ?? "");
    const start = value === actual ? message.indexOf(text) : message.lastIndexOf(text);
    return text === "" || start < 0 ? [] : [{ colour, start, end: start + text.length }];
  });
  places.sort((one, other) => one.start - other.start);
  if (places.length === 2 && places[0].end > places[1].start) return message;
  /** @type {Child[]} */
  const parts = [];
  let end = 0;
  for (const place of places) {
    parts.push(message.slice(end, place.start), part(`b.${place.colour}`, message.slice(place.start, place.end)));
    end = place.end;
  }
  return [...parts, message.slice(end)];
}

/** A text on one line, cut. @param {string} text */
function brief(text, most = 120) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** What a label of a check refers to. @param {string} item @param {Check} check @param {string} evidence @param {import("report").JudgedEntry[]} judged */
function subjectOf(item, check, evidence, judged = []) {
  const own = judged.find((each) => each.turn === check.turn && each.criterion === String(check.expected));
  const by = check.kind === "judge" && own?.rubric ? { outcome: own.outcome, judge: own.judge, rubric: own.rubric } : {};
  const turn = check.turn === null ? "" : ` (turn ${check.turn})`;
  return { item, name: `${check.name}${turn}`, outcome: check.outcome, evidence, ...by };
}

/** @param {Result} result @returns {Child[]} */
function figures(result) {
  const { coverage, usage, file, line } = result;
  const { threshold = 100, interval, category, tags = [] } = result.details;
  const { pass_hat_k: hat, k, pass_at: least = 1, again } = result.details;
  const { retries = 0, tokens, first_token_seconds: first } = usage;
  return [
    result.status !== "ungraded" && part("b", `${total(result)} of 100`),
    threshold < 100 && `threshold ${threshold}`,
    coverage < 1 && (coverage > 0 ? `${points(coverage * 100)}% of the weights graded` : "not graded"),
    passes(result.runs),
    k !== undefined && (least < 1 ? `pass^${k} of ${points(least * 100)}% is required` : "all runs must pass"),
    interval && `pass rate ${interval.map((end) => points(end * 100)).join(" to ")}% (95% interval)`,
    again && `asked again: ${again.failed} of ${again.passed + again.failed} failed`,
    hat !== undefined && `all of ${k} pass (pass^${k}): ${points(hat * 100)}%`,
    duration(usage.seconds),
    first !== undefined && `first token after ${duration(first)}`,
    tokens !== undefined && counted(tokens, "token"),
    money(usage.cost_usd),
    retries > 0 && counted(retries, "retry").replace("retrys", "retries"),
    result.kind === "scenario" && result.subject !== null
      ? filterLink("bot", result.subject)
      : result.subject,
    category && `category ${category}`,
    ...tags.map((tag) => filterLink("tag", tag)),
    part("code", line === null ? file : `${file}:${line}`),
  ];
}

/** @param {string} name @param {string} value */
function filterLink(name, value) {
  return h("a", { href: link({ view: "scenarios", [name]: value }) }, `${name} ${value}`);
}

/** The status in each of the last runs. @param {Row} row @param {string[]} history - the ids of the runs */
function strip(row, history) {
  if (!/[^.]/.test(row.past)) return "";
  const runs = [...row.past.slice(-history.length)].map((letter, place) => {
    const status = LETTERS[letter] ?? "absent";
    return h("li", { title: `${history[place]}: ${word(status)}` }, sign(status));
  });
  const now = part("li.now", sign(row.status), "now");
  return h("ol", { class: "strip", "aria-label": "The last runs" }, part("li", "before"), runs, now);
}

/**
 * The conversation of a run, the deciding one by default, with its checks. ``now`` are the turns of
 * the one beside it, whose words are not marked, and ``bad`` its turns that did not pass; ``files``
 * are the changes of its workspace.
 * @param {Result} result @param {any} record @param {Record<string, any>} states
 * @param {{number?: number, now?: any[], bad?: number[], files?: import("./diff.js").FileDiff[]}} [about]
 * @returns {Child[]}
 */
export function conversation(result, record, states, about = {}) {
  const { number = result.details.run ?? 1, now = [], bad = [], files = [] } = about;
  const checks = checksOf(result, number);
  const run = record?.runs?.[number - 1];
  if (run === undefined) {
    const size = "The conversation is too long for this page: see the run folder.";
    return [record?.size && part("p.note", size), checkList(checks)];
  }
  const { turns, context, bot, played, world, history, workspace, by_turn: _, ...records } = run.conversation;
  const state = world && structuredClone(states[world.initial]);
  const shown = turns.map((/** @type {any} */ turn, /** @type {number} */ place) => {
    const own = checks.filter((check) => check.turn === place + 1);
    const inReply = own.concat(checks.filter((check) => check.turn === null));
    const changes = world?.changes[place];
    return h(
      "li",
      { class: "turn", "aria-label": `Turn ${place + 1}` },
      turns.length > 1 && part("h3.number", `Turn ${place + 1}`, turn.talk && ` · conversation ${turn.talk}`),
      turnElements(turn, bot, inReply, now[place]?.reply?.text, Boolean(played?.fault), Boolean(workspace)),
      changes?.length > 0 && stateChanges(applyPatch(state, changes), state !== undefined),
      checkList(own, turn.reply?.text ?? null, turn.error),
    );
  });
  const whole = checks.filter((check) => check.turn === null || check.turn > turns.length);
  return [
    workspace && work(turns, checks, workspace, files, bot),
    Object.keys(context ?? {}).length > 0 && moreText("Context", context),
    world && states[world.initial] && moreText("State at the start", states[world.initial]),
    history && moreText("Messages before", history),
    part("ol.turns", foldTurns(shown, turns, bad)),
    played && part("p.note", `The user was simulated by ${played.player}. `, played.reason),
    state && moreText("State at the end", state),
    Object.entries(records).map(([key, seen]) => moreText(`What ${key} saw`, seen)),
    whole.length > 0 && [part("h3", "The whole conversation"), checkList(whole)],
  ];
}

/**
 * What a coding agent did: the files that it changed, beside its steps.
 * @param {any[]} turns @param {Check[]} checks @param {import("./work.js").Workspace} workspace
 * @param {import("./diff.js").FileDiff[]} files @param {string} name
 */
function work(turns, checks, workspace, files, name) {
  const forbidden = checks.filter(({ kind, outcome }) => kind === "forbiddenCommands" && outcome === "failed");
  const against = (/** @type {any} */ call) =>
    forbidden.find((check) => JSON.stringify(call.params ?? "").includes(check.name.match(/"(.+)"/)?.[1] ?? "\n"))?.name;
  const steps = turns.flatMap(({ reply, arrived }, number) => {
    const calls = [...(reply?.calls ?? []), ...(arrived ?? [])];
    const items = calls.map((call) =>
      part("li", step(call, workspace, against(call)) ?? callElement(call, checks, "calls")),
    );
    return turns.length > 1 && items.length > 0 ? [part("li.soft", `Turn ${number + 1}`), ...items] : items;
  });
  // What was there before and is changed matters more than what is new.
  const isNew = (/** @type {import("./diff.js").FileDiff} */ { hunks }) => Number(hunks[0]?.old === 0);
  const ordered = [...files].sort((one, other) => isNew(one) - isNew(other));
  const sum = (/** @type {"added"|"removed"} */ side) =>
    files.reduce((total, { change }) => total + (change[side] ?? 0), 0);
  const count = steps.filter(({ className }) => className !== "soft").length;
  return part(
    "div.work",
    part(
      "section.patch",
      part(
        "h3",
        files.length > 0 ? `${counted(files.length, "file")} changed ` : "No file was changed",
        files.length > 0 && [part("span.better", `+${sum("added")}`), " ", part("span.worse", `−${sum("removed")}`)],
      ),
      diff([{ name, files: ordered, notes: [] }], 40),
    ),
    part("section", part("h3", counted(count, "step")), part("ol.steps", steps)),
  );
}

/** So many turns that passed, one after the other, are one line. */
const MANY = 4;

/**
 * The turns; if some did not pass, each of the others is one line.
 * @param {HTMLElement[]} shown @param {any[]} turns @param {number[]} bad
 */
function foldTurns(shown, turns, bad) {
  const isBad = shown.map(
    (turn, place) => bad.includes(place + 1) || turn.querySelector(".check:not(.passed), .none") !== null,
  );
  if (!isBad.includes(true)) return shown;
  /** @type {HTMLElement[]} */
  const folded = [];
  for (let place = 0; place < shown.length; place += 1) {
    const end = isBad.indexOf(true, place);
    const hidden = shown.slice(place, end < 0 ? shown.length : end);
    const many = hidden.length >= MANY;
    for (const group of many ? [hidden] : hidden.map((turn) => [turn])) {
      const passed = counted(group.reduce((sum, turn) => sum + turn.querySelectorAll(".check").length, 0), "check");
      const first = shown.indexOf(group[0]);
      const title = many
        ? [`Turns ${first + 1} to ${first + group.length} · `, sign("passed"), passed]
        : [`Turn ${first + 1} · “${brief(turns[first].user ?? "", 80)}” · `, sign("passed"), passed];
      folded.push(part("li.folded", part("details.more", part("summary", title), part("ol.turns", group))));
    }
    place += hidden.length;
    if (place < shown.length) folded.push(shown[place]);
  }
  return folded;
}

/**
 * The turns of a run, the deciding one by default, if it was recorded.
 * @param {Result} result @param {any} record @param {number} [number]
 * @returns {any[]}
 */
export function turnsOf({ details: about }, record, number = about.run ?? 1) {
  return record?.runs?.[number - 1]?.conversation?.turns ?? [];
}

/** @param {string} title @param {Child} content */
function more(title, content) {
  return part("details.more", part("summary", title), content);
}

/** @param {string} title @param {unknown} value */
function moreText(title, value) {
  return more(title, longText(written(value)));
}

/**
 * @param {any} turn @param {string} bot @param {Check[]} checks
 * @param {string} [now] - the text beside this one: words that differ are marked
 * @param {boolean} [isFault] - whether the simulated user ended the conversation
 * @param {boolean} [isWork] - whether the calls are shown elsewhere
 * @returns {Child[]}
 */
function turnElements(turn, bot, checks, now, isFault, isWork) {
  const { reply } = turn;
  const calls = [...(reply?.calls ?? []), ...(turn.arrived ?? [])];
  const notes = [
    duration(turn.seconds),
    money(reply?.cost_usd ?? turn.cost_usd),
    reply?.agent,
    reply?.response_type,
    reply?.rejected && "rejected",
    reply?.asks_for?.length > 0 && `asks for ${reply.asks_for.join(", ")}`,
    reply?.warnings?.length > 0 && `warns: ${reply.warnings.join("; ")}`,
  ];
  const text = [...(reply?.earlier_texts ?? []), reply?.text].join("\n\n") || "(no text)";
  const shown = now === undefined ? markWords(text, checks) : markChanges(text, now);
  const error = isFault
    ? part("p.note", "The conversation ended here: ", turn.error)
    : message("bot none", ["no answer: ", turn.error], bot);
  return [
    turn.before && moreText("Messages before", turn.before),
    message("user", turn.user, "user"),
    (turn.files ?? []).map(picture),
    calls.length > 0 && !isWork && part("ol.calls", calls.map((call) => part("li", callElement(call, checks, "calls")))),
    (turn.said ?? []).map((/** @type {any} */ call) => callElement(call, checks, "only says that it calls")),
    reply && message("bot", shown, bot, notes.filter(Boolean).join(" · ")),
    turn.error && error,
    turn.traceback && moreText("Traceback", turn.traceback),
  ];
}

/** The pictures of messages as data URLs, by their sha256. @type {Record<string, string>} */
let pictures = {};

/** Load the pictures of all messages. */
export async function loadPictures() {
  pictures = (await load("pictures")) ?? {};
}

/** @param {{name: string, sha256: string}} file */
function picture({ name, sha256 }) {
  const src = pictures[sha256];
  return src === undefined ? "" : h("img", { class: "picture", src, alt: name });
}

/** With so many characters a message scrolls, so that its checks are in reach. */
const LONG = 3_000;

/** @param {string} kind @param {Child} text @param {string} who @param {string} [about] */
function message(kind, text, who, about = "") {
  const head = part("div.who", who, about && part("span", about));
  const said = part("div.text", text);
  if ((said.textContent ?? "").length > LONG) {
    said.classList.add("long");
    said.tabIndex = 0;
  }
  return h("div", { class: `said ${kind}` }, head, said);
}

/** The characters of parameters, and of a result, that are shown without opening a call. */
const MOST_SAID = 300;

/** @param {any} call @param {Check[]} checks @param {string} verb */
function callElement(call, checks, verb) {
  const params = Object.entries(call.params ?? {});
  const said = brief(params.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", "), MOST_SAID);
  const shell = call.params?.command;
  const isAgainst = (/** @type {Check} */ check) =>
    check.outcome === "failed" &&
    check.kind === "forbiddenFunctions" &&
    check.message.split(/[\s,]+/).includes(call.function);
  const against = checks.find(isAgainst);
  const result = call.error ?? (call.result ? JSON.stringify(call.result) : undefined);
  return h(
    "details",
    { class: `call${against ? " failed" : ""}` },
    part(
      "summary",
      // The commands of a coding agent are read as in a terminal.
      typeof shell === "string"
        ? [call.error && sign("failed"), part("code", "$ ", part("b", shell))]
        : [`${verb} `, part("code", part("b", call.function), `(${said})`)],
      against && h("span", { class: "label", title: against.name }, "forbidden"),
      result !== undefined && part("span", call.error ? " failed: " : " → ", brief(String(result), MOST_SAID)),
    ),
    longText(written(call)),
  );
}

/**
 * @param {{path: string, before: unknown, after: unknown}[]} changes
 * @param {boolean} isKnown - whether the state before is known
 */
function stateChanges(changes, isKnown) {
  const value = (/** @type {unknown} */ each) => JSON.stringify(each) ?? "nothing";
  const items = changes.map(({ path, before, after }) => {
    const isAdded = isKnown && before === undefined;
    const past = isKnown && !isAdded && [part("del", value(before)), " → "];
    const place = [isAdded ? "added to the state: " : "state ", part("code", path.replace(/\/-$/, ""))];
    return part("li", place, ": ", past, part("ins", value(after)));
  });
  return h("ul", { class: "state", "aria-label": "Changes of the state" }, items);
}

/**
 * A list of checks, failures first; those of a turn with the text of its reply, and its error.
 * @param {Check[]} checks @param {string|null} [text] @param {string} [error]
 */
function checkList(checks, text, error) {
  if (checks.length === 0) return "";
  const order = ["failed", "ungraded", "passed"];
  const sorted = [...checks].sort((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome));
  return part("ul.checks", alikes(sorted).map((alike) => checkElement(alike, text, error)));
}

/** @param {Check[]} alike @param {string|null} [text] @param {string} [error] */
function checkElement(alike, text, error) {
  const [check] = alike;
  const has = (/** @type {unknown} */ value) => value !== null && value !== undefined && value !== text;
  const isSaid = check.outcome === "ungraded" && check.message === error;
  const actual = has(check.actual) ? check.actual : undefined;
  const element = h(
    "li",
    { class: `check ${check.outcome}`, tabindex: check.outcome !== "passed" && -1 },
    sign(check.outcome),
    isSaid && "not graded: ",
    namesOf(alike),
    check.critical && part("span.label", "critical"),
    " ",
    part("span.message", isSaid ? "" : check.message),
    text === undefined && check.turn !== null && part("span.weight", `turn ${check.turn}`),
    check.weight !== 1 && alike.length === 1 && part("span.weight", `weight ${check.weight}`),
    check.subject && opinion(check.subject),
    check.outcome === "failed" &&
      has(check.expected) &&
      // That true was expected says nothing.
      (actual !== undefined || written(check.expected) !== "true") &&
      // The name and the message say it.
      ![check.expected, actual ?? check.expected].every((value) => `${check.name} ${check.message}`.includes(written(value))) &&
      differences(check.expected, actual, isForbidden(check.kind)),
  );
  for (const each of alike) elements.set(each, element);
  return element;
}
