/**
 * One scenario, or one test: its conversation, and each check at the turn that it is about.
 */

import { button, h } from "./dom.js";
import { sign, word } from "./format.js";
import { details } from "./rows.js";

/** @typedef {import("./rows.js").Row} Row */

/**
 * Show a row in this place. ``close`` is what its button does.
 * @param {HTMLElement} place
 * @param {Row} row
 * @param {() => void} close
 */
export async function showDetails(place, row, close) {
  const { entry } = await details(row);
  place.replaceChildren(
    h("header", {}, button("Close", close, { class: "plain" }), h("h2", {}, sign(row.status), row.id)),
    h("ul", {}, entry.checks.map((/** @type {any} */ check) =>
      h("li", {}, sign(check.outcome), check.name, ": ", check.message))),
  );
}
