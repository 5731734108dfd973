import { describe, expect, it } from 'vitest';
import { rejectionReason } from './rejection-reasons.ts';

/** One recorded reason of each kind. */
const RECORDED = [
  'must be a JSON object',
  'must be an array of readings',
  'is 70000 bytes long, more than 65536',
  'is longer than 65536 bytes',
  'the packet is 70000 bytes long',
  'is not JSON in UTF-8',
  'is nested deeper than 16',
  'must be a whole number of milliseconds since 1970',
  'lies outside the accepted time, 2016-01-01 to 2026-01-02',
  'holds more than 1000 keys',
  'the key is empty',
  'the key is longer than 256 characters',
  'the key holds a character that cannot be stored',
  'a key cannot be stored',
  'the text is longer than 16384 characters',
  'the text holds a character that cannot be stored',
  'the number is too large',
  'must be text',
  'must be true or false',
  'must be a number',
  'must lie between -40 and 85.5, was 900',
  'is for gateways only',
  'is no name of a device',
  "'v1/devices/you' is unknown",
  'must have 12 to 64 letters or digits',
  'must be a number of milliseconds',
  'is in use by another device',
  'quota_exceeded: more than 3600 messages an hour of the device',
  'quota_exceeded: more than 72000 messages an hour of the organisation',
  'too_many_keys: the device has 1000 keys, 12 new ones were not stored',
  'is before the device was claimed',
  'could not be stored',
];

/** Numbers and names of a reason, which its text in the other language has as well. */
const VALUES = [/-?\d+(?:\.\d+)?/g, /'.*'/g];
/** Reasons whose own words have numbers. */
const OWN_NUMBERS = /1970|accepted time|UTF-8/;

describe('the reason of a rejection', () => {
  it.each(RECORDED)('“%s” is Chinese with the same numbers and names, and English as recorded', (reason) => {
    const chinese = rejectionReason(reason);
    expect(chinese).toMatch(/\p{Script=Han}{2}/u);
    expect(chinese).not.toMatch(/\$\d| the | is | must /);
    if (!OWN_NUMBERS.test(reason)) {
      for (const value of VALUES.flatMap((pattern) => reason.match(pattern) ?? []))
        expect(chinese).toContain(value.replaceAll("'", ''));
    }
    expect(rejectionReason(reason, 'zh-CN')).toBe(chinese);
    expect(rejectionReason(reason, 'en')).toBe(reason);
  });

  it.each(RECORDED)('“%s” is translated only as a whole', (reason) => {
    for (const longer of [`value: ${reason}`, `${reason} (value)`].filter(
      (text) => !text.startsWith('lies outside'),
    ))
      expect(rejectionReason(longer)).toBe(longer);
  });

  it('keeps its two values in their order', () => {
    expect(rejectionReason('is 7 bytes long, more than 5')).toBe('长 7 字节，超过上限 5 字节');
    expect(rejectionReason('must lie between 1 and 2, was 3')).toBe('必须在 1 与 2 之间，实际为 3');
  });
});
