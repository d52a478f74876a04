/** Diffs of one candidate, or of two side by side, with notes at their lines. */

import { h, part, unseen } from "./dom.js";
import { counted } from "./format.js";

/** A plain text, or a kind and a text. @typedef {string|[kind: string, text: string]} Token */
/** @typedef {[sign: string, ...tokens: Token[]]} Line */
/** @typedef {{old: number, new: number, head: string, lines: Line[]}} Hunk */
/** @typedef {{text: string, file: string|null, side: "old"|"new"|null, line: number|null}} Note */
/** @typedef {{path: string, old_path: string|null, change: any, hunks: Hunk[], cut: number}} FileDiff */
/** A candidate's changes to the base. @typedef {{name: string, files: FileDiff[], notes: Note[]}} Side */
/** A line with its numbers in the base and the candidate, and git's hunk heading. @typedef {{old: number, new: number, line: Line, head?: string}} Placed */
/** The line of each side in a row; null if only the other side adds a line. @typedef {(Placed|null)[]} Row */

/** The first file is open, and further ones up to this number of lines. */
const MOST_OPEN = 600;

/** @type {Record<string, string>} */
const SIGNS = { "+": "added", "-": "gone" };

/**
 * The files of one candidate, or of two with the same base side by side. Long files are drawn when
 * they are opened.
 * @param {Side[]} sides
 * @param {number} [most] - the lines of the files that are open; by default the first one is open
 */
export function diff(sides, most) {
  const paths = [...new Set(sides.flatMap(({ files }) => files.map(basePath)))];
  let room = most ?? MOST_OPEN;
  return paths.map((path, place) => {
    const files = sides.map((side) => side.files.find((file) => basePath(file) === path));
    const file = /** @type {FileDiff} */ (files.find((each) => each !== undefined));
    const notes = sides.map((side, place) => {
      const own = (files[place] ?? file).path;
      return side.notes.filter((note) => note.file === own);
    });
    const rows = rowsOf(files);
    room -= rows.length;
    const names = sides.map(({ name }) => h("th", { colspan: 3, scope: "col" }, name));
    const columns = sides.flatMap(() => ["col.no", "col.mark", "col"]);
    const draw = () =>
      part(
        sides.length > 1 ? "table.two" : "table",
        part("colgroup", columns.map((column) => part(column))),
        sides.length > 1 && part("thead", part("tr", names)),
        part("tbody", headNotes(rows, notes), rowElements(rows, notes)),
      );
    return fileElement(files, file, notes.flat().length, room >= 0 || (most === undefined && place === 0), draw);
  });
}

/** @param {FileDiff} file */
function basePath(file) {
  return file.old_path ?? file.path;
}

/**
 * @param {(FileDiff|undefined)[]} files - of each side
 * @param {FileDiff} file - the first of ``files`` that is defined
 * @param {number} notes @param {boolean} isOpen
 * @param {() => HTMLElement} draw - draws the content when it is opened
 */
function fileElement(files, file, notes, isOpen, draw) {
  const about = [
    file.old_path && `from ${file.old_path}`,
    file.change.binary && "binary",
    file.change.formatting > 0 && `${counted(file.change.formatting, "line")} only formatted`,
    file.cut > 0 && `${counted(file.cut, "changed line")} not shown: see the run folder`,
  ];
  const element = h(
    "details",
    { class: "file", open: isOpen, toggle: () => fill() },
    part(
      "summary",
      part("code.path", file.path),
      part("span.soft", about.filter(Boolean).join(" · ")),
      notes > 0 && part("span.noted", `⚑ ${counted(notes, "note")}`),
      files.map((each) => part("span.changed", lineCounts(each))),
    ),
  );
  const fill = () => {
    if (element.hasAttribute("open") && element.children.length === 1) {
      element.append(
        h("div", { class: "wide diff", tabindex: 0, role: "group", "aria-label": file.path }, draw()),
      );
    }
  };
  fill();
  return element;
}

/** @param {FileDiff|undefined} file */
function lineCounts(file) {
  if (file === undefined) return "unchanged";
  const { status = "modified", added, removed } = file.change;
  return [
    status !== "modified" && `${status.replace("_", " ")} `,
    part("span.better", `+${added}`),
    " ",
    part("span.worse", `−${removed}`),
  ];
}

/**
 * Rows of the base's lines on all sides, each followed by the lines added there.
 * @param {(FileDiff|undefined)[]} files - of each side
 * @returns {Row[]}
 */
function rowsOf(files) {
  const sides = files.map((file) => {
    /** @type {Map<number, Placed>} */
    const base = new Map();
    /** Added lines by the line of the base before them. @type {Map<number, Placed[]>} */
    const added = new Map();
    for (const each of file?.hunks.flatMap(placeLines) ?? []) {
      if (each.line[0] !== "+") base.set(each.old, each);
      else if (!added.get(each.old - 1)?.push(each)) added.set(each.old - 1, [each]);
    }
    return { base, added };
  });
  const numbers = new Set(sides.flatMap(({ base, added }) => [...base.keys(), ...added.keys()]));
  return [...numbers]
    .sort((one, other) => one - other)
    .flatMap((number) => {
      const own = sides.map(({ base }) => base.get(number));
      const known = own.find((each) => each !== undefined);
      // A side that leaves the line unchanged may not have it in its hunks.
      const rows = known ? [own.map((each) => each ?? unchangedLine(known))] : [];
      const added = sides.map((side) => side.added.get(number) ?? []);
      const most = Math.max(...added.map((lines) => lines.length));
      const more = Array.from({ length: most }, (_, at) => added.map((lines) => lines[at] ?? null));
      return [...rows, ...more];
    });
}

/** @param {Hunk} hunk @returns {Placed[]} */
function placeLines(hunk) {
  let before = hunk.old;
  let after = hunk.new;
  return hunk.lines.map((line, number) => {
    const head = number === 0 ? hunk.head : undefined;
    const found = { old: before, new: after, line, head };
    if (line[0] !== "+") before += 1;
    if (line[0] !== "-") after += 1;
    return found;
  });
}

/** @param {Placed} line @returns {Placed} */
function unchangedLine({ old, line: [, ...tokens] }) {
  return { old, new: NaN, line: [" ", ...tokens] };
}

/** @param {Row[]} rows @param {Note[][]} notes - of each side */
function rowElements(rows, notes) {
  const columns = 3 * notes.length;
  let last = 0;
  return rows.flatMap((row) => {
    const old = row.find((each) => each !== null)?.old ?? 0;
    const isGap = old > last + 1;
    last = old;
    return [
      isGap && wideRow("hunk", columns, `⋯ ${row.find((each) => each?.head)?.head ?? ""}`),
      part("tr", row.map(cells)),
      ...notesAt(notes, row).map((note) => wideRow("note", columns, `⚑ ${note.text}`)),
    ];
  });
}

/** @param {Placed|null} place */
function cells(place) {
  if (place === null) return h("td", { class: "none", colspan: 3 });
  const [sign, ...tokens] = place.line;
  const kind = SIGNS[sign] ?? "";
  const code = tokens.map((token) =>
    typeof token === "string" ? token : part(`span.t-${token[0]}`, token[1]),
  );
  // A removed line only has a number in the base.
  const number = sign === "-" ? place.old : place.new || "";
  return [
    h("td", { class: `no ${kind}` }, number),
    h("td", { class: `mark ${kind}` }, sign, kind && unseen(kind)),
    h("td", { class: `code ${kind}` }, code),
  ];
}

/**
 * A row across all columns: a gap between hunks, or a note.
 * @param {"hunk"|"note"} kind @param {number} columns @param {string} text
 */
function wideRow(kind, columns, text) {
  return part(`tr.${kind}`, h("td", { colspan: columns }, text));
}

/** The notes that belong to none of the lines. @param {Row[]} rows @param {Note[][]} notes */
function headNotes(rows, notes) {
  const there = new Set(rows.flatMap((row) => notesAt(notes, row)));
  const away = notes.flat().filter((note) => !there.has(note));
  return away.map(({ line, text }) =>
    wideRow("note", 3 * notes.length, `⚑ ${line === null ? "" : `line ${line}: `}${text}`),
  );
}

/** @param {Note[][]} notes @param {Row} row */
function notesAt(notes, row) {
  return row.flatMap((place, side) =>
    notes[side].filter((note) => {
      const sign = place?.line[0] ?? "";
      if (note.side === "old") return sign !== "+" && note.line === place?.old;
      return sign !== "-" && note.line === place?.new;
    }),
  );
}
