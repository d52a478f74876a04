/** The state of the view, kept in the fragment of the address, so that a view can be shared. */

/** @type {(() => void)[]} */
const listeners = [];

/** The fragment; a browser that throttles changes of the address may lag behind. */
let state = new URLSearchParams(location.hash.slice(1));

/** The value of a name in the fragment; empty if it is not there. @param {string} name */
export function get(name) {
  return state.get(name) ?? "";
}

/** The fragment with these changes. An empty text removes a name. @param {Record<string, string>} changes */
export function link(changes) {
  const target = new URLSearchParams(state);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") target.delete(name);
    else target.set(name, value);
  }
  return `#${target}`;
}

/**
 * Change the fragment. With ``step`` the browser's back button undoes it.
 * @param {Record<string, string>} changes @param {boolean} [step]
 */
export function go(changes, step = false) {
  const target = link(changes);
  if (target === `#${state}`) return;
  state = new URLSearchParams(target.slice(1));
  try {
    history[step ? "pushState" : "replaceState"](null, "", target);
  } catch {
    // A viewer of artifacts may forbid it: then the address stays unchanged.
  }
  notify();
}

/** Call the listener whenever the state changes. @param {() => void} listener */
export function listen(listener) {
  listeners.push(listener);
}

function notify() {
  for (const listener of listeners) listener();
}

function readAddress() {
  const there = new URLSearchParams(location.hash.slice(1));
  if (`${there}` === `${state}`) return;
  state = there;
  notify();
}

window.addEventListener("popstate", readAddress);
window.addEventListener("hashchange", readAddress);
