import { expect, it } from 'vitest';
import { createBackoff } from './backoff.ts';

it('doubles the delay up to its maximum, with jitter in the upper half of each step', () => {
  const shortest = createBackoff({ baseMs: 100, maxMs: 1000, random: () => 0 });
  expect(Array.from({ length: 6 }, () => shortest.next())).toEqual([50, 100, 200, 400, 500, 500]);
  const longest = createBackoff({ baseMs: 100, maxMs: 1000, random: () => 0.5 });
  expect(Array.from({ length: 3 }, () => longest.next())).toEqual([75, 150, 300]);
  longest.reset();
  expect(longest.next()).toBe(75);
});
