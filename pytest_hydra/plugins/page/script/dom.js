/** Elements, created node by node: untrusted text is never parsed as markup. */

/** Characters that are invisible or change their neighbours; U+200D joins emoji. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u2800\u3164\uffa0\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu;

/** The text with invisible characters escaped. @param {string} text */
export function visible(text) {
  return text.replace(UNSEEN, (found) => {
    if (found === "\n" || found === "\t" || found === "\u200d") return found;
    const code = /** @type {number} */ (found.codePointAt(0)).toString(16);
    return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
  });
}

const SVG = "http://www.w3.org/2000/svg";
/** The tags of SVG elements. */
const DRAWN = new Set(["svg", "line", "text", "circle", "title", "polyline"]);

/** @typedef {Node|string|number|null|undefined|false|any[]} Child */
/** @typedef {string|number|boolean|null|undefined|((event: any) => void)} Attribute */

/**
 * An element. A function among the attributes listens to the event of that name; null and false are
 * skipped.
 * @template {string} Tag
 * @param {Tag} tag @param {Record<string, Attribute>} [attributes] @param {...Child} children
 * @returns {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  /** @type {any} */
  const element = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    // The value of an option is not shown, and a filter needs it as it is.
    else if (name === "value") element.setAttribute(name, String(value));
    else element.setAttribute(name, value === true ? "" : visible(String(value)));
  }
  element.append(...nodes(children));
  return element;
}

/** An element with classes, as in `p.soft`. @param {string} kind @param {...Child} children */
export function part(kind, ...children) {
  const [tag, ...names] = kind.split(".");
  return h(tag, { class: names.join(" ") || null }, ...children);
}

/** A text that scrolls if it is long, also by the keyboard. @param {...Child} children */
export function longText(...children) {
  return h("pre", { tabindex: 0 }, ...children);
}

/** A list of short statements; empty ones are skipped. @param {Child[]} statements */
export function facts(statements) {
  return part("ul.facts", statements.filter(Boolean).map((each) => part("li", each)));
}

/** A description list of names and values. @param {Child[][]} entries @param {string} [kind] */
export function pairs(entries, kind = "dl") {
  return part(kind, entries.map(([name, ...said]) => [part("dt", name), part("dd", said)]));
}

/** @param {any[]} children @returns {(Node|string)[]} */
function nodes(children) {
  const shown = children.flat(Infinity).filter((child) => (child ?? false) !== false);
  return shown.map((child) => (child instanceof Node ? child : visible(String(child))));
}

/** A table of which each cell knows the name of its column, to be stacked in a narrow window. @param {HTMLElement[]} names @param {HTMLElement[]} rows @param {string} [kind] */
export function stacked(names, rows, kind = "") {
  for (const row of rows) {
    [...row.children].forEach((cell, place) => cell.setAttribute("data-name", names[place].textContent ?? ""));
  }
  return part(`table.stacked${kind}`, part("thead", part("tr", names)), part("tbody", rows));
}

/** Text for screen readers only. @param {...Child} children */
export function unseen(...children) {
  return h("span", { class: "unseen" }, ...children);
}

/**
 * A button, which also works with the keyboard.
 * @param {Child} label @param {() => void} act @param {Record<string, Attribute>} [attributes]
 */
export function button(label, act, attributes = {}) {
  return h("button", { type: "button", click: act, ...attributes }, label);
}

/** Save a file. @param {string} name @param {string[]} parts */
export function download(name, parts) {
  const address = URL.createObjectURL(new Blob(parts, { type: "application/octet-stream" }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/**
 * A select of values, each with an optional display text.
 * @param {string} label @param {(string|[value: string, text: string])[]} options
 * @param {(value: string) => void} choose
 */
export function choice(label, options, choose) {
  const items = options.map((each) => {
    const [value, text] = typeof each === "string" ? [each, each] : each;
    return h("option", { value }, text);
  });
  const act = (/** @type {any} */ event) => choose(event.target.value);
  return h("select", { "aria-label": label, change: act }, items);
}

/**
 * Replace the children of an element, and keep the focus on the same button or link.
 * @param {HTMLElement} element @param {(HTMLElement|string)[]} children
 */
export function redraw(element, children) {
  const controls = () => [...element.querySelectorAll("a, button")];
  const place = controls().indexOf(/** @type {Element} */ (document.activeElement));
  element.replaceChildren(...children);
  /** @type {HTMLElement|undefined} */ (controls()[place])?.focus();
}

/**
 * Move the focus by so many of these links.
 * @param {number} step @param {Element[]} links
 * @returns {boolean} whether there is a step
 */
export function walk(step, links) {
  const place = links.indexOf(/** @type {Element} */ (document.activeElement)) + step;
  if (step !== 0) /** @type {HTMLElement|undefined} */ (links[Math.max(0, place)])?.focus();
  return step !== 0;
}
