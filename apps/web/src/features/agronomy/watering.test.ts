import { expect, test } from 'vitest';
import type { Irrigation } from '@farm3d/api';
import { wateringRuleOf, valveMinutes } from './plot-values.ts';

const answer = (keys: string[], part: Partial<Irrigation> = {}): Irrigation =>
  ({
    plot: { name: '一号地', timeZone: 'Asia/Urumqi' },
    sources: [
      { quantity: 'rain', deviceId: 'station', keys: ['rainfall'] },
      { quantity: 'soilMoisture', deviceId: 'probe', keys },
    ],
    valveId: 'valve',
    state: { raw: 24, taw: 60, soil: { fieldCapacity: 0.25, wiltingPoint: 0.1 } },
    ...part,
  }) as Irrigation;

test('its bound is the reading at which the depletion reaches the allowed one', () => {
  // 40 % of the 15 % between field capacity and wilting point are used.
  const rule = wateringRuleOf(answer(['soilMoisture20', 'soilMoisture40']), 90);
  expect(rule).toEqual({
    plot: '一号地',
    deviceId: 'probe',
    key: 'soilMoisture20',
    below: 19,
    timeZone: 'Asia/Urumqi',
    valveId: 'valve',
    minutes: 90,
  });
  expect(wateringRuleOf(answer(['soilRelativeMoisture20']), null)).toMatchObject({
    below: 76,
    minutes: null,
  });
});

test('there is none without a probe in the soil, or without a result', () => {
  expect(wateringRuleOf(answer([]), 90)).toBeNull();
  expect(wateringRuleOf(answer(['soilMoisture20'], { sources: [] }), 90)).toBeNull();
  expect(wateringRuleOf(answer(['soilMoisture20'], { state: null }), 90)).toBeNull();
});

test.each([
  [1.5, 90],
  [0.26, 16],
  [0.001, 1],
  [12, 720],
  [40, 720],
  [null, null],
])('%j advised hours open the valve for %j minutes', (hours, minutes) => {
  expect(valveMinutes(hours)).toBe(minutes);
});
