/**
 * A person's labels of checks and categories, saved as ``labels.jsonl``. They change no verdict, but
 * judges and runs are compared with them.
 */

import { button, choice, download, h, part } from "./dom.js";
import { counted } from "./format.js";
import { load } from "./data.js";

/**
 * ``name`` is that of a check, which has an ``outcome`` to agree with or not, or of a category.
 * ``evidence`` is the sha256 of what the label is based on.
 * ``judge`` and ``rubric`` say who judged by what, ``judged`` is its score of a category.
 * @typedef {{item: string, name: string, outcome?: string, evidence: string, judge?: string, rubric?: string, judged?: number}} Subject
 */
/** @typedef {{verdict?: string, score?: number, note: string}} Label */

/** The labels, by item, name and evidence. @type {Map<string, [Subject, Label]>} */
const labels = new Map();
/** The labels of labels.jsonl. @type {(Subject & {by: string, score: number|null, note: string})[]} */
let known = [];
/** The words for a label of a check. @type {Record<string, string>} */
const VERDICTS = { agree: "right verdict", disagree: "wrong verdict" };
let isSaved = true;
let isStored = true;
/** @type {HTMLElement|undefined} */
let bar;

/** Buttons to agree or disagree with a check, and a note; null for an ungraded check. @param {Subject} subject */
export function opinion(subject) {
  if (subject.outcome === "ungraded") return null;
  const verdicts = Object.keys(VERDICTS);
  const buttons = verdicts.map((verdict) =>
    button(VERDICTS[verdict], () =>
      setLabel(subject, labelOf(subject).verdict === verdict ? {} : { verdict }),
    ),
  );
  const draw = () => {
    const chosen = verdicts.indexOf(labelOf(subject).verdict ?? "");
    buttons.forEach((each, place) => each.setAttribute("aria-pressed", String(place === chosen)));
  };
  return field(subject, `Your opinion on ${subject.name}`, buttons, draw);
}

/** A select for a person's own score of a category, and a note. @param {Subject} subject */
export function ownScore(subject) {
  const title = `Your score for ${subject.name}`;
  const scores = ["–", ...Array.from({ length: 10 }, (_, place) => String(10 - place))];
  const select = choice(title, scores, (score) =>
    setLabel(subject, score === "–" ? {} : { score: Number(score) }),
  );
  const draw = () => {
    select.value = String(labelOf(subject).score ?? "–");
  };
  return field(subject, title, ["your score ", select], draw);
}

/** @param {Subject} subject @param {string} title @param {import("./dom.js").Child[]} parts @param {() => void} draw */
function field(subject, title, parts, draw) {
  const note = h("input", {
    "aria-label": `Note on ${subject.name}`,
    placeholder: "note",
    input: ({ target }) => setLabel(subject, { ...labelOf(subject), note: target.value }),
  });
  const update = () => {
    draw();
    note.value = labelOf(subject).note;
    note.hidden = !labels.has(key(subject));
  };
  const own = known.filter((each) => key(each) === key(subject));
  const others = own.map(({ by, outcome, score, note: why }) => {
    const verdict = score ?? VERDICTS[outcome === subject.outcome ? "agree" : "disagree"];
    return part("span.soft", `${by || "somebody"}: ${verdict}${why && ` (${why})`}`);
  });
  const element = h("div", { class: "opinion", role: "group", "aria-label": title }, parts, note, others);
  element.addEventListener("click", update);
  element.addEventListener("change", update);
  update();
  return element;
}

/** @param {Subject} subject */
function key(subject) {
  return `${subject.item}\n${subject.name}\n${subject.evidence}`;
}

/** @param {Subject} subject @returns {Label} */
function labelOf(subject) {
  return labels.get(key(subject))?.[1] ?? { note: "" };
}

/** @param {Subject} subject @param {Partial<Label>} label */
function setLabel(subject, label) {
  const { note } = labelOf(subject);
  if (label.verdict || label.score) labels.set(key(subject), [subject, { note, ...label }]);
  else labels.delete(key(subject));
  isSaved = labels.size === 0;
  isStored = withStorage((place, run) => place.setItem(run, JSON.stringify([...labels.values()])));
  drawBar();
}

/**
 * Access the browser's storage of a run; false if it is not allowed, as for some local or CI pages.
 * @param {(place: Storage, run: string) => void} use
 */
function withStorage(use) {
  try {
    use(localStorage, `labels of ${run}`);
    return true;
  } catch {
    return false;
  }
}

let run = "";
/** The name with which labels were saved last. */
let author = "";

/** Restore the labels from before the page was closed. */
export async function restore() {
  run = (await load("top")).run_id;
  known = (await load("labels")) ?? [];
  withStorage((place, name) => {
    author = place.getItem("author of labels") ?? "";
    for (const [subject, label] of JSON.parse(place.getItem(name) ?? "[]")) {
      labels.set(key(subject), [subject, label]);
    }
  });
  isSaved = labels.size === 0;
  if (!isSaved) drawBar();
}

function drawBar() {
  if (bar === undefined) {
    const name = h("input", { placeholder: "your name", "aria-label": "Your name", value: author });
    const act = button("Save labels.jsonl", () => {
      // Labels without an author are of no use to others.
      if (name.value.trim() === "") name.focus();
      else save(name.value.trim());
    });
    const status = h("span", { role: "status" });
    bar = h("aside", { class: "labels", "aria-label": "Labels" }, status, name, act);
    document.body.append(bar);
  }
  const [status] = bar.children;
  const next = isSaved ? ", saved: put the file next to hydra.toml" : "";
  status.textContent = `${counted(labels.size, "label")}${next}`;
  bar.hidden = labels.size === 0;
}

/** Save the labels as a download, one a line. @param {string} by */
function save(by) {
  withStorage((place) => place.setItem("author of labels", by));
  const lines = [...labels.values()].map(([{ item, name, outcome, evidence, judge, rubric, judged }, label]) => {
    const what = outcome === undefined ? { category: name } : { check: name, outcome };
    return `${JSON.stringify({ run, item, ...what, ...label, by, evidence, judge, rubric, judged })}\n`;
  });
  download("labels.jsonl", lines);
  isSaved = true;
  drawBar();
}

window.addEventListener("beforeunload", (event) => {
  if (!isSaved && !isStored) event.preventDefault();
});
