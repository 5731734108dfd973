import { expect, it } from 'vitest';
import { devicesInForm, devicesToStore } from './plot-devices.ts';

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
