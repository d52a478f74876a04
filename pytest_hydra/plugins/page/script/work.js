/** What a coding agent did: a line for each known call, which opens to what it changed or printed. */

import { h, longText, part } from "./dom.js";
import { counted, sign, written } from "./format.js";

/** @typedef {import("./dom.js").Child} Child */

/** @typedef {{place?: string, roles?: Record<string, Record<string, string[]>>}} Workspace */

/** The lines that a patch adds and removes, with their signs. @param {string} patch */
function changedLines(patch) {
  return patch.split("\n").filter((line) => /^[+-](?!\+\+|--)/.test(line));
}

/** Lines with the sign. @param {string} mark @param {string} [text] */
function signed(mark, text = "") {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n").map((line) => mark + line);
}

/** The file of a patch as agents write it. @param {string} patch */
function patched(patch) {
  const found = patch.match(/^(?:\*\*\* (?:Update|Add|Delete) File: |\+\+\+ (?:b\/)?)(.+)$/gm) ?? [];
  return found.map((line) => line.replace(/^(?:\*\*\* \w+ File: |\+\+\+ (?:b\/)?)/, "")).join(", ");
}

/** A text, or a list of words or of changed files in one line. @param {any} value */
function listed(value) {
  const texts = [value].flat().map((each) => each?.path ?? each);
  return texts.every((each) => typeof each === "string") ? texts.join(" ") : undefined;
}

/**
 * A call in one line and the lines below it; undefined if the record does not say what its tool does.
 * @param {any} call @param {Workspace} workspace
 * @returns {{line: Child, lines: string[], text?: string}|undefined}
 */
function known({ function: name, params = {} }, { place, roles = {} }) {
  const own = roles[name] ?? {};
  const valueOf = (/** @type {string} */ role, given = params) =>
    own[role]?.map((param) => given?.[param]).find((value) => value !== undefined);
  const textOf = (/** @type {string} */ role, given = params) => listed(valueOf(role, given));
  const [shell, patch, content, written] = ["shell", "patch", "content", "write"].map((role) => textOf(role));
  if (shell !== undefined) return { line: part("code", "$ ", part("b", shell)), lines: [] };
  const path = (patch === undefined ? (written ?? textOf("read") ?? textOf("skill")) : patched(patch))?.replaceAll(`${place}/`, "");
  if (path === undefined) return undefined;
  if (written !== undefined && content !== undefined) {
    const size = counted(content.replace(/\n$/, "").split("\n").length, "line");
    return { line: ["+ ", part("code", path), ` ${size}`], lines: [], text: content };
  }
  const edits = [valueOf("edits") ?? params].flat();
  const lines = patch === undefined
    ? edits.flatMap((edit) => [...signed("-", textOf("before", edit)), ...signed("+", textOf("after", edit))])
    : changedLines(patch);
  const added = lines.filter((line) => line.startsWith("+")).length;
  if (lines.length > 0) {
    const counts = [part("span.better", `+${added}`), " ", part("span.worse", `−${lines.length - added}`)];
    return { line: ["✎ ", part("code", path), " ", counts], lines };
  }
  // A tool that may also write has only looked, if it was given nothing to write.
  if (written !== undefined && !own.before && !own.content) return { line: ["✎ ", part("code", path)], lines };
  const rest = Object.entries(params).filter(([key]) => !Object.values(own).flat().includes(key));
  const more = rest.map(([key, value]) => ` ${key}: ${JSON.stringify(value).slice(0, 60)}`).join(",");
  return { line: [`${name} `, part("code", path), part("span.soft", more)], lines };
}

/**
 * A step; ``against`` names the check that forbids it.
 * @param {any} call @param {Workspace} workspace @param {string|undefined} against
 * @returns {HTMLElement|undefined}
 */
export function step(call, workspace, against) {
  const found = known(call, workspace);
  if (found === undefined) return undefined;
  const { line, lines, text } = found;
  const failed = call.error !== undefined && call.error !== null;
  const printed = failed ? call.error : call.result;
  const why = failed && part("span.failed", " ✗ ", String(call.error).trim().split("\n")[0].slice(0, 80));
  const below = [
    lines.length > 0 &&
      h("pre", { class: "patch", tabindex: 0 }, lines.map((each) => part(each.startsWith("+") ? "span.added" : "span.gone", `${each}\n`))),
    text !== undefined && longText(text),
    printed !== undefined && printed !== null && longText(written(printed)),
  ].filter(Boolean);
  const head = [against && [sign("failed"), " "], line, why, against && [" ", part("span.label", "forbidden")]];
  const kind = `call${against ? " failed" : ""}`;
  if (below.length === 0) return h("div", { class: `${kind} alone` }, head);
  return h("details", { class: kind }, part("summary", head), below);
}
