import { describe, expect, test } from 'vitest';
import { roundTo, Snapping } from './snapping.ts';

const NONE = { ctrlKey: false, metaKey: false };

describe('snapping', () => {
  test('is off by default; a held key inverts it', () => {
    const snapping = new Snapping();
    expect(snapping.isOnFor(NONE)).toBe(false);
    expect(snapping.isOnFor({ ...NONE, ctrlKey: true })).toBe(true);
    snapping.set({ isOn: true });
    expect(snapping.isOnFor(NONE)).toBe(true);
    expect(snapping.isOnFor({ ...NONE, metaKey: true })).toBe(false);
  });

  test.each([{ grid: 0 }, { angle: -1 }, { scale: Number.NaN }])('refuses invalid steps: %o', (step) => {
    expect(() => new Snapping().set(step)).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  });
});

test('multiples of a step have no rounding noise', () => {
  expect([roundTo(0.31, 0.1), roundTo(-0.04, 0.1), roundTo(7.3, 0.5)]).toEqual([0.3, 0, 7.5]);
});
