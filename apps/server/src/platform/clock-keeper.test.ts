import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { ClockKeeper } from './clock-keeper.ts';
import { SteadyClock } from './clock.ts';
import { createLogger } from './logger.ts';

const LAST = Date.UTC(2026, 10, 29);
const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** Starts on a machine whose clock stands at `wall`, with what the database has of the time before. */
async function startedAt(wall: number, known: { thisBoot?: number; newest?: number }) {
  const clock = new SteadyClock({ wall: () => wall, elapsed: () => 0, boot: () => 0 });
  const before = { thisBoot: null, newest: null, ofOthers: null, ...known };
  const query = async (text: string) => ({ rows: text.includes('"thisBoot"') ? [before] : [] });
  const pool = {
    query,
    connect: async () => ({ query, on: () => undefined, off: () => undefined, release: () => undefined }),
  };
  const keeper = new ClockKeeper(pool as unknown as Pool, createLogger('silent'), undefined, clock);
  const isKnown = await keeper.start();
  await keeper.stop();
  return { isKnown, passedMs: clock.now() - LAST, step: clock.step?.sizeMs ?? null };
}

test.each([
  ['50 seconds', 50 * SECOND_MS, null],
  ['2 hours', 2 * HOUR_MS, -2 * HOUR_MS],
])('in the same boot the time goes on, and not back by %s with the clock', async (_, backMs, step) => {
  expect(await startedAt(LAST - backMs, { thisBoot: LAST, newest: LAST })).toEqual({
    isKnown: true,
    passedMs: 0,
    step,
  });
});

test.each([
  ['50 seconds behind', -50 * SECOND_MS],
  ['2 hours behind', -2 * HOUR_MS],
  ['3 years ahead', 3 * YEAR_MS],
])(
  'after another boot with a clock that is %s the time goes on after everything that was stored',
  async (_, byMs) => {
    const { isKnown, passedMs } = await startedAt(LAST + byMs, { newest: LAST });
    expect(isKnown).toBe(false);
    // A record is written every ten seconds.
    expect(passedMs).toBeGreaterThan(10 * SECOND_MS);
    expect(passedMs).toBeLessThan(60 * SECOND_MS);
  },
);

test('after another boot a clock that is ahead is believed', async () => {
  expect(await startedAt(LAST + 24 * HOUR_MS, { newest: LAST })).toEqual({
    isKnown: false,
    passedMs: 24 * HOUR_MS,
    step: null,
  });
});
