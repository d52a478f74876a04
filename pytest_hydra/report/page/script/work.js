/** What a coding agent did: a line for each known call, which opens to what it changed or printed. */

import { h, longText, part } from "./dom.js";
import { counted, sign, written } from "./format.js";

/** @typedef {import("./dom.js").Child} Child */

/** The names that agents give to these parameters. */
const NAMES = {
  path: ["file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file"],
  shell: ["command", "cmd", "CommandLine"],
  before: ["old_string", "oldString", "old_str"],
  after: ["new_string", "newString", "new_str"],
  content: ["content", "contents", "file_text"],
  patch: ["patch", "input", "diff"],
};

/**
 * The text of a parameter, by one of its names; an array of words is a command line.
 * @param {any} params @param {keyof typeof NAMES} kind @returns {string|undefined}
 */
function textOf(params, kind) {
  const value = NAMES[kind].map((name) => params?.[name]).find((each) => each !== undefined);
  return Array.isArray(value) ? value.join(" ") : typeof value === "string" ? value : undefined;
}

/** The lines that a patch adds and removes, with their signs. @param {string} patch */
function changedLines(patch) {
  return patch.split("\n").filter((line) => /^[+-](?!\+\+|--)/.test(line));
}

/** Lines with the sign. @param {string} mark @param {string} text */
function signed(mark, text) {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n").map((line) => mark + line);
}

/** The file of a patch as agents write it. @param {string} patch */
function patched(patch) {
  const found = patch.match(/^(?:\*\*\* (?:Update|Add|Delete) File: |\+\+\+ (?:b\/)?)(.+)$/gm) ?? [];
  return found.map((line) => line.replace(/^(?:\*\*\* \w+ File: |\+\+\+ (?:b\/)?)/, "")).join(", ");
}

/**
 * A call in one line and the lines below it; undefined for a tool that is not known.
 * @param {any} call @param {string} place - the path of the workspace, which is left out
 * @returns {{line: Child, lines: string[], text?: string}|undefined}
 */
function known({ function: name, params = {} }, place) {
  const [shell, old, fresh, content] = /** @type {const} */ (["shell", "before", "after", "content"]).map(
    (kind) => textOf(params, kind),
  );
  const path = textOf(params, "path")?.replace(`${place}/`, "");
  const patch = textOf(params, "patch") ?? (shell?.includes("*** Begin Patch") ? shell : undefined);
  /** @param {Child} mark @param {string} file @param {string[]} lines */
  const change = (mark, file, lines) => {
    const added = lines.filter((line) => line.startsWith("+")).length;
    const counts = [part("span.better", `+${added}`), " ", part("span.worse", `−${lines.length - added}`)];
    return { line: [mark, " ", part("code", file), " ", counts], lines };
  };
  if (patch !== undefined && patched(patch)) return change("✎", patched(patch), changedLines(patch));
  if (shell !== undefined) return { line: part("code", "$ ", part("b", shell)), lines: [] };
  if (path === undefined) return undefined;
  if (Array.isArray(params.edits) || old !== undefined) {
    /** @type {any[]} */
    const edits = Array.isArray(params.edits) ? params.edits : [params];
    const pairs = edits.map((edit) => /** @type {[string, string]} */ ([textOf(edit, "before") ?? "", textOf(edit, "after") ?? ""]));
    return change("✎", path, pairs.flatMap(([one, other]) => [...signed("-", one), ...signed("+", other)]));
  }
  if (content !== undefined) {
    const size = counted(content.replace(/\n$/, "").split("\n").length, "line");
    return { line: ["＋ ", part("code", path), ` ${size}`], lines: [], text: content };
  }
  const rest = Object.keys(params).every((key) => NAMES.path.includes(key) || typeof params[key] !== "object");
  return rest && fresh === undefined ? { line: [`${name} `, part("code", path)], lines: [] } : undefined;
}

/**
 * A step; ``against`` names the check that forbids it.
 * @param {any} call @param {string} place @param {string|undefined} against
 * @returns {HTMLElement|undefined}
 */
export function step(call, place, against) {
  const found = known(call, place);
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
