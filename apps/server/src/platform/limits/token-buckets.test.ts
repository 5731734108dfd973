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

/** How many of these messages are read without a wait. */
const atOnce = (buckets: TokenBuckets, key: string, count: number, now: number): number =>
  Array.from({ length: count }, () => buckets.take('device', key, now)).filter((wait) => wait === 0).length;

test('a bucket fills by its limit in a minute, and never above it', () => {
  const buckets = new TokenBuckets({ device: 60, gateway: 6 });
  expect([buckets.limit('device'), buckets.limit('gateway')]).toEqual([60, 6]);
  expect(atOnce(buckets, 'a', 61, 1_000_000)).toBe(60);
  // The one above the limit is read after a second, so two seconds fill one.
  expect(atOnce(buckets, 'a', 5, 1_002_000)).toBe(1);
  expect(atOnce(buckets, 'b', 70, 5_000_000)).toBe(60);
  expect(atOnce(buckets, 'b', 70, 9_000_000)).toBe(60);
});

test('the wait is a whole number of milliseconds, up to the next message', () => {
  const buckets = new TokenBuckets({ device: 7 });
  expect(atOnce(buckets, 'a', 7, 0)).toBe(7);
  expect(buckets.take('device', 'a', 0)).toBe(Math.ceil(60_000 / 7));
});

test('a sender is forgotten a minute after its last message, unless it is above its limit', () => {
  const buckets = new TokenBuckets({ device: 60 });
  atOnce(buckets, 'far above', 240, 100_000);
  atOnce(buckets, 'at its limit', 60, 100_000);
  buckets.take('device', 'once', 100_001);
  // Less than a minute after the first: nobody is looked at.
  buckets.take('device', 'other', 159_999);
  expect(buckets.size).toBe(4);
  buckets.take('device', 'other', 160_000);
  expect(buckets.size).toBe(3);
  // 180 above the limit a minute before: 120 are left, and this one.
  expect(buckets.take('device', 'far above', 160_000)).toBe(121_000);
  // One that sent a moment ago has what it had left.
  expect(atOnce(buckets, 'once', 61, 160_000)).toBe(60);
  buckets.take('device', 'other', 219_999);
  expect(buckets.size).toBe(3);
  buckets.take('device', 'other', 220_001);
  expect(buckets.size).toBe(3);
});
