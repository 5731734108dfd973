import { describe, expect, test } from 'vitest';
import { dayOfYear, daylight, DEMO_SITE, solarHour, sunAt } from './sun.ts';

const HOUR = 3_600_000;

describe('the sun over the demo farm', () => {
  test('is highest at local solar noon', () => {
    const day = Date.UTC(2026, 5, 21);
    const heights = Array.from({ length: 24 * 12 }, (_, i) => {
      const time = day + (i * HOUR) / 12;
      return { hour: solarHour(time, DEMO_SITE), elevation: sunAt(time, DEMO_SITE).elevation };
    });
    const highest = heights.reduce((a, b) => (b.elevation > a.elevation ? b : a));
    expect(highest.hour).toBeCloseTo(12, 0);
    // Solstice: 90° − latitude + 23.4°.
    expect((highest.elevation * 180) / Math.PI).toBeCloseTo(90 - 36.88 + 23.4, 0);
  });

  test('the day is long in June and short in December', () => {
    const hours = (day: number) => daylight(day, DEMO_SITE).sunset - daylight(day, DEMO_SITE).sunrise;
    expect(hours(172)).toBeGreaterThan(14.3);
    expect(hours(355)).toBeLessThan(9.8);
  });

  test('extraterrestrial radiation of a day agrees with FAO-56 table 2.6', () => {
    // 36° N in June: 41.7 MJ/m² on the 15th.
    const site = { ...DEMO_SITE, latitude: 36 };
    const start = Date.UTC(2026, 5, 15) - 8 * HOUR;
    let joules = 0;
    for (let minute = 0; minute < 1440; minute++)
      joules += sunAt(start + minute * 60_000, site).extraterrestrial * 60;
    expect(joules / 1e6).toBeCloseTo(41.7, 0);
  });

  test('the first of January is day 1', () => {
    expect(dayOfYear(Date.UTC(2026, 0, 1))).toBe(1);
    expect(dayOfYear(Date.UTC(2026, 11, 31, 23))).toBe(365);
  });
});
