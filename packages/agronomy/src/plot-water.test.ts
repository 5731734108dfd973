import { describe, expect, it } from 'vitest';
import { plotWater, probedShare } from './plot-water.ts';
import { type ProfileDay, ProfileModel, type ProfileSoil } from './profile-model.ts';
import { seededRandom } from './random.ts';

const SEASON = 110;
const crop = {
  kcb: [0.15, 1.1, 0.5],
  lengths: [20, 30, 40, 30],
  height: [0.1, 1.5],
  rootDepth: [0.2, 0.8],
  p: 0.5,
} as const;
/** Entered values. */
const soil: ProfileSoil = {
  horizons: [{ bottom: 1, fieldCapacity: 0.25, wiltingPoint: 0.12 }],
  evaporationDepth: 0.1,
  readilyEvaporable: 8,
};

/** A season whose soil has a greater capacity and whose crop takes less than entered. */
function truth(seed: number) {
  const random = seededRandom(seed);
  const days: ProfileDay[] = Array.from({ length: SEASON }, (_, day) => ({
    et0: 4 + 2 * random.uniform(),
    rain: random.uniform() < 0.12 ? 5 + 20 * random.uniform() : 0,
    irrigation: day % 9 === 3 ? 28 : 0,
    wettedShare: 1,
    wind: 2,
    windHeight: 2,
    rhMin: 45,
  }));
  const model = new ProfileModel(
    crop,
    { ...soil, horizons: [{ bottom: 1, fieldCapacity: 0.3, wiltingPoint: 0.14 }] },
    () => 0.3,
    { et: 0.85, root: 0.9 },
  );
  const depletion: number[] = [];
  const read = new Map([0.1, 0.3, 0.5].map((depth) => [depth, [] as { day: number; vwc: number }[]]));
  for (const [day, weather] of days.entries()) {
    depletion.push(model.advance(weather).depletion);
    for (const [depth, list] of read) list.push({ day, vwc: model.thetaAt(depth) + 0.004 * random.normal() });
  }
  return { days, depletion, probes: [...read].map(([depth, readings]) => ({ depth, readings })) };
}

const dry: ProfileDay = { et0: 5, rain: 0, irrigation: 0, wettedShare: 1, wind: 2, windHeight: 2, rhMin: 45 };
const week = Array.from({ length: 7 }, () => dry);
const rmse = (errors: readonly number[]) =>
  Math.sqrt(errors.reduce((all, error) => all + error * error, 0) / errors.length);

function makeSeason() {
  const one = truth(11);
  return { one, sound: plotWater({ crop, soil, days: one.days, probes: one.probes, ahead: week }) };
}

describe('plotWater', () => {
  let made: ReturnType<typeof makeSeason> | undefined;
  /** Computed within a test: what runs while tests are collected is attributed to none of them. */
  const season = () => (made ??= makeSeason());

  it('is more accurate with model and probes than with either alone', () => {
    const { one, sound } = season();
    const error = (pick: (day: (typeof sound.series)[number]) => number) =>
      rmse(sound.series.slice(20).map((day) => pick(day) - (one.depletion[day.day] ?? 0)));
    const both = error((day) => day.both.mean);
    expect(both).toBeLessThan(error((day) => day.model));
    expect(both).toBeLessThan(error((day) => day.probes ?? 0));
    expect(sound.fit?.dates).toBeGreaterThan(20);
    expect(sound.confidence).not.toBe('low');
    // The entered value is 0.25; the plateaus show the real one.
    for (const probe of sound.probes) expect(Math.abs((probe.fieldCapacity ?? 0) - 0.3)).toBeLessThan(0.02);
  });

  it('combines two probes of one depth, and reports the fault of each on its own', () => {
    const { one, sound } = season();
    const [top, ...others] = one.probes;
    const stuck = top?.readings.map(({ day, vwc }) => ({ day, vwc: day >= 60 ? 0.2 : vwc + 0.01 })) ?? [];
    const double = plotWater({
      crop,
      soil,
      days: one.days,
      probes: [{ depth: 0.1, readings: top?.readings ?? [] }, { depth: 0.1, readings: stuck }, ...others],
      ahead: week,
    });
    const faultsOf = (index: number) => double.probes[index]?.faults.map(({ fault }) => fault);
    expect(double.probes.map(({ depth }) => depth)).toEqual([0.1, 0.1, 0.3, 0.5]);
    expect(faultsOf(0)).toEqual([]);
    expect(faultsOf(1)).toContain('stuck');
    const error = ({ series }: typeof double) =>
      rmse(series.slice(20).map(({ day, both }) => both.mean - (one.depletion[day] ?? 0)));
    expect(error(double)).toBeLessThan(1.1 * error(sound));
  });

  it('gives the date of irrigation as a band', () => {
    const { one } = season();
    // The middle of the season, a week after water.
    const days = one.days.slice(0, 83);
    const probes = one.probes.map(({ depth, readings }) => ({ depth, readings: readings.slice(0, 83) }));
    const fortnight = (change: { rain?: number; rainChance?: number }) =>
      Array.from({ length: 14 }, () => ({ ...dry, ...change }));
    const window = (change: { rain?: number; rainChance?: number }) =>
      plotWater({ crop, soil, days, probes, ahead: fortnight(change) }).irrigation;
    const { earliest, likely, latest, chance } = window({});
    expect(chance).toBeGreaterThan(0.8);
    expect(earliest ?? 99).toBeLessThan(likely ?? 0);
    expect(latest ?? Infinity).toBeGreaterThan(likely ?? 99);
    // Certain rain postpones the date; the same rain with a probability of 0.25 does so in few runs.
    expect(window({ rain: 8, rainChance: 1 }).chance).toBeLessThan(0.2);
    expect(window({ rain: 2, rainChance: 0.25 }).likely ?? Infinity).toBeGreaterThanOrEqual(likely ?? 0);
  });

  it('reports the sensor faults of a season and does not follow them', () => {
    const other = truth(12);
    const faulty = (depth: number, change: (vwc: number, day: number) => number | null) => ({
      depth,
      readings: (other.probes.find((probe) => probe.depth === depth)?.readings ?? []).flatMap(
        ({ day, vwc }) => {
          const value = change(vwc, day);
          return value === null ? [] : [{ day, vwc: value }];
        },
      ),
    });
    const probes = [
      // Three spikes, then a week without data.
      faulty(0.1, (vwc, day) => ([25, 47, 68].includes(day) ? 0.58 : day >= 75 && day < 82 ? null : vwc)),
      // Stuck for a fortnight, then restarted and 9 % lower.
      faulty(0.3, (vwc, day) => (day >= 40 && day < 55 ? 0.271 : day >= 100 ? vwc - 0.09 : vwc)),
      // Drifts upwards by 0.0015 a day.
      faulty(0.5, (vwc, day) => vwc + 0.0015 * day),
    ];
    const answer = plotWater({ crop, soil, days: other.days, probes, ahead: week });
    const faultsAt = (depth: number) =>
      new Set(answer.probes.find((probe) => probe.depth === depth)?.faults.map(({ fault }) => fault));
    expect(faultsAt(0.1)).toEqual(new Set(['spike', 'gap']));
    expect(faultsAt(0.3)).toEqual(new Set(['stuck', 'jump']));
    expect(faultsAt(0.5)).toContain('drift');
    const errors = answer.series.slice(20).map((day) => day.both.mean - (other.depletion[day.day] ?? 0));
    const alone = answer.series.slice(20).map((day) => day.model - (other.depletion[day.day] ?? 0));
    expect(rmse(errors)).toBeLessThan(rmse(alone));
  });

  it('invents no values during an outage: no reading, and a wider band', () => {
    const { one, sound } = season();
    const probes = one.probes.map(({ depth, readings }) => ({
      depth,
      readings: readings.filter(({ day }) => day < 60 || day > 75),
    }));
    const answer = plotWater({ crop, soil, days: one.days, probes, ahead: week });
    const width = (of: typeof answer, day: number) => {
      const band = of.series[day]?.both;
      return (band?.high ?? 0) - (band?.low ?? 0);
    };
    expect(answer.series.filter((day) => day.probes === null).map(({ day }) => day)).toEqual(
      Array.from({ length: 16 }, (_, index) => 60 + index),
    );
    expect(width(answer, 75)).toBeGreaterThan(width(sound, 75));
    expect(
      answer.probes.every(({ faults }) => faults.some(({ fault, day }) => fault === 'gap' && day === 60)),
    ).toBe(true);
  });

  it('runs without probes, with its larger uncertainty', () => {
    const { one, sound } = season();
    const answer = plotWater({ crop, soil, days: one.days, probes: [], ahead: week });
    expect(answer).toMatchObject({ fit: null, probes: [], probed: 0, rootDepth: null });
    expect(answer.series.every(({ probes }) => probes === null)).toBe(true);
    expect((answer.today?.both.high ?? 0) - (answer.today?.both.low ?? 0)).toBeGreaterThan(
      (sound.today?.both.high ?? 0) - (sound.today?.both.low ?? 0),
    );
    expect(plotWater({ crop, soil, days: [], probes: [], ahead: [] })).toMatchObject({
      today: null,
      series: [],
    });
  });

  it('does not take one shallow probe for 0.7 m of soil', () => {
    const { one, sound } = season();
    expect(probedShare([0.2], 0.7)).toBeCloseTo(0.3 / 0.7, 1);
    expect(probedShare([0.1, 0.3, 0.5, 0.7], 0.8)).toBeGreaterThan(0.95);
    const shallow = one.probes.filter(({ depth }) => depth === 0.1);
    const answer = plotWater({ crop, soil, days: one.days, probes: shallow, ahead: week });
    expect(answer.probed).toBeLessThan(0.4);
    expect((answer.today?.both.high ?? 0) - (answer.today?.both.low ?? 0)).toBeGreaterThan(
      (sound.today?.both.high ?? 0) - (sound.today?.both.low ?? 0),
    );
  });
});

describe('a plot without recorded irrigation', () => {
  it('follows its probes after an irrigation', () => {
    const one = truth(13);
    const days = one.days.map((day) => ({ ...day, irrigation: 0 }));
    const answer = plotWater({ crop, soil, days, probes: one.probes, ahead: week, irrigationKnown: false });
    const error = (pick: (day: (typeof answer.series)[number]) => number) =>
      rmse(answer.series.slice(20).map((day) => pick(day) - (one.depletion[day.day] ?? 0)));
    expect(error((day) => day.both.mean)).toBeLessThan(0.5 * error((day) => day.model));
    expect(answer.probes.flatMap(({ faults }) => faults.filter(({ fault }) => fault === 'jump'))).toEqual([]);
  });
});
