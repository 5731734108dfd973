import { expect, test } from 'vitest';
import type { Device } from '@farm3d/api';
import { deviceSheet, parseAttribute, trialSummary } from './device-values.ts';

test.each([
  ['12.5', 12.5],
  ['true', true],
  ['{"a":1}', { a: 1 }],
  ['"12"', '12'],
  ['north field', 'north field'],
  ['', ''],
])('%j is stored as %j', (text, value) => {
  expect(parseAttribute(text)).toEqual(value);
});

test('the exported table keeps quotes and lines, and no name becomes a formula', () => {
  const device = {
    name: '=1+1 "北"',
    productModelCode: 'TQ-3L',
    thirdId: null,
    online: true,
    lastActivityAt: 0,
    id: 'a',
  };
  expect(deviceSheet([device as Device]).split('\r\n')).toEqual([
    '\uFEFFname,productModelCode,thirdId,online,lastActivityTime,id',
    `"'=1+1 ""北""","TQ-3L","","1","1970-01-01T00:00:00.000Z","a"`,
  ]);
});

const result = (intervals: { from: number; to: number | null }[], activeMs: number) => ({
  startTs: 0,
  endTs: 100,
  messages: 1,
  intervals,
  activeMs,
});

test('a summary counts the alarms, and one that is still active up to the end', () => {
  expect(trialSummary(result([], 0))).toEqual({ count: 0, totalMs: 0, longestMs: 0, isActive: false });
  expect(
    trialSummary(
      result(
        [
          { from: 10, to: 30 },
          { from: 40, to: 45 },
        ],
        25,
      ),
    ),
  ).toEqual({ count: 2, totalMs: 25, longestMs: 20, isActive: false });
  expect(
    trialSummary(
      result(
        [
          { from: 10, to: 30 },
          { from: 40, to: null },
        ],
        80,
      ),
    ),
  ).toEqual({ count: 2, totalMs: 80, longestMs: 60, isActive: true });
});
