import { describe, expect, test } from 'vitest';
import { checkPlantDate, gdd, growthLabel, growthTimeline, meshScale, stageOf } from './growth.ts';
import {
  adviceOfDays,
  irrigationAdvice,
  type IrrigationAdviceInput,
  leachingFraction,
} from './irrigation-advice.ts';
import { dateOfDay, dayNumber } from './local-calendar.ts';
import { soilOfCurve } from './soil-hydraulics.ts';
import { capillaryClass, capillaryRise, runoff, saltAfterDay, saltStress } from './soil-processes.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });

describe('irrigationAdvice', () => {
  /** 200 mm a metre over half a metre: 100 mm, of which 50 at 5 mm a day. */
  const plot: IrrigationAdviceInput = {
    fieldCapacity: 0.3,
    wiltingPoint: 0.1,
    rootDepth: 0.5,
    p: 0.5,
    kc: 1,
    et0Forecast: [5, 5, 5],
    depletion: 40,
  };
  const advise = (change: Partial<IrrigationAdviceInput> = {}) => {
    const answer = irrigationAdvice({ ...plot, ...change });
    if (answer.reason !== null) throw new Error(`${answer.reason.code} ${answer.reason.field}`);
    return answer;
  };

  test('the water of the root zone, and its days without irrigation', () => {
    const answer = advise();
    expect(answer.taw).toBeCloseTo(100, 9);
    expect(answer.raw).toBeCloseTo(50, 9);
    expect(answer.depletionNow).toBe(40);
    expect(answer.depletionTrajectoryEndOfDay).toEqual([45, 50, 55].map((mm) => expect.closeTo(mm, 9)));
    expect(answer.rawTrajectory).toEqual([50, 50, 50].map((mm) => expect.closeTo(mm, 9)));
    expect(answer.etcTrajectory).toEqual([5, 5, 5].map((mm) => expect.closeTo(mm, 9)));
    expect(answer.advice).toMatchObject({ dayOffset: 2, netMm: expect.closeTo(50, 9) });
  });

  test('stress slows the depletion, a day of little demand allows more of it', () => {
    expect(advise({ depletion: 75 }).etcTrajectory[0]).toBeCloseTo(2.5, 9);
    expect(advise({ et0Forecast: [3] }).raw).toBeCloseTo(58, 9);
    expect(advise({ kc: [0.6, 1.2], et0Forecast: [5, 5, 5] }).rawTrajectory).toEqual(
      [58, 46, 46].map((mm) => expect.closeTo(mm, 9)),
    );
  });

  test('starts from the depletion, else from the water content, within the root zone', () => {
    expect(advise({ depletion: null, theta: 0.24 }).depletionNow).toBeCloseTo(30, 9);
    expect(advise({ depletion: 20, theta: 0.24 }).depletionNow).toBe(20);
    expect(advise({ depletion: null, theta: 0.4 }).depletionNow).toBe(0);
    expect(advise({ depletion: null, theta: 0.05 }).depletionNow).toBeCloseTo(100, 9);
    expect(advise({ depletion: 500 }).depletionNow).toBeCloseTo(100, 9);
  });

  test('rain of that day postpones it, a fifth of ET0 at least', () => {
    const due = { depletion: 52 };
    expect(advise({ ...due, rainForecast: [3] })).toMatchObject({ advice: { dayOffset: 1 } });
    expect(advise({ ...due, rainForecast: [2] }).advice).toMatchObject({
      dayOffset: 0,
      netMm: expect.closeTo(50, 9),
    });
    expect(advise({ ...due, rainForecast: [0.9] }).advice?.netMm).toBeCloseTo(52, 9);
    const rainy = advise({ ...due, rainForecast: [30, 0, 0] });
    expect(rainy).toMatchObject({
      advice: null,
      reasonZh: '预计今日有雨 30.0 mm，暂缓灌溉',
      reasonEn: '30.0 mm of rain expected today: irrigation postponed',
    });
    expect(advise({ depletion: 0 })).toMatchObject({
      advice: null,
      reasonZh: '未来3天无需灌溉',
      reasonEn: 'No irrigation needed in the next 3 days',
    });
  });

  test('the water to apply: losses, leaching, a part of the deficit, of the area', () => {
    const size = (change: Partial<IrrigationAdviceInput>) =>
      advise({ depletion: 60, areaM2: 2000, ...change }).advice;
    // 60 mm by sprinkler at 75 %: 80 mm, 160 m³ on 2,000 m², 53.3 m³ a mu.
    expect(size({ flowM3h: 40 })).toEqual({
      dayOffset: 0,
      netMm: expect.closeTo(60, 9),
      grossMm: expect.closeTo(80, 9),
      volumeM3: expect.closeTo(160, 9),
      m3PerMu: expect.closeTo(53.333_333, 5),
      durationH: expect.closeTo(4, 9),
    });
    expect(size({ efficiency: 0.9 })?.grossMm).toBeCloseTo(60 / 0.9, 9);
    expect(size({ leachingFraction: 0.2 })?.grossMm).toBeCloseTo(100, 9);
    expect(size({ refillFraction: 0.5 })).toMatchObject({
      netMm: expect.closeTo(30, 9),
      grossMm: expect.closeTo(40, 9),
    });
    expect(size({ wettedFraction: 0.5 })).toMatchObject({
      grossMm: expect.closeTo(80, 9),
      volumeM3: expect.closeTo(80, 9),
      m3PerMu: expect.closeTo(26.666_667, 5),
    });
  });

  test('an area or flow that is not positive is missing', () => {
    const named = (change: Partial<IrrigationAdviceInput>) =>
      advise(change).missing.map(({ field }) => field);
    expect(named({ areaM2: 2000, flowM3h: 10 })).toEqual([]);
    expect(named({ areaM2: 0, flowM3h: -1 })).toEqual(['areaM2', 'flowM3h']);
    expect(named({ areaM2: Infinity, flowM3h: 10 })).toEqual(['areaM2']);
    expect(advise({ depletion: 60, flowM3h: 10 }).advice).toMatchObject({ volumeM3: null, durationH: null });
    expect(advise({ depletion: 60, areaM2: 10 }).advice).toMatchObject({
      durationH: null,
      volumeM3: expect.closeTo(0.8, 9),
    });
  });

  test('texts of a later day, with and without the date of today', () => {
    expect(advise({ areaM2: 2000 })).toMatchObject({
      reasonZh: '预计2 天后根区亏缺 50.0 mm 将达到允许亏缺 50.0 mm，建议灌水 66.7 mm（约 133.3 m³）',
      reasonEn:
        'The root-zone deficit of 50.0 mm will reach, in 2 days, the allowed 50.0 mm: apply 66.7 mm (about 133.3 m³)',
    });
    expect(advise({ depletion: 45 }).reasonEn).toContain('will reach, in 1 day, the allowed');
    expect(advise({ today: '2026-06-29' })).toMatchObject({
      reasonZh: '预计 1 日根区亏缺 50.0 mm 将达到允许亏缺 50.0 mm，建议灌水 66.7 mm',
      reasonEn:
        'The root-zone deficit of 50.0 mm will reach, on 2026-07-01, the allowed 50.0 mm: apply 66.7 mm',
    });
    expect(advise({ depletion: 60, today: '2026-06-29' })).toMatchObject({
      reasonZh: '根区亏缺 60.0 mm 已达到允许亏缺 50.0 mm，建议灌水 80.0 mm',
      reasonEn: 'The root-zone deficit of 60.0 mm has reached the allowed 50.0 mm: apply 80.0 mm',
    });
  });

  test('a deficit after the rain of exactly what is allowed is due', () => {
    const at = (start: number, rain: number) =>
      adviceOfDays([{ start, end: 55, raw: 50, rain }], {}).advice?.netMm;
    expect([at(50, 0), at(49.9, 0), at(54, 4), at(54, 4.1)]).toEqual([50, undefined, 50, undefined]);
  });

  test('a soil that lacks nothing needs nothing, however little it may lack', () =>
    expect(adviceOfDays([{ start: 0, end: 0, raw: 0, rain: 0 }], {}).advice).toBeNull());

  test.each([
    ['out_of_range', 'rootDepth', { rootDepth: 0 }],
    ['no_weather', 'et0Forecast', { et0Forecast: [] }],
    ['out_of_range', 'et0Forecast', { et0Forecast: [31] }],
    ['out_of_range', 'kc', { kc: 3.1 }],
    ['not_a_number', 'kc', { kc: [] }],
    ['out_of_range', 'depletion', { depletion: -1 }],
    ['not_a_number', 'theta', { depletion: null }],
    ['out_of_range', 'rain', { rainForecast: [-1] }],
    ['out_of_range', 'efficiency', { depletion: 60, efficiency: 1.1 }],
    ['out_of_range', 'leachingFraction', { depletion: 60, leachingFraction: 0.6 }],
    ['out_of_range', 'wettedFraction', { depletion: 60, wettedFraction: 0 }],
    ['out_of_range', 'refillFraction', { depletion: 60, refillFraction: 0 }],
  ] as const)('%s %s', (code, field, wrong) =>
    expect(irrigationAdvice({ ...plot, ...wrong })).toMatchObject({
      taw: null,
      advice: null,
      reason: { code, field },
    }),
  );
});

test('FAO-29: water as salty as its soil may be leaches with half at most', () => {
  expect(leachingFraction({ waterEc: 2, soilEc: 2, method: 'sprinkler' })).toBe(0.25);
  expect(leachingFraction({ waterEc: 4, soilEc: 2, method: 'surface' })).toBe(0.5);
  expect(leachingFraction({ waterEc: 10, soilEc: 2, method: 'surface' })).toBe(0.5);
  expect(leachingFraction({ waterEc: 0, soilEc: 2, method: 'drip' })).toBe(0);
  expect(() => leachingFraction({ waterEc: 61, soilEc: 2, method: 'drip' })).toThrow(
    refused('out_of_range', 'waterEc'),
  );
  expect(() => leachingFraction({ waterEc: 1, soilEc: 0, method: 'drip' })).toThrow(
    refused('out_of_range', 'soilEc'),
  );
});

describe('growth', () => {
  test('degree-days by each method, at and beyond base and upper limit', () => {
    const day = { base: 10, upper: 30 };
    const of = (method: 'average' | 'modified' | 'singleSine' | 'aquacrop3', tmax: number, tmin: number) =>
      gdd({ ...day, method, tmax, tmin });
    expect([of('average', 24, 12), of('average', 40, 30), of('average', 12, 2)]).toEqual([8, 20, 0]);
    expect([of('modified', 40, 20), of('modified', 24, 2), of('modified', 5, 2)]).toEqual([15, 7, 0]);
    expect([of('aquacrop3', 40, 20), of('aquacrop3', 24, 2), of('aquacrop3', 40, 35)]).toEqual([15, 3, 20]);
    expect([of('singleSine', 28, 12), of('singleSine', 9, 2), of('singleSine', 45, 35)]).toEqual([10, 0, 20]);
    // Half of a sine of 10 °C around the base: 10/π.
    expect(of('singleSine', 20, 0)).toBeCloseTo(10 / Math.PI, 9);
    expect(gdd({ ...day, tmax: 40, tmin: 20 })).toBe(15);
    expect(() => gdd({ ...day, tmax: 90, tmin: 20 })).toThrow(refused('out_of_range', 'tmax'));
    expect(() => gdd({ ...day, tmax: 20, tmin: -95 })).toThrow(refused('out_of_range', 'tmin'));
    expect(() => gdd({ tmax: 20, tmin: 10, base: 99, upper: 100 })).toThrow(refused('out_of_range', 'base'));
    expect(() => gdd({ tmax: 20, tmin: 10, base: 10, upper: 9 })).toThrow(refused('out_of_range', 'upper'));
    expect(gdd({ tmax: 20, tmin: 10, base: 10, upper: 10 })).toBe(0);
  });

  const periods = [
    { code: 'A', name: '甲', startGdd: 0, endGdd: 100 },
    { code: 'B', name: '乙', startGdd: 100, endGdd: 100 },
    { code: 'C', name: '丙', startGdd: 100, endGdd: 300 },
  ];

  test('a stage begins with its degree-days; one without length is passed over', () => {
    const at = (heat: number) => {
      const { code, progress, finished } = stageOf({ periods, gdd: heat });
      return [code, progress, finished];
    };
    expect([-5, 0, 50, 99.9].map((heat) => at(heat)[0])).toEqual(['A', 'A', 'A', 'A']);
    expect(at(-5)).toEqual(['A', 0, false]);
    expect(at(50)).toEqual(['A', 0.5, false]);
    expect(at(100)).toEqual(['C', 0, false]);
    expect(at(200)).toEqual(['C', 0.5, false]);
    expect(at(300)).toEqual(['C', 1, true]);
    expect(() => stageOf({ periods: [], gdd: 1 })).toThrow(refused('insufficient_data', 'periods'));
    expect(() => stageOf({ periods, gdd: Number.NaN })).toThrow(refused('not_a_number', 'gdd'));
  });

  test('a mesh is half of its growth at half of the development', () => {
    const at = (relativeDevelopment: number, more = {}) => meshScale({ relativeDevelopment, ...more });
    expect([at(0), at(1), at(3), at(-1)]).toEqual(
      [0.08, 1, 1, 0.08].map((scale) => expect.closeTo(scale, 9)),
    );
    expect(at(0.5)).toBeCloseTo(0.54, 9);
    expect(at(0.5, { minScale: 0.2 })).toBeCloseTo(0.6, 9);
    // The odds at 0.25 are e^(−k/4): for k 4, 0.2689 between 0.1192 and 0.8808.
    expect(at(0.25, { k: 4, minScale: 0 })).toBeCloseTo((0.268_941 - 0.119_203) / (0.880_797 - 0.119_203), 5);
    expect(() => at(Number.NaN)).toThrow(refused('not_a_number', 'relativeDevelopment'));
    expect(() => at(0.5, { minScale: 2 })).toThrow(refused('out_of_range', 'minScale'));
    expect(() => at(0.5, { k: 0 })).toThrow(refused('out_of_range', 'k'));
  });

  const timeline = (days: number, more: Partial<Parameters<typeof growthTimeline>[0]> = {}) => {
    const temperatures = Array.from({ length: days }, (_, day) => ({
      date: dateOfDay(dayNumber('2026-05-01') + day),
      tmax: 30,
      tmin: 20,
    }));
    const answer = growthTimeline({
      plantDate: '2026-05-01',
      today: dateOfDay(dayNumber('2026-05-01') + days - 1),
      temperatures,
      periods,
      base: 10,
      upper: 35,
      ...more,
    });
    if (answer.stage === null) throw new Error(answer.reason.code);
    return answer;
  };

  test('a stage is dated by the day that reached it, or expected at the pace of the last fortnight', () => {
    // 15 °C·d a day: 100 on the seventh, 300 on the twentieth.
    const young = timeline(5);
    expect(young).toMatchObject({ day: 5, gdd: 75, estimatedDays: 0, unknownDays: 0, notes: [] });
    expect(young.stages.map(({ date, expected }) => [date, expected])).toEqual([
      ['2026-05-01', false],
      ['2026-05-07', true],
      ['2026-05-07', true],
    ]);
    expect(young.maturity).toEqual({ date: '2026-05-20', expected: true });
    const ripe = timeline(25);
    expect(ripe.stages[2]).toEqual({ code: 'C', name: '丙', date: '2026-05-07', expected: false });
    expect(ripe.maturity).toEqual({ date: '2026-05-20', expected: false });
    expect(ripe.stage.finished).toBe(true);
  });

  test('what takes more than a year at this pace is not expected', () => {
    const far = (endGdd: number) =>
      timeline(2, { periods: [{ code: 'A', name: '甲', startGdd: 0, endGdd }] }).maturity;
    expect(far(30 + 15 * 366)).toEqual({ date: dateOfDay(dayNumber('2026-05-02') + 366), expected: true });
    expect(far(31 + 15 * 366)).toBeNull();
    expect(timeline(2, { base: 30 }).maturity).toBeNull();
  });

  test('labels say whether it is ripe', () => {
    const crop = { zh: '玉米', en: 'Maize' };
    expect(growthLabel(timeline(5), crop)).toEqual({
      zh: '玉米 · 甲 · 第5天 · 积温75℃·d · 预计2026-05-20成熟',
      en: 'Maize · 甲 · day 5 · 75 °C·d · ripe about 2026-05-20',
    });
    expect(growthLabel(timeline(25), crop)).toEqual({
      zh: '玉米 · 丙 · 第25天 · 积温375℃·d · 2026-05-20已成熟',
      en: 'Maize · 丙 · day 25 · 375 °C·d · ripe since 2026-05-20',
    });
    expect(growthLabel(timeline(2, { base: 30 }), crop)).toEqual({
      zh: '玉米 · 甲 · 第2天 · 积温0℃·d',
      en: 'Maize · 甲 · day 2 · 0 °C·d',
    });
  });

  test('a planting date is today at the latest', () => {
    const check = (date: string | null | undefined) => {
      const found = checkPlantDate(date, '2026-06-01');
      return found && `${found.code} ${found.field}`;
    };
    expect([check('2026-06-01'), check('2026-05-31')]).toEqual([null, null]);
    expect(check('2026-06-02')).toBe('not_planted plantDate');
    expect([check(null), check(undefined), check('')]).toEqual(
      Array.from({ length: 3 }, () => 'no_plant_date plantDate'),
    );
    expect(check('2026-02-30')).toBe('out_of_range plantDate');
    expect(
      growthTimeline({
        plantDate: '2026-06-02',
        today: '2026-06-01',
        temperatures: [],
        periods,
        base: 1,
        upper: 2,
      }),
    ).toMatchObject({ stage: null, reason: { code: 'not_planted', field: 'plantDate' } });
  });
});

describe('soil processes', () => {
  test('the curve number of a wet and of a dry surface (ASCE Manual 70)', () => {
    const of = (surfaceDepletion: number | null) =>
      runoff({ rain: 60, curveNumber: 75, surfaceDepletion, rew: 8, tew: 20 });
    const plain = (curveNumber: number) => runoff({ rain: 60, curveNumber });
    // CN 75: wet 75/(0.427 + 0.42975) = 87.54, dry 75/(2.281 − 0.96075) = 56.81.
    expect(of(0)).toBeCloseTo(plain(87.54), 1);
    expect(of(4)).toBeCloseTo(of(0), 9);
    expect(of(11.6)).toBeCloseTo(plain(56.81), 1);
    expect(of(20)).toBeCloseTo(of(11.6), 9);
    expect(of(7.8)).toBeCloseTo(plain((87.54 + 56.81) / 2), 1);
    expect(of(null)).toBe(plain(75));
    expect(runoff({ rain: 60, curveNumber: 75, surfaceDepletion: 0, tew: 20 })).toBe(plain(75));
    expect(runoff({ rain: 60, curveNumber: 75, surfaceDepletion: 0, rew: 8 })).toBe(plain(75));
    expect(plain(100)).toBe(60);
    expect(() => plain(0)).toThrow(refused('out_of_range', 'curveNumber'));
    expect(() => runoff({ rain: -1, curveNumber: 75 })).toThrow(refused('out_of_range', 'rain'));
  });

  test('AquaCrop: capillary rise by the classes of soil', () => {
    const rise = (soil: Parameters<typeof capillaryRise>[0]['soil'], conductivity: number, height: number) =>
      capillaryRise({ soil, conductivity, height });
    // exp((ln z − b)/a) with the coefficients of the reference manual, chapter 3.
    expect(rise('sandy', 3000, 1)).toBeCloseTo(Math.exp(-0.4407 / -0.3412), 2);
    expect(rise('loamy', 250, 2)).toBeCloseTo(Math.exp((Math.LN2 - 0.5061) / -0.4761), 2);
    expect(rise('sandyClayey', 35, 1)).toBeCloseTo(Math.exp(1.6134 / -0.5691), 2);
    expect(rise('siltyClayey', 35, 2)).toBeCloseTo(Math.exp((Math.LN2 - 0.5947) / -0.6086), 2);
    expect([rise('loamy', 250, 3.999) > 0, rise('loamy', 250, 4)]).toEqual([true, 0]);
    expect([rise('loamy', 250, 0.01), rise('loamy', 250, 0.2)]).toEqual([10, 10]);
    // Tighter soils than those it was fitted to have the rise of the tightest.
    expect([rise('siltyClayey', 0, 1), rise('siltyClayey', 0.05, 1)]).toEqual(
      Array.from({ length: 2 }, () => rise('siltyClayey', 0.1, 1)),
    );
    expect(rise('siltyClayey', 0.2, 1)).not.toBe(rise('siltyClayey', 0.1, 1));
    expect(() => rise('loamy', -1, 1)).toThrow(refused('out_of_range', 'conductivity'));
    expect(() => rise('loamy', 250, -1)).toThrow(refused('out_of_range', 'height'));
  });

  test('classes at their limits', () => {
    expect([capillaryClass(65, 17), capillaryClass(64, 17), capillaryClass(65, 18)]).toEqual([
      'sandy',
      'loamy',
      'loamy',
    ]);
    expect([capillaryClass(44, 35), capillaryClass(45, 35), capillaryClass(44, 34)]).toEqual([
      'siltyClayey',
      'sandyClayey',
      'loamy',
    ]);
    expect([capillaryClass(45, 20), capillaryClass(45, 19), capillaryClass(44, 20)]).toEqual([
      'sandyClayey',
      'loamy',
      'loamy',
    ]);
  });

  test('salt: the yield response divides the stress; a leached soil has none', () => {
    const tolerance = { threshold: 2, slope: 10 };
    expect(saltStress({ soilEc: 4, tolerance, ky: 0.5 })).toBeCloseTo(0.6, 9);
    expect(saltStress({ soilEc: 4, tolerance, ky: null })).toBeCloseTo(0.8, 9);
    expect(saltStress({ soilEc: 0, tolerance })).toBe(1);
    expect(() => saltStress({ soilEc: 101, tolerance })).toThrow(refused('out_of_range', 'soilEc'));
    expect(() => saltStress({ soilEc: 1, tolerance, ky: 0 })).toThrow(refused('out_of_range', 'ky'));
    const day = { soilEc: 2, waterEc: 1, irrigation: 0, drained: 0, water: 100, capacity: 100 };
    expect(saltAfterDay({ ...day, irrigation: -5, drained: -5 })).toBe(2);
    expect(saltAfterDay({ ...day, water: 0, drained: 50 })).toBe(0);
    expect(saltAfterDay({ ...day, soilEc: 100, waterEc: 60, irrigation: 100 })).toBe(100);
    expect(() => saltAfterDay({ ...day, soilEc: -1 })).toThrow(refused('out_of_range', 'soilEc'));
    expect(() => saltAfterDay({ ...day, waterEc: 61 })).toThrow(refused('out_of_range', 'waterEc'));
  });

  test('a retention curve is read over the logarithm of tension, a tenth of a decade beyond its ends', () => {
    const curve = (...points: readonly (readonly [number, number])[]) =>
      soilOfCurve(points.map(([tension, vwc]) => ({ tension, vwc })));
    // 33 kPa is the middle of 3.3 and 330 kPa.
    expect(curve([1500, 0.1], [330, 0.2], [3.3, 0.4])).toEqual({
      fieldCapacity: expect.closeTo(0.3, 9),
      wiltingPoint: 0.1,
    });
    expect(curve([40, 0.3], [1200, 0.1])).toEqual({ fieldCapacity: 0.3, wiltingPoint: 0.1 });
    expect(curve([42, 0.3], [1200, 0.1])).toBeNull();
    expect(curve([40, 0.3], [1190, 0.1])).toBeNull();
    expect(curve([33, 0.2], [1500, 0.2])).toBeNull();
    expect(curve([33, 0.3], [33, 0.2], [1500, 0.1])).not.toBeNull();
    expect(curve()).toBeNull();
    expect(() => curve([0, 0.3])).toThrow(refused('out_of_range', 'tension'));
    expect(() => curve([33, 30])).toThrow(refused('out_of_range', 'vwc'));
  });
});
