import { afterAll, beforeAll, expect, test } from 'vitest';
import { CrashRig, MIN_ACKNOWLEDGED, MIN_IN_FLIGHT, VICTIMS } from './crash-rig.ts';

/** Longest time between the last acknowledgement of a round and the kill. */
export const KILL_SPREAD_MS = 150;
const SEED = 20_261_121;

/** mulberry32: the same instants in every run, so that a failure can be repeated. */
export function seeded(seed: number = SEED): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Tests that kill the server, the database and both in turn, so many rounds on one data folder. */
export function crashRounds(count: number): void {
  const rig = new CrashRig();
  beforeAll(() => rig.start());
  afterAll(() => rig.end());

  const random = seeded();
  const rounds = Array.from({ length: count }, (_, index) => ({
    round: index + 1,
    victim: VICTIMS[index % VICTIMS.length] ?? 'server',
    killDelayMs: Math.floor(random() * KILL_SPREAD_MS),
    // Half of the rounds each, and each victim with both.
    version: index % 2 === 0 ? (5 as const) : (4 as const),
  }));

  test.each(rounds)(
    'round $round, MQTT version $version: after kill -9 of the $victim, what was acknowledged is stored, and nothing by half',
    async ({ victim, killDelayMs, version }) => {
      const result = await rig.round(victim, killDelayMs, version);
      expect(result).toMatchObject({ lost: 0, half: 0, latestBehind: 0 });
      expect(result.acknowledged).toBeGreaterThanOrEqual(MIN_ACKNOWLEDGED);
      expect(result.inFlight).toBeGreaterThanOrEqual(MIN_IN_FLIGHT);
    },
  );

  test('after all rounds everything that was ever acknowledged is still there', async () => {
    const result = await rig.checkEverything();
    expect(result).toMatchObject({ lost: 0, half: 0, latestBehind: 0 });
    expect(result.acknowledged).toBeGreaterThanOrEqual(count * MIN_ACKNOWLEDGED);
  });
}
