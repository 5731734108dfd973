import { describe, expect, it } from 'vitest';
import { et0Daily } from './et0-daily.ts';
import { et0Greenhouse } from './et0-greenhouse.ts';
import { et0Hourly } from './et0-hourly.ts';

// FAO-56 example 19: N'Diaye, Senegal, 1 October.
const ndiaye = { doy: 274, lat: 16.21667, lonWest: 16.25, tzLonWest: 15, elevation: 8 };

describe('et0Hourly', () => {
  it('gives example 19 by day', () => {
    const hour = et0Hourly({ ...ndiaye, midHour: 14.5, t: 38, rh: 52, u2: 3.3, rs: 2.45 });
    expect(hour.et0).toBeCloseTo(0.63, 2);
    expect(hour).toMatchObject({ isDay: true, missing: [] });
  });

  it('gives example 19 by night', () => {
    const hour = et0Hourly({ ...ndiaye, midHour: 2.5, t: 28, rh: 90, u2: 1.9, rs: 0 });
    expect(hour.et0).toBeCloseTo(0, 1);
    expect(hour).toMatchObject({ isDay: false, ra: 0, ratio: 0.8 });
  });

  it('accepts a longitude east or west of Greenwich', () => {
    const beijing = { doy: 180, lat: 39.9, midHour: 10.5, t: 28, rh: 50, u2: 2, rs: 2 };
    const east = et0Hourly({ ...beijing, lonEast: 116.4, utcOffsetHours: 8 });
    expect(et0Hourly({ ...beijing, lonWest: 243.6, tzLonWest: 240 }).et0).toBeCloseTo(east.et0 ?? 0, 12);
    expect(et0Hourly({ ...beijing, lonWest: -116.4, tzLonWest: 240 }).et0).toBeCloseTo(east.et0 ?? 0, 12);
  });

  it('sums to about the daily value', () => {
    let total = 0;
    for (let hour = 0; hour < 24; hour++) {
      const height = Math.sin(((hour + 0.5 - 6) / 12) * Math.PI);
      const one = et0Hourly({
        ...ndiaye,
        midHour: hour + 0.5,
        t: 30 + 5 * Math.sin(((hour - 8) / 12) * Math.PI),
        rh: 60 - 15 * Math.sin(((hour - 8) / 12) * Math.PI),
        u2: 2,
        rs: Math.max(0, 2.9 * height),
      });
      if (one.et0 === null) throw new Error(one.reason.en);
      total += one.et0;
    }
    const day = et0Daily({ ...ndiaye, tmax: 35, tmin: 25, rhMax: 75, rhMin: 45, rs: 22.2, wind: 2 });
    expect(total / (day.et0 ?? 0)).toBeGreaterThan(0.85);
    expect(total / (day.et0 ?? 0)).toBeLessThan(1.15);
  });

  it.each([
    [{ t: null }, 'no_temperature'],
    [{ rh: null }, 'no_humidity'],
    [{ rh: 180 }, 'out_of_range'],
    [{ midHour: Number.NaN }, 'not_a_number'],
    [{ rs: 700 }, 'out_of_range'],
  ] as const)('answers %o with its reason', (wrong, code) => {
    const hour = et0Hourly({ ...ndiaye, midHour: 12.5, t: 30, rh: 50, u2: 2, rs: 2, ...wrong });
    expect(hour).toMatchObject({ et0: null, reason: { code } });
  });
});

describe('et0Greenhouse', () => {
  const house = { doy: 93, lat: 35.77, elevation: 81, tmax: 24.2, tmin: 10.9, rhMean: 63 };

  it('prefers radiation inside to that outside, and reports it', () => {
    const outside = et0Greenhouse({ ...house, rsOutside: 10, transmissivity: 0.6 });
    const inside = et0Greenhouse({ ...house, rsInside: 6, rsOutside: 10 });
    expect(outside).toMatchObject({ rs: 6, methods: { rs: 'outside', wind: 'fixed-resistance' } });
    expect(inside).toMatchObject({ rs: 6, methods: { rs: 'inside' } });
    expect(inside.et0).toBeCloseTo(outside.et0 ?? 0, 12);
  });

  it('equals the open field at 1.3867 m/s of wind with a fully transparent cover', () => {
    const covered = et0Greenhouse({ ...house, rsOutside: 15, transmissivity: 1 });
    expect(covered.et0).toBeCloseTo(et0Daily({ ...house, rs: 15, wind: 208 / 150 }).et0 ?? 0, 12);
  });

  it('evaporates less under less light, and less than the open field', () => {
    const clear = et0Greenhouse({ ...house, rsOutside: 20 }).et0 ?? 0;
    expect(et0Greenhouse({ ...house, rsOutside: 8 }).et0).toBeLessThan(clear);
    expect(et0Daily({ ...house, rs: 20, wind: 2 }).et0).toBeGreaterThan(clear);
  });

  it('estimates the radiation from the temperatures outside when it is not measured', () => {
    const answer = et0Greenhouse({ ...house, tmaxOutside: 14, tminOutside: 4 });
    expect(answer).toMatchObject({ methods: { rs: 'temperature' }, missing: ['radiation'] });
    expect(answer.et0).toBeGreaterThan(0);
  });
});
