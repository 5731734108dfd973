import { expect, it } from 'vitest';
import { createBackoff } from './backoff.ts';

it('waits longer each time up to its bound, always in the upper half of its step', () => {
  const shortest = createBackoff({ baseMs: 100, maxMs: 1000, random: () => 0 });
  expect(Array.from({ length: 6 }, () => shortest.next())).toEqual([50, 100, 200, 400, 500, 500]);
  const longest = createBackoff({ baseMs: 100, maxMs: 1000, random: () => 0.5 });
  expect(Array.from({ length: 3 }, () => longest.next())).toEqual([75, 150, 300]);
  longest.reset();
  expect(longest.next()).toBe(75);
});
