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

  it('gains by a sine only above base: nothing up to it, the whole mean from a minimum at it', () => {
    const sine = (tmax: number, tmin: number) =>
      gdd({ method: 'singleSine', tmax, tmin, base: 10, upper: 30 });
    expect(sine(10, 0)).toBe(0);
    expect(sine(10, 10)).toBe(0);
    expect(sine(20, 10)).toBeCloseTo(5, 12);
    expect(sine(30, 10)).toBeCloseTo(10, 12);
    // All day above the upper threshold: 30 − 10.
    expect(sine(40, 30)).toBeCloseTo(20, 12);
    // Half of the sine 0–20 °C: 10/π.
    expect(sine(20, 0)).toBeCloseTo(10 / Math.PI, 12);
  });

  it.each([
    [{ tmax: 5, tmin: 9 }, 'tmax_below_tmin', 'tmax'],
    [{ tmax: Number.NaN }, 'not_a_number', 'tmax'],
    [{ tmin: -91 }, 'out_of_range', 'tmin'],
    [{ base: Infinity }, 'not_a_number', 'base'],
    [{ upper: 3 }, 'out_of_range', 'upper'],
  ] as const)('refuses %o', (wrong, code, field) => {
    const call = () => gdd({ tmax: 20, tmin: 10, base: 8, upper: 30, ...wrong });
    expect(call).toThrow(AgronomyError);
    expect(call).toThrow(expect.objectContaining({ code, reason: expect.objectContaining({ field }) }));
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

  it('expects the next stages by the mean heat of the last fortnight', () => {
    const temperatures = warm('2026-05-01', 34).map((day, index) =>
      index < 20 ? { ...day, tmax: 8, tmin: 0 } : day,
    );
    const answer = growthTimeline({ ...season, today: '2026-06-03', temperatures });
    if (answer.stage === null) throw new Error(answer.reason.en);
    expect(answer.gdd).toBe(14 * 15);
    // 550 − 210 = 340 are 23 days of 15, 1700 − 210 = 1490 are 100.
    expect(answer.stages[2]).toEqual({ code: 'JOINT', name: '拔节期', date: '2026-06-26', expected: true });
    expect(answer.maturity).toEqual({ date: '2026-09-11', expected: true });
  });

  it('leaves unknown days out of that mean', () => {
    const answer = growthTimeline({ ...season, today: '2026-06-20', temperatures: warm('2026-05-01', 30) });
    if (answer.stage === null) throw new Error(answer.reason.en);
    // Of the last fortnight seven days are taken from the season and seven are unknown.
    expect(answer).toMatchObject({ unknownDays: 7, gdd: 44 * 15 });
    // 1700 − 660 = 1040 are 70 days of 15.
    expect(answer.maturity).toEqual({ date: '2026-08-29', expected: true });
    expect(answer.notes.map(({ code, field }) => `${code} ${field}`)).toEqual([
      'temperature_filled temperature',
      'heat_incomplete temperature',
    ]);
  });

  it('does not note that today is incomplete', () => {
    const answer = growthTimeline({ ...season, today: '2026-05-11', temperatures: warm('2026-05-01', 10) });
    expect(answer).toMatchObject({ estimatedDays: 1, unknownDays: 0, notes: [] });
    const gap = warm('2026-05-01', 10).filter((_, day) => day !== 4);
    const filled = growthTimeline({ ...season, today: '2026-05-11', temperatures: gap });
    expect(filled).toMatchObject({ estimatedDays: 2, notes: [{ code: 'temperature_filled' }] });
  });

  it('fills in nothing where no temperature is known', () => {
    const answer = growthTimeline({ ...season, today: '2026-05-03', temperatures: [] });
    if (answer.stage === null) throw new Error(answer.reason.en);
    expect(answer).toMatchObject({ gdd: 0, estimatedDays: 3, unknownDays: 3, maturity: null });
    expect(answer.notes.map(({ code, field }) => `${code} ${field}`)).toEqual([
      'heat_incomplete temperature',
    ]);
    // The first stage began when it was planted; no other is expected.
    expect(answer.stages.slice(0, 2)).toEqual([
      { code: 'EMER', name: '出苗期', date: '2026-05-01', expected: false },
      { code: 'LEAF', name: '苗期', date: null, expected: true },
    ]);
  });

  it.each([
    ['a maximum below the minimum', { tmax: 5, tmin: 9 }],
    ['a temperature that no air has', { tmax: 999, tmin: 18 }],
    ['no number', { tmax: Number.NaN, tmin: 18 }],
    ['a maximum without a minimum', { tmax: 28, tmin: null }],
    ['a minimum without a maximum', { tmax: null, tmin: 18 }],
  ])('takes a day with %s for one without measurements', (_, wrong) => {
    const temperatures = warm('2026-05-01', 10).map((day, index) =>
      index === 4 ? { ...day, ...wrong } : day,
    );
    const answer = growthTimeline({ ...season, today: '2026-05-10', temperatures });
    if (answer.stage === null) throw new Error(answer.reason.en);
    expect(answer).toMatchObject({ gdd: 150, estimatedDays: 1 });
    expect(answer.heat[4]).toMatchObject({ gdd: 15, source: 'interpolated', estimated: true });
  });

  it('names the day of maturity once it is past', () => {
    const answer = growthTimeline({ ...season, today: '2026-09-01', temperatures: warm('2026-05-01', 124) });
    if (answer.stage === null) throw new Error(answer.reason.en);
    // 1700 is reached on day 114: 113 days make 1695.
    expect(answer.maturity).toEqual({ date: '2026-08-22', expected: false });
    expect(answer.stage).toMatchObject({ code: 'MATU', progress: 1, finished: true });
    expect(growthLabel(answer, maize)).toEqual({
      zh: '玉米 · 成熟期 · 第124天 · 积温1860℃·d · 2026-08-22已成熟',
      en: 'Maize (grain) · 成熟期 · day 124 · 1860 °C·d · ripe since 2026-08-22',
    });
  });

  it('refuses a crop without stages', () => {
    expect(growthTimeline({ ...season, periods: [], today: '2026-05-02', temperatures: [] })).toMatchObject({
      stage: null,
      reason: { code: 'insufficient_data', field: 'periods' },
    });
  });

  it('refuses a planting date in the future', () => {
    expect(growthTimeline({ ...season, today: '2026-04-30', temperatures: [] })).toMatchObject({
      stage: null,
      reason: { code: 'not_planted' },
    });
    expect(checkPlantDate('2026-05-02', '2026-05-01')).toMatchObject({ code: 'not_planted' });
    expect(
      growthTimeline({ ...season, plantDate: '2026-02-31', today: '2026-05-01', temperatures: [] }),
    ).toMatchObject({ stage: null, reason: { code: 'out_of_range', field: 'plantDate' } });
    expect(checkPlantDate('', '2026-05-01')).toMatchObject({ code: 'no_plant_date' });
    expect(checkPlantDate('2026-02-31', '2026-05-01')).toMatchObject({
      code: 'out_of_range',
      field: 'plantDate',
    });
    expect(checkPlantDate('2026-05-01', '2026-05-01')).toBeNull();
  });
});

describe('stageOf', () => {
  const stages = [
    { code: 'A', name: 'first', startGdd: 0, endGdd: 0 },
    { code: 'B', name: 'second', startGdd: 10, endGdd: 30 },
    { code: 'C', name: 'third', startGdd: 30, endGdd: 40 },
  ];

  it.each([
    // A stage without a length is over when it begins.
    [0, 'A', 1],
    [9.9, 'A', 1],
    [10, 'B', 0],
    [25, 'B', 0.75],
    [30, 'C', 0],
    [39, 'C', 0.9],
  ])('at %d °C·d is in stage %s, at %d of it', (heat, code, progress) => {
    expect(stageOf({ periods: stages, gdd: heat })).toMatchObject({ code, progress, finished: false });
  });

  it('is over from the end of the last stage, and has not begun before the first', () => {
    expect(stageOf({ periods: stages, gdd: 40 })).toMatchObject({ index: 2, progress: 1, finished: true });
    expect(stageOf({ periods: stages.slice(1), gdd: 5 })).toMatchObject({
      index: 0,
      code: 'B',
      progress: 0,
      finished: false,
    });
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
