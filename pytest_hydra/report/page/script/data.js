/**
 * The data of the page: compressed blocks of JSON, which are unpacked on demand.
 */

/** The number of part blocks, such as ``scenarios-3``, that stay unpacked. */
const MOST_PARTS = 12;

/** @type {Map<string, Promise<any>>} */
const blocks = new Map();

/**
 * The value of a block, null if there is none. Only the parts used last stay in memory.
 * @param {string} name
 * @returns {Promise<any>}
 */
export function load(name) {
  const found = blocks.get(name) ?? unpack(name);
  // The block used last is the last of the map.
  blocks.delete(name);
  blocks.set(name, found);
  const parts = [...blocks.keys()].filter((key) => /-\d+$/.test(key));
  if (parts.length > MOST_PARTS) blocks.delete(parts[0]);
  return found;
}

/**
 * @param {string} name
 * @returns {Promise<any>}
 */
async function unpack(name) {
  const element = document.getElementById(`data-${name}`);
  if (element === null) return null;
  const packed = atob(element.textContent ?? "");
  const bytes = new Uint8Array(packed.length);
  for (let place = 0; place < packed.length; place += 1) bytes[place] = packed.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
