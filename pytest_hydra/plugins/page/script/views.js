/** The views of the page, in the order in which their scripts add them. */

/**
 * ``count`` is shown beside the title; a view is left out if it is 0. ``show`` fills the empty
 * element, once, and returns what is called then, and whenever the fragment changes while the view
 * is visible. ``key`` handles a key press, and returns whether the view used it; ``step`` is 1 for j, -1
 * for k, else 0.
 * @typedef {object} View
 * @property {string} name
 * @property {string} title
 * @property {() => Promise<number>} count
 * @property {(place: HTMLElement) => Promise<() => void>} show
 * @property {(key: string, step: number) => boolean} [key]
 */

/** @type {View[]} */
export const VIEWS = [];
