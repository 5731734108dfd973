import { describe, expect, it } from 'vitest';
import { cropTimeline } from './crop-timeline.ts';
import { CROPS, cropPeriods, findCrop } from './data/crops.ts';
import { checkPlantDate, gdd, growthLabel, growthTimeline, meshScale, stageOf } from './growth.ts';
import { dateOfDay, dayNumber } from './local-calendar.ts';
import { AgronomyError } from './reason.ts';

describe('gdd', () => {
  it('follows the corn 86/50 rule: 90 °F and 45 °F make 18 °F-days', () => {
    const inCelsius = (fahrenheit: number) => ((fahrenheit - 32) * 5) / 9;
    const day = { tmax: inCelsius(90), tmin: inCelsius(45), base: 10, upper: 30 };
    expect(gdd({ method: 'modified', ...day })).toBeCloseTo(10, 9);
  });

  it('equals the area under a sine', () => {
    const day = { tmax: 34, tmin: 4, base: 10, upper: 30 };
    const steps = 200_000;
    let area = 0;
    for (let step = 0; step < steps; step++) {
      const t = 19 + 15 * Math.sin(((step + 0.5) / steps) * 2 * Math.PI);
      area += (Math.min(30, Math.max(10, t)) - 10) / steps;
    }
    expect(gdd({ method: 'singleSine', ...day })).toBeCloseTo(area, 5);
  });

  it('differs between the methods on a cold night', () => {
    const day = { tmax: 20, tmin: 0, base: 8, upper: 30 };
    expect(gdd({ method: 'average', ...day })).toBe(2);
    expect(gdd({ method: 'modified', ...day })).toBe(6);
    expect(gdd({ method: 'aquacrop3', ...day })).toBe(2);
  });

  it.each([
    [{ tmax: 5, tmin: 9 }, 'tmax_below_tmin'],
    [{ tmax: Number.NaN }, 'not_a_number'],
    [{ upper: 3 }, 'out_of_range'],
  ] as const)('refuses %o', (wrong, code) => {
    const call = () => gdd({ tmax: 20, tmin: 10, base: 8, upper: 30, ...wrong });
    expect(call).toThrow(AgronomyError);
    expect(call).toThrow(expect.objectContaining({ code }));
  });
});

const maize = findCrop('maize');
if (maize === undefined) throw new Error('no maize');
const periods = cropPeriods(maize);
const warm = (from: string, days: number) =>
  Array.from({ length: days }, (_, index) => ({
    date: dateOfDay(dayNumber(from) + index),
    tmax: 28,
    tmin: 18,
  }));
// 28/18 °C over base 8 is 15 °C·d a day.
const season = { plantDate: '2026-05-01', periods, base: 8, upper: 30, method: 'aquacrop3' as const };

describe('growthTimeline', () => {
  it('sums the degree-days, finds the stage and the dates of the others', () => {
    const answer = growthTimeline({ ...season, today: '2026-06-09', temperatures: warm('2026-05-01', 40) });
    if (answer.stage === null) throw new Error(answer.reason.en);
    expect(answer).toMatchObject({ day: 40, gdd: 600, estimatedDays: 0 });
    expect(answer.stage.code).toBe('JOINT');
    // Emergence ends at 80: reached on the sixth day (90); maturity 1700 is 1100 or 74 days away.
    expect(answer.stages[1]).toEqual({ code: 'LEAF', name: '苗期', date: '2026-05-06', expected: false });
    expect(answer.maturity).toEqual({ date: '2026-08-22', expected: true });
    expect(growthLabel(answer, maize).zh).toBe('玉米 · 拔节期 · 第40天 · 积温600℃·d · 预计2026-08-22成熟');
  });

  it('interpolates short gaps, uses days of the season in long ones, and reports it', () => {
    const temperatures = warm('2026-05-01', 30).filter((_, day) => day < 5 || day === 8 || day > 20);
    const answer = growthTimeline({ ...season, today: '2026-05-30', temperatures });
    if (answer.stage === null) throw new Error(answer.reason.en);
    // Three days between 5 and 8, twelve between 8 and 21.
    expect(answer.estimatedDays).toBe(15);
    expect(answer.unknownDays).toBe(0);
    expect(answer.gdd).toBeCloseTo(30 * 15, 9);
  });

  it('assumes no 20 °C in a gap at the end: winter wheat at 2/−8 °C gains no degree-days in ten days', () => {
    const wheat = findCrop('winterWheat') ?? CROPS.find(({ zh }) => zh === '冬小麦');
    if (wheat === undefined) throw new Error('no winter wheat');
    const frost = Array.from({ length: 30 }, (_, day) => ({
      date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
      tmax: 2,
      tmin: -8,
    }));
    const of = (today: string) => {
      const answer = cropTimeline({ crop: wheat, plantDate: '2026-01-01', today, temperatures: frost });
      if (answer.stage === null) throw new Error(answer.reason.en);
      return answer;
    };
    const before = of('2026-01-30');
    const after = of('2026-02-09');
    expect(after.gdd).toBeCloseTo(before.gdd * (40 / 30), 6);
    expect(after.gdd - before.gdd).toBeLessThan(15);
    expect(after.heat.at(-1)).toMatchObject({ source: 'season', estimated: true });
    expect(after.notes.map(({ code }) => code)).toEqual(['temperature_filled']);
  });

  it('stops where nothing of the season is known, and reports the sum as a minimum', () => {
    const answer = growthTimeline({
      ...season,
      today: '2026-07-30',
      temperatures: warm('2026-05-01', 30),
    });
    if (answer.stage === null) throw new Error(answer.reason.en);
    // Thirty days measured, a fortnight taken from them, the rest unknown.
    expect(answer.gdd).toBeCloseTo(44 * 15, 9);
    expect(answer.unknownDays).toBe(91 - 44);
    expect(answer.maturity).toBeNull();
    expect(answer.notes.map(({ code }) => code)).toContain('heat_incomplete');
  });

  it('takes the same days of last year where this year has none', () => {
    const answer = growthTimeline({ ...season, today: '2026-05-10', temperatures: warm('2025-05-01', 20) });
    if (answer.stage === null) throw new Error(answer.reason.en);
    expect(answer).toMatchObject({ gdd: 150, unknownDays: 0, estimatedDays: 10 });
  });

  it('prefers the climate record to the nearest days', () => {
    const answer = growthTimeline({
      ...season,
      today: '2026-05-10',
      temperatures: [],
      normals: () => ({ tmax: 18, tmin: 8 }),
    });
    expect(answer).toMatchObject({ gdd: 50, estimatedDays: 10 });
    expect(answer.stage === null ? null : answer.heat[0]).toMatchObject({ source: 'normal' });
  });

  it('never ripens in the cold', () => {
    const cold = warm('2026-05-01', 20).map((day) => ({ ...day, tmax: 5, tmin: 0 }));
    expect(growthTimeline({ ...season, today: '2026-05-20', temperatures: cold })).toMatchObject({
      gdd: 0,
      maturity: null,
    });
  });

  it('refuses a planting date in the future', () => {
    expect(growthTimeline({ ...season, today: '2026-04-30', temperatures: [] })).toMatchObject({
      stage: null,
      reason: { code: 'not_planted' },
    });
    expect(checkPlantDate('2026-05-02', '2026-05-01')).toMatchObject({ code: 'not_planted' });
    expect(checkPlantDate('', '2026-05-01')).toMatchObject({ code: 'no_plant_date' });
    expect(checkPlantDate('2026-02-31', '2026-05-01')).toMatchObject({
      code: 'out_of_range',
      field: 'plantDate',
    });
    expect(checkPlantDate('2026-05-01', '2026-05-01')).toBeNull();
  });
});

describe('meshScale', () => {
  it('runs from a seedling to a full plant', () => {
    expect([-1, 0, 0.5, 1, 3].map((relativeDevelopment) => meshScale({ relativeDevelopment }))).toEqual([
      0.08,
      0.08,
      expect.closeTo(0.54, 12),
      1,
      1,
    ]);
  });
});

describe('the crop table', () => {
  it.each(CROPS.map((crop) => [crop.id, crop] as const))('%s is possible', (_, crop) => {
    const ends = crop.stages.map((stage) => stage.endGdd.value);
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
    expect(new Set(ends).size).toBe(ends.length);
    expect(crop.upper.value).toBeGreaterThan(crop.base.value);
    expect(crop.rootDepthMax.value[0]).toBeLessThanOrEqual(crop.rootDepthMax.value[1]);
    expect(crop.rootDepthStart.value).toBeLessThanOrEqual(crop.rootDepthMax.value[0]);
    expect(crop.kc.value.every((kc) => kc > 0.1 && kc < 1.3)).toBe(true);
    expect(crop.p.value).toBeGreaterThan(0);
    const own = cropPeriods(crop);
    expect(own[0]?.startGdd).toBe(0);
    expect(stageOf({ periods: own, gdd: ends.at(-1) ?? 0 }).finished).toBe(true);
  });

  it('finds a crop by id and by its Chinese name', () => {
    expect(findCrop('番茄')?.id).toBe('tomato');
    expect(findCrop('triffid')).toBeUndefined();
  });

  it('has a source and a certainty for each number', () => {
    for (const crop of CROPS) {
      for (const number of [
        crop.lengths,
        crop.kc,
        crop.p,
        crop.base,
        ...crop.stages.map((stage) => stage.endGdd),
      ]) {
        expect(number.from, crop.id).toMatch(/./);
        expect(['published', 'derived', 'unverified', 'assumed']).toContain(number.certainty);
      }
    }
  });
});
