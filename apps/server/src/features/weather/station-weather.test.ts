import { expect, it } from 'vitest';
import type { DeviceRow } from '../devices/repository.ts';
import { distanceKm, FRESH_MS, weatherOf } from './station-weather.ts';

const NOW = 1_800_000_000_000;
const station = (id: string, latitude: number | null, longitude: number | null): DeviceRow =>
  ({ id, name: id, latitude, longitude }) as DeviceRow;
const values = (reading: Record<string, number>, ts = NOW) =>
  Object.fromEntries(Object.entries(reading).map(([key, value]) => [key, [{ ts, value }]]));

it('knows the distance from Beijing to Shanghai', () => {
  const beijing = { latitude: 39.9042, longitude: 116.4074 };
  const shanghai = { latitude: 31.2304, longitude: 121.4737 };
  expect(distanceKm(beijing, shanghai)).toBeCloseTo(1067, -1);
  expect(distanceKm(beijing, beijing)).toBe(0);
});

it('asks the nearest station, and not one whose place is unknown', () => {
  const reports = [
    { station: station('far', 40, 110), latest: values({ airTemperature: 1 }) },
    { station: station('near', 31, 105), latest: values({ airTemperature: 2 }) },
    { station: station('nowhere', null, null), latest: values({ airTemperature: 3 }) },
  ];
  const weather = weatherOf(reports, { latitude: 31.1, longitude: 105 }, NOW);
  expect(weather).toMatchObject({
    temperature: 2,
    source: 'station',
    station: { id: 'near', distanceKm: 11.1 },
  });
});

it('has no data rather than old data', () => {
  const latest = values({ airTemperature: 20 }, NOW - FRESH_MS - 1);
  expect(weatherOf([{ station: station('a', 31, 105), latest }], null, NOW)).toMatchObject({
    source: null,
    reason: 'no_data',
  });
});

it.each([
  [{ rainfall: 2, airTemperature: 12 }, '雨', null],
  [{ rainfall: 2, airTemperature: -3 }, '雪', null],
  [{ rainfall: 0, airTemperature: 12 }, null, 'sky_unknown'],
])('of %j says %s', (reading, text, reason) => {
  const report = { station: station('a', 31, 105), latest: values(reading) };
  expect(weatherOf([report], null, NOW)).toMatchObject({ text, reason });
});
