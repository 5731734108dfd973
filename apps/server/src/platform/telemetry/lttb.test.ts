import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lttb } from './lttb.ts';

const line = (values: readonly number[]) => values.map((value, i) => ({ ts: i * 1000, value }));

describe('downsampling by largest triangles', () => {
  it('leaves a short line as it is', () => {
    const points = line([1, 2, 3]);
    expect(lttb(points, 3)).toEqual(points);
    expect(lttb(points, 10)).toEqual(points);
    expect(lttb([], 5)).toEqual([]);
  });

  it('keeps the peak that a mean would flatten', () => {
    const values = Array.from({ length: 1000 }, () => 20);
    values[637] = 90;
    expect(lttb(line(values), 20).map(({ value }) => value)).toContain(90);
  });

  it('by hand: of 1 0 5 0 1 in three points keeps the ends and the peak', () => {
    expect(lttb(line([1, 0, 5, 0, 1]), 3).map(({ value }) => value)).toEqual([1, 5, 1]);
  });

  it('by hand: every part gives the point that stands out most from its neighbours', () => {
    const values = [0, 1, 9, 1, 2, -8, 2, 1, 0, 3];
    expect(lttb(line(values), 4).map(({ value }) => value)).toEqual([0, 9, -8, 3]);
    // A slope is no peak: the value that leaves the line is chosen, not the highest.
    expect(lttb(line([0, 10, 12, 30, 40, 50, 60]), 3).map(({ value }) => value)).toEqual([0, 12, 60]);
  });

  it('has one point or two where no more are asked for', () => {
    const points = line([5, 6, 7, 8]);
    expect([0, 1, 2].map((count) => lttb(points, count).map(({ value }) => value))).toEqual([
      [5],
      [5],
      [5, 8],
    ]);
    expect(lttb(points, 4)).not.toBe(points);
  });

  it('answers only points that there were, in order, first and last among them, never too many', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), { minLength: 1 }),
        fc.integer({ min: 2, max: 50 }),
        (values, count) => {
          const points = line(values);
          const chosen = lttb(points, count);
          expect(chosen.length).toBeLessThanOrEqual(Math.max(count, 1));
          expect(chosen[0]).toBe(points[0]);
          expect(chosen.at(-1)).toBe(points.length === 1 ? points[0] : points.at(-1));
          const order = chosen.map((point) => points.indexOf(point));
          expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
          expect(order).not.toContain(-1);
        },
      ),
    );
  });
});
