import { describe, expect, test } from 'vitest';
import { createRandom } from '../core/random.ts';
import { buildBoxIndex, searchBoxes } from './box-index.ts';
import { Growable } from './growable.ts';

function someBoxes(count: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const boxes = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) {
    const x = random() * 100;
    const y = random() * 100;
    boxes.set([x, y, x + random() * 8, y + random() * 8], i * 4);
  }
  return boxes;
}

function found(boxes: Float32Array, area: readonly [number, number, number, number]): number[] {
  const items: number[] = [];
  searchBoxes(buildBoxIndex(boxes), ...area, (item) => items.push(item));
  return items.sort((a, b) => a - b);
}

const overlapping = (boxes: Float32Array, [x1, y1, x2, y2]: readonly [number, number, number, number]) =>
  Array.from({ length: boxes.length / 4 }, (_, i) => i).filter(
    (i) =>
      boxes[i * 4]! <= x2 && boxes[i * 4 + 1]! <= y2 && boxes[i * 4 + 2]! >= x1 && boxes[i * 4 + 3]! >= y1,
  );

describe('a search of boxes', () => {
  test.each([0, 1, 2, 15, 16, 17, 255, 256, 257, 1000])(
    'among %i finds each that overlaps, once',
    (count) => {
      const boxes = someBoxes(count, count);
      const random = createRandom(count + 1);
      for (let i = 0; i < 50; i++) {
        const [x, y] = [random() * 110 - 5, random() * 110 - 5];
        const area = [x, y, x + random() * 30, y + random() * 30] as const;
        expect(found(boxes, area)).toEqual(overlapping(boxes, area));
      }
      expect(found(boxes, [-10, -10, 200, 200])).toHaveLength(count);
    },
  );

  test('finds those that touch it, on each side', () => {
    const box = Float32Array.of(10, 20, 30, 40);
    for (const touching of [
      [0, 0, 10, 20],
      [30, 40, 50, 50],
      [15, 25, 15, 25],
    ] as const)
      expect(found(box, touching)).toEqual([0]);
    for (const beside of [
      [0, 25, 9, 30],
      [31, 25, 40, 30],
      [15, 0, 20, 19],
      [15, 41, 20, 50],
    ] as const)
      expect(found(box, beside)).toEqual([]);
  });

  test('looks at few of many boxes', () => {
    const index = buildBoxIndex(someBoxes(4096, 5));
    // Nodes of 16 neighbours: most of them are small.
    const { boxes, levelEnds } = index;
    expect(Array.from(levelEnds)).toEqual([4096, 4352, 4368, 4369]);
    let area = 0;
    for (let node = levelEnds[0]!; node < levelEnds[1]!; node++)
      area += (boxes[node * 4 + 2]! - boxes[node * 4]!) * (boxes[node * 4 + 3]! - boxes[node * 4 + 1]!);
    expect(area / 256).toBeLessThan(300);
  });
});

describe('an array that grows', () => {
  const make = () => new Growable((length) => new Uint16Array(length), 2);

  test('keeps what was pushed, and is finished at its exact length', () => {
    const list = make();
    for (let i = 0; i < 9; i++) list.push(i);
    expect(list.length).toBe(9);
    expect(list.array.length).toBe(16);
    const finished = list.finish();
    expect(Array.from(finished)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(finished.buffer.byteLength).toBe(18);
    list.array[0] = 7;
    expect(finished[0]).toBe(0);
  });

  test('is padded to a multiple', () => {
    const list = make();
    list.push(1);
    const padded = list.finish(4);
    expect([padded.length, padded.buffer.byteLength]).toEqual([1, 8]);
  });

  test('has room for what was reserved, and grows no more for it', () => {
    const list = make();
    list.push(1);
    list.reserve(1);
    expect(list.array.length).toBe(2);
    list.reserve(20);
    expect(list.array.length).toBe(21);
    const { array } = list;
    for (let i = 0; i < 20; i++) list.push(i);
    expect(list.array).toBe(array);
    list.length = 1;
    expect(Array.from(list.finish())).toEqual([1]);
  });
});
