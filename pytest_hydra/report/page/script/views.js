/**
 * The views of the page: each adds itself, after those of the files before it.
 */

/**
 * ``count`` is shown beside the title; a view for which it is 0 is left out. ``show`` fills the
 * empty element, once; ``update`` is called then and whenever the fragment has changed while the
 * view is looked at. ``key`` says whether the view has used a key that was pressed.
 * @typedef {object} View
 * @property {string} name
 * @property {string} title
 * @property {() => Promise<number>} count
 * @property {(place: HTMLElement) => Promise<void>} show
 * @property {() => void} [update]
 * @property {(key: string) => boolean} [key]
 */

/** @type {View[]} */
export const views = [];
