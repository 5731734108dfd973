/** Boxes per node of the tree. */
const NODE_SIZE = 16;

/** A packed R-tree over boxes in flat arrays, built once. */
export interface BoxIndex {
  /** minX, minY, maxX, maxY per entry: the items first, then level after level up to the root. */
  readonly boxes: Float32Array<ArrayBuffer>;
  /** Of an item its index; of a node the entry of its first child. */
  readonly targets: Uint32Array<ArrayBuffer>;
  /** End of each level in entries, items first. */
  readonly levelEnds: Uint32Array<ArrayBuffer>;
}

/** @param boxes minX, minY, maxX, maxY per item */
export function buildBoxIndex(boxes: Float32Array): BoxIndex {
  const count = boxes.length / 4;
  const levelEnds: number[] = [count];
  let level = count;
  let total = count;
  while (level > 1) {
    level = Math.ceil(level / NODE_SIZE);
    total += level;
    levelEnds.push(total);
  }
  const sorted = new Float32Array(total * 4);
  const targets = new Uint32Array(total);
  for (const [i, item] of sortTiles(boxes).entries()) {
    sorted.set(boxes.subarray(item * 4, item * 4 + 4), i * 4);
    targets[i] = item;
  }
  let child = 0;
  for (let depth = 1; depth < levelEnds.length; depth++) {
    for (let node = levelEnds[depth - 1]!; node < levelEnds[depth]!; node++) {
      const end = Math.min(child + NODE_SIZE, levelEnds[depth - 1]!);
      targets[node] = child;
      let minX = Infinity;
      let minY = Infinity;
      let maxX = -Infinity;
      let maxY = -Infinity;
      for (; child < end; child++) {
        minX = Math.min(minX, sorted[child * 4]!);
        minY = Math.min(minY, sorted[child * 4 + 1]!);
        maxX = Math.max(maxX, sorted[child * 4 + 2]!);
        maxY = Math.max(maxY, sorted[child * 4 + 3]!);
      }
      sorted.set([minX, minY, maxX, maxY], node * 4);
    }
  }
  return { boxes: sorted, targets, levelEnds: Uint32Array.from(levelEnds) };
}

/** Sort-tile-recursive: columns of equal count by x, each sorted by y, so that neighbours share a node. */
function sortTiles(boxes: Float32Array): number[] {
  const count = boxes.length / 4;
  const middle = (item: number, axis: 0 | 1) => boxes[item * 4 + axis]! + boxes[item * 4 + 2 + axis]!;
  const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => middle(a, 0) - middle(b, 0));
  const columns = Math.ceil(Math.sqrt(Math.ceil(count / NODE_SIZE)));
  const perColumn = Math.ceil(count / Math.max(1, columns) / NODE_SIZE) * NODE_SIZE || NODE_SIZE;
  const sorted: number[] = [];
  for (let i = 0; i < count; i += perColumn) {
    sorted.push(...order.slice(i, i + perColumn).sort((a, b) => middle(a, 1) - middle(b, 1)));
  }
  return sorted;
}

/** Calls `visit` with every item whose box intersects the given one. Allocates nothing. */
export function searchBoxes(
  index: BoxIndex,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  visit: (item: number) => void,
): void {
  const { levelEnds, targets } = index;
  if (targets.length === 0) return;
  searchNode(index, targets.length - 1, levelEnds.length - 1, minX, minY, maxX, maxY, visit);
}

function searchNode(
  index: BoxIndex,
  entry: number,
  depth: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  visit: (item: number) => void,
): void {
  const { boxes, targets, levelEnds } = index;
  const at = entry * 4;
  if (boxes[at]! > maxX || boxes[at + 1]! > maxY || boxes[at + 2]! < minX || boxes[at + 3]! < minY) return;
  if (depth === 0) {
    visit(targets[entry]!);
    return;
  }
  const first = targets[entry]!;
  const end = Math.min(first + NODE_SIZE, levelEnds[depth - 1]!);
  for (let child = first; child < end; child++) {
    searchNode(index, child, depth - 1, minX, minY, maxX, maxY, visit);
  }
}
