import { describe, expect, it } from 'vitest';
import { dailyAggregate, dailyCounter, dailyOnTime } from './daily.ts';
import { dailyWeather } from './daily-weather.ts';
import {
  dateOfDay,
  dayNumber,
  dayOfYear,
  localDate,
  localDay,
  localHour,
  localMinute,
} from './local-calendar.ts';
import { AgronomyError } from './reason.ts';

const at = (iso: string) => Date.parse(iso);
const HOUR = 3_600_000;

describe('local days', () => {
  it.each([
    ['2026-01-01T15:59:59.999Z', 'Asia/Shanghai', '2026-01-01'],
    ['2026-01-01T16:00:00Z', 'Asia/Shanghai', '2026-01-02'],
    // China moved its clocks 1986–1991: the day of 1 July 1986 began at 15:00 UTC.
    ['1986-07-01T14:59:59Z', 'Asia/Shanghai', '1986-07-01'],
    ['1986-07-01T15:00:00Z', 'Asia/Shanghai', '1986-07-02'],
    // The clocks went forward at 02:00 on 4 May 1986: the night before still had eight hours.
    ['1986-05-03T16:00:00Z', 'Asia/Shanghai', '1986-05-04'],
    ['1986-05-03T15:59:00Z', 'Asia/Shanghai', '1986-05-03'],
    ['2026-06-01T18:14:59Z', 'Asia/Kathmandu', '2026-06-01'],
    ['2026-06-01T18:15:00Z', 'Asia/Kathmandu', '2026-06-02'],
    // Summer time ended that morning: half past eleven in the evening, not half past midnight.
    ['2026-10-25T22:30:00Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
    ['1969-12-31T16:00:00Z', 'Asia/Shanghai', '1970-01-01'],
  ])('%s in %s is %s', (iso, timeZone, date) => {
    expect(localDay({ iso, timeZone })).toBe(date);
    // Once more, from the cached offsets.
    expect(localDate(at(iso), timeZone)).toBe(date);
  });

  it('returns the hour and the minute', () => {
    expect(localHour(at('2026-01-01T04:30:00Z'))).toBe(12.5);
    expect(localMinute(at('2026-01-01T16:05:00Z'))).toBe('01-02 00:05');
  });

  it('counts days and refuses an invalid date', () => {
    expect(dateOfDay(dayNumber('2024-02-29') + 1)).toBe('2024-03-01');
    expect(dayOfYear('2024-12-31')).toBe(366);
    for (const wrong of ['2026-02-30', '2026-13-01', '20260101', '']) {
      expect(() => dayNumber(wrong)).toThrow(AgronomyError);
    }
  });

  it('refuses an unknown zone and an invalid instant', () => {
    expect(() => localDate(0, 'Mars/Olympus')).toThrow(AgronomyError);
    expect(() => localDate(Number.NaN)).toThrow(AgronomyError);
  });
});

describe('dailyAggregate', () => {
  it('counts midnight to the new day, skips texts, and keeps the last of equal times', () => {
    const days = dailyAggregate({
      points: [
        [at('2026-06-10T15:00:00Z'), 1],
        [at('2026-06-10T16:00:00Z'), 5],
        [at('2026-06-10T17:00:00Z'), 'broken'],
        [at('2026-06-10T18:00:00Z'), Number.NaN],
        [at('2026-06-10T19:00:00Z'), 3],
        [at('2026-06-10T19:00:00Z'), 7],
        [at('2026-06-10T20:00:00Z'), true],
      ],
    });
    expect(days).toEqual([
      { date: '2026-06-10', min: 1, max: 1, mean: 1, sum: 1, count: 1, first: 1, last: 1 },
      { date: '2026-06-11', min: 1, max: 7, mean: 13 / 3, sum: 13, count: 3, first: 5, last: 1 },
    ]);
  });

  it('does not depend on the order', () => {
    const points = [
      [at('2026-06-11T10:00:00Z'), 2],
      [at('2026-06-11T08:00:00Z'), 4],
    ] as const;
    expect(dailyAggregate({ points })[0]).toMatchObject({ first: 4, last: 2 });
  });

  it('fills empty days if requested', () => {
    const points = [
      [at('2026-06-10T04:00:00Z'), 2],
      [at('2026-06-13T04:00:00Z'), 4],
    ] as const;
    expect(dailyAggregate({ points }).map((day) => day.date)).toEqual(['2026-06-10', '2026-06-13']);
    expect(dailyAggregate({ points, fill: true }).map((day) => day.count)).toEqual([1, 0, 0, 1]);
  });

  it('weights by time if requested', () => {
    // One hour of 0, then three hours of 10 in three samples.
    const points = [0, 1, 2, 3, 4].map(
      (hour) => [at('2026-06-11T00:00:00Z') + hour * HOUR, hour === 0 ? 0 : 10] as const,
    );
    expect(dailyAggregate({ points, mean: 'timeWeighted' })[0]?.mean).toBeCloseTo(7.5, 9);
    expect(dailyAggregate({ points })[0]?.mean).toBe(8);
  });

  it('is empty without readings', () => {
    expect(dailyAggregate({ points: [] })).toEqual([]);
  });
});

describe('dailyCounter', () => {
  it('counts across midnight and treats a decrease as a reset', () => {
    const points = [
      [at('2026-06-10T15:00:00Z'), 100],
      [at('2026-06-10T17:00:00Z'), 103],
      [at('2026-06-10T18:00:00Z'), 2],
      [at('2026-06-10T19:00:00Z'), 4.5],
    ] as const;
    expect(dailyCounter({ points })).toEqual([
      { date: '2026-06-10', increase: 0 },
      { date: '2026-06-11', increase: 7.5 },
    ]);
  });
});

describe('dailyOnTime', () => {
  it('adds up the time a switch was on', () => {
    const points = [true, true, false, false].map(
      (on, index) => [at('2026-06-11T00:00:00Z') + index * HOUR, on] as const,
    );
    expect(dailyOnTime({ points })).toEqual([{ date: '2026-06-11', onMs: 2 * HOUR, onRatio: 2 / 3 }]);
  });
});

describe('dailyWeather', () => {
  const start = at('2026-06-10T16:00:00Z');
  const hours = (count: number) =>
    Array.from({ length: count }, (_, hour) => ({
      ts: start + hour * HOUR,
      t: 15 + hour / 2,
      rh: 101,
      radiation: hour === 0 ? -3 : 250,
      wind: 2,
      rain: hour === 5 ? 3.2 : 0,
    }));

  it('computes the inputs of the daily equations', () => {
    const [day] = dailyWeather({ hours: hours(24) });
    expect(day).toMatchObject({
      date: '2026-06-11',
      doy: 162,
      tmax: 26.5,
      tmin: 15,
      rhMax: 100,
      wind: 2,
      rain: 3.2,
    });
    expect(day?.rs).toBeCloseTo(((250 * 23 - 3) / 24) * 0.0864, 9);
  });

  it('has no mean from a few hours, but their rain', () => {
    expect(dailyWeather({ hours: hours(10) })[0]).toMatchObject({
      tmax: null,
      rs: null,
      wind: null,
      rain: 3.2,
      hours: 10,
    });
  });

  it('omits impossible values', () => {
    const wild = hours(24).map((hour, index) => (index < 3 ? { ...hour, t: 6553.5, rh: -1 } : hour));
    expect(dailyWeather({ hours: [...wild, { ts: Number.NaN, t: 3 }] })[0]).toMatchObject({
      tmax: 26.5,
      hours: 21,
    });
  });
});
