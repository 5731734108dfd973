import { afterEach, expect, it } from 'vitest';
import { setUnits, shownUnit } from './readings.ts';

afterEach(() => setUnits('metric'));

it('shows values in the units of the device until somebody chooses others', () => {
  expect([shownUnit('℃').unit, shownUnit('℃').of(20)]).toEqual(['℃', 20]);
  setUnits('imperial');
  expect([shownUnit('℃').unit, shownUnit('℃').of(20)]).toEqual(['℉', 68]);
  expect([shownUnit('mm').unit, shownUnit('mm').of(50.8)]).toEqual(['in', 2]);
  expect([shownUnit('m/s').unit, shownUnit('m/s').of(0.447_04)]).toEqual(['mph', 1]);
});

it('leaves other units, and what is no number', () => {
  setUnits('imperial');
  expect([shownUnit('%').unit, shownUnit('%').of(40)]).toEqual(['%', 40]);
  expect([shownUnit('℃').of(null), shownUnit('℃').of('n/a'), shownUnit('℃').of(true)]).toEqual([
    null,
    'n/a',
    true,
  ]);
});
