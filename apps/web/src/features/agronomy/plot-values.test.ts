import { expect, it } from 'vitest';
import { devicesInForm, devicesToStore, curveText, readCurve } from './plot-values.ts';

const isStation = (id: string) => id.startsWith('station');

it('editing a plot keeps the devices that have no field in the form', () => {
  const stored = ['probe-1', 'probe-2', 'station-1', 'trap'];
  const shown = devicesInForm(stored, isStation);
  expect(shown).toEqual({ probe: 'probe-1', station: 'station-1', others: ['probe-2', 'trap'] });
  expect(devicesToStore(shown).toSorted()).toEqual(stored.toSorted());
  // Another probe in the field: the rest stays.
  expect(devicesToStore({ ...shown, probe: 'probe-9' })).toEqual(['probe-9', 'station-1', 'probe-2', 'trap']);
  expect(devicesToStore({ ...shown, probe: 'trap' })).toEqual(['trap', 'station-1', 'probe-2']);
});

it('a plot without devices has none', () => {
  expect(devicesToStore(devicesInForm([], isStation))).toEqual([]);
});

it('a retention curve is parsed from its own text, with Western and Chinese punctuation', () => {
  const curve = [
    { tension: 33, vwc: 0.285 },
    { tension: 1500, vwc: 0.12 },
  ];
  expect(readCurve('33 28.5; 1500 12')).toEqual(curve);
  expect(readCurve('33：28.5；1500：12')).toEqual(curve);
  expect(readCurve(curveText(curve))).toEqual(curve);
  expect(readCurve('  ')).toBeNull();
});

it.each(['33', '33 28', 'wet; dry', '33 0.28 5; 1500 12', '0 28; 1500 12', '33 128; 1500 12'])(
  'refuses %s',
  (text) => {
    expect(readCurve(text)).toBeUndefined();
  },
);
