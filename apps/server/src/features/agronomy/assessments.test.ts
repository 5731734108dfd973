import { withEdits, type WeatherHour } from '@farm3d/agronomy';
import { expect, it } from 'vitest';
import { adviceOf, hourlyEt0Of } from './assessments.ts';
import type { FieldData } from './field-sources.ts';
import type { Plot } from './plot.ts';

const HOUR = 3_600_000;
/** 10:00 in China. */
const NOW = Date.parse('2026-06-20T02:00:00Z');

const plot = {
  cropId: 'maize',
  stages: null,
  plantDate: '2026-05-01',
  environment: 'field',
  latitude: 36.9,
  longitude: 118.7,
  elevation: 30,
  windHeight: 2,
  area: 1000,
  soilTexture: 'loam',
  fieldCapacity: null,
  wiltingPoint: null,
  soil: null,
  irrigationMethod: null,
  irrigationEfficiency: 0.5,
  irrigationFlow: 10,
  transmissivity: null,
  timeZone: 'Asia/Shanghai',
} as unknown as Plot;

/** Sunny days with a sun that is highest at noon in China. */
const weather = Array.from({ length: 50 * 24 }, (_, index): WeatherHour => {
  const ts = NOW - (50 * 24 - index) * HOUR;
  const sun = Math.max(0, Math.cos((((ts / HOUR + 8) % 24) - 12) * (Math.PI / 12)));
  return { ts, t: 18 + 9 * sun, rh: 75 - 30 * sun, radiation: 850 * sun, wind: 2, rain: 0 };
});

const situation = (water: FieldData['water'] = null, change: Partial<Plot> = {}) => ({
  now: NOW,
  plot: { ...plot, ...change },
  data: {
    weather,
    soil: [],
    probes: [],
    water,
    rain: [],
    sources: [],
    notes: [],
    radiationInside: false,
  } as unknown as FieldData,
  tables: withEdits([]),
  climate: [],
});

const advise = (...args: Parameters<typeof situation>) => {
  const advice = adviceOf(situation(...args));
  if (advice.reason !== null) throw new Error(advice.reason.en);
  return advice;
};

it('of recorded water the share of the efficiency reaches the roots', () => {
  const water = { from: 'total', days: [{ date: '2026-06-17', m3: 40 }], notes: [] } as FieldData['water'];
  const depletion = (efficiency: number) => advise(water, { irrigationEfficiency: efficiency }).depletion;
  // 40 m³ on 1000 m² are 40 mm, half of it for the roots.
  const without = advise().depletion;
  expect(depletion(0.5)).toBeLessThan(without - 8);
  expect(depletion(1)).toBeLessThan(depletion(0.5) - 8);
});

it('of an advised depth more is applied, the less efficient the method', () => {
  const { advice } = advise();
  expect((advice?.grossMm ?? 0) / (advice?.netMm ?? 1)).toBeCloseTo(2, 6);
});

it('east is east: a day without the hours of its sun has no ET0 from them', () => {
  const measured = (longitude: number) => {
    const all = situation(null, { longitude });
    // Without noon and afternoon in China, which are night on the other side of the Earth.
    const hours = weather.filter(({ ts }) => Math.abs(((ts / HOUR + 8) % 24) - 14) > 2);
    const advice = adviceOf({ ...all, data: { ...all.data, weather: hours } });
    return advice.reason === null && advice.et0.some(({ methods }) => methods?.rs === 'measured');
  };
  expect([measured(118.7), measured(-118.7)]).toEqual([false, true]);
});

it('the hourly ET0 has its sun where the plot is: the evening evaporates more than midnight', () => {
  const at = (longitude: number, hour: number) =>
    hourlyEt0Of(situation(null, { longitude }), 24).find(({ ts }) => (ts / HOUR + 8) % 24 === hour)?.et0 ??
    -1;
  expect(at(118.7, 18)).toBeGreaterThan(at(118.7, 23));
  expect(at(-118.7, 18)).toBeLessThan(at(-118.7, 23));
});
