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

  test.each([
    [{ grid: 0 }, 'snap.grid'],
    [{ angle: -1 }, 'snap.angle'],
    [{ scale: Number.NaN }, 'snap.scale'],
    [{ scale: Infinity }, 'snap.scale'],
    [{ isOn: 1 as never }, 'snap.isOn'],
    [{ surface: 'no' as never }, 'snap.surface'],
    [null as never, 'snap'],
  ])('refuses %o and stays as it was', (step, field) => {
    const snapping = new Snapping();
    expect(() => snapping.set(step)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', details: expect.objectContaining({ field }) }),
    );
    expect(snapping.options).toEqual({
      isOn: false,
      grid: 0.5,
      angle: Math.PI / 12,
      scale: 0.1,
      surface: true,
    });
  });

  test('keeps what is not set', () => {
    const snapping = new Snapping();
    snapping.set({ grid: 0.25 });
    snapping.set({ surface: false });
    expect(snapping.options).toMatchObject({ isOn: false, grid: 0.25, scale: 0.1, surface: false });
  });
});

test('multiples of a step have no rounding noise', () => {
  expect([roundTo(0.31, 0.1), roundTo(-0.04, 0.1), roundTo(7.3, 0.5)]).toEqual([0.3, 0, 7.5]);
});
