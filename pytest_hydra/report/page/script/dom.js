/**
 * Elements, made node by node: nothing that others said is ever read as markup.
 */

/** What cannot be seen, or changes how its neighbours look; U+200D joins emoji. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u2800\u3164\uffa0\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu;

/**
 * The text with every character that is not plainly visible written as an escape.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(UNSEEN, (found) => {
    if (found === "\n" || found === "\t" || found === "\u200d") return found;
    const code = /** @type {number} */ (found.codePointAt(0)).toString(16);
    return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
  });
}

const SVG = "http://www.w3.org/2000/svg";
/** What is an element of a drawing. */
const DRAWN = new Set(["svg", "line", "text", "circle", "title", "polyline"]);

/** @typedef {Node|string|number|null|undefined|false|any[]} Child */
/** @typedef {string|number|boolean|null|undefined|((event: any) => void)} Attribute */

/**
 * An element. A function among the attributes listens to the event of that name; what is null or
 * false is left out.
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  /** @type {any} */
  const element = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : visible(String(value)));
  }
  element.append(...nodes(children));
  return element;
}

/**
 * An element without attributes but a class, as in `p.soft`.
 * @param {string} kind
 * @param {...Child} children
 */
export function part(kind, ...children) {
  const [tag, name] = kind.split(".");
  return h(tag, { class: name }, ...children);
}

/**
 * Short statements, of which those that say nothing are left out.
 * @param {Child[]} statements
 */
export function facts(statements) {
  return part("ul.facts", statements.filter(Boolean).map((each) => part("li", each)));
}

/**
 * Names, and what each of them is.
 * @param {Child[][]} entries
 * @param {string} [kind]
 */
export function pairs(entries, kind = "dl") {
  return part(kind, entries.map(([name, ...said]) => [part("dt", name), part("dd", said)]));
}

/**
 * @param {Child[]} children
 * @returns {(Node|string)[]}
 */
function nodes(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (Array.isArray(child)) return nodes(child);
    return [child instanceof Node ? child : visible(String(child))];
  });
}

/**
 * Words for those who hear the page.
 * @param {...Child} children
 */
export function unseen(...children) {
  return h("span", { class: "unseen" }, ...children);
}

/**
 * An action: a button, which is reached and pressed by the keyboard as well.
 * @param {Child} label
 * @param {() => void} act
 * @param {Record<string, Attribute>} [attributes]
 */
export function button(label, act, attributes = {}) {
  return h("button", { type: "button", click: act, ...attributes }, label);
}

/**
 * A choice among values, each of which may be shown as another text.
 * @param {string} label
 * @param {(string|[value: string, text: string])[]} options
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
