import { expect, test } from 'vitest';
import { SNAP_ANGLES, SNAP_GRIDS, stepNamed } from './snap-steps.ts';

test.each([
  ['0.25', 0.25],
  ['5', 5],
  [null, 0.5],
  ['', 0.5],
  ['0.3', 0.5],
  ['0', 0.5],
  ['-1', 0.5],
  ['Infinity', 0.5],
])('a stored grid of %j is %d m: only offered steps are accepted', (text, metres) => {
  expect(stepNamed(SNAP_GRIDS, text, 0.5)).toBe(metres);
});

test('the default steps are among the offered ones, each above 0', () => {
  expect(SNAP_GRIDS).toContain(0.5);
  expect(SNAP_ANGLES).toContain(15);
  expect(Math.min(...SNAP_GRIDS, ...SNAP_ANGLES)).toBeGreaterThan(0);
});
