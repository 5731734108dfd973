import { describe, expect, it } from 'vitest';
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

  it('agrees with the area under a sine', () => {
    const day = { tmax: 34, tmin: 4, base: 10, upper: 30 };
    const steps = 200_000;
    let area = 0;
    for (let step = 0; step < steps; step++) {
      const t = 19 + 15 * Math.sin(((step + 0.5) / steps) * 2 * Math.PI);
      area += (Math.min(30, Math.max(10, t)) - 10) / steps;
    }
    expect(gdd({ method: 'singleSine', ...day })).toBeCloseTo(area, 5);
  });

  it('tells the methods apart on a cold night', () => {
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
  it('adds heat up, finds the stage and the dates of the others', () => {
    const answer = growthTimeline({ ...season, today: '2026-06-09', temperatures: warm('2026-05-01', 40) });
    if (answer.stage === null) throw new Error(answer.reason.en);
    expect(answer).toMatchObject({ day: 40, gdd: 600, estimatedDays: 0 });
    expect(answer.stage.code).toBe('JOINT');
    // Emergence ends at 80: reached on the sixth day (90); maturity 1700 is 1100 or 74 days away.
    expect(answer.stages[1]).toEqual({ code: 'LEAF', name: '苗期', date: '2026-05-06', expected: false });
    expect(answer.maturity).toEqual({ date: '2026-08-22', expected: true });
    expect(growthLabel(answer, maize).zh).toBe('玉米 · 拔节期 · 第40天 · 积温600℃·d · 预计2026-08-22成熟');
  });

  it('bridges short gaps, estimates long ones and says so', () => {
    const temperatures = warm('2026-05-01', 30).filter((_, day) => day < 5 || day === 8 || day > 20);
    const answer = growthTimeline({ ...season, today: '2026-05-30', temperatures });
    if (answer.stage === null) throw new Error(answer.reason.en);
    // Three days between 5 and 8, twelve between 8 and 21; 25/15 °C gives 12.
    expect(answer.estimatedDays).toBe(15);
    expect(answer.gdd).toBeCloseTo(15 * 18 + 12 * 12, 9);
  });

  it('asks the climate before it assumes 20 °C', () => {
    const answer = growthTimeline({
      ...season,
      today: '2026-05-10',
      temperatures: [],
      normals: () => ({ tmax: 18, tmin: 8 }),
    });
    expect(answer).toMatchObject({ gdd: 50, estimatedDays: 10 });
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

  it('is found by id and by its Chinese name', () => {
    expect(findCrop('番茄')?.id).toBe('tomato');
    expect(findCrop('triffid')).toBeUndefined();
  });

  it('says of each number where it is from and how sure it is', () => {
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
