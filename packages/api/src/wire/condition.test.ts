import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Condition } from '../domain/condition.ts';
import {
  CONDITION_MAX_DEPTH,
  CONDITION_MAX_LEAVES,
  conditionDevices,
  conditionSchema,
  weeklyScheduleSchema,
} from './condition.ts';

const DEVICE = '0192f0c4-5b1a-7c3e-8f00-000000000001';
const OTHER = '0192f0c4-5b1a-7c3e-8f00-000000000002';
const WEEK_MS = 7 * 86_400_000;
const MONTH_MS = 31 * 86_400_000;
const dry = { key: 'moisture', op: '<', value: 20 };

const accepts = (value: unknown) => v.safeParse(conditionSchema, value).success;
const list = (count: number) => Array.from({ length: count }, () => dry);

/** A comparison below so many levels of `not`, its own level counted. */
function deep(levels: number): unknown {
  let condition: unknown = dry;
  for (let level = 1; level < levels; level++) condition = { not: condition };
  return condition;
}

describe('a condition', () => {
  it.each([
    ['a comparison', dry],
    ['the value of another device', { ...dry, deviceId: DEVICE }],
    ['text', { key: 'state', op: '==', value: 'open' }],
    ['true or false', { key: 'on', op: '!=', value: false }],
    ['a hysteresis', { ...dry, hysteresis: 0 }],
    ['the value of another key', { ...dry, than: { key: 'target' } }],
    ['the value of another key of another device', { ...dry, than: { key: 'target', deviceId: OTHER } }],
    ['the value a minute ago', { ...dry, than: { agoMs: 60_000 } }],
    ['the value a week ago', { ...dry, than: { agoMs: WEEK_MS } }],
    ['the next hour of the forecast', { ...dry, than: { forecastHours: 1 } }],
    ['the 24th hour of the forecast', { ...dry, than: { forecastHours: 24 } }],
    ['a second of silence', { silentForMs: 1000 }],
    ['31 days of silence of a key', { silentForMs: MONTH_MS, key: 'moisture', deviceId: DEVICE }],
    ['each of several', { all: [dry, { any: [dry, { not: dry }] }] }],
    ['the longest key and text', { key: 'k'.repeat(256), op: '==', value: 'x'.repeat(256) }],
  ])('accepts %s, and keeps it as it is', (_, condition) => {
    expect(v.parse(conditionSchema, condition)).toEqual(condition);
  });

  it.each([
    ['nothing', null],
    ['a text', 'moisture < 20'],
    ['an empty object', {}],
    ['an unknown operator', { ...dry, op: '=>' }],
    ['an empty key', { ...dry, key: '' }],
    ['a key of 257 characters', { ...dry, key: 'k'.repeat(257) }],
    ['a text of 257 characters', { key: 'state', op: '==', value: 'x'.repeat(257) }],
    ['an infinite value', { ...dry, value: Number.POSITIVE_INFINITY }],
    ['an order of texts', { ...dry, value: '20' }],
    ['an order of true and false', { key: 'on', op: '>=', value: true }],
    ['a device that is no id', { ...dry, deviceId: 'd1' }],
    ['a member that it does not know', { ...dry, valeu: 3 }],
    ['a negative hysteresis', { ...dry, hysteresis: -0.1 }],
    ['an infinite hysteresis', { ...dry, hysteresis: Number.POSITIVE_INFINITY }],
    ['a hysteresis of an equality', { key: 'level', op: '==', value: 1, hysteresis: 1 }],
    ['a hysteresis of an inequality', { key: 'level', op: '!=', value: 1, hysteresis: 1 }],
    ['equality with another key', { key: 'level', op: '==', value: 1, than: { key: 'target' } }],
    ['a past of less than a minute', { ...dry, than: { agoMs: 59_999 } }],
    ['a past of more than a week', { ...dry, than: { agoMs: WEEK_MS + 1 } }],
    ['a past in fractions', { ...dry, than: { agoMs: 60_000.5 } }],
    ['a forecast of this hour', { ...dry, than: { forecastHours: 0 } }],
    ['a forecast of 25 hours', { ...dry, than: { forecastHours: 25 } }],
    ['a forecast in fractions', { ...dry, than: { forecastHours: 1.5 } }],
    ['two references at once', { ...dry, than: { key: 'target', agoMs: 60_000 } }],
    ['less than a second of silence', { silentForMs: 999 }],
    ['more than 31 days of silence', { silentForMs: MONTH_MS + 1 }],
    ['silence in fractions', { silentForMs: 1000.5 }],
    ['silence and a comparison', { silentForMs: 1000, ...dry }],
    ['silence of an empty key', { silentForMs: 1000, key: '' }],
    ['none of several', { all: [] }],
    ['none to choose from', { any: [] }],
    ['two ways to combine', { all: [dry], any: [dry] }],
    ['a negation of several', { not: [dry] }],
    ['a negation and more', { not: dry, key: 'moisture' }],
    ['a wrong one among several', { all: [dry, {}] }],
    ['a wrong one to choose from', { any: [dry, {}] }],
  ])('refuses %s', (_, condition) => {
    expect(accepts(condition)).toBe(false);
  });

  it('names the range of a past and of a forecast that is outside', () => {
    const messages = [
      { agoMs: 59_999 },
      { agoMs: WEEK_MS + 1 },
      { forecastHours: 0 },
      { forecastHours: 25 },
    ].map((than) => JSON.stringify(v.safeParse(conditionSchema, { ...dry, than }).issues));
    for (const message of messages) expect(message).toContain('number.range');
  });

  it('has at most 8 levels', () => {
    expect(accepts(deep(CONDITION_MAX_DEPTH))).toBe(true);
    const { issues } = v.safeParse(conditionSchema, deep(CONDITION_MAX_DEPTH + 1));
    expect(issues?.map(({ message }) => message)).toContain('condition.tooLarge');
    expect(accepts(deep(20_000))).toBe(false);
  });

  it('has at most 100 comparisons, wherever they stand', () => {
    expect(accepts({ any: list(CONDITION_MAX_LEAVES) })).toBe(true);
    expect(accepts({ any: list(CONDITION_MAX_LEAVES + 1) })).toBe(false);
    const half = CONDITION_MAX_LEAVES / 2;
    expect(accepts({ all: [{ any: list(half) }, { all: list(half) }] })).toBe(true);
    expect(accepts({ all: [{ any: list(half) }, { all: list(half + 1) }] })).toBe(false);
    expect(accepts({ all: [...list(half), { all: list(half) }] })).toBe(true);
    expect(accepts({ all: [...list(half), { all: list(half + 1) }] })).toBe(false);
  });
});

describe('the devices of a condition', () => {
  it('are each named once', () => {
    const comparison = { ...dry, deviceId: DEVICE } as Condition;
    const compared = { ...dry, than: { key: 'target', deviceId: OTHER } } as Condition;
    const silent: Condition = { silentForMs: 1000, deviceId: OTHER };
    expect(conditionDevices(comparison)).toEqual([DEVICE]);
    expect(conditionDevices(compared)).toEqual([OTHER]);
    expect(conditionDevices({ ...compared, deviceId: OTHER })).toEqual([OTHER]);
    expect(conditionDevices(dry as Condition)).toEqual([]);
    expect(conditionDevices({ ...dry, than: { agoMs: 60_000 } } as Condition)).toEqual([]);
    expect(conditionDevices({ not: silent })).toEqual([OTHER]);
    expect(conditionDevices({ all: [comparison, silent, comparison] })).toEqual([DEVICE, OTHER]);
    expect(conditionDevices({ any: [silent, { all: [silent, comparison] }] })).toEqual([OTHER, DEVICE]);
  });
});

describe('a weekly schedule', () => {
  const parse = (value: unknown) => v.safeParse(weeklyScheduleSchema, value);

  it('is every day, all day, in the time of China by default', () => {
    expect(parse({}).output).toEqual({
      timeZone: 'Asia/Shanghai',
      days: [1, 2, 3, 4, 5, 6, 7],
      from: '00:00',
      to: '00:00',
    });
  });

  it.each([
    { days: [1, 7] },
    { from: '09:59', to: '23:00' },
    { from: '19:30', to: '20:15' },
    { timeZone: 'Europe/Berlin' },
  ])('accepts %j', (part) => {
    expect(parse(part)).toMatchObject({ success: true, output: part });
  });

  it.each([
    { days: [] },
    { days: [0] },
    { days: [8] },
    { days: [1.5] },
    { days: [1, 1, 1, 1, 1, 1, 1, 1] },
    { from: '24:00' },
    { from: '9:00' },
    { from: '09:60' },
    { to: '09:00:00' },
    { to: ' 09:00' },
    { timeZone: 'Mars/Base' },
    { timeZone: `Etc/${'x'.repeat(64)}` },
  ])('refuses %j', (part) => {
    expect(parse(part).success).toBe(false);
  });
});
