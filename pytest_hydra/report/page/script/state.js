/**
 * What is looked at: it stands in the fragment of the address, so that a view can be sent.
 */

/** @type {(() => void)[]} */
const listeners = [];

/** The fragment, also where a browser that is asked too often is behind with its address. */
let state = new URLSearchParams(location.hash.slice(1));

/**
 * What the fragment says of this name; the empty text where it says nothing.
 * @param {string} name
 */
export function get(name) {
  return state.get(name) ?? "";
}

/**
 * The fragment with these changes. An empty text takes a name out of it.
 * @param {Record<string, string>} changes
 */
export function link(changes) {
  const target = new URLSearchParams(state);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") target.delete(name);
    else target.set(name, value);
  }
  return `#${target}`;
}

/**
 * Go there. With ``step`` the browser's way back leads to where one was.
 * @param {Record<string, string>} changes
 * @param {boolean} [step]
 */
export function go(changes, step = false) {
  const target = link(changes);
  if (target === `#${state}`) return;
  state = new URLSearchParams(target.slice(1));
  try {
    history[step ? "pushState" : "replaceState"](null, "", target);
  } catch {
    // A viewer of artifacts may not allow it: then the address stays as it is.
  }
  tell();
}

/**
 * Call this whenever something else is looked at.
 * @param {() => void} listener
 */
export function listen(listener) {
  listeners.push(listener);
}

function tell() {
  for (const listener of listeners) listener();
}

function moved() {
  const there = new URLSearchParams(location.hash.slice(1));
  if (`${there}` === `${state}`) return;
  state = there;
  tell();
}

window.addEventListener("popstate", moved);
window.addEventListener("hashchange", moved);
