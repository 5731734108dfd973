import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, firstKeptDay } from './kept-days.ts';
import { readSpans } from './read-spans.ts';

const NOW = Date.UTC(2026, 2, 5, 12);
const KEPT = firstKeptDay(NOW);

/** Spans in days before the first kept one; those after it are positive. */
function spans(from: number, to: number, order?: 'ASC' | 'DESC', mostDays = 4): [number, number][] {
  const range = { startTs: KEPT + from * DAY_MS, endTs: KEPT + to * DAY_MS };
  return [...readSpans(range, { now: NOW, mostDays, ...(order && { order }) })].map(({ startTs, endTs }) => [
    (startTs - KEPT) / DAY_MS,
    (endTs - KEPT) / DAY_MS,
  ]);
}

test('packed days are read a day at first, then twice as many each time, at most so many; the rest at once', () => {
  expect(spans(-12.5, 30)).toEqual([
    [-12.5, -11.5],
    [-11.5, -9.5],
    [-9.5, -5.5],
    [-5.5, -1.5],
    [-1.5, 0],
    [0, 30],
  ]);
  expect(spans(-12.5, 30, 'ASC', 3)).toEqual([
    [-12.5, -11.5],
    [-11.5, -9.5],
    [-9.5, -6.5],
    [-6.5, -3.5],
    [-3.5, -0.5],
    [-0.5, 0],
    [0, 30],
  ]);
});

test('the newest first: what is not packed, then the days before it backwards', () => {
  expect(spans(-4.5, 30, 'DESC')).toEqual([
    [0, 30],
    [-1, 0],
    [-3, -1],
    [-4.5, -3],
  ]);
});

test('a range on one side of the first kept day has nothing of the other', () => {
  for (const order of ['ASC', 'DESC'] as const) {
    expect(spans(0, 2, order)).toEqual([[0, 2]]);
    expect(spans(1, 2, order)).toEqual([[1, 2]]);
    expect(spans(-3, -2, order)).toEqual([[-3, -2]]);
    expect(spans(-1, 0, order)).toEqual([[-1, 0]]);
    expect(spans(2, 2, order)).toEqual([]);
    expect(spans(-2, -2, order)).toEqual([]);
    expect(spans(2, 1, order)).toEqual([]);
    expect(spans(-1, -2, order)).toEqual([]);
  }
});

test('together they are the range, without a gap, in either order', () => {
  const day = fc.integer({ min: -300, max: 40 });
  fc.assert(
    fc.property(day, day, fc.integer({ min: 1, max: 40 }), (from, length, mostDays) => {
      const to = from + Math.abs(length) + 1;
      const forwards = spans(from, to, 'ASC', mostDays);
      expect(forwards[0]?.[0]).toBe(from);
      expect(forwards.at(-1)?.[1]).toBe(to);
      for (const [n, [begin]] of forwards.slice(1).entries()) expect(begin).toBe(forwards[n]?.[1]);
      const backwards = spans(from, to, 'DESC', mostDays);
      expect(backwards[0]?.[1]).toBe(to);
      expect(backwards.at(-1)?.[0]).toBe(from);
      for (const [n, [, end]] of backwards.slice(1).entries()) expect(end).toBe(backwards[n]?.[0]);
    }),
  );
});
