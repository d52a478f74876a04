/**
 * What is looked at: it stands in the fragment of the address, so that a view can be sent.
 */

/** @type {(() => void)[]} */
const listeners = [];

/** @returns {URLSearchParams} */
function current() {
  return new URLSearchParams(location.hash.slice(1));
}

/**
 * What the fragment says of this name; the empty text where it says nothing.
 * @param {string} name
 */
export function get(name) {
  return current().get(name) ?? "";
}

/**
 * The fragment with these changes. An empty text takes a name out of it.
 * @param {Record<string, string>} changes
 */
export function link(changes) {
  const state = current();
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") state.delete(name);
    else state.set(name, value);
  }
  return `#${state}`;
}

/**
 * Go there. With ``step`` the browser's way back leads to where one was.
 * @param {Record<string, string>} changes
 * @param {boolean} [step]
 */
export function go(changes, step = false) {
  const target = link(changes);
  if (target === (location.hash || "#")) return;
  try {
    history[step ? "pushState" : "replaceState"](null, "", target);
  } catch {
    location.hash = target; // where a viewer of artifacts does not allow it; this is heard anyway
    return;
  }
  changed();
}

/**
 * Call this now and whenever something else is looked at.
 * @param {() => void} listener
 */
export function listen(listener) {
  listeners.push(listener);
}

export function changed() {
  for (const listener of listeners) listener();
}

window.addEventListener("popstate", changed);
window.addEventListener("hashchange", changed);
