import { describe, expect, test } from 'vitest';
import { fitLogLogistic, spei, speiMonthly, speiOfFit } from './spei.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });

/** The quantiles of a log-logistic distribution of scale 100, shape 5 and origin −120, evenly through its probability. */
const quantiles = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const share = (index + 0.5) / count;
    return -120 + 100 * (share / (1 - share)) ** 0.2;
  });

describe('fitLogLogistic', () => {
  test('finds the distribution that a long record comes from', () => {
    const { alpha, beta, gamma, years } = fitLogLogistic(quantiles(5000));
    expect(alpha).toBeCloseTo(100, -1);
    expect(beta).toBeCloseTo(5, 1);
    expect(gamma).toBeCloseTo(-120, -1);
    expect(years).toBe(5000);
  });

  test('follows the unbiased moments of twenty years', () => {
    // 1 to 20: w0 = 10.5, w1 = 3.5, w2 = 1.75, a symmetric record.
    const { alpha, beta, gamma } = fitLogLogistic(Array.from({ length: 20 }, (_, year) => year + 1));
    expect(Math.abs(beta)).toBe(1e6);
    expect(alpha + gamma).toBeCloseTo(10.5, 3);
  });

  test('does not depend on the order, moves with the record and scales with it', () => {
    const record = quantiles(30);
    const fit = fitLogLogistic(record);
    expect(fitLogLogistic([...record].reverse())).toEqual(fit);
    const moved = fitLogLogistic(record.map((mm) => 2 * mm + 50));
    expect(moved.beta).toBeCloseTo(fit.beta, 9);
    expect(moved.alpha).toBeCloseTo(2 * fit.alpha, 6);
    expect(moved.gamma).toBeCloseTo(2 * fit.gamma + 50, 6);
  });

  test('a tenth may be missing, not more', () => {
    expect(fitLogLogistic([...quantiles(27), null, null, Number.NaN]).years).toBe(27);
    expect(() => fitLogLogistic([...quantiles(27), null, null, null, null])).toThrow(
      refused('missing_months', 'calibration'),
    );
  });

  test.each([
    ['history_too_short', quantiles(19)],
    ['no_variation', quantiles(20).map(() => 3)],
    ['not_a_number', [...quantiles(20), Infinity]],
    ['fit_failed', [...Array.from({ length: 29 }, () => 0), 1000]],
  ])('%s', (code, record) => expect(() => fitLogLogistic(record)).toThrow(refused(code, 'calibration')));
});

describe('speiOfFit', () => {
  const fit = { alpha: 100, beta: 5, gamma: -120, years: 30 };

  test('the scale above the origin is the median', () => {
    expect(speiOfFit(-20, fit)).toBeCloseTo(0, 9);
    // Odds of 0.8413/0.1587 are one standard deviation.
    expect(speiOfFit(-120 + 100 * (0.841_344_746 / 0.158_655_254) ** 0.2, fit)).toBeCloseTo(1, 6);
    expect(speiOfFit(-120 + 100 * (0.158_655_254 / 0.841_344_746) ** 0.2, fit)).toBeCloseTo(-1, 6);
  });

  test('at and beyond the origin it is the limit on that side', () => {
    expect([speiOfFit(-120, fit), speiOfFit(-500, fit)]).toEqual([-3.09, -3.09]);
    expect(speiOfFit(1e9, fit)).toBe(3.09);
    const dryTail = { alpha: -100, beta: -5, gamma: 120, years: 30 };
    expect([speiOfFit(120, dryTail), speiOfFit(500, dryTail)]).toEqual([3.09, 3.09]);
    expect(speiOfFit(20, dryTail)).toBeCloseTo(0, 9);
  });
});

test('spei returns the fit, the grade and the years, with a warning below 30', () => {
  const record = quantiles(30);
  const { alpha, beta, gamma } = fitLogLogistic(record);
  expect(spei({ value: record[0] ?? 0, calibration: record })).toMatchObject({
    alpha,
    beta,
    gamma,
    level: 4,
    years: 30,
    warnings: [],
    reason: null,
  });
  expect(spei({ value: -20, calibration: quantiles(29) })).toMatchObject({
    level: 0,
    warnings: ['short_record'],
  });
  expect(spei({ value: null, calibration: [...record, null] })).toMatchObject({
    spei: null,
    level: null,
    years: 30,
    reason: { code: 'not_a_number', field: 'value' },
  });
});

test('speiMonthly compares a month with itself, and sums backwards', () => {
  const record = Array.from({ length: 300 }, (_, index) => {
    const year = Math.floor(index / 12);
    return 20 * (index % 12) + (quantiles(25)[(year * 7) % 25] ?? 0);
  });
  const monthly = speiMonthly({ balance: record });
  const june = record.filter((_, index) => index % 12 === 5);
  expect(monthly[5]).toBeCloseTo(speiOfFit(record[5] ?? 0, fitLogLogistic(june)), 12);
  // The season alone is no drought: the same year has the same index in each month.
  expect(monthly[0]).toBeCloseTo(monthly[11] ?? 9, 6);
  expect(speiMonthly({ balance: record, scale: 3 }).slice(0, 3)).toEqual([null, null, expect.any(Number)]);
  expect(speiMonthly({ balance: record.slice(0, 100), firstMonth: 4 })).toEqual(
    record.slice(0, 100).map(() => null),
  );
});
