import { rejectionReason } from '@farm3d/api';
import { describe, expect, it } from 'vitest';
import { decodeTelemetry } from './reading.ts';
import { validateReadings, type KeyRule } from './validate.ts';

// Every rejection reason has a Chinese text.

const NOW = 1_760_000_000_000;
const deep = `${'['.repeat(40)}1${']'.repeat(40)}`;
const MESSAGES: [string, string][] = [
  ['no JSON', '{'],
  ['no object', '"text"'],
  ['too deep', `{"a": ${deep}}`],
  ['time of the wrong type', '{"ts": "now", "values": {"a": 1}}'],
  ['time too far off', `{"ts": ${NOW * 2}, "values": {"a": 1}}`],
  ['values of the wrong type', '{"ts": 1, "values": 5}'],
  [
    'too many keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1_100 }, (_, i) => [`k${i}`, i]))),
  ],
  ['an empty key', '{"": 1}'],
  ['a key too long', `{"${'k'.repeat(300)}": 1}`],
  ['a key that cannot be stored', '{"a\\u0000": 1}'],
  ['a text that cannot be stored', '{"a": "\\u0000"}'],
  ['a key within that cannot be stored', '{"a": {"b\\u0000": 1}}'],
  ['a number too large', '{"a": 1e999}'],
  ['an integer with too many digits', '{"a": 9007199254740993}'],
  ['a message too long', `{"a": "${'x'.repeat(70_000)}"}`],
];

describe('reasons of refusal', () => {
  it.each(MESSAGES)('%s', (_, text) => {
    const { problems } = decodeTelemetry(Buffer.from(text), NOW);
    expect(problems.length).toBeGreaterThan(0);
    for (const { reason } of problems) expectBoth(reason);
  });

  it.each<[string, KeyRule, boolean | number | string]>([
    ['text', { type: 'STRING', min: null, max: null }, 5],
    ['a switch', { type: 'BOOLEAN', min: null, max: null }, 'yes'],
    ['a number', { type: 'NUMERIC', min: null, max: null }, true],
    ['a range', { type: 'NUMERIC', min: -40, max: 60 }, 61],
  ])('a value that is not the declared kind: %s', (_, rule, value) => {
    const { problems } = validateReadings([{ ts: 1, values: { key: value } }], new Map([['key', rule]]));
    expect(problems).toHaveLength(1);
    for (const { reason } of problems) expectBoth(reason);
  });

  it('keeps the numbers', () => {
    expect(rejectionReason('must lie between -40 and 60, was 61')).toBe('必须在 -40 与 60 之间，实际为 61');
  });
});

function expectBoth(reason: string): void {
  expect(rejectionReason(reason, 'en')).toBe(reason);
  expect(rejectionReason(reason)).toMatch(/[\u4e00-\u9fff]/);
}
