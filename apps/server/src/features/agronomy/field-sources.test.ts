import { withEdits, type WeatherHour } from '@farm3d/agronomy';
import { describe, expect, it } from 'vitest';
import { adviceOf, growthOf } from './assessments.ts';
import { type Candidate, type FieldData, settle, waterSourcesOf } from './field-sources.ts';
import type { Bucket } from './hourly-readings.ts';
import type { Plot } from './plot.ts';
import { quantityOf } from './quantities.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-06-20T02:00:00Z');

const plot = {
  id: 'plot',
  cropId: 'maize',
  cropName: '玉米',
  stages: null,
  plantDate: '2026-05-01',
  deviceIds: ['probe', 'meter', 'valve', 'neighbour'],
  ownDeviceIds: ['probe'],
  meterId: null,
  valveId: null,
  environment: 'field',
  latitude: 36.9,
  longitude: 118.7,
  elevation: 30,
  windHeight: 2,
  area: 2000,
  soilTexture: 'loam',
  fieldCapacity: null,
  wiltingPoint: null,
  soil: null,
  timeZone: 'Asia/Shanghai',
} as unknown as Plot;

let next = 0;
const device = (id: string, ...keys: string[]): Candidate =>
  ({
    row: { id, key: ++next, name: id, simulated: false },
    distanceKm: null,
    quantities: keys.flatMap((key) => {
      const quantity = quantityOf(key);
      return quantity ? [{ key, quantity }] : [];
    }),
  }) as unknown as Candidate;

const bucket = (candidate: Candidate, key: string, value: number): Bucket => ({
  device: candidate.row.key,
  key,
  ts: NOW - HOUR,
  last: NOW - HOUR,
  median: value,
  mean: value,
  low: value,
  high: value,
});

describe('water of a plot', () => {
  const neighbour = device('neighbour', 'flowRate', 'totalFlow');
  const valve = device('valve', 'flowRate');
  const meter = device('meter', 'flowRate', 'totalFlow');
  const scene = [neighbour, valve, meter];

  it('is that of its own valve, not the first flow of the scene', () => {
    const own = waterSourcesOf({ ...plot, valveId: 'valve' }, scene);
    expect(own).toEqual([{ device: valve.row.key, key: 'flowRate', kind: 'flow' }]);
    expect(waterSourcesOf(plot, scene)).toEqual([]);
  });

  it('is the total of its meter before any flow', () => {
    const own = waterSourcesOf({ ...plot, meterId: 'meter', valveId: 'valve' }, scene);
    expect(own.map(({ device: key, kind }) => [key, kind])).toEqual([
      [meter.row.key, 'waterTotal'],
      [meter.row.key, 'flow'],
      [valve.row.key, 'flow'],
    ]);
  });
});

describe('light and rain of a plot', () => {
  const station = device('station', 'airTemperature', 'solarRadiation', 'rainfall');
  const inside = device('inside', 'indoorTemperature', 'indoorRadiation');
  const buckets = [
    bucket(station, 'airTemperature', 12),
    bucket(station, 'solarRadiation', 800),
    bucket(station, 'rainfall', 7),
    bucket(inside, 'indoorTemperature', 24),
    bucket(inside, 'indoorRadiation', 430),
  ];
  const house = { ...plot, environment: 'greenhouse' } as Plot;

  it('a greenhouse has the light measured in it, and no rain', () => {
    const data = settle(house, [station, inside], buckets);
    expect(data.weather).toEqual([{ ts: NOW - HOUR, t: 24, tMin: 24, tMax: 24, radiation: 430 }]);
    expect(data).toMatchObject({ radiationInside: true, rain: [] });
    expect(data.sources.map(({ quantity }) => quantity)).not.toContain('rain');
  });

  it('without a sensor inside it has the light outdoors, which the cover reduces', () => {
    const data = settle(house, [station], buckets);
    expect(data).toMatchObject({ radiationInside: false, rain: [] });
    expect(data.weather[0]?.radiation).toBe(800);
    expect(data.notes.map(({ code }) => code)).toEqual(['no_indoor_climate']);
  });

  it('a field uses no values of a greenhouse nearby', () => {
    const data = settle(plot, [inside, station], buckets);
    expect(data.weather[0]).toMatchObject({ t: 12, radiation: 800, rain: 7 });
    expect(data.rain).toEqual([{ date: '2026-06-20', mm: 7 }]);
  });
});

it('all probes of a plot count, two at one depth as well', () => {
  const [one, other] = [
    device('probe', 'soilMoisture10', 'soilMoisture30'),
    device('meter', 'soilMoisture10'),
  ];
  const data = settle(
    plot,
    [one, other, device('stranger', 'soilMoisture10')],
    [
      bucket(one, 'soilMoisture10', 22),
      bucket(one, 'soilMoisture30', 26),
      bucket(other, 'soilMoisture10', 24),
    ],
  );
  expect(data.probes.map(({ depth, days }) => [depth, days[0]?.value])).toEqual([
    [0.1, 22],
    [0.1, 24],
    [0.3, 26],
  ]);
  expect(data.sources.map(({ deviceId, keys }) => [deviceId, keys])).toEqual([
    ['probe', ['soilMoisture10', 'soilMoisture30']],
    ['meter', ['soilMoisture10']],
  ]);
});

it('growth card and advice use the same heat sum, with a gap in the readings and with a climate record', () => {
  const weather = Array.from({ length: 50 * 24 }, (_, index): WeatherHour => {
    const sun = Math.cos((((index + 10) % 24) - 13) * (Math.PI / 12));
    return {
      ts: NOW - (50 * 24 - index) * HOUR,
      t: 20 + 7 * sun,
      rh: 60 - 20 * sun,
      radiation: Math.max(0, 700 * sun),
      wind: 2,
      rain: 0,
    };
  }).filter((_, index) => index < 300 || index > 800);
  const data = {
    weather,
    soil: [],
    probes: [],
    water: null,
    rain: [],
    sources: [],
    notes: [],
    radiationInside: false,
  } as unknown as FieldData;
  const month = { month: '2020-05', rain: 60, et0: 120, tmax: 26, tmin: 13 };
  for (const climate of [[], [month, { ...month, month: '2020-06' }]]) {
    const situation = { now: NOW, plot, data, tables: withEdits([]), climate };
    const growth = growthOf(situation);
    const advice = adviceOf(situation);
    if (!('timeline' in growth) || advice.reason !== null) throw new Error('no result');
    expect(growth.timeline.gdd).toBeGreaterThan(300);
    expect(advice.gdd).toBe(growth.timeline.gdd);
    expect(advice.stage).toEqual(growth.timeline.stage);
  }
});
