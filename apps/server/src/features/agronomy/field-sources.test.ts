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

describe('the choice of devices', () => {
  const DAY = 24 * HOUR;
  /** Values of one hour, told apart by their size. */
  const at = (candidate: Candidate, key: string, value: number, ts = NOW - HOUR): Bucket => ({
    device: candidate.row.key,
    key,
    ts,
    last: ts + HOUR / 2,
    median: value,
    mean: value + 0.5,
    low: value - 3,
    high: value + 4,
  });

  it('takes each quantity from the first device that has values of it, and names it once', () => {
    const silent = device('silent', 'airTemperature', 'windSpeed');
    const first = device('first', 'airTemperature', 'airHumidity');
    const second = device('second', 'airTemperature', 'windSpeed', 'leafWetness', 'soilTemperature10');
    const data = settle(
      plot,
      [silent, first, second],
      [
        at(first, 'airTemperature', 12),
        at(first, 'airHumidity', 60),
        at(second, 'airTemperature', 19),
        at(second, 'windSpeed', 3),
        at(second, 'leafWetness', 80),
        at(second, 'soilTemperature10', 14),
      ],
    );
    expect(data.sources).toEqual(
      [
        ['temperature', 'first', 'airTemperature'],
        ['humidity', 'first', 'airHumidity'],
        ['wind', 'second', 'windSpeed'],
        ['leafWetness', 'second', 'leafWetness'],
        ['soilTemperature', 'second', 'soilTemperature10'],
      ].map(([quantity, id, key]) => ({
        quantity,
        deviceId: id,
        deviceName: id,
        keys: [key],
        simulated: false,
        distanceKm: null,
      })),
    );
    // Means of what is summed over a day, medians and extremes of what has a course.
    expect(data.weather).toEqual([
      { ts: NOW - HOUR, t: 12, tMin: 9, tMax: 16, rh: 60, rhMin: 57, rhMax: 64, wind: 3.5 },
    ]);
    expect(data.cropHours).toEqual([{ ts: NOW - HOUR, t: 12, rh: 60, wet: true, soilT: 14 }]);
  });

  it('has no values of a quantity that nobody reports', () => {
    const data = settle(plot, [device('bare')], []);
    expect(data).toMatchObject({
      weather: [],
      cropHours: [],
      soil: [],
      soilNow: [],
      rain: [],
      insects: [],
      probes: [],
      sources: [],
      notes: [],
      radiationInside: false,
    });
  });

  it('a leaf is wet from half of its sensor on', () => {
    const wet = (share: number) => {
      const leaf = device('leaf', 'leafWetness');
      return settle(plot, [leaf], [at(leaf, 'leafWetness', share)]).cropHours[0]?.wet;
    };
    expect([wet(49.9), wet(50), wet(90)]).toEqual([false, true, true]);
  });

  it('of several soil temperatures the first counts', () => {
    const soil = device('soil', 'soilTemperature5', 'soilTemperature20');
    const both = [at(soil, 'soilTemperature5', 14), at(soil, 'soilTemperature20', 11)];
    expect(settle(plot, [soil], both).cropHours.map(({ soilT }) => soilT)).toEqual([14]);
    // A device with soil moisture before it is another quantity.
    const mixed = device('mixed', 'soilMoisture10', 'soilTemperature5');
    expect(settle(plot, [mixed], [at(mixed, 'soilTemperature5', 14)]).cropHours[0]?.soilT).toBe(14);
  });

  it('hours are in the order of time, however they come', () => {
    const station = device('station', 'airTemperature');
    const hours = [3, 1, 2].map((ago) => at(station, 'airTemperature', ago, NOW - ago * HOUR));
    const data = settle(plot, [station], hours);
    expect(data.weather.map(({ t }) => t)).toEqual([3, 2, 1]);
    expect(data.cropHours.map(({ t }) => t)).toEqual([3, 2, 1]);
  });

  it('rain is summed by the local day of its hour, in the order of the days', () => {
    const gauge = device('gauge', 'rainfall');
    // 00:00 in China is 16:00 UTC of the day before.
    const midnight = Date.parse('2026-06-19T16:00:00Z');
    const data = settle(
      plot,
      [gauge],
      [
        at(gauge, 'rainfall', 4, midnight),
        at(gauge, 'rainfall', 1, midnight - HOUR),
        at(gauge, 'rainfall', 2, midnight + HOUR),
      ],
    );
    expect(data.rain).toEqual([
      { date: '2026-06-19', mm: 1.5 },
      { date: '2026-06-20', mm: 7 },
    ]);
    expect(data.cropHours.map(({ rain }) => rain)).toEqual([1.5, 4.5, 2.5]);
  });

  it('an hour that is cut by midnight belongs to the day of its last reading', () => {
    // 05:30 ahead: midnight falls within an hour of UTC.
    const zone = { ...plot, timeZone: 'Asia/Kolkata' } as Plot;
    const gauge = device('gauge', 'rainfall');
    const hour = Date.parse('2026-06-19T18:00:00Z');
    const day = (last: number) =>
      settle(zone, [gauge], [{ ...at(gauge, 'rainfall', 1, hour), last }]).rain[0]?.date;
    expect(day(hour + 50 * 60_000)).toBe('2026-06-20');
    expect(day(hour + 20 * 60_000)).toBe('2026-06-19');
  });

  it('of the catches of a day the largest counts', () => {
    const trap = device('trap', 'insectCount');
    const counts = [7, 19, 11].map((count, index) =>
      at(trap, 'insectCount', count, NOW - (3 - index) * HOUR),
    );
    const data = settle(plot, [trap], [at(trap, 'insectCount', 5, NOW - DAY), ...counts]);
    expect(data.insects).toEqual([
      { date: '2026-06-19', count: 5 },
      { date: '2026-06-20', count: 19 },
    ]);
    expect(data.sources.map(({ quantity }) => quantity)).toEqual(['insects']);
  });

  it('soil moisture has its depth, its unit and its newest reading, the upper depth first', () => {
    const probe = device(
      'probe',
      'soilRelativeMoisture30',
      'airTemperature',
      'soilMoisture10',
      'soilMoisture50',
    );
    const data = settle(
      plot,
      [probe],
      [
        at(probe, 'soilRelativeMoisture30', 71, NOW - 2 * HOUR),
        at(probe, 'soilRelativeMoisture30', 70),
        at(probe, 'soilMoisture10', 22),
        at(probe, 'airTemperature', 12),
      ],
    );
    const last = NOW - HOUR / 2;
    expect(data.soil).toEqual([
      {
        depth: 0.3,
        unit: 'relative',
        points: [
          [last - HOUR, 71],
          [last, 70],
        ],
      },
      { depth: 0.1, unit: 'percent', points: [[last, 22]] },
    ]);
    expect(data.soilNow).toEqual([
      { depth: 0.1, unit: 'percent', value: 22, ts: last },
      { depth: 0.3, unit: 'relative', value: 70, ts: last },
    ]);
  });

  it('a probe has daily means, the oldest first, and its unit', () => {
    const probe = device('probe', 'soilRelativeMoisture30', 'soilMoisture10', 'airTemperature');
    const data = settle(
      plot,
      [probe],
      [
        at(probe, 'soilMoisture10', 21, NOW - HOUR),
        at(probe, 'soilMoisture10', 25, NOW - 2 * HOUR),
        at(probe, 'soilMoisture10', 30, NOW - DAY),
        at(probe, 'soilRelativeMoisture30', 80),
        at(probe, 'airTemperature', 12),
      ],
    );
    expect(data.probes).toEqual([
      {
        depth: 0.1,
        unit: 'percent',
        days: [
          { date: '2026-06-19', value: 30 },
          { date: '2026-06-20', value: 23 },
        ],
      },
      { depth: 0.3, unit: 'relative', days: [{ date: '2026-06-20', value: 80 }] },
    ]);
  });

  it('a plot that names no devices takes every probe of its scene', () => {
    const [near, far] = [device('near', 'soilMoisture10'), device('far', 'soilMoisture20')];
    const thermometer = device('thermometer', 'airTemperature');
    const buckets = [
      at(near, 'soilMoisture10', 22),
      at(far, 'soilMoisture20', 24),
      at(thermometer, 'airTemperature', 9),
    ];
    const probed = (deviceIds: string[]) => {
      const { probes, sources } = settle({ ...plot, deviceIds }, [near, far, thermometer], buckets);
      const named = sources.filter(({ quantity }) => quantity === 'soilMoisture');
      return [probes.length, named.map(({ deviceId }) => deviceId)];
    };
    expect(probed([])).toEqual([2, ['near', 'far']]);
    // The nearest one is chosen for the drought; as a probe it is not the plot's.
    expect(probed(['far'])).toEqual([1, ['near', 'far']]);
  });
});

describe('a greenhouse without a sensor inside', () => {
  const house = { ...plot, environment: 'greenhouse' } as Plot;

  it('says so where it uses the air outdoors, once, and not where there is none', () => {
    const station = device('station', 'airTemperature', 'airHumidity');
    const air = [bucket(station, 'airTemperature', 12), bucket(station, 'airHumidity', 60)];
    const codes = (own: Plot, buckets: Bucket[]) =>
      settle(own, [station], buckets).notes.map(({ code, field }) => [code, field]);
    expect(codes(house, air)).toEqual([['no_indoor_climate', 'temperature']]);
    expect(codes(house, air.slice(1))).toEqual([]);
    expect(codes(house, [])).toEqual([]);
    expect(codes(plot, air)).toEqual([]);
  });

  it('has the humidity inside with the temperature outdoors, when only that is measured', () => {
    const station = device('station', 'airTemperature', 'airHumidity');
    const inside = device('inside', 'indoorHumidity');
    const data = settle(
      house,
      [station, inside],
      [
        bucket(station, 'airTemperature', 12),
        bucket(station, 'airHumidity', 60),
        bucket(inside, 'indoorHumidity', 88),
      ],
    );
    expect(data.weather[0]).toMatchObject({ t: 12, rh: 88 });
  });
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
