import { describe, expect, test } from 'vitest';
import type { Point } from '../farm.ts';
import { historyMessages, MAX_MESSAGE_BYTES, MAX_MESSAGE_VALUES } from './chunks.ts';

const points = (count: number): Point[] =>
  Array.from({ length: count }, (_, i) => ({
    ts: i * 300_000,
    values: { airTemperature: 20.5, rssi: -80, on: true },
  }));

describe('history messages', () => {
  test('contain every point once, in order, each within both limits', () => {
    const all = points(3000);
    const messages = [...historyMessages(all)];
    expect(messages.length).toBeGreaterThan(2);
    for (const text of messages)
      expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    // Three values per point.
    for (const text of messages) expect(JSON.parse(text).length * 3).toBeLessThanOrEqual(MAX_MESSAGE_VALUES);
    expect(messages.flatMap((text): unknown[] => JSON.parse(text))).toEqual(all);
  });

  test('without points there is no message', () => {
    expect([...historyMessages([])]).toEqual([]);
  });

  test('a point longer than the limit is sent in a message alone', () => {
    expect([...historyMessages(points(3), 10)]).toHaveLength(3);
  });
});
