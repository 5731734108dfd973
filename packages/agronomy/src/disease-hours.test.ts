import { expect, it } from 'vitest';
import { type CropHour, knownHours, longestRun, wetSpells } from './disease-hours.ts';

const HOUR = 3_600_000;
/** Midnight in China. */
const START = Date.UTC(2026, 4, 31, 16);

/** Wet hours at these hours after midnight. */
const wetAt = (...hours: number[]): CropHour[] =>
  hours.map((hour) => ({ ts: START + hour * HOUR, t: 15, rh: 97 }));
const spells = (hours: CropHour[]) => wetSpells(knownHours(hours), 90).map((spell) => spell.hours);

it.each([
  ['one lost hour', wetAt(1, 2, 3, 5, 6), [5]],
  ['two lost hours', wetAt(1, 2, 3, 6, 7), [3, 2]],
  ['a lost day', wetAt(1, 2, 27, 28, 29), [2, 3]],
])('a wet spell ends with a gap of more than two hours: %s', (_, hours, expected) => {
  expect(spells(hours)).toEqual(expected);
});

it('a dry hour, or one of unknown wetness, ends a wet spell', () => {
  const hours = wetAt(1, 2, 3, 4, 5);
  expect(spells(hours.map((hour, at) => (at === 2 ? { ...hour, rh: 60 } : hour)))).toEqual([2, 2]);
  expect(spells(hours.map((hour, at) => (at === 2 ? { ...hour, rh: null } : hour)))).toEqual([2, 2]);
});

it('a leaf wetness sensor decides before the humidity', () => {
  expect(spells(wetAt(1, 2).map((hour) => ({ ...hour, wet: false })))).toEqual([]);
});

it('the longest run starts anew after each hour that does not satisfy the condition', () => {
  const hours = knownHours(wetAt(1, 2, 3, 4, 5, 6));
  const held = new Set([1, 2, 4, 5, 6].map((hour) => START + hour * HOUR));
  expect(longestRun(hours, ({ ts }) => held.has(ts))).toBe(3);
  expect(longestRun(hours, () => false)).toBe(0);
});
