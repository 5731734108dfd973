import { describe, expect, test } from 'vitest';
import {
  dateOfDay,
  dayNumber,
  dayOfYear,
  localClockMs,
  localDate,
  localDay,
  localDayNumber,
  localHour,
  localMinute,
} from './local-calendar.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });
const at = (iso: string) => Date.parse(iso);

describe('a local date', () => {
  test('changes at midnight of the zone, by default that of China', () => {
    expect(localDate(at('2026-06-01T15:59:59.999Z'))).toBe('2026-06-01');
    expect(localDate(at('2026-06-01T16:00:00Z'))).toBe('2026-06-02');
    expect(localDate(at('2026-06-01T16:00:00Z'), 'UTC')).toBe('2026-06-01');
    expect(localDate(at('2026-06-01T00:00:00Z'), 'America/New_York')).toBe('2026-05-31');
    expect(localDay({ iso: '2026-06-01T16:00:00Z' })).toBe('2026-06-02');
    expect(localDay({ iso: '2026-06-01T16:00:00Z', timeZone: 'UTC' })).toBe('2026-06-01');
  });

  test('of a zone of half or quarter hours', () => {
    expect(localDate(at('2026-06-01T18:29:59Z'), 'Asia/Kolkata')).toBe('2026-06-01');
    expect(localDate(at('2026-06-01T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-06-02');
    expect(localDate(at('2026-06-01T18:14:59Z'), 'Asia/Kathmandu')).toBe('2026-06-01');
    expect(localDate(at('2026-06-01T18:15:00Z'), 'Asia/Kathmandu')).toBe('2026-06-02');
  });

  test('before 1970', () => {
    expect(localDate(at('1969-12-31T15:59:59Z'))).toBe('1969-12-31');
    expect(localDayNumber(at('1969-12-31T16:00:00Z'))).toBe(0);
    expect(localDayNumber(-1, 'UTC')).toBe(-1);
  });
});

describe('on the days on which the clocks move', () => {
  test('in Berlin: 29 March 2026 from 2 to 3, 25 October from 3 to 2', () => {
    const clock = (iso: string) =>
      new Date(localClockMs(at(iso), 'Europe/Berlin')).toISOString().slice(0, 16);
    expect(clock('2026-03-29T00:59:59Z')).toBe('2026-03-29T01:59');
    expect(clock('2026-03-29T01:00:00Z')).toBe('2026-03-29T03:00');
    expect(clock('2026-03-29T23:00:00Z')).toBe('2026-03-30T01:00');
    expect(clock('2026-10-25T00:59:59Z')).toBe('2026-10-25T02:59');
    expect(clock('2026-10-25T01:00:00Z')).toBe('2026-10-25T02:00');
    // Asked again, from what is kept.
    expect(clock('2026-03-29T00:59:59Z')).toBe('2026-03-29T01:59');
    expect(clock('2026-03-28T12:00:00Z')).toBe('2026-03-28T13:00');
    expect(clock('2026-03-30T12:00:00Z')).toBe('2026-03-30T14:00');
  });

  test('each hour of a year has the date that Intl gives it', () => {
    for (const timeZone of ['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe']) {
      const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
      for (let hour = 0; hour < 8760; hour += 5) {
        const ts = Date.UTC(2026, 0, 1) + hour * 3_600_000;
        if (localDate(ts, timeZone) !== format.format(ts))
          throw new Error(`${timeZone} ${new Date(ts).toISOString()}`);
      }
    }
  });
});

test('the clock shows ms too', () =>
  expect(localClockMs(at('2026-06-01T00:00:00.123Z'))).toBe(at('2026-06-01T08:00:00.123Z')));

test('texts of a time', () => {
  const ts = at('2026-06-01T16:05:59Z');
  expect(localMinute(ts)).toBe('06-02 00:05');
  expect(localMinute(ts, 'UTC')).toBe('06-01 16:05');
  expect(localHour(at('2026-06-01T04:45:00Z'))).toBe(12.75);
  expect(localHour(at('2026-06-01T16:00:00Z'))).toBe(0);
  expect(localHour(at('2026-06-01T04:45:00Z'), 'UTC')).toBe(4.75);
});

test('a date is its number of days since 1970, and back', () => {
  expect([dayNumber('1970-01-01'), dayNumber('1970-01-02'), dayNumber('1969-12-31')]).toEqual([0, 1, -1]);
  expect(dayNumber('2026-06-01')).toBe(20_605);
  expect([dateOfDay(20_605), dateOfDay(-1), dateOfDay(20_605)]).toEqual([
    '2026-06-01',
    '1969-12-31',
    '2026-06-01',
  ]);
  expect(dayNumber('2026-06-01')).toBe(20_605);
});

test('more dates than are kept at a time are dates all the same', () => {
  for (let day = -30_000; day < 30_000; day++) {
    const date = dateOfDay(day);
    if (dayNumber(date) !== day || dateOfDay(day) !== date) throw new Error(`${day} is ${date}`);
  }
});

test('the day of the year, 1 to 366', () =>
  expect(['2026-01-01', '2026-03-01', '2024-03-01', '2026-12-31', '2024-12-31'].map(dayOfYear)).toEqual([
    1, 60, 61, 365, 366,
  ]));

test.each([
  '2026-02-30',
  '2026-13-01',
  '2026-6-1',
  '2026-06-01T00:00',
  'x2026-06-01',
  '20260601',
  '+002026-06-01',
  '',
])('%s is no date', (date) => expect(() => dayNumber(date)).toThrow(refused('out_of_range', 'date')));

test('an instant beyond the years of four digits, or none, is refused', () => {
  for (const ts of [Number.NaN, Infinity, 62_000_000_000_001, -62_000_000_000_001]) {
    expect(() => localDate(ts)).toThrow(refused('not_a_number', 'ts'));
    expect(() => localClockMs(ts)).toThrow(refused('not_a_number', 'ts'));
  }
  expect(localDate(62_000_000_000_000, 'UTC')).toBe('3934-09-14');
  expect(localClockMs(62_000_000_000_000, 'UTC')).toBe(62_000_000_000_000);
});

test('an unknown zone is refused', () =>
  expect(() => localDate(0, 'Asia/Atlantis')).toThrow(refused('unknown_time_zone', 'timeZone')));
