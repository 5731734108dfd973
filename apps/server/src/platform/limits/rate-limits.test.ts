import { expect, it } from 'vitest';
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
