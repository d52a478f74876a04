/**
 * A person's labels of checks and categories, saved as ``labels.jsonl``. They change no verdict, but
 * judges and runs are compared with them.
 */

import { button, choice, h } from "./dom.js";
import { counted } from "./format.js";
import { load } from "./data.js";

/**
 * ``name`` is that of a check, which has an ``outcome`` to agree with or not, or of a category.
 * ``evidence`` is the sha256 of what the label is based on.
 * @typedef {object} Labelled
 * @property {string} item
 * @property {string} name
 * @property {string} [outcome]
 * @property {string} evidence
 */
/** @typedef {{verdict?: string, score?: number, note: string}} Said */

/** The labels, by item, name and evidence. @type {Map<string, [Labelled, Said]>} */
const labels = new Map();
let isSaved = true;
let isKept = true;
/** @type {HTMLElement|undefined} */
let bar;

/**
 * Buttons to agree or disagree with a check, and a note; null for an ungraded check.
 * @param {Labelled} labelled
 */
export function opinion(labelled) {
  if (labelled.outcome === "ungraded") return null;
  const buttons = ["agree", "disagree"].map((verdict) =>
    button(verdict, () => say(labelled, said(labelled).verdict === verdict ? {} : { verdict })),
  );
  const draw = () => {
    const { verdict } = said(labelled);
    for (const each of buttons) {
      each.setAttribute("aria-pressed", String(each.textContent === verdict));
    }
  };
  return field(labelled, `Your opinion on ${labelled.name}`, buttons, draw);
}

/**
 * A select for a person's own score of a category, and a note.
 * @param {Labelled} labelled
 */
export function ownScore(labelled) {
  const title = `Your score for ${labelled.name}`;
  const scores = ["–", ...Array.from({ length: 10 }, (_, place) => String(10 - place))];
  const select = choice(title, scores, (score) =>
    say(labelled, score === "–" ? {} : { score: Number(score) }),
  );
  const draw = () => {
    select.value = String(said(labelled).score ?? "–");
  };
  return field(labelled, title, ["your score ", select], draw);
}

/**
 * @param {Labelled} labelled
 * @param {string} title
 * @param {import("./dom.js").Child[]} parts
 * @param {() => void} draw
 */
function field(labelled, title, parts, draw) {
  const note = h("input", {
    "aria-label": `Note on ${labelled.name}`,
    placeholder: "note",
    input: ({ target }) => say(labelled, { ...said(labelled), note: target.value }),
  });
  const update = () => {
    draw();
    note.value = said(labelled).note;
    note.hidden = !labels.has(key(labelled));
  };
  const element = h("div", { class: "opinion", role: "group", "aria-label": title }, parts, note);
  element.addEventListener("click", update);
  element.addEventListener("change", update);
  update();
  return element;
}

/** @param {Labelled} labelled */
function key(labelled) {
  return `${labelled.item}\n${labelled.name}\n${labelled.evidence}`;
}

/** @param {Labelled} labelled @returns {Said} */
function said(labelled) {
  return labels.get(key(labelled))?.[1] ?? { note: "" };
}

/**
 * @param {Labelled} labelled
 * @param {Partial<Said>} words
 */
function say(labelled, words) {
  const { note } = said(labelled);
  if (words.verdict || words.score) labels.set(key(labelled), [labelled, { note, ...words }]);
  else labels.delete(key(labelled));
  isSaved = labels.size === 0;
  isKept = keep((place, run) => place.setItem(run, JSON.stringify([...labels.values()])));
  drawBar();
}

/**
 * Access the browser's storage of a run; false if it is not allowed, as for some local or CI pages.
 * @param {(place: Storage, run: string) => void} act
 */
function keep(act) {
  try {
    act(localStorage, `labels of ${run}`);
    return true;
  } catch {
    return false;
  }
}

let run = "";

/** Restore the labels from before the page was closed. */
export async function restore() {
  run = (await load("top")).run_id;
  keep((place, name) => {
    for (const [labelled, words] of JSON.parse(place.getItem(name) ?? "[]")) {
      labels.set(key(labelled), [labelled, words]);
    }
  });
  isSaved = labels.size === 0;
  if (!isSaved) drawBar();
}

function drawBar() {
  if (bar === undefined) {
    const name = h("input", { placeholder: "your name", "aria-label": "Your name" });
    const act = button("Save labels.jsonl", () => save(name.value));
    const status = h("span", { role: "status" });
    bar = h("aside", { class: "labels", "aria-label": "Labels" }, status, name, act);
    document.body.append(bar);
  }
  const [status] = bar.children;
  status.textContent = `${counted(labels.size, "label")}${isSaved ? ", saved" : ""}`;
  bar.hidden = labels.size === 0;
}

/**
 * Save the labels as a download, one a line.
 * @param {string} by
 */
function save(by) {
  const lines = [...labels.values()].map(([{ item, name, outcome, evidence }, words]) => {
    const what = outcome === undefined ? { category: name } : { check: name, outcome };
    return `${JSON.stringify({ run, item, ...what, ...words, by, evidence })}\n`;
  });
  const address = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  h("a", { href: address, download: "labels.jsonl" }).click();
  URL.revokeObjectURL(address);
  isSaved = true;
  drawBar();
}

window.addEventListener("beforeunload", (event) => {
  if (!isSaved && !isKept) event.preventDefault();
});
