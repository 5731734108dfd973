import { expect, it } from 'vitest';
import type { DeviceRow } from '../devices/repository.ts';
import { distanceKm } from './place.ts';
import { FRESH_MS, weatherOf } from './station-weather.ts';

const NOW = 1_800_000_000_000;
const station = (id: string, latitude: number | null, longitude: number | null): DeviceRow =>
  ({ id, name: id, latitude, longitude }) as DeviceRow;
const values = (reading: Record<string, number>, ts = NOW) =>
  Object.fromEntries(Object.entries(reading).map(([key, value]) => [key, [{ ts, value }]]));

it('computes the distance from Beijing to Shanghai', () => {
  const beijing = { latitude: 39.9042, longitude: 116.4074 };
  const shanghai = { latitude: 31.2304, longitude: 121.4737 };
  expect(distanceKm(beijing, shanghai)).toBeCloseTo(1067, -1);
  expect(distanceKm(beijing, beijing)).toBe(0);
});

it('uses the nearest station, never one without a position', () => {
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

it('returns nothing when all values are old', () => {
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

// 21 June at 31° N, 105° E: a clear sky has about 1,000 W m⁻² at solar noon (05:00 UTC).
const NOON = Date.UTC(2026, 5, 21, 5);
const MIDNIGHT = Date.UTC(2026, 5, 21, 17);

it.each([
  [NOON, { rainfall: 0, solarRadiation: 980 }, '晴', null],
  [NOON, { rainfall: 0, solarRadiation: 760 }, '多云', null],
  [NOON, { rainfall: 0, solarRadiation: 300 }, '阴', null],
  [NOON, { solarRadiation: 300 }, '阴', null],
  [NOON, { rainfall: 1, airTemperature: 20, solarRadiation: 980 }, '雨', null],
  [NOON, { rainfall: 0 }, null, 'sky_unknown'],
  [MIDNIGHT, { rainfall: 0, solarRadiation: 0 }, null, 'night'],
  // At night a lamp beside the instrument is not sunshine.
  [MIDNIGHT, { rainfall: 0, solarRadiation: 50 }, null, 'night'],
  [Date.UTC(2026, 5, 20, 22, 15), { rainfall: 0, solarRadiation: 5 }, null, 'sun_low'],
])('at %d, of %j, the sky is %s, %s', (now, reading, text, reason) => {
  const report = { station: station('a', 31, 105), latest: values(reading, now) };
  expect(weatherOf([report], null, now)).toMatchObject({ text, reason });
});

it('gives no cloudiness for a station without a position', () => {
  const report = { station: station('a', null, null), latest: values({ solarRadiation: 980 }, NOON) };
  expect(weatherOf([report], null, NOON)).toMatchObject({ text: null, reason: 'sky_unknown' });
});

it('a station with nothing but texts and values of more than an hour ago has no weather', () => {
  const texts = { airTemperature: [{ ts: NOW, value: 'warm' }], mode: [] };
  expect(weatherOf([{ station: station('a', 31, 105), latest: texts }], null, NOW).source).toBeNull();
  expect(weatherOf([], null, NOW)).toEqual({
    stale: false,
    text: null,
    temperature: null,
    humidity: null,
    windSpeed: null,
    rainfall: null,
    source: null,
    station: null,
    time: null,
    reason: 'no_data',
  });
  // An hour is still recent.
  const edge = values({ airTemperature: 20 }, NOW - FRESH_MS);
  expect(weatherOf([{ station: station('a', 31, 105), latest: edge }], null, NOW).temperature).toBe(20);
});

it('without a place the station that reported last counts, with the time of its newest value', () => {
  const reports = [
    { station: station('old', 31, 105), latest: values({ airTemperature: 1 }, NOW - 60_000) },
    {
      station: station('new', 40, 110),
      latest: { ...values({ airTemperature: 2 }, NOW - 90_000), ...values({ airHumidity: 55 }, NOW - 1_000) },
    },
    { station: station('nowhere', null, null), latest: values({ airTemperature: 3 }, NOW - 70_000) },
  ];
  for (const list of [reports, reports.toReversed()])
    expect(weatherOf(list, null, NOW)).toMatchObject({
      temperature: 2,
      humidity: 55,
      windSpeed: null,
      rainfall: null,
      stale: false,
      station: { id: 'new', name: 'new', distanceKm: null },
      time: new Date(NOW - 1_000).toISOString(),
    });
});

it('of two stations at one place the one that reported last counts', () => {
  const at = { latitude: 31, longitude: 105 };
  const reports = [NOW - 60_000, NOW].map((ts, index) => ({
    station: station(String(index), 31, 105),
    latest: values({ windSpeed: index }, ts),
  }));
  expect(weatherOf(reports, at, NOW)).toMatchObject({ windSpeed: 1, station: { id: '1', distanceKm: 0 } });
});

it.each([
  [{ rainfall: 2 }, '雨'],
  [{ rainfall: 2, airTemperature: 0 }, '雪'],
  [{ rainfall: 2, airTemperature: 0.1 }, '雨'],
  [{ rainfall: 0.1, airTemperature: 5 }, '雨'],
])('of %j falls %s', (reading, text) => {
  expect(weatherOf([{ station: station('a', 31, 105), latest: values(reading) }], null, NOW)).toMatchObject({
    text,
    rainfall: reading.rainfall,
    reason: null,
  });
});

it('the sky is that of the time when the light was measured', () => {
  // Measured in the last sun, read when it has set.
  const dusk = Date.UTC(2026, 5, 21, 11, 0);
  const report = { station: station('a', 31, 105), latest: values({ solarRadiation: 330 }, dusk) };
  expect(weatherOf([report], null, dusk + 50 * 60_000).reason).not.toBe('night');
  expect(weatherOf([report], null, dusk + 50 * 60_000).time).toBe(new Date(dusk).toISOString());
});
