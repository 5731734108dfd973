import { describe, expect, it } from 'vitest';
import { rsm, rsmGrade, spiGrade } from './drought-grade.ts';
import { droughtAssessment, heldLevel } from './drought.ts';
import { fitLogLogistic, spei } from './spei.ts';
import { runningSums, spi, spiMonthly, spiOfDays } from './spi.ts';
import { thornthwaiteMonthly } from './thornthwaite.ts';
import { gammaCdf, lnGamma, median, normalQuantile, theilSen } from './statistics.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 20, 4);

describe('statistics', () => {
  it('computes the gamma function of integers and half-integers', () => {
    expect(Math.exp(lnGamma(5))).toBeCloseTo(24, 9);
    expect(Math.exp(lnGamma(0.5))).toBeCloseTo(Math.sqrt(Math.PI), 12);
  });

  it('gives the exponential for shape 1 and the Erlang for shape 2', () => {
    for (const x of [0.1, 1, 3, 20]) {
      expect(gammaCdf({ shape: 1, x })).toBeCloseTo(1 - Math.exp(-x), 13);
      expect(gammaCdf({ shape: 2, x })).toBeCloseTo(1 - Math.exp(-x) * (1 + x), 13);
    }
  });

  it('computes the common quantiles', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
    expect(normalQuantile(0.5)).toBe(0);
    expect(normalQuantile(1e-10)).toBeCloseTo(-6.361340902404, 10);
  });

  it('fits a line that one outlier does not change', () => {
    const x = [0, 1, 2, 3, 4, 5, 6];
    expect(theilSen({ x, y: [1, 3, 5, 7, 900, 11, 13] })).toEqual({ slope: 2, intercept: 1 });
  });

  it('takes the mean of the two middle values', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
});

/** A made-up record: 30 different wet years. */
const YEARS = Array.from({ length: 30 }, (_, year) => 20 + ((year * 37) % 100));

describe('spi', () => {
  it('is about zero at the median and increases with rain', () => {
    const values = [0, 10, 40, 70, 100, 300].map(
      (value) => spi({ value, calibration: YEARS }).spi ?? Number.NaN,
    );
    expect([...values].sort((a, b) => a - b)).toEqual(values);
    expect(values[0]).toBe(-3.09);
    expect(Math.abs(spi({ value: median(YEARS), calibration: YEARS }).spi ?? 9)).toBeLessThan(0.2);
  });

  it('warns below 30 years and refuses fewer than 20', () => {
    expect(spi({ value: 50, calibration: YEARS.slice(0, 25) })).toMatchObject({ warnings: ['short_record'] });
    expect(spi({ value: 50, calibration: YEARS.slice(0, 19) })).toMatchObject({
      spi: null,
      years: 19,
      reason: { code: 'history_too_short' },
    });
  });

  it('is computed from exactly 20 years', () => {
    const years = YEARS.slice(0, 20);
    expect(spi({ value: 50, calibration: years })).toMatchObject({ reason: null, years: 20 });
    expect(spei({ value: 5, calibration: years })).toMatchObject({ reason: null, years: 20 });
    expect(spei({ value: 5, calibration: years.slice(1) }).reason).toMatchObject({
      code: 'history_too_short',
    });
  });

  it('of daily rain is computed from exactly 20 earlier years', () => {
    // The windows of a year end 15 days after the date and begin 15 and 30 days before it.
    const day = (index: number) => (index * 37) % 11;
    const rainOf = (years: number) =>
      Array.from({ length: Math.round(years * 365.2425) + 16 + 30 }, (_, index) => day(index));
    expect(spiOfDays({ rain: rainOf(20), days: 30 })).toMatchObject({ reason: null, years: 20 });
    expect(spiOfDays({ rain: rainOf(19), days: 30 })).toMatchObject({
      years: 19,
      reason: { code: 'history_too_short' },
    });
  });

  it.each([
    ['a dry place', YEARS.map(() => 0), 'all_zero'],
    ['equal years', YEARS.map(() => 40), 'no_variation'],
    ['a record with holes', [...YEARS, null, null, null, null], 'missing_months'],
    ['negative rain', [...YEARS, -3], 'out_of_range'],
  ])('answers %s with its reason', (_, calibration, code) => {
    expect(spi({ value: 10, calibration })).toMatchObject({ spi: null, level: null, reason: { code } });
  });

  it('returns the reason for a missing value', () => {
    expect(spi({ value: null, calibration: YEARS })).toMatchObject({
      spi: null,
      reason: { code: 'not_a_number' },
    });
  });

  it('accepts a climatology instead of the record', () => {
    const fitted = spi({ value: 50, calibration: YEARS });
    if (fitted.spi === null) throw new Error('no fit');
    expect(spi({ value: 50, climatology: fitted })).toMatchObject({ spi: fitted.spi });
  });

  it('sums backwards and leaves incomplete sums out', () => {
    expect(runningSums([1, 2, null, 4, 5], 2)).toEqual([null, 3, null, null, 9]);
  });

  it('compares each month with the same month of other years', () => {
    // Wet Januaries and dry Julys that vary alike have the same index.
    const months = Array.from({ length: 360 }, (_, index) => {
      const year = Math.floor(index / 12);
      return (index % 12 === 0 ? 10 : 1) * (YEARS[year] ?? 0);
    });
    const index = spiMonthly({ precipitation: months });
    expect(index[12]).toBeCloseTo(index[18] ?? Number.NaN, 9);
  });

  it('refuses the single season of a device', () => {
    expect(spiOfDays({ rain: Array.from({ length: 200 }, () => 2), days: 30 })).toMatchObject({
      spi: null,
      reason: { code: 'history_too_short' },
    });
  });
});

describe('thornthwaite', () => {
  it('distributes a year by temperature and day length, and is zero in frost', () => {
    const year = [-5, -2, 5, 12, 18, 23, 26, 25, 20, 13, 5, -2];
    const temperatures = [...year, ...year.slice(0, 11), null];
    const months = thornthwaiteMonthly({ temperatures, lat: 36.9, firstYear: 2023 });
    expect(months[0]).toBe(0);
    expect(Math.max(...months.map((mm) => mm ?? 0))).toBe(months[6]);
    expect(months[23]).toBeNull();
    // 2024 has a day more in February, too cold to matter, and the days after it shift by one.
    expect(months[18]).toBeCloseTo(months[6] ?? 0, 0);
  });
});

describe('spei', () => {
  const balance = YEARS.map((value, year) => value - 60 + (year % 7));

  it('has mean 0 and standard deviation 1 over its own record', () => {
    const values = balance.map((value) => spei({ value, calibration: balance }).spei ?? Number.NaN);
    const average = values.reduce((all, value) => all + value, 0) / values.length;
    const variance = values.reduce((all, value) => all + (value - average) ** 2, 0) / values.length;
    expect(average).toBeCloseTo(0, 0);
    expect(Math.sqrt(variance)).toBeCloseTo(1, 0);
  });

  it('fits a distribution with the mean of its record', () => {
    const { alpha, beta, gamma } = fitLogLogistic(balance);
    const g = Math.exp(lnGamma(1 + 1 / beta) + lnGamma(1 - 1 / beta));
    const average = balance.reduce((all, value) => all + value, 0) / balance.length;
    expect(gamma + alpha * g).toBeCloseTo(average, 9);
  });

  it('is limited at the origin of a record with a wet tail', () => {
    const skewed = balance.map((value) => Math.exp((value + 40) / 60));
    const { beta, gamma } = fitLogLogistic(skewed);
    expect(beta).toBeGreaterThan(1);
    expect(spei({ value: gamma - 1, calibration: skewed }).spei).toBe(-3.09);
  });

  it('mirrors a record with a dry tail', () => {
    const wetTail = balance.map((value) => Math.exp((value + 40) / 60));
    const dryTail = wetTail.map((value) => -value);
    for (const value of [1, 2, 3.5]) {
      const wet = spei({ value, calibration: wetTail }).spei ?? Number.NaN;
      expect(spei({ value: -value, calibration: dryTail }).spei).toBeCloseTo(-wet, 9);
    }
  });

  it('accepts a perfectly symmetric record', () => {
    const even = Array.from({ length: 41 }, (_, index) => index - 20);
    expect(spei({ value: 0, calibration: even }).spei).toBeCloseTo(0, 3);
  });

  it.each([
    [balance.slice(0, 10), 'history_too_short'],
    [balance.map(() => 5), 'no_variation'],
  ])('answers a bad record with its reason', (calibration, code) => {
    expect(spei({ value: 0, calibration })).toMatchObject({ spei: null, reason: { code } });
  });
});

describe('grades', () => {
  it.each([
    [61, 'loam', 0],
    [59.9, 'loam', 1],
    [59.9, 'clay', 1],
    [59.9, 'sand', 0],
    [29, 'loam', 4],
  ])('%d percent in %s is level %d', (value, texture, level) => {
    expect(rsmGrade({ rsm: value, texture })).toMatchObject({ level, textureAssumed: false });
  });

  it('assumes loam for an unknown soil and reports it', () => {
    expect(rsmGrade({ rsm: 55, texture: 'moon dust' })).toMatchObject({ level: 1, textureAssumed: true });
  });

  it('gives an index at a threshold the drier grade', () => {
    expect([-0.49, -0.5, -1, -1.5, -2].map((value) => spiGrade(value).level)).toEqual([0, 1, 2, 3, 4]);
  });

  it('is stricter with a crop in its critical stage', () => {
    const layers = [{ vwc: 0.15, fieldCapacity: 0.25 }];
    expect(rsm({ layers, stage: 'critical' })).toBeCloseTo(54, 9);
    expect(rsm({ layers, stage: 'seedling' })).toBeCloseTo(66, 9);
  });
});

/** One reading a day at noon in China, the last one today. */
const daily = (values: readonly number[], depth = 0.2) => ({
  depth,
  points: values.map((value, index) => [NOW - (values.length - 1 - index) * DAY, value] as const),
});

describe('droughtAssessment', () => {
  it('follows a drying soil to its grade, duration and next grade', () => {
    // Field capacity 0.25: 70 % falling by 4 a day to 42 %.
    const values = Array.from({ length: 8 }, (_, index) => 0.25 * (0.7 - 0.04 * index));
    const answer = droughtAssessment({
      now: NOW,
      soil: [daily(values)],
      texture: 'loam',
      fieldCapacity: 0.25,
    });
    expect(answer.rsm).toBeCloseTo(42, 9);
    expect(answer.overall).toMatchObject({ level: 2, zh: '中旱', basis: 'soil', reason: null });
    expect(answer.durationDays).toBe(5);
    expect(answer.trend.slopePctPerDay).toBeCloseTo(-4, 9);
    expect(answer.trend.daysToNextGrade).toBeCloseTo(0.5, 9);
    expect(answer.profile).toEqual([
      {
        depth: 0.2,
        date: '2026-06-20',
        vwc: expect.closeTo(0.105, 9),
        relative: expect.closeTo(42, 9),
        counts: true,
      },
    ]);
    expect(answer).toMatchObject({ calibration: 'configured', textureAssumed: false, warnings: [] });
  });

  it('does not end with a single irrigation', () => {
    const days = [3, 3, 3, 3, 0].map((level, index) => ({ date: `2026-06-${String(10 + index)}`, level }));
    expect(heldLevel(days)).toBe(3);
    expect(heldLevel(days.slice(4))).toBe(0);
  });

  it('uses a single day unsmoothed, with a warning', () => {
    const answer = droughtAssessment({ now: NOW, soil: [daily([0.09])] });
    expect(answer.overall).toMatchObject({ level: 3, basis: 'soil' });
    expect(answer.warnings).toEqual(['texture_assumed', 'field_capacity_default', 'few_days']);
    expect(answer.trend).toEqual({ slopePctPerDay: null, daysToNextGrade: null });
  });

  it('gives the same result for volumetric and relative sensors', () => {
    const at = (unit: 'm3/m3' | 'percent' | 'relative', value: number) =>
      droughtAssessment({ now: NOW, fieldCapacity: 0.25, soil: [{ ...daily([value]), unit }] }).rsm;
    expect(at('percent', 15)).toBeCloseTo(60, 9);
    expect(at('m3/m3', 0.15)).toBeCloseTo(60, 9);
    expect(at('relative', 60)).toBeCloseTo(60, 9);
  });

  it('does not take a reading from the future', () => {
    const dry = daily([0.1, 0.1, 0.1]);
    const answer = droughtAssessment({
      now: NOW,
      soil: [{ ...dry, points: [...dry.points, [NOW + 1, 0.25], [NOW + DAY, 0.25]] }],
    });
    expect(answer.rsmSeries).toHaveLength(3);
    expect(answer.profile[0]).toMatchObject({ date: '2026-06-20', vwc: expect.closeTo(0.1, 9) });
    expect(answer.warnings).not.toContain('readings_dropped');
  });

  it('counts the days of a drought back to an unmeasured one', () => {
    const dry = daily([0.1, 0.1, 0.1, 0.1, 0.1]);
    const days = (kept: (index: number) => boolean) =>
      droughtAssessment({
        now: NOW,
        soil: [{ ...dry, points: dry.points.filter((_, index) => kept(index)) }],
      }).durationDays;
    expect(days(() => true)).toBe(5);
    expect(days((index) => index !== 2)).toBe(2);
  });

  it('omits impossible readings and reports it', () => {
    const answer = droughtAssessment({ now: NOW, soil: [daily([0.2, 6.5, 0.2, Number.NaN, 0.2])] });
    expect(answer.rsmSeries).toHaveLength(3);
    expect(answer.warnings).toContain('readings_dropped');
  });

  it('uses the rain when the soil moisture is too old, and never averages both', () => {
    const old = { depth: 0.2, points: [[NOW - 3 * DAY, 0.05]] as const };
    const index = { scaleDays: 90, value: 5, calibration: YEARS };
    const answer = droughtAssessment({ now: NOW, soil: [old], spi: [index] });
    expect(answer.overall).toMatchObject({ level: 4, basis: 'spi' });
    expect(droughtAssessment({ now: NOW, soil: [old] }).overall).toMatchObject({
      level: null,
      code: 'NO_DATA',
      zh: '暂无数据',
      reason: { code: 'stale_soil_moisture' },
    });
    expect(droughtAssessment({ now: NOW }).overall.reason).toMatchObject({ code: 'no_soil_moisture' });
  });

  it('keeps the count of dry days while the rain of today is unknown', () => {
    const days = (today: number | null) =>
      Array.from({ length: 32 }, (_, index) => ({
        date: new Date(NOW - (31 - index) * DAY).toISOString().slice(0, 10),
        mm: index === 31 ? today : index === 0 ? 9 : 0,
      }));
    expect(droughtAssessment({ now: NOW, rain: days(0) }).rain).toMatchObject({ dryDays: 31 });
    const answer = droughtAssessment({ now: NOW, rain: days(null) });
    expect(answer.rain).toMatchObject({ dryDays: 30, dryAtLeast: false, last30Days: 29 });
    expect(droughtAssessment({ now: NOW, rain: days(3) }).rain).toMatchObject({ dryDays: 0 });
  });

  it('flags a total with mostly unknown days', () => {
    const day = (ago: number, mm: number | null) => ({
      date: new Date(NOW - ago * DAY).toISOString().slice(0, 10),
      mm,
    });
    const answer = droughtAssessment({ now: NOW, rain: [day(20, 8)] });
    expect(answer.rain).toMatchObject({
      last30Mm: 8,
      last30Days: 1,
      last7Mm: null,
      last7Days: 0,
      dryDays: null,
    });
    expect(answer.warnings).toContain('rain_incomplete');
    // An unknown day ends the known dry spell, which is then a lower bound.
    const broken = droughtAssessment({
      now: NOW,
      rain: [day(4, 0), day(3, null), day(2, 0), day(1, 0), day(0, 0)],
    });
    expect(broken.rain).toMatchObject({ dryDays: 3, dryAtLeast: true });
  });

  it('counts rain and dry days', () => {
    const rain = Array.from({ length: 40 }, (_, index) => ({
      date: new Date(NOW - (39 - index) * DAY).toISOString().slice(0, 10),
      mm: index === 35 ? 12 : 0,
    }));
    const answer = droughtAssessment({ now: NOW, rain });
    expect(answer.rain).toEqual({
      last30Mm: 12,
      last30Days: 30,
      last7Mm: 12,
      last7Days: 7,
      dryDays: 4,
      dryUntil: '2026-06-20',
      dryAtLeast: false,
    });
    expect(answer.spi.map((one) => one.reason?.code)).toEqual(['history_too_short', 'history_too_short']);
  });
});
