/** Maximum triangles of a leaf, as in three-mesh-bvh. */
const LEAF_TRIANGLES = 10;
const NODE_BYTES = 32;
const LEAF_MARK = 0xffff;
/** Bits per axis of a Morton code. */
const BITS = 10;
const CELLS = 2 ** BITS;

export interface Hierarchy {
  /** three-mesh-bvh's packed form, version 1 (0.9.17): bounds; right child or first triangle; axis or count. */
  readonly root: ArrayBuffer;
  /** Triangle indices in the order of the leaves. */
  readonly index: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
}

/**
 * Builds a tree in three-mesh-bvh's format, several times faster than its own builder: triangles are sorted once by the
 * Morton code of their centres, whereas that builder passes over all triangles on every level. The boxes overlap slightly
 * more, so a ray test visits more of them.
 * @param index three per triangle, each below the vertex count; a multiple of three
 */
export function buildHierarchy(
  positions: Float32Array,
  index: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
): Hierarchy {
  const count = index.length / 3;
  const codes = centreCodes(positions, index, count);
  const order = sortedBy(codes, count);
  const sorted = index.slice();
  const sortedCodes = new Uint32Array(count);
  for (let t = 0; t < count; t++) {
    const from = order[t]! * 3;
    sorted[t * 3] = index[from]!;
    sorted[t * 3 + 1] = index[from + 1]!;
    sorted[t * 3 + 2] = index[from + 2]!;
    sortedCodes[t] = codes[order[t]!]!;
  }
  return { root: new TreeWriter(positions, sorted, sortedCodes).write(count), index: sorted };
}

/** Morton code of each triangle's centre in a grid over all centres. */
function centreCodes(
  positions: Float32Array,
  index: Uint16Array | Uint32Array,
  count: number,
): Uint32Array<ArrayBuffer> {
  const centres = new Float32Array(count * 3);
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let t = 0; t < count; t++) {
    const a = index[t * 3]! * 3;
    const b = index[t * 3 + 1]! * 3;
    const c = index[t * 3 + 2]! * 3;
    for (let axis = 0; axis < 3; axis++) {
      const centre = (positions[a + axis]! + positions[b + axis]! + positions[c + axis]!) / 3;
      centres[t * 3 + axis] = centre;
      if (centre < min[axis]!) min[axis] = centre;
      if (centre > max[axis]!) max[axis] = centre;
    }
  }
  // One scale for all axes: cells are cubes, and long objects are split along their length first.
  const span = Math.max(max[0]! - min[0]!, max[1]! - min[1]!, max[2]! - min[2]!);
  const scale = span > 0 ? (CELLS - 1) / span : 0;
  const codes = new Uint32Array(count);
  for (let t = 0; t < count; t++) {
    const x = spreadBits(((centres[t * 3]! - min[0]!) * scale) | 0);
    const y = spreadBits(((centres[t * 3 + 1]! - min[1]!) * scale) | 0);
    const z = spreadBits(((centres[t * 3 + 2]! - min[2]!) * scale) | 0);
    codes[t] = (x << 2) | (y << 1) | z;
  }
  return codes;
}

/** Inserts two zero bits after each of ten bits. */
function spreadBits(value: number): number {
  let v = value & (CELLS - 1);
  v = (v | (v << 16)) & 0x030000ff;
  v = (v | (v << 8)) & 0x0300f00f;
  v = (v | (v << 4)) & 0x030c30c3;
  return (v | (v << 2)) & 0x09249249;
}

/** Radix sort, ten bits per pass. */
function sortedBy(codes: Uint32Array, count: number): Uint32Array {
  let from = new Uint32Array(count);
  let to = new Uint32Array(count);
  for (let t = 0; t < count; t++) from[t] = t;
  const starts = new Uint32Array(CELLS);
  for (let shift = 0; shift < 3 * BITS; shift += BITS) {
    starts.fill(0);
    for (let t = 0; t < count; t++) starts[(codes[t]! >>> shift) & (CELLS - 1)]!++;
    let sum = 0;
    for (let cell = 0; cell < CELLS; cell++) {
      const size = starts[cell]!;
      starts[cell] = sum;
      sum += size;
    }
    for (let t = 0; t < count; t++) {
      const id = from[t]!;
      to[starts[(codes[id]! >>> shift) & (CELLS - 1)]!++] = id;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Reused for all trees: clearing a new buffer costs more than writing the nodes. */
let scratch = new ArrayBuffer(0);

class TreeWriter {
  readonly #positions: Float32Array;
  readonly #index: Uint16Array | Uint32Array;
  readonly #codes: Uint32Array;
  #floats = new Float32Array(0);
  #longs = new Uint32Array(0);
  #shorts = new Uint16Array(0);
  #nodes = 0;

  constructor(positions: Float32Array, index: Uint16Array | Uint32Array, codes: Uint32Array) {
    this.#positions = positions;
    this.#index = index;
    this.#codes = codes;
  }

  write(count: number): ArrayBuffer {
    // A leaf has at least one triangle, and a binary tree one node less than twice its leaves.
    const needed = NODE_BYTES * Math.max(1, 2 * count - 1);
    if (scratch.byteLength < needed) scratch = new ArrayBuffer(needed);
    const buffer = scratch;
    this.#floats = new Float32Array(buffer);
    this.#longs = new Uint32Array(buffer);
    this.#shorts = new Uint16Array(buffer);
    this.#node(0, count);
    return buffer.slice(0, this.#nodes * NODE_BYTES);
  }

  /** Depth first: the left child follows its parent, the right one is at an offset. */
  #node(start: number, end: number): number {
    const node = this.#nodes++;
    const at = node * 8;
    if (end - start <= LEAF_TRIANGLES) {
      this.#leafBounds(at, start, end);
      this.#longs[at + 6] = start;
      this.#shorts[at * 2 + 14] = end - start;
      this.#shorts[at * 2 + 15] = LEAF_MARK;
      return at;
    }
    const [middle, axis] = this.#split(start, end);
    const left = this.#node(start, middle);
    this.#longs[at + 6] = this.#nodes - node;
    this.#longs[at + 7] = axis;
    const right = this.#node(middle, end);
    const f = this.#floats;
    for (let i = 0; i < 3; i++) {
      f[at + i] = Math.min(f[left + i]!, f[right + i]!);
      f[at + 3 + i] = Math.max(f[left + 3 + i]!, f[right + 3 + i]!);
    }
    return at;
  }

  /** Where the highest differing bit changes from 0 to 1, and its axis. */
  #split(start: number, end: number): readonly [middle: number, axis: number] {
    const codes = this.#codes;
    const differing = codes[start]! ^ codes[end - 1]!;
    if (differing === 0) return [(start + end) >> 1, 0];
    const bit = 31 - Math.clz32(differing);
    let low = start;
    let high = end - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((codes[middle]! >>> bit) & 1) high = middle;
      else low = middle;
    }
    return [high, 2 - (bit % 3)];
  }

  #leafBounds(at: number, start: number, end: number): void {
    const p = this.#positions;
    for (let axis = 0; axis < 3; axis++) {
      let min = Infinity;
      let max = -Infinity;
      for (let i = start * 3; i < end * 3; i++) {
        const value = p[this.#index[i]! * 3 + axis]!;
        if (value < min) min = value;
        if (value > max) max = value;
      }
      this.#floats[at + axis] = min;
      this.#floats[at + 3 + axis] = max;
    }
  }
}
