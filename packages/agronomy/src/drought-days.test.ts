import { describe, expect, test } from 'vitest';
import { droughtAssessment, type DroughtInput, heldLevel } from './drought.ts';

const DAY = 86_400_000;
/** 20 June 2026, noon in China. */
const NOW = Date.UTC(2026, 5, 20, 4);
const date = (back: number) => new Date(NOW - back * DAY).toISOString().slice(0, 10);
/** Readings at noon of some days, the last one today; null is a day without one. */
const soil = (relative: readonly (number | null)[], depth = 0.1) => ({
  depth,
  points: relative.flatMap((share, index): [number, number][] =>
    share === null ? [] : [[NOW - (relative.length - 1 - index) * DAY, 0.0025 * share]],
  ),
});
const assess = (change: Partial<DroughtInput> = {}) =>
  droughtAssessment({ now: NOW, texture: 'loam', fieldCapacity: 0.25, ...change });
const level = (...relative: readonly (number | null)[]) => assess({ soil: [soil(relative)] }).overall.level;
const years = (count: number) => Array.from({ length: count }, (_, year) => 10 + 5 * (year % 10));

describe('the grade that holds', () => {
  const of = (...levels: readonly number[]) =>
    heldLevel(levels.map((one, index) => ({ date: date(levels.length - 1 - index), level: one })));

  test('is the driest that was reached on three of the last five days', () => {
    expect(of(4, 4, 4, 0, 0)).toBe(4);
    expect(of(4, 4, 3, 0, 0)).toBe(3);
    expect(of(4, 4, 0, 0, 0)).toBe(0);
    expect(of(1, 2, 3, 0, 0)).toBe(1);
    // The sixth last day counts no more.
    expect(of(4, 0, 4, 0, 4, 0)).toBe(0);
    expect(of(0, 4, 0, 4, 0, 4)).toBe(4);
  });

  test('with fewer days is that of all of them', () => {
    expect([of(), of(2), of(3, 2), of(3, 0)]).toEqual([null, 2, 2, 0]);
    // Days that were not measured are no days of the window.
    expect(
      heldLevel([
        { date: date(6), level: 4 },
        { date: date(1), level: 2 },
        { date: date(0), level: 1 },
      ]),
    ).toBe(1);
  });
});

describe('the soil decides', () => {
  test('by relative moisture, while its newest value is at most 48 h old', () => {
    expect(level(55, 55, 55)).toBe(1);
    const aged = (age: number) =>
      assess({
        soil: [{ depth: 0.1, points: [[NOW - age, 0.1]] }],
        spi: [{ scaleDays: 30, value: 32, calibration: years(30) }],
      }).overall;
    expect(aged(2 * DAY)).toMatchObject({ basis: 'soil', code: 'MODERATE' });
    expect(aged(2 * DAY + 1)).toMatchObject({ basis: 'spi', level: 0, code: 'NONE', reason: null });
  });

  test('at the depth of the stage, each sensor by the soil that it stands for', () => {
    // Other stages look at 0.5 m or less: 0.1 and 0.3 m stand for 0.2 m and the rest.
    const two = assess({ soil: [soil([40], 0.3), soil([80], 0.1)], stage: 'critical' });
    const factor = 0.9;
    expect(two.rsm).toBeCloseTo(factor * ((80 * 0.2 + 40 * 0.3) / 0.5), 6);
    expect(two.profile.map(({ depth, relative, counts }) => [depth, relative, counts])).toEqual([
      [0.1, expect.closeTo(80, 9), true],
      [0.3, expect.closeTo(40, 9), true],
    ]);
    // Seedlings look at 0.2 m: the deep sensor is shown and does not count.
    const young = assess({ soil: [soil([40], 0.3), soil([80], 0.1)], stage: 'seedling' });
    expect(young.rsm).toBeCloseTo(1.1 * 80, 6);
    expect(young.profile.map(({ counts }) => counts)).toEqual([true, false]);
    // A single deep sensor is better than none.
    expect(assess({ soil: [soil([40], 0.9)], stage: 'seedling' }).rsm).toBeCloseTo(44, 6);
  });

  test('with its own field capacity where it has one', () => {
    const own = assess({ soil: [{ ...soil([60]), fieldCapacity: 0.3 }], fieldCapacity: null });
    expect(own).toMatchObject({ calibration: 'configured', rsm: expect.closeTo(50, 9) });
    const relative = assess({
      soil: [{ depth: 0.1, unit: 'relative', points: [[NOW, 60]], fieldCapacity: 0.3 }],
    });
    expect(relative.profile[0]).toMatchObject({
      vwc: expect.closeTo(0.18, 9),
      relative: expect.closeTo(60, 9),
    });
  });

  test('without readings that no soil can have', () => {
    const of = (vwc: number) => assess({ soil: [{ depth: 0.1, points: [[NOW, vwc]] }] });
    expect([of(0.6).rsm, of(0).rsm]).toEqual([expect.closeTo(240, 9), 0]);
    expect(of(0.61)).toMatchObject({ rsm: null, warnings: ['readings_dropped'] });
    expect(of(-0.01)).toMatchObject({ rsm: null, warnings: ['readings_dropped'] });
    expect(of(0.61).overall).toMatchObject({
      level: null,
      code: 'NO_DATA',
      basis: null,
      reason: { code: 'no_soil_moisture' },
    });
  });

  test('an old value without rain is no answer, and says why', () =>
    expect(assess({ soil: [{ depth: 0.1, points: [[NOW - 3 * DAY, 0.1]] }] }).overall).toEqual({
      level: null,
      code: 'NO_DATA',
      zh: '暂无数据',
      en: 'No data',
      basis: null,
      reason: expect.objectContaining({ code: 'stale_soil_moisture' }),
    }));
});

describe('duration and trend', () => {
  test('consecutive days in drought up to the last one', () => {
    const days = (...relative: readonly (number | null)[]) => assess({ soil: [soil(relative)] }).durationDays;
    expect(days(50, 70, 50, 50)).toBe(2);
    expect(days(50, 50, 70)).toBe(0);
    expect(days(50, null, 50, 50)).toBe(2);
    expect(days(50, 50, 50)).toBe(3);
    expect(days()).toBe(0);
  });

  test('drying of a twentieth of a per cent a day is a trend, with the days to the next grade', () => {
    const trend = (...relative: readonly (number | null)[]) => assess({ soil: [soil(relative)] }).trend;
    expect(trend(74, 72, 70)).toEqual({
      slopePctPerDay: expect.closeTo(-2, 6),
      daysToNextGrade: expect.closeTo(5, 5),
    });
    expect(trend(59, 57, 55)).toEqual({
      slopePctPerDay: expect.closeTo(-2, 6),
      daysToNextGrade: expect.closeTo(2.5, 5),
    });
    expect(trend(70, 72, 74)).toEqual({ slopePctPerDay: expect.closeTo(2, 6), daysToNextGrade: null });
    expect(trend(70.08, 70.04, 70).daysToNextGrade).toBeNull();
    expect(trend(70.12, 70.06, 70).daysToNextGrade).toBeCloseTo(10 / 0.06, 0);
    // In extreme drought there is no next grade.
    expect(trend(29, 27, 25)).toEqual({ slopePctPerDay: expect.closeTo(-2, 6), daysToNextGrade: null });
    expect(trend(72, 70)).toEqual({ slopePctPerDay: null, daysToNextGrade: null });
    // Eight days ago is not looked at.
    expect(trend(90, null, null, null, null, null, 72, 70).slopePctPerDay).toBeNull();
    expect(trend(82, null, null, null, null, 72, 70).slopePctPerDay).toBeCloseTo(-2, 6);
  });
});

describe('rain', () => {
  const rain = (mm: readonly (number | null)[], from = mm.length - 1) =>
    assess({ rain: mm.map((one, index) => ({ date: date(from - index), mm: one })) });
  const days = (count: number, mm: number) => Array.from({ length: count }, () => mm);

  test('of the last 30 and 7 days, today among them', () => {
    expect(rain(days(40, 1)).rain).toMatchObject({ last30Mm: 30, last30Days: 30, last7Mm: 7, last7Days: 7 });
    expect(rain([5, null, 2]).rain).toMatchObject({ last30Mm: 7, last30Days: 2, last7Days: 2 });
    expect(rain([], 0).rain).toEqual({
      last30Mm: null,
      last30Days: 0,
      last7Mm: null,
      last7Days: 0,
      dryDays: null,
      dryUntil: null,
      dryAtLeast: false,
    });
  });

  test('27 known days of 30 are complete', () => {
    const with_ = (lost: number) =>
      rain([...days(30 - lost, 1), ...Array.from({ length: lost }, () => null)]).warnings;
    expect(with_(3)).not.toContain('rain_incomplete');
    expect(with_(4)).toContain('rain_incomplete');
    expect(rain([]).warnings).not.toContain('rain_incomplete');
  });

  test('amounts that are none are unknown', () => {
    expect(rain([-1, 2001, 2000]).rain).toMatchObject({ last30Mm: 2000, last30Days: 1 });
    expect(rain([0, 0]).rain).toMatchObject({ last30Mm: 0, last30Days: 2 });
  });

  test('dry days up to the last known one of today and yesterday; less than 0.1 mm leaves a day dry', () => {
    expect(rain([5, 0.09, 0, 0]).rain).toMatchObject({ dryDays: 3, dryUntil: date(0), dryAtLeast: false });
    expect(rain([5, 0, 0.1]).rain).toMatchObject({ dryDays: 0, dryUntil: date(0), dryAtLeast: false });
    expect(rain([5, 0, 0, null]).rain).toMatchObject({ dryDays: 2, dryUntil: date(1) });
    expect(rain([5, 0, null, null]).rain).toMatchObject({ dryDays: null, dryUntil: null });
    expect(rain([null, 0, 0]).rain).toMatchObject({ dryDays: 2, dryAtLeast: true });
  });

  test('of decades makes the SPI of 30 and 90 days, its gaps unknown', () => {
    const long = Array.from({ length: 365 * 26 }, (_, index) =>
      index % 9 === 0 ? 4 + ((index * 7) % 11) : 0,
    );
    const found = rain(long);
    expect(found.spi.map(({ scaleDays, years: known, reason }) => [scaleDays, known, reason])).toEqual([
      [30, 25, null],
      [90, 25, null],
    ]);
    expect(found.overall.basis).toBe('spi');
    expect(found.warnings).toContain('short_record');
    expect(rain([...long.slice(0, -1), null]).spi.map(({ value }) => value)).toEqual([null, null]);
  });
});

test('without soil the SPI decides before the SPEI, and an index without a grade not at all', () => {
  const spei = [{ scaleDays: 90, value: 12, calibration: years(30) }];
  const none = { scaleDays: 30, value: null, calibration: years(30) };
  const spi = { scaleDays: 30, value: 0, calibration: years(30) };
  expect(assess({ spei }).overall).toMatchObject({ basis: 'spei', level: 2 });
  expect(assess({ spei, spi: [none] }).overall.basis).toBe('spei');
  expect(assess({ spei, spi: [none, spi] }).overall).toMatchObject({
    basis: 'spi',
    level: 4,
    code: 'EXTREME',
  });
  expect(assess({ spei, spi: [none] }).spi).toEqual([
    {
      scaleDays: 30,
      value: null,
      level: null,
      years: 30,
      reason: expect.objectContaining({ code: 'not_a_number' }),
    },
  ]);
  expect(assess({ spei }).warnings).not.toContain('short_record');
  expect(assess({ spei: [{ scaleDays: 90, value: 12, calibration: years(29) }] }).warnings).toContain(
    'short_record',
  );
});

test('what is assumed is said', () => {
  expect(droughtAssessment({ now: NOW })).toMatchObject({
    deviceId: null,
    assessedAt: NOW,
    texture: 'loam',
    textureAssumed: true,
    calibration: 'default',
    stage: 'other',
    rsm: null,
    rsmSeries: [],
    thresholds: [60, 50, 40, 30],
    warnings: ['texture_assumed', 'field_capacity_default'],
  });
  expect(assess({ deviceId: 'a', texture: 'clay', stage: 'critical' })).toMatchObject({
    deviceId: 'a',
    texture: 'clay',
    textureAssumed: false,
    calibration: 'configured',
    stage: 'critical',
    warnings: [],
  });
  expect(assess({ soil: [soil([55, 55])] }).warnings).toEqual(['few_days']);
  expect(assess({ soil: [soil([55, 55, 55])] }).warnings).toEqual([]);
});
