/** Maximum boxes of a leaf. */
const MAX_LEAF_BOXES = 4;
/** Six numbers per node: minimum and maximum corner. */
const BOX = 6;
/** Beyond this depth nodes are split by count, which limits the depth. */
const MAX_DEPTH = 48;
/** Maximum boxes outside the tree before it is rebuilt; they are tested one by one. */
const MAX_LOOSE = 64;

/** Distance along the ray to the object of this index, or null; only hits nearer than `best` count. */
export type BoxVisitor = (index: number, best: number) => number | null;

/**
 * A bounding volume hierarchy in flat arrays, over indices of the caller. Moving a box grows its ancestors; a new box stays
 * outside the tree until the next build; a query rebuilds a stale tree.
 */
export class BoxTree {
  /** Minimum and maximum corner of each index. */
  #boxes = new Float32Array(64 * BOX);
  #isIn = new Uint8Array(64);
  #count = 0;
  readonly #loose = new Set<number>();
  #isStale = false;
  /** Nodes in depth-first order: the first child follows its parent. */
  #nodes = new Float32Array(0);
  /** Index of the second child, or −1 − (position of the leaf's first entry). */
  #links = new Int32Array(0);
  #sizes = new Uint8Array(0);
  #parents = new Int32Array(0);
  #entries = new Uint32Array(0);
  #entryCount = 0;
  /** The leaf of an index; −1: outside the tree or removed. */
  #leafOf = new Int32Array(64).fill(-1);
  #moves = 0;
  readonly #stack = new Int32Array(128);
  readonly #distances = new Float64Array(128);

  /** Number of boxes. */
  get size(): number {
    return this.#count;
  }

  /** Adds or moves a box. */
  set(index: number, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void {
    if (index >= this.#isIn.length) this.#reserve(index + 1);
    const at = index * BOX;
    const boxes = this.#boxes;
    boxes[at] = x0;
    boxes[at + 1] = y0;
    boxes[at + 2] = z0;
    boxes[at + 3] = x1;
    boxes[at + 4] = y1;
    boxes[at + 5] = z1;
    if (this.#isIn[index] === 0) {
      this.#isIn[index] = 1;
      this.#count++;
      this.#leafOf[index] = -1;
      this.#addLoose(index);
    } else if (this.#leafOf[index]! >= 0 && !this.#isStale) this.#refit(this.#leafOf[index]!);
  }

  delete(index: number): void {
    if (!this.#isIn[index]) return;
    this.#isIn[index] = 0;
    this.#count--;
    this.#loose.delete(index);
    // Its entry in the leaf stays, marked by isIn, until the next build.
    this.#leafOf[index] = -1;
    if (++this.#moves > this.#count) this.#isStale = true;
  }

  /** Corners of all boxes, read only: six numbers from `index * 6`. */
  get boxes(): Float32Array {
    return this.#boxes;
  }

  /**
   * The nearest index on a ray.
   * @param visit called for each index whose box the ray enters before the best hit so far
   */
  raycast(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    maxDistance: number,
    visit: BoxVisitor,
  ): { index: number; distance: number } | null {
    this.#build();
    const ix = inverse(dx);
    const iy = inverse(dy);
    const iz = inverse(dz);
    let best = maxDistance;
    let found = -1;
    const tryOne = (index: number) => {
      if (this.#isIn[index] === 0) return;
      if (enter(this.#boxes, index * BOX, ox, oy, oz, ix, iy, iz) >= best) return;
      const distance = visit(index, best);
      if (distance === null || distance >= best) return;
      best = distance;
      found = index;
    };
    for (const index of this.#loose) tryOne(index);
    if (this.#entryCount > 0) {
      const stack = this.#stack;
      const distances = this.#distances;
      const nodes = this.#nodes;
      let depth = 0;
      stack[0] = 0;
      distances[0] = enter(nodes, 0, ox, oy, oz, ix, iy, iz);
      while (depth >= 0) {
        const node = stack[depth]!;
        if (distances[depth--]! >= best) continue;
        const link = this.#links[node]!;
        if (link < 0) {
          const first = -1 - link;
          for (let e = first; e < first + this.#sizes[node]!; e++) {
            const index = this.#entries[e]!;
            if (this.#leafOf[index] === node) tryOne(index);
          }
          continue;
        }
        const near = enter(nodes, (node + 1) * BOX, ox, oy, oz, ix, iy, iz);
        const far = enter(nodes, link * BOX, ox, oy, oz, ix, iy, iz);
        // The nearer child first: its hit may make the other one unnecessary.
        const isSwapped = far < near;
        depth++;
        stack[depth] = isSwapped ? node + 1 : link;
        distances[depth] = isSwapped ? near : far;
        depth++;
        stack[depth] = isSwapped ? link : node + 1;
        distances[depth] = isSwapped ? far : near;
      }
    }
    return found < 0 ? null : { index: found, distance: best };
  }

  #addLoose(index: number): void {
    if (this.#isStale) return;
    this.#loose.add(index);
    if (this.#loose.size > Math.max(MAX_LOOSE, this.#count >> 4)) this.#isStale = true;
  }

  #refit(leaf: number): void {
    const nodes = this.#nodes;
    const boxes = this.#boxes;
    if (++this.#moves > this.#count) {
      // After many moves the tree is loose: the next query rebuilds it.
      this.#isStale = true;
      return;
    }
    const at = leaf * BOX;
    const first = -1 - this.#links[leaf]!;
    clear(nodes, at);
    for (let e = first; e < first + this.#sizes[leaf]!; e++) {
      const index = this.#entries[e]!;
      if (this.#leafOf[index] === leaf) widen(nodes, at, boxes, index * BOX);
    }
    for (let node = this.#parents[leaf]!; node >= 0; node = this.#parents[node]!) {
      clear(nodes, node * BOX);
      widen(nodes, node * BOX, nodes, (node + 1) * BOX);
      widen(nodes, node * BOX, nodes, this.#links[node]! * BOX);
    }
  }

  /** Splits at the middle of the longest side of the centres: not the best tree, but fast to build. */
  #build(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#moves = 0;
    this.#loose.clear();
    const count = this.#count;
    if (this.#entries.length < count) {
      const capacity = Math.max(64, count * 2);
      this.#entries = new Uint32Array(capacity);
      this.#nodes = new Float32Array(capacity * 2 * BOX);
      this.#links = new Int32Array(capacity * 2);
      this.#sizes = new Uint8Array(capacity * 2);
      this.#parents = new Int32Array(capacity * 2);
    }
    let entry = 0;
    for (let index = 0; index < this.#isIn.length; index++)
      if (this.#isIn[index]) this.#entries[entry++] = index;
    this.#entryCount = count;
    if (count > 0) this.#split(0, count, 0, -1, 0);
  }

  /** @returns the index behind the last node of this subtree */
  #split(from: number, to: number, node: number, parent: number, depth: number): number {
    const nodes = this.#nodes;
    const boxes = this.#boxes;
    const entries = this.#entries;
    const at = node * BOX;
    this.#parents[node] = parent;
    clear(nodes, at);
    let [cx0, cy0, cz0, cx1, cy1, cz1] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let e = from; e < to; e++) {
      const b = entries[e]! * BOX;
      widen(nodes, at, boxes, b);
      const x = boxes[b]! + boxes[b + 3]!;
      const y = boxes[b + 1]! + boxes[b + 4]!;
      const z = boxes[b + 2]! + boxes[b + 5]!;
      if (x < cx0) cx0 = x;
      if (y < cy0) cy0 = y;
      if (z < cz0) cz0 = z;
      if (x > cx1) cx1 = x;
      if (y > cy1) cy1 = y;
      if (z > cz1) cz1 = z;
    }
    if (to - from <= MAX_LEAF_BOXES) {
      this.#links[node] = -1 - from;
      this.#sizes[node] = to - from;
      for (let e = from; e < to; e++) this.#leafOf[entries[e]!] = node;
      return node + 1;
    }
    const [sx, sy, sz] = [cx1 - cx0, cy1 - cy0, cz1 - cz0];
    const axis = sx >= sy && sx >= sz ? 0 : sy >= sz ? 1 : 2;
    const middle = [cx0 + cx1, cy0 + cy1, cz0 + cz1][axis]! / 2;
    let left = from;
    let right = to - 1;
    while (left <= right) {
      const b = entries[left]! * BOX + axis;
      if (boxes[b]! + boxes[b + 3]! < middle) left++;
      else {
        const swap = entries[left]!;
        entries[left] = entries[right]!;
        entries[right--] = swap;
      }
    }
    // All centres are equal, or the tree is too deep: split in half.
    if (left === from || left === to || depth > MAX_DEPTH) left = (from + to) >> 1;
    const second = this.#split(from, left, node + 1, node, depth + 1);
    this.#links[node] = second;
    return this.#split(left, to, second, node, depth + 1);
  }

  #reserve(minLength: number): void {
    const length = Math.max(minLength, this.#isIn.length * 2);
    const boxes = new Float32Array(length * BOX);
    boxes.set(this.#boxes);
    const isIn = new Uint8Array(length);
    isIn.set(this.#isIn);
    const leafOf = new Int32Array(length).fill(-1);
    leafOf.set(this.#leafOf);
    this.#boxes = boxes;
    this.#isIn = isIn;
    this.#leafOf = leafOf;
  }
}

/** Not Infinity: multiplied by a distance of 0 it would be NaN. */
function inverse(direction: number): number {
  return direction === 0 ? 1e30 : 1 / direction;
}

function clear(box: Float32Array, at: number): void {
  box[at] = box[at + 1] = box[at + 2] = Infinity;
  box[at + 3] = box[at + 4] = box[at + 5] = -Infinity;
}

function widen(box: Float32Array, at: number, by: Float32Array, b: number): void {
  for (let c = 0; c < 3; c++) {
    if (by[b + c]! < box[at + c]!) box[at + c] = by[b + c]!;
    if (by[b + 3 + c]! > box[at + 3 + c]!) box[at + 3 + c] = by[b + 3 + c]!;
  }
}

/** Distance at which the ray enters a box; 0 from inside, Infinity without a hit. */
function enter(
  boxes: Float32Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  ix: number,
  iy: number,
  iz: number,
): number {
  const x0 = (boxes[at]! - ox) * ix;
  const x1 = (boxes[at + 3]! - ox) * ix;
  const y0 = (boxes[at + 1]! - oy) * iy;
  const y1 = (boxes[at + 4]! - oy) * iy;
  const z0 = (boxes[at + 2]! - oz) * iz;
  const z1 = (boxes[at + 5]! - oz) * iz;
  let near = x0 < x1 ? x0 : x1;
  let far = x0 < x1 ? x1 : x0;
  const nearY = y0 < y1 ? y0 : y1;
  const farY = y0 < y1 ? y1 : y0;
  const nearZ = z0 < z1 ? z0 : z1;
  const farZ = z0 < z1 ? z1 : z0;
  if (nearY > near) near = nearY;
  if (nearZ > near) near = nearZ;
  if (farY < far) far = farY;
  if (farZ < far) far = farZ;
  if (near > far || far < 0) return Infinity;
  return near > 0 ? near : 0;
}
