import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as agronomy from './index.ts';

// A fixed seed: a run that fails here fails everywhere.
fc.configureGlobal({ seed: 20260920 });

/** Every number of a result is finite: NaN and Infinity would be shown on a screen. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(numbersIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(numbersIn);
  return [];
}

function expectFinite(answer: unknown): void {
  expect(numbersIn(answer).filter((number) => !Number.isFinite(number))).toEqual([]);
}

/** Anything a broken device may send. */
const wild = fc.oneof(
  fc.double({ min: -1000, max: 1000, noNaN: true }),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, -0, 1e308, -40, 85, 65535, null, undefined),
);
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('no result contains NaN', () => {
  it('et0Daily, et0Hourly and et0Greenhouse, for any input', () => {
    const keys = [
      'tmax',
      'tmin',
      'rhMax',
      'rhMin',
      'rhMean',
      'tdew',
      'ea',
      'rs',
      'sunshineHours',
      'wind',
      'windHeight',
    ];
    const anything = fc.record({
      doy: between(1, 366),
      lat: between(-90, 90),
      elevation: between(-400, 8000),
      ...Object.fromEntries(keys.map((key) => [key, wild])),
    });
    fc.assert(
      fc.property(anything, wild, wild, (input, t, rh) => {
        const given = input as unknown as agronomy.Et0DailyInput;
        expectFinite(agronomy.et0Daily(given));
        expectFinite(agronomy.et0Greenhouse(given));
        expectFinite(
          agronomy.et0Hourly({ ...given, midHour: (given.doy * 7) % 24, t: t ?? null, rh: rh ?? null }),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('et0Daily with possible weather anywhere on earth: between 0 and 20 mm', () => {
    fc.assert(
      fc.property(
        between(-90, 90),
        fc.integer({ min: 1, max: 366 }),
        between(-40, 40),
        between(0, 25),
        between(0, 100),
        between(0, 20),
        (lat, doy, tmin, range, rhMean, wind) => {
          const day = agronomy.et0Daily({ lat, doy, tmin, tmax: tmin + range, rhMean, wind });
          expectFinite(day);
          expect(day.et0).toBeGreaterThanOrEqual(0);
          expect(day.et0).toBeLessThan(60);
        },
      ),
    );
  });

  it('irrigationAdvice, fieldAdvice, droughtAssessment', () => {
    const crop = agronomy.findCrop('tomato');
    if (crop === undefined) throw new Error('no tomato');
    const now = Date.UTC(2026, 6, 1);
    fc.assert(
      fc.property(
        fc.array(wild, { minLength: 7, maxLength: 7 }),
        fc.array(wild, { maxLength: 90 }),
        (few, many) => {
          const [theta, fieldCapacity, wiltingPoint, rootDepth, p, areaM2, flowM3h] = few as number[];
          const input = {
            theta,
            fieldCapacity,
            wiltingPoint,
            rootDepth,
            p,
            areaM2,
            flowM3h,
            kc: 1,
            et0Forecast: [3, 5],
          };
          expectFinite(agronomy.irrigationAdvice(input as agronomy.IrrigationAdviceInput));
          const weather = many.map((value, index) => {
            const measured = value ?? null;
            const ts = now - index * 3_600_000;
            return { ts, t: measured, rh: measured, radiation: measured, wind: measured, rain: measured };
          });
          expectFinite(agronomy.fieldAdvice({ now, lat: 36, weather, crop, plantDate: '2026-06-01' }));
          const points = many.map((value, index) => [now - index * 7_200_000, value] as const);
          expectFinite(agronomy.droughtAssessment({ now, soil: [{ depth: 0.2, points }] }));
          expectFinite(agronomy.dailyAggregate({ points }));
          expectFinite(agronomy.dailyCounter({ points }));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('spi and spei of any record', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(between(0, 500), fc.constant(0), fc.constant(null)), { maxLength: 60 }),
        between(0, 900),
        (calibration, value) => {
          expectFinite(agronomy.spi({ value, calibration }));
          expectFinite(agronomy.spei({ value: value - 300, calibration }));
        },
      ),
    );
  });

  it('forecastSeries of any series', () => {
    const start = Date.UTC(2026, 0, 1);
    const series = fc.array(wild, { minLength: 40, maxLength: 400 });
    fc.assert(
      fc.property(series, fc.constantFrom('diurnal', 'light', 'monotone'), (values, kind) => {
        const points = values.map((value, hour) => [start + hour * 3_600_000, value] as const);
        const answer = agronomy.forecastSeries({
          key: 'x',
          points,
          now: start + values.length * 3_600_000,
          kind,
        });
        expectFinite(answer);
      }),
      { numRuns: 60 },
    );
  });

  it('diseaseRisk of any hours', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(wild, wild), { maxLength: 120 }),
        fc.constantFrom(...agronomy.PEST_RECORDS),
        (pairs, record) => {
          const hours = pairs.map(([t, rh], hour) => ({
            ts: hour * 3_600_000,
            t: t ?? null,
            rh: rh ?? null,
          }));
          expectFinite(agronomy.diseaseRisk({ record, hours }));
        },
      ),
      { numRuns: 200 },
    );
  });
});

const plot = fc.record({
  fieldCapacity: between(0.2, 0.4),
  wiltingPoint: between(0.05, 0.15),
  rootDepth: between(0.3, 1.5),
  p: between(0.2, 0.7),
  kc: between(0.3, 1.2),
  et0Forecast: fc.array(between(0, 10), { minLength: 7, maxLength: 7 }),
  depletion: between(0, 200),
});
const rain = fc.array(between(0, 60), { minLength: 7, maxLength: 7 });

describe('more water never gives a drier result', () => {
  it('more rain never brings irrigation forward, deepens a deficit or enlarges the water of a day', () => {
    fc.assert(
      fc.property(plot, rain, rain, (input, less, extra) => {
        const more = less.map((mm, day) => mm + (extra[day] ?? 0));
        const dry = agronomy.irrigationAdvice({ ...input, rainForecast: less });
        const wet = agronomy.irrigationAdvice({ ...input, rainForecast: more });
        if (dry.reason !== null || wet.reason !== null) throw new Error('refused');
        for (const [day, value] of wet.depletionTrajectoryEndOfDay.entries()) {
          expect(value).toBeLessThanOrEqual((dry.depletionTrajectoryEndOfDay[day] ?? 0) + 1e-9);
        }
        if (wet.advice === null) return;
        expect(dry.advice).not.toBeNull();
        expect(wet.advice.dayOffset).toBeGreaterThanOrEqual(dry.advice?.dayOffset ?? 0);
        if (wet.advice.dayOffset === dry.advice?.dayOffset) {
          expect(wet.advice.netMm).toBeLessThanOrEqual(dry.advice.netMm + 1e-9);
        }
      }),
    );
  });

  it('the balance conserves water', () => {
    const step = fc.record({
      depletion: between(0, 100),
      rain: between(0, 80),
      irrigation: between(0, 80),
      etc: between(0, 12),
    });
    fc.assert(
      fc.property(step, (day) => {
        const after = agronomy.balanceStep({ ...day, runoff: 0, taw: 200 });
        const balance = day.depletion - day.rain - day.irrigation + day.etc + after.deepPercolation;
        expect(after.depletion).toBeCloseTo(balance, 9);
        expect(after.depletion).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('stress, drought grades and SPI are monotonic in their input', () => {
    const years = Array.from({ length: 30 }, (_, year) => 10 + ((year * 53) % 120));
    fc.assert(
      fc.property(between(0, 300), between(0, 300), (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const stress = (depletion: number) => agronomy.ks({ taw: 200, raw: 80, depletion });
        expect(stress(low)).toBeGreaterThanOrEqual(stress(high));
        expect(agronomy.rsmGrade({ rsm: low }).level).toBeGreaterThanOrEqual(
          agronomy.rsmGrade({ rsm: high }).level,
        );
        const index = (value: number) => agronomy.spi({ value, calibration: years }).spi ?? Number.NaN;
        expect(index(low)).toBeLessThanOrEqual(index(high));
      }),
    );
  });

  it('a warmer day never has fewer degree-days, with any method', () => {
    const methods = ['average', 'modified', 'singleSine', 'aquacrop3'] as const;
    fc.assert(
      fc.property(
        between(-10, 40),
        between(0, 20),
        between(0, 10),
        fc.constantFrom(...methods),
        (tmin, range, more, method) => {
          const heat = (warmer: number) =>
            agronomy.gdd({ method, tmin: tmin + warmer, tmax: tmin + range + warmer, base: 8, upper: 30 });
          expect(heat(more)).toBeGreaterThanOrEqual(heat(0) - 1e-9);
          expect(heat(0)).toBeGreaterThanOrEqual(0);
          expect(heat(more)).toBeLessThanOrEqual(22 + 1e-9);
        },
      ),
    );
  });

  it('plants grow with their development and stages never decrease', () => {
    const [crop] = agronomy.CROPS;
    if (crop === undefined) throw new Error('no crop');
    const periods = agronomy.cropPeriods(crop);
    fc.assert(
      fc.property(between(0, 3000), between(0, 500), (gdd, more) => {
        expect(agronomy.stageOf({ periods, gdd: gdd + more }).index).toBeGreaterThanOrEqual(
          agronomy.stageOf({ periods, gdd }).index,
        );
        const size = (at: number) => agronomy.meshScale({ relativeDevelopment: at / 2000 });
        expect(size(gdd + more)).toBeGreaterThanOrEqual(size(gdd) - 1e-12);
      }),
    );
  });
});

describe('statistics', () => {
  it('the gamma distribution rises from 0 to 1', () => {
    fc.assert(
      fc.property(between(0.05, 200), between(0, 400), between(0, 50), (shape, x, more) => {
        const low = agronomy.gammaCdf({ shape, x });
        const high = agronomy.gammaCdf({ shape, x: x + more });
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1 + 1e-12);
        expect(high).toBeGreaterThanOrEqual(low - 1e-12);
      }),
    );
  });

  it('the normal quantile is odd', () => {
    fc.assert(
      fc.property(between(0.001, 0.999), (p) => {
        expect(agronomy.normInv(p) + agronomy.normInv(1 - p)).toBeCloseTo(0, 6);
      }),
    );
  });
});
