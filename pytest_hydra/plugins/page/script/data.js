/** The data of the page: compressed blocks of JSON, which are unpacked on demand. */

/** @type {Map<string, Promise<any>>} */
const blocks = new Map();

/** The value of a block, null if there is none. @param {string} name @returns {Promise<any>} */
export function load(name) {
  if (!blocks.has(name)) blocks.set(name, unpack(name));
  return /** @type {Promise<any>} */ (blocks.get(name));
}

/** @param {string} name @returns {Promise<any>} */
async function unpack(name) {
  const element = document.getElementById(`data-${name}`);
  if (element === null) return null;
  const packed = atob(element.textContent ?? "");
  const bytes = Uint8Array.from(packed, (byte) => byte.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
