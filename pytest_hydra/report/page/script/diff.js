/**
 * Diffs: of one candidate, or of two beside one another, with notes at their lines.
 */

import { h, part, unseen } from "./dom.js";
import { counted } from "./format.js";

/** A text, or a kind and a text. @typedef {string|[kind: string, text: string]} Token */
/** @typedef {[sign: string, ...tokens: Token[]]} Line */
/** @typedef {{old: number, new: number, head: string, lines: Line[]}} Hunk */
/**
 * @typedef {object} Note
 * @property {string} kind
 * @property {string} text
 * @property {string|null} file
 * @property {"old"|"new"|null} side
 * @property {number|null} line
 */
/**
 * @typedef {object} FileDiff
 * @property {string} path
 * @property {string|null} old_path
 * @property {any} change
 * @property {Hunk[]} hunks
 * @property {number} cut
 */
/** A line with its numbers, on the base and in the candidate. @typedef {{old: number, new: number, line: Line}} Placed */

/** The first file is open, and others until so many lines are shown. */
const MOST_OPEN = 600;

/** @type {Record<string, string>} */
const SIGNS = { "+": "added", "-": "gone" };

/**
 * The files of one candidate, of which those that are long are shown when they are opened.
 * @param {FileDiff[]} files
 * @param {Note[]} notes
 */
export function diffOf(files, notes) {
  let room = MOST_OPEN;
  return files.map((file, place) => {
    const own = notes.filter((note) => isAbout(note, file));
    const size = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    room -= size;
    const draw = () => table("diff", ["no", "no", "mark", ""], part("tbody", rowsOf(file, own)));
    return fileElement(file, [file], own, room >= 0 || place === 0, draw);
  });
}

/**
 * The files of two candidates of one base, line beside line.
 * @param {[FileDiff[], Note[]]} left
 * @param {[FileDiff[], Note[]]} right
 * @param {string[]} names
 */
export function diffOfTwo(left, right, names) {
  const paths = new Set([...left[0], ...right[0]].map(basePath));
  let room = MOST_OPEN;
  return [...paths].sort().map((path, place) => {
    const files = [left, right].map(([every]) => every.find((file) => basePath(file) === path));
    const [one, other] = files;
    const file = /** @type {FileDiff} */ (one ?? other);
    const own = [left[1], right[1]].map((notes) => notes.filter((note) => isAbout(note, file)));
    const rows = pairs(one, other);
    room -= rows.length;
    const head = part(
      "tr",
      names.map((name) => h("th", { colspan: 3, scope: "col" }, name)),
    );
    const draw = () =>
      table(
        "diff two",
        ["no", "mark", "", "no", "mark", ""],
        part("thead", head),
        part(
          "tbody",
          own.flatMap((notes) => headNotes(file, notes, 6)),
          pairRows(rows, own),
        ),
      );
    return fileElement(file, files, own.flat(), room >= 0 || place === 0, draw);
  });
}

/**
 * @param {string} kind
 * @param {string[]} columns
 * @param {...HTMLElement} parts
 */
function table(kind, columns, ...parts) {
  const sizes = columns.map((column) => h("col", { class: column }));
  return h("table", { class: kind }, part("colgroup", sizes), ...parts);
}

/** @param {FileDiff} file */
function basePath(file) {
  return file.old_path ?? file.path;
}

/**
 * @param {Note} note
 * @param {FileDiff} file
 */
function isAbout(note, file) {
  return note.file === file.path || note.file === file.old_path;
}

/**
 * @param {FileDiff} file
 * @param {(FileDiff|undefined)[]} sides
 * @param {Note[]} notes
 * @param {boolean} isOpen
 * @param {() => HTMLElement} draw - what is shown when it is opened
 */
function fileElement(file, sides, notes, isOpen, draw) {
  const about = [
    file.old_path && `from ${file.old_path}`,
    file.change?.binary && "binary",
    file.change?.formatting > 0 && `${counted(file.change.formatting, "line")} only formatted`,
    file.cut > 0 && `${counted(file.cut, "line")} not shown: the run folder has them`,
  ];
  const element = h(
    "details",
    { class: "file", open: isOpen, toggle: () => fill() },
    part(
      "summary",
      part("code.path", file.path),
      part("span.soft", about.filter(Boolean).join(" · ")),
      notes.length > 0 && part("span.noted", `⚑ ${counted(notes.length, "note")}`),
      sides.map((side) => part("span.changed", changed(side))),
    ),
  );
  const fill = () => {
    if (element.hasAttribute("open") && element.children.length === 1) {
      element.append(h("div", { class: "wide", tabindex: 0, "aria-label": file.path }, draw()));
    }
  };
  fill();
  return element;
}

/** @param {FileDiff|undefined} file */
function changed(file) {
  if (file === undefined) return "unchanged";
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  const [added, gone] = ["+", "-"].map((sign) => lines.filter(([own]) => own === sign).length);
  const status = file.change?.status === "modified" ? null : file.change?.status;
  return [
    status && `${status.replace("_", " ")} `,
    part("span.better", `+${added}`),
    " ",
    part("span.worse", `−${gone}`),
  ];
}

/** @param {Hunk} hunk @returns {Placed[]} */
function placed(hunk) {
  let before = hunk.old;
  let after = hunk.new;
  return hunk.lines.map((line) => {
    const found = { old: before, new: after, line };
    if (line[0] !== "+") before += 1;
    if (line[0] !== "-") after += 1;
    return found;
  });
}

/**
 * @param {FileDiff} file
 * @param {Note[]} notes
 */
function rowsOf(file, notes) {
  const rows = headNotes(file, notes, 4);
  for (const hunk of file.hunks) {
    const lines = `lines ${hunk.old} → ${hunk.new}`;
    rows.push(wideRow("hunk", 4, `${lines}  ${hunk.head}`));
    for (const each of placed(hunk)) {
      const { line } = each;
      const [sign] = line;
      rows.push(
        h(
          "tr",
          { class: SIGNS[sign] ?? "" },
          part("td.no", sign === "+" ? "" : each.old),
          part("td.no", sign === "-" ? "" : each.new),
          codeCells(line),
        ),
        ...notesAt(notes, each).map((note) => noteRow(note, 4)),
      );
    }
  }
  return rows;
}

/** @param {Line} line */
function codeCells([sign, ...tokens]) {
  const code = tokens.map((token) =>
    typeof token === "string" ? token : h("span", { class: `t-${token[0]}` }, token[1]),
  );
  return [part("td.mark", sign, SIGNS[sign] && unseen(SIGNS[sign])), part("td.code", code)];
}

/**
 * @param {string} kind
 * @param {number} columns
 * @param {...import("./dom.js").Child} children
 */
function wideRow(kind, columns, ...children) {
  return h("tr", { class: kind }, h("td", { colspan: columns }, ...children));
}

/**
 * @param {Note} note
 * @param {number} columns
 * @param {boolean} [isAway] - whether it is not at its line
 */
function noteRow(note, columns, isAway = false) {
  const place = isAway && note.line !== null ? `line ${note.line}: ` : "";
  return wideRow(`note ${note.kind}`, columns, `⚑ ${place}${note.text}`);
}

/**
 * The notes on a file that stand at none of its lines.
 * @param {FileDiff} file
 * @param {Note[]} notes
 * @param {number} columns
 */
function headNotes(file, notes, columns) {
  const lines = file.hunks.flatMap(placed);
  const away = notes.filter((note) => !lines.some((line) => notesAt([note], line).length > 0));
  return away.map((note) => noteRow(note, columns, true));
}

/**
 * @param {Note[]} notes
 * @param {Placed} place
 */
function notesAt(notes, place) {
  const [sign] = place.line;
  return notes.filter(({ side, line }) =>
    side === "old" ? sign !== "+" && line === place.old : sign !== "-" && line === place.new,
  );
}

/** What two candidates have in one row: nothing, where only the other adds a line. @typedef {[Placed|null, Placed|null]} Pair */

/**
 * The lines of two diffs of one file: the base's lines beside themselves, then what is added there.
 * @param {FileDiff|undefined} one
 * @param {FileDiff|undefined} other
 * @returns {Pair[]}
 */
function pairs(one, other) {
  const sides = [one, other].map((file) => {
    /** @type {Map<number, Placed>} */
    const base = new Map();
    /** By the line of the base after which they stand. @type {Map<number, Placed[]>} */
    const added = new Map();
    for (const each of file?.hunks.flatMap(placed) ?? []) {
      if (each.line[0] !== "+") base.set(each.old, each);
      else added.set(each.old - 1, [...(added.get(each.old - 1) ?? []), each]);
    }
    return { base, added };
  });
  const numbers = new Set(sides.flatMap(({ base, added }) => [...base.keys(), ...added.keys()]));
  /** @type {Pair[]} */
  const rows = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const [left, right] = sides.map(({ base }) => base.get(number));
    // What one of them leaves as it is need not be among its lines.
    if (left || right) rows.push([left ?? asIs(right), right ?? asIs(left)]);
    const [more, others] = sides.map(({ added }) => added.get(number) ?? []);
    for (let place = 0; place < Math.max(more.length, others.length); place += 1) {
      rows.push([more[place] ?? null, others[place] ?? null]);
    }
  }
  return rows;
}

/** @param {Placed|undefined} line @returns {Placed|null} */
function asIs(line) {
  if (line === undefined) return null;
  const [, ...tokens] = line.line;
  return { old: line.old, new: NaN, line: [" ", ...tokens] };
}

/**
 * @param {Pair[]} rows
 * @param {Note[][]} notes - of each side
 */
function pairRows(rows, notes) {
  let last = -Infinity;
  return rows.flatMap((pair) => {
    const shown = pair.map((side) =>
      side === null
        ? [h("td", { class: "none", colspan: 3 })]
        : [part("td.no", side.line[0] === "+" ? "" : side.old), ...codeCells(side.line)],
    );
    pair.forEach((side, place) => {
      const kind = SIGNS[side?.line[0] ?? ""] ?? "";
      for (const cell of shown[place]) if (kind) cell.classList.add(kind);
    });
    const old = (pair[0] ?? pair[1])?.old ?? 0;
    const gap = old > last + 1 && last !== -Infinity;
    last = old;
    const told = pair.flatMap((side, place) => (side ? notesAt(notes[place], side) : []));
    return [
      ...(gap ? [wideRow("hunk", 6, "⋯")] : []),
      part("tr", ...shown),
      ...told.map((note) => noteRow(note, 6)),
    ];
  });
}
