// Second tier (seasons): the band against 200 seasons of other physics
import { plotWater } from '@farm3d/agronomy';
import { describe, expect, it } from 'vitest';
import { SEASON_DAYS, syntheticSeason } from './synthetic-season.ts';

/**
 * Seasons of other physics than the model's (synthetic-season.ts): the seeds on which the parameters of the filter were
 * chosen, and those that judge it, once. No seed is in both.
 */
const TUNED = { first: 1, last: 100 };
const JUDGED = { first: 3001, last: 3200 };
/** The first morning that is judged, days since planting, and the days from one to the next. */
const FIRST_MORNING = 19;
const STRIDE = 16;

interface Score {
  mornings: number;
  inside: number;
  below: number;
  /** Root mean square errors, mm: both, model alone, probes alone. */
  both: number;
  model: number;
  probes: number;
  width: number;
}

/** What the product says each morning, from what is known by then, against the truth of the same depth. */
function judge(seeds: { first: number; last: number }, hasProbes: boolean): Score {
  const squares = { both: 0, model: 0, probes: 0 };
  let [mornings, inside, below, width, read] = [0, 0, 0, 0, 0];
  for (let seed = seeds.first; seed <= seeds.last; seed++) {
    const season = syntheticSeason(seed);
    for (let day = FIRST_MORNING; day < SEASON_DAYS; day += STRIDE) {
      const known = season.known(day);
      const { today, roots } = plotWater(hasProbes ? known : { ...known, probes: [] });
      if (today === null) throw new Error('no day');
      const real = season.depletion(day, roots);
      mornings++;
      if (real < today.both.low) below++;
      else if (real <= today.both.high) inside++;
      width += today.both.high - today.both.low;
      squares.both += (today.both.mean - real) ** 2;
      squares.model += (today.model - real) ** 2;
      if (today.probes !== null) {
        read++;
        squares.probes += (today.probes - real) ** 2;
      }
    }
  }
  return {
    mornings,
    inside: inside / mornings,
    below: below / mornings,
    both: Math.sqrt(squares.both / mornings),
    model: Math.sqrt(squares.model / mornings),
    probes: Math.sqrt(squares.probes / Math.max(1, read)),
    width: width / mornings,
  };
}

function print(name: string, { mornings, inside, below, both, model, probes, width }: Score): void {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(
    `${name}: the 80 % band contains ${percent(inside)} of ${mornings} mornings (${percent(below)} below it), ` +
      `width ${width.toFixed(1)} mm; RMSE both ${both.toFixed(1)}, model ${model.toFixed(1)}, probes ${probes.toFixed(1)} mm`,
  );
}

describe('the band of the root zone, against seasons of other physics', () => {
  it('shares no seed between tuning and judging', () => {
    expect(JUDGED.first).toBeGreaterThan(TUNED.last);
    expect(JUDGED.last - JUDGED.first + 1).toBe(200);
  });

  it('contains the truth on 75–85 % of the mornings of 200 seasons not used in tuning, and is more accurate than model and probes', () => {
    const score = judge(JUDGED, true);
    print('judged seasons', score);
    expect(score.inside).toBeGreaterThanOrEqual(0.75);
    expect(score.inside).toBeLessThanOrEqual(0.85);
    expect(score.both).toBeLessThan(score.model);
    expect(score.both).toBeLessThan(score.probes);
  });

  it('is wider for a plot without probes, and contains at least 70 %', () => {
    const score = judge(JUDGED, false);
    print('judged seasons without probes', score);
    expect(score.inside).toBeGreaterThanOrEqual(0.7);
  });
});
