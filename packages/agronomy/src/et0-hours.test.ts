import { describe, expect, it } from 'vitest';
import { et0Daily } from './et0-daily.ts';
import { et0Hourly } from './et0-hourly.ts';
import { et0OfHours } from './et0-hours.ts';
import type { WeatherHour } from './daily-weather.ts';

const HOUR = 3_600_000;
/** 2026-06-21 00:00 in China. */
const START = Date.UTC(2026, 5, 20, 16);
const place = { lat: 36.9, lon: 118.7, elevation: 30 };

const day = (wind: number, clear = 1): WeatherHour[] =>
  Array.from({ length: 24 }, (_, hour) => {
    const sun = Math.max(0, Math.sin(((hour + 0.5 - 5) / 14) * Math.PI));
    return {
      ts: START + hour * HOUR,
      t: 18 + 12 * sun,
      rh: 85 - 45 * sun,
      radiation: 860 * clear * sun,
      wind,
    };
  });
const total = (hours: readonly { et0: number }[]) => hours.reduce((all, { et0 }) => all + et0, 0);

describe('the coefficients of ASCE', () => {
  // ASCE-EWRI 2005, table 1: Cd of the short reference 0.24 by day and 0.96 by night, G 0.1 and 0.5 of Rn.
  it('have a smaller resistance by day and a larger one by night', () => {
    const noon = { doy: 172, lat: 36.9, midHour: 12.5, t: 30, rh: 40, u2: 3, rs: 3 };
    const night = { ...noon, midHour: 1.5, t: 22, rh: 55, rs: 0 };
    const ratio = (input: typeof noon) =>
      (et0Hourly({ ...input, coefficients: 'asce' }).et0 ?? 0) / (et0Hourly(input).et0 ?? 1);
    // At 30 °C the slope is 0.2434 and gamma 0.0674 kPa/°C: (0.2434 + 0.0674·2.02)/(0.2434 + 0.0674·1.72).
    expect(ratio(noon)).toBeCloseTo((0.2434 + 0.0674 * 2.02) / (0.2434 + 0.0674 * 1.72), 3);
    // At 22 °C the slope is 0.1614: (0.1614 + 0.0674·2.02)/(0.1614 + 0.0674·3.88).
    expect(ratio(night)).toBeCloseTo((0.1614 + 0.0674 * 2.02) / (0.1614 + 0.0674 * 3.88), 2);
  });

  it('sum closer to the daily equation than a single coefficient', () => {
    const daily = et0Daily({
      ...place,
      doy: 172,
      tmax: 30,
      tmin: 18,
      rhMax: 85,
      rhMin: 40,
      rs: 27.6,
      wind: 3,
    });
    const asce = et0OfHours({ hours: day(3), ...place });
    const fao = day(3).map(({ t, rh, wind, radiation }, hour) =>
      et0Hourly({
        doy: 172,
        lat: place.lat,
        lonEast: place.lon,
        utcOffsetHours: 8,
        elevation: place.elevation,
        midHour: hour + 0.5,
        t: t ?? null,
        rh: rh ?? null,
        wind: wind ?? null,
        rs: (radiation ?? 0) * 0.0036,
      }),
    );
    const apart = (sum: number) => Math.abs(sum - (daily.et0 ?? 0));
    expect(apart(total(asce))).toBeLessThan(apart(total(fao.map(({ et0 }) => ({ et0: et0 ?? 0 })))));
  });
});

describe('et0OfHours', () => {
  it('converts the wind from the height of its sensor', () => {
    const at2 = total(et0OfHours({ hours: day(4), ...place }));
    const at10 = total(et0OfHours({ hours: day(4), ...place, windHeight: 10 }));
    expect(at10).toBeLessThan(at2);
    // 10 m read as 2 m is a wind of 4.87/ln(672.58) = 0.748 taken as 1.
    expect(at10).toBeCloseTo(total(et0OfHours({ hours: day(4 * 0.7479), ...place })), 2);
  });

  it('uses the clearness of the evening for the following night', () => {
    const two = (clear: number) => [
      ...day(2, clear),
      ...day(2).map((hour) => ({ ...hour, ts: hour.ts + 24 * HOUR })),
    ];
    const nightOf = (clear: number) =>
      et0OfHours({ hours: two(clear), ...place }).find(({ ts }) => ts === START + 25 * HOUR)?.et0 ?? 0;
    // Under cloud less heat leaves by night.
    expect(nightOf(0.3)).toBeGreaterThan(nightOf(1));
  });

  it('reports the missing inputs of an hour and omits hours without temperature', () => {
    const hours = day(2).map((hour, index) =>
      index === 12 ? { ...hour, wind: null, radiation: null } : hour,
    );
    const answer = et0OfHours({ hours: [...hours, { ts: START + 24 * HOUR, rh: 50 }], ...place });
    expect(answer).toHaveLength(24);
    expect(answer[12]?.missing).toEqual(['radiation', 'wind']);
  });
});
