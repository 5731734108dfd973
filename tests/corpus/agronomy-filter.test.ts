// Second tier (seasons): the band of the filter over 200 synthetic seasons
import { WaterEnsemble } from '@farm3d/agronomy';
import { describe, expect, it } from 'vitest';

const SEASONS = 200;
const DAYS = 110;
/** Days at the start that are not evaluated: the band still depends on the initial state. */
const SETTLED = 14;

const maize = {
  kcb: [0.15, 1.15, 0.5],
  lengths: [20, 35, 40, 30],
  height: [0.1, 2],
  rootDepth: [0.2, 1],
  p: 0.55,
} as const;

/** A separate random generator, so that the truth is independent of the filter's random numbers. */
function generator(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/**
 * One season: soil, weather and a truth that differs from the filter's model by errors of the law that it assumes; the
 * probes are better than it assumes. This shows that the filter is consistent; agronomy-band.test.ts judges its
 * assumptions on other physics.
 */
function season(seed: number): { inside: number; days: number; worst: number; free: number } {
  const random = generator(seed);
  const wiltingPoint = 0.08 + 0.1 * random();
  const soil = {
    horizons: [{ bottom: 1, wiltingPoint, fieldCapacity: wiltingPoint + 0.11 + 0.05 * random() }],
    evaporationDepth: 0.1,
    readilyEvaporable: 8,
  };
  const capacity = soil.horizons[0]?.fieldCapacity ?? 0.25;
  const initial = () => capacity - 0.02;
  // One member of an ensemble of another seed is a season as it might be: its errors are drawn from the same law.
  const truth = new WaterEnsemble({ crop: maize, soil, initial, members: 1, seed: 10_000 + seed });
  const filter = new WaterEnsemble({ crop: maize, soil, initial, members: 48, seed });
  const free = new WaterEnsemble({ crop: maize, soil, initial, members: 48, seed });
  const bias = [0.1, 0.3, 0.6].map((depth) => [depth, 0.015 * normal(random)] as const);
  let inside = 0;
  let judged = 0;
  let error = 0;
  let freeError = 0;
  for (let day = 0; day < DAYS; day++) {
    const wet = random() < 0.18;
    const weather = {
      et0: 3 + 4 * random(),
      rain: wet ? -12 * Math.log(1 - random()) : 0,
      irrigation: day % 12 === 6 ? 30 : 0,
      wettedShare: 1,
      wind: 2,
      windHeight: 2,
      rhMin: 45,
    };
    truth.advance(weather);
    filter.advance(weather);
    free.advance(weather);
    // One of five readings is missing.
    const readings = bias.flatMap(([depth, off]) =>
      random() < 0.2 ? [] : [{ depth, vwc: truth.thetaAt(depth).mean + off + 0.012 * normal(random) }],
    );
    if (day % 3 === 0) filter.observe(readings);
    if (day < SETTLED) continue;
    const real = truth.depletion().mean;
    const band = filter.depletion();
    judged++;
    if (real >= band.low && real <= band.high) inside++;
    error += (band.mean - real) ** 2;
    freeError += (free.depletion().mean - real) ** 2;
  }
  return { inside, days: judged, worst: Math.sqrt(error / judged), free: Math.sqrt(freeError / judged) };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

describe('the band of the root zone, under the assumptions of the filter', () => {
  it(`contains the truth in four fifths of ${SEASONS} synthetic seasons`, () => {
    const all = Array.from({ length: SEASONS }, (_, index) => season(index + 1));
    const days = all.reduce((total, one) => total + one.days, 0);
    const inside = all.reduce((total, one) => total + one.inside, 0);
    const mean = (pick: (one: (typeof all)[number]) => number) =>
      all.reduce((total, one) => total + pick(one), 0) / all.length;
    console.log(
      `80 % band: ${inside} of ${days} days inside (${((100 * inside) / days).toFixed(1)} %); depletion RMSE ` +
        `${mean(({ worst }) => worst).toFixed(1)} mm with probes, ${mean(({ free }) => free).toFixed(1)} mm without`,
    );
    expect(inside / days).toBeGreaterThanOrEqual(0.75);
    expect(inside / days).toBeLessThanOrEqual(0.85);
  });
});
