import { Pool } from 'pg';
import { expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS, type LimitName } from '../config/settings.ts';
import { RateLimits } from './rate-limits.ts';

const take = (limits: RateLimits, name: LimitName, times: number): Promise<number[]> =>
  Promise.all(Array.from({ length: times }, () => limits.take(name, 'a')));

it.each(Object.entries(DEFAULT_LIMITS) as [LimitName, number][])(
  'by default %s may call %d times a minute, and then waits for the rest of it',
  async (name, points) => {
    const limits = new RateLimits();
    expect(new Set(await take(limits, name, points))).toEqual(new Set([0]));
    const wait = await limits.take(name, 'a');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect(await limits.take(name, 'b')).toBe(0);
  },
);

it('the defaults are what the documents tell', () => {
  expect(DEFAULT_LIMITS).toMatchObject({ ip: 2_400, user: 1_200, organisation: 12_000, device: 1_200 });
});

it('a limit that is given replaces the default of its name only', async () => {
  const limits = new RateLimits({ user: 2 });
  const waits = await take(limits, 'user', 3);
  expect(waits.map((wait) => wait === 0)).toEqual([true, true, false]);
  expect(new Set(await take(limits, 'ip', 3))).toEqual(new Set([0]));
});

/** The table of several servers, of which others have counted `before` calls already. */
function sharedTable(before = 0) {
  let points = before;
  const pool = new Pool();
  const query = vi.spyOn(pool as { query: (statement: Statement) => Promise<unknown> }, 'query');
  query.mockImplementation(async () => ({ rows: [{ points: (points += 1), expire: Date.now() + 30_000 }] }));
  return { pool, query };
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

it('several servers count together, in the table of their database', async () => {
  const { pool, query } = sharedTable();
  const limits = new RateLimits({ user: 2 }, pool);
  expect(await take(limits, 'user', 2)).toEqual([0, 0]);
  expect(query).toHaveBeenCalledTimes(2);
  for (const [{ text, values }] of query.mock.calls) {
    expect(text).toContain('rate_limit');
    expect(values).toContain('user:a');
  }
  const wait = await limits.take('user', 'a');
  expect(wait).toBeGreaterThan(20_000);
  expect(wait).toBeLessThanOrEqual(30_000);
  // Refused once, it is refused without asking the database again.
  expect(query).toHaveBeenCalledTimes(3);
  expect(await limits.take('user', 'a')).toBeGreaterThan(0);
  expect(query).toHaveBeenCalledTimes(3);
});

it('what other servers counted is counted', async () => {
  const limits = new RateLimits({ user: 2 }, sharedTable(2).pool);
  expect(await limits.take('user', 'a')).toBeGreaterThan(0);
});

it('while the database is away a server counts for itself', async () => {
  const { pool, query } = sharedTable();
  query.mockRejectedValue(new Error('no connection'));
  const limits = new RateLimits({ user: 2 }, pool);
  const waits = await take(limits, 'user', 3);
  expect(waits.map((wait) => wait === 0)).toEqual([true, true, false]);
});
