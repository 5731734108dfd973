import { expect, test } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';
import { DEFAULT_LIMITS } from '../config/settings.ts';

test('a minute of messages may come at once, then one after the other; another device is not held back', () => {
  const buckets = new TokenBuckets();
  const taken = Array.from({ length: DEFAULT_LIMITS.device }, () => buckets.take('device', 'a', 1_000));
  expect(taken.every((wait) => wait === 0)).toBe(true);
  const one = 60_000 / DEFAULT_LIMITS.device;
  expect(buckets.take('device', 'a', 1_000)).toBe(one);
  expect(buckets.take('device', 'b', 1_000)).toBe(0);
  // A device that waits as long as returned may go on for ever.
  for (let at = 1_000 + one; at < 10_000; at += one)
    expect(buckets.take('device', 'a', at)).toBeLessThanOrEqual(one);
  expect(buckets.take('device', 'a', 100_000)).toBe(0);
});

test('a device that sends without waiting gets a longer delay each time', () => {
  const buckets = new TokenBuckets({ device: 60 });
  const delays = Array.from({ length: 180 }, () => buckets.take('device', 'a', 0));
  expect(delays.filter((wait) => wait === 0)).toHaveLength(60);
  expect(delays.at(-1)).toBe(120_000);
  // Without messages the bucket is refilled.
  expect(buckets.take('device', 'a', 121_000)).toBe(0);
});

test('a gateway has a higher limit than a device', () => {
  const buckets = new TokenBuckets();
  expect(buckets.limit('gateway')).toBeGreaterThan(buckets.limit('device'));
  for (let i = 0; i < DEFAULT_LIMITS.gateway; i += 1) buckets.take('gateway', 'g', 0);
  expect(buckets.take('gateway', 'g', 0)).toBeGreaterThan(0);
});
