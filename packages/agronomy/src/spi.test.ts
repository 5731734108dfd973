import { describe, expect, test } from 'vitest';
import {
  calibrationOfRunningSum,
  fitGamma,
  monthlyFits,
  runningSums,
  spi,
  spiMonthly,
  spiOfDays,
  spiOfFit,
} from './spi.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });
const years = (count: number) => Array.from({ length: count }, (_, year) => 10 + 5 * (year % 10));

describe('fitGamma', () => {
  test('Thom: as many years of 1 as of e have A = ln((1 + e)/2) − 1/2', () => {
    const record = Array.from({ length: 20 }, (_, year) => (year % 2 === 0 ? 1 : Math.E));
    const a = Math.log((1 + Math.E) / 2) - 0.5;
    expect(a).toBeCloseTo(0.120_115, 6);
    const fit = fitGamma(record);
    expect(fit.alpha).toBeCloseTo(4.3232, 4);
    expect(fit.alpha * fit.beta).toBeCloseTo((1 + Math.E) / 2, 12);
    expect(fit).toMatchObject({ q: 0, years: 20 });
  });

  test('dry years only change the share of dry ones', () => {
    const wet = years(20);
    expect(fitGamma([...wet, 0, 0, 0, 0, 0])).toEqual({ ...fitGamma(wet), q: 0.2, years: 25 });
  });

  test('a tenth of the record may be missing, not more', () => {
    expect(fitGamma([...years(27), null, Number.NaN, null]).years).toBe(27);
    expect(() => fitGamma([...years(27), null, null, Number.NaN, null])).toThrow(
      refused('missing_months', 'calibration'),
    );
  });

  test.each([
    ['history_too_short', years(19)],
    ['all_zero', Array.from({ length: 20 }, () => 0)],
    ['no_variation', Array.from({ length: 20 }, () => 40)],
    ['out_of_range', [...years(20), -0.1]],
    ['not_a_number', [...years(20), Infinity]],
  ])('%s', (code, record) => expect(() => fitGamma(record)).toThrow(refused(code, 'calibration')));
});

describe('spiOfFit', () => {
  const exponential = { alpha: 1, beta: 50, q: 0, years: 30 };

  test('is the standard normal quantile of the probability', () => {
    expect(spiOfFit(50 * Math.LN2, exponential)).toBeCloseTo(0, 9);
    // 84.13 % of an exponential of mean 50 mm lie below 92.05 mm.
    expect(spiOfFit(-50 * Math.log(1 - 0.841_344_746), exponential)).toBeCloseTo(1, 6);
  });

  test('dry periods take their share below the wet ones', () => {
    const dry = { ...exponential, q: 0.5 };
    expect(spiOfFit(0, dry)).toBeCloseTo(0, 9);
    expect(spiOfFit(50 * Math.LN2, dry)).toBeCloseTo(0.674_49, 5);
  });

  test('ends at ±3.09', () => {
    expect(spiOfFit(0, exponential)).toBe(-3.09);
    expect(spiOfFit(1e6, exponential)).toBe(3.09);
  });
});

describe('spi', () => {
  test('returns the fit, the grade and the years, with a warning below 30', () => {
    const record = years(30);
    const fit = fitGamma(record);
    expect(spi({ value: 10, calibration: record })).toEqual({
      spi: spiOfFit(10, fit),
      ...fit,
      level: 3,
      warnings: [],
      reason: null,
    });
    expect(spi({ value: 32, calibration: years(29) })).toMatchObject({
      level: 0,
      warnings: ['short_record'],
    });
  });

  test('refuses a negative or missing amount, and counts the years that it had', () => {
    expect(spi({ value: -1, calibration: [...years(21), null] })).toMatchObject({
      spi: null,
      level: null,
      years: 21,
      reason: { code: 'out_of_range', field: 'value' },
    });
    expect(spi({ value: null, calibration: years(20) })).toMatchObject({
      reason: { code: 'not_a_number', field: 'value' },
    });
    expect(spi({ value: 0 })).toMatchObject({ years: 0, reason: { code: 'history_too_short' } });
    expect(spi({ value: 0, calibration: [...years(20), 0, 0] }).reason).toBeNull();
  });

  test('takes a climatology before the record', () => {
    const climatology = { alpha: 1, beta: 50, q: 0, years: 40 };
    expect(spi({ value: 50 * Math.LN2, climatology, calibration: years(3) })).toMatchObject({
      spi: expect.closeTo(0, 9),
      years: 40,
      warnings: [],
    });
  });
});

test('running sums reach back and are unknown with any member', () => {
  expect(runningSums([1, 2, 3, null, 5, 6], 2)).toEqual([null, 3, 5, null, null, 11]);
  expect(runningSums([1, Number.NaN, 3], 1)).toEqual([1, null, 3]);
  expect(runningSums([1, 2], 3)).toEqual([null, null]);
});

describe('monthly', () => {
  /** 25 years; the rain of a month is its number and that of its year. */
  const record = Array.from(
    { length: 300 },
    (_, index) => 10 * (1 + (index % 12)) + ((7 * Math.floor(index / 12)) % 25),
  );

  test('each month is fitted against the same months', () => {
    const { fits, sums, monthOf } = monthlyFits(record, {}, fitGamma);
    expect(sums).toEqual(record);
    expect([monthOf(0), monthOf(13)]).toEqual([0, 1]);
    expect(fits[3]).toEqual(fitGamma(record.filter((_, index) => index % 12 === 3)));
    expect(fits).toHaveLength(12);
  });

  test('a record that begins in April has its first sum there', () => {
    const { fits, monthOf } = monthlyFits(record, { firstMonth: 3 }, fitGamma);
    expect([monthOf(0), monthOf(9)]).toEqual([3, 0]);
    expect(fits[3]).toEqual(fitGamma(record.filter((_, index) => index % 12 === 0)));
  });

  test('sums over twelve months begin with the twelfth; a month too short has none', () => {
    const yearly = spiMonthly({ precipitation: record, scale: 12 });
    expect(yearly.slice(0, 11).every((one) => one === null)).toBe(true);
    expect(yearly.slice(11).every((one) => one !== null)).toBe(true);
    expect(spiMonthly({ precipitation: record.slice(0, 100) }).every((one) => one === null)).toBe(true);
    expect(spiMonthly({ precipitation: [] })).toEqual([]);
  });

  test('the first incomplete sums are no gap, later ones are', () => {
    // 36 months at scale 36 leave two years out of 25: more than a tenth would be missing.
    const long = spiMonthly({ precipitation: record, scale: 36 });
    expect(long.filter((one) => one !== null)).toHaveLength(300 - 35);
    const holes = record.map((mm, index) => (index % 12 === 5 && index >= 120 && index < 160 ? null : mm));
    const monthly = spiMonthly({ precipitation: holes });
    expect(monthly[5]).toBeNull();
    expect(monthly[6]).not.toBeNull();
  });
});

describe('of days', () => {
  /** Daily rain of some years, back from 31 December; it rains each tenth day. */
  const daily = (days: number) =>
    Array.from({ length: days }, (_, back) => (back % 10 === 0 ? 5 + ((back * 7) % 13) : 0)).reverse();

  test('an earlier year gives the 31 sums around the same day', () => {
    const { value, calibration, years: found } = calibrationOfRunningSum({ rain: daily(365 * 3), days: 30 });
    expect(found).toBe(2);
    expect(calibration).toHaveLength(62);
    expect(value).toBe(daily(30).reduce((total, mm) => total + mm, 0));
  });

  test('a year counts from the sum that ends 15 days before its day on', () => {
    // The 30 days up to 15 days before the same day of last year: 365 + 15 + 30 days.
    expect(calibrationOfRunningSum({ rain: daily(410), days: 30 }).years).toBe(1);
    expect(calibrationOfRunningSum({ rain: daily(409), days: 30 }).years).toBe(0);
    expect(calibrationOfRunningSum({ rain: [], days: 30 })).toEqual({
      value: null,
      calibration: [],
      years: 0,
    });
  });

  test('needs 20 earlier years, warns below 30, and says how many there are', () => {
    const of = (earlier: number) => spiOfDays({ rain: daily(Math.round(365.2425 * earlier) + 45), days: 30 });
    expect(of(19)).toMatchObject({
      spi: null,
      level: null,
      years: 19,
      reason: { code: 'history_too_short' },
    });
    expect(of(20)).toMatchObject({ years: 20, warnings: ['short_record'], reason: null });
    expect(of(30)).toMatchObject({ years: 30, warnings: [], reason: null });
    const dry = spiOfDays({ rain: daily(8000).map(() => 0), days: 30 });
    expect(dry).toMatchObject({ spi: null, years: 21, reason: { code: 'all_zero' } });
  });
});
