import { describe, expect, it } from 'vitest';
import { climatologyOfHistory, climatologyOr, type HistoryDay, historyDays } from './climatology-history.ts';
import { dateOfDay, dayNumber } from './local-calendar.ts';

/** Two Julys: 5 mm/d and 7 mm/d, rain of 8 mm every fourth day. */
const julys = [2024, 2025].flatMap((year) =>
  Array.from({ length: 31 }, (_, day): HistoryDay => ({
    date: dateOfDay(dayNumber(`${year}-07-01`) + day),
    et0: year === 2024 ? 5 : 7,
    rain: day % 4 === 0 ? 8 : 0,
  })),
);

describe('climatologyOfHistory', () => {
  it('is the mean of the years around a day, with the share of wet days as the chance of rain', () => {
    const day = climatologyOfHistory(julys)?.('2026-07-16');
    expect(day).toMatchObject({ et0: expect.closeTo(6, 1), tmax: null, tmin: null, from: 'history' });
    expect(day?.rain).toBeCloseTo(2, 0);
    expect(day?.rainChance).toBeCloseTo(0.25, 1);
  });

  it('has nothing for a part of the year that was not measured', () => {
    const climate = climatologyOfHistory(julys);
    expect(climate?.('2026-10-16')).toMatchObject({ et0: null, rain: null, rainChance: null });
    expect(climatologyOfHistory([])).toBeNull();
  });

  it('goes on across the new year', () => {
    const days = Array.from({ length: 12 }, (_, day) => ({
      date: dateOfDay(dayNumber('2025-12-20') + day),
      et0: 1,
      rain: null,
    }));
    expect(climatologyOfHistory(days)?.('2027-01-02')).toMatchObject({ et0: 1, rain: null });
  });

  it('stands behind the monthly record', () => {
    const history = climatologyOfHistory(julys);
    const record = (et0: number | null) => () => ({ tmax: 30, tmin: 20, et0, rain: 1, rainChance: 0.1 });
    expect(climatologyOr(record(4), history)?.('2026-07-16')).toMatchObject({ et0: 4, rain: 1 });
    expect(climatologyOr(record(null), history)?.('2026-07-16')).toMatchObject({
      et0: expect.closeTo(6, 1),
      tmax: 30,
    });
    expect(climatologyOr(record(null), history)?.('2026-10-16')).toMatchObject({ et0: null, rain: 1 });
    expect(climatologyOr(null, null)).toBeNull();
  });
});

it('historyDays have ET0 where the weather suffices, and no rain where none was measured', () => {
  const start = Date.parse('2025-07-01T00:00:00+08:00');
  const hours = Array.from({ length: 48 }, (_, hour) => {
    const sun = Math.cos((((hour % 24) - 13) * Math.PI) / 12);
    return { ts: start + hour * 3_600_000, t: 25 + 6 * sun, rh: 60 - 15 * sun };
  });
  const days = historyDays({
    hours,
    timeZone: 'Asia/Shanghai',
    lat: 36.9,
    lon: 118.7,
    elevation: 30,
    windHeight: 2,
  });
  expect(days.map(({ date }) => date)).toEqual(['2025-07-01', '2025-07-02']);
  for (const { et0, rain } of days) {
    expect(et0).toBeGreaterThan(3);
    expect(rain).toBeNull();
  }
});
