import { describe, expect, it } from 'vitest';
import { createRandom } from '../core/random.ts';
import { BoxTree } from './box-tree.ts';

type Box = readonly [number, number, number, number, number, number];

/** Where a ray from (x, y, −∞) along z meets a box, by comparing corners; null when it does not. */
function entry([x0, y0, z0, x1, y1]: Box, x: number, y: number): number | null {
  return x >= x0 && x <= x1 && y >= y0 && y <= y1 ? z0 + 1000 : null;
}

function nearest(boxes: ReadonlyMap<number, Box>, x: number, y: number): number | null {
  let best: number | null = null;
  for (const box of boxes.values()) {
    const distance = entry(box, x, y);
    if (distance !== null && distance < (best ?? Infinity)) best = distance;
  }
  return best;
}

function cast(tree: BoxTree, boxes: ReadonlyMap<number, Box>, x: number, y: number): number | null {
  return (
    tree.raycast(x, y, -1000, 0, 0, 1, Infinity, (index) => entry(boxes.get(index)!, x, y))?.distance ?? null
  );
}

describe('BoxTree', () => {
  it('finds the same boxes as a linear search, through a thousand additions, moves and removals', () => {
    const random = createRandom(11);
    const tree = new BoxTree();
    const boxes = new Map<number, Box>();
    const randomBox = (): Box => {
      const [x, y, z] = [random() * 40 - 20, random() * 40 - 20, random() * 40 - 20];
      const size = 0.25 + Math.round(random() * 8) / 4;
      const fixed = [x, y, z].map((n) => Math.round(n * 4) / 4) as [number, number, number];
      return [...fixed, fixed[0] + size, fixed[1] + size, fixed[2] + size];
    };
    let hits = 0;
    for (let step = 0; step < 1_500; step++) {
      const index = Math.floor(random() * 400);
      if (random() < 0.2) {
        tree.delete(index);
        boxes.delete(index);
      } else {
        const box = randomBox();
        tree.set(index, ...box);
        boxes.set(index, box);
      }
      const [x, y] = [random() * 40 - 20, random() * 40 - 20];
      const expected = nearest(boxes, x, y);
      expect(cast(tree, boxes, x, y)).toBe(expected);
      hits += expected === null ? 0 : 1;
      expect(tree.size).toBe(boxes.size);
    }
    expect(hits).toBeGreaterThan(250);
  });

  it('tests few of ten thousand boxes, also after one moved across all of them', () => {
    const tree = new BoxTree();
    for (let i = 0; i < 10_000; i++)
      tree.set(i, i % 100, Math.floor(i / 100), 0, (i % 100) + 0.5, Math.floor(i / 100) + 0.5, 1);
    const visitedCount = (x: number, y: number) => {
      let count = 0;
      tree.raycast(x, y, -10, 0, 0, 1, Infinity, () => {
        count++;
        return null;
      });
      return count;
    };
    expect(visitedCount(50.2, 50.2)).toBe(1);
    tree.set(0, 50, 50, 5, 50.5, 50.5, 6);
    expect(visitedCount(50.2, 50.2)).toBe(2);
    expect(visitedCount(0.2, 0.2)).toBe(0);
  });

  it('is no deeper than its stack for boxes of every size in one corner', () => {
    const tree = new BoxTree();
    for (let i = 0; i < 3_000; i++) {
      const at = 2 ** -(i / 25);
      tree.set(i, at, at, at, at * 1.001, at * 1.001, at * 1.001);
    }
    const hit = tree.raycast(1.0005, 1.0005, -5, 0, 0, 1, Infinity, () => 6);
    expect(hit).toEqual({ index: 0, distance: 6 });
  });

  it('hits with a ray in the plane of a face, and misses boxes behind the origin', () => {
    const tree = new BoxTree();
    tree.set(7, 0, 0, 0, 1, 1, 1);
    expect(tree.raycast(0, 0.5, -1, 0, 0, 1, Infinity, () => 1)?.index).toBe(7);
    expect(tree.raycast(0.5, 0.5, 3, 0, 0, 1, Infinity, () => 1)).toBeNull();
    expect(tree.raycast(0.5, 0.5, -9, 0, 0, 1, 5, () => 9)).toBeNull();
  });
});
