import { describe, expect, it } from 'vitest';
import type { Condition } from '@farm3d/api';
import type { JsonValue } from '../json-value.ts';
import { compileCondition, type ConditionSource } from './condition.ts';
import { compileSchedule } from './weekly-schedule.ts';

const NOW = 1_000_000;

function source(values: Record<string, JsonValue>, reports: Record<string, number> = {}): ConditionSource {
  return {
    value: (_device, key) => values[key],
    valueAt: (_device, key, at) => values[`${key}@${at}`],
    nextValueAt: (_device, key, at) =>
      values[`${key} changes`] === undefined ? null : at + Number(values[`${key} changes`]),
    forecastAt: (_device, key, _at, hours) => values[`${key} forecast ${hours}`] as number | undefined,
    lastReportAt: (_device, key) => reports[key ?? '*'] ?? 0,
  };
}

const holds = (condition: Condition, values: Record<string, JsonValue>, relaxed = false) =>
  compileCondition(condition).holds(source(values), NOW, relaxed);

describe('a condition', () => {
  const a: Condition = { key: 'a', op: '>', value: 10, hysteresis: 2 };
  const b: Condition = { key: 'b', op: '==', value: true };

  it.each<[string, Condition, Record<string, JsonValue>, boolean | undefined]>([
    ['above', a, { a: 10.1 }, true],
    ['at the bound', a, { a: 10 }, false],
    ['a text is never above a number', a, { a: '11' }, false],
    ['not known yet', a, {}, undefined],
    ['all: one false decides though another is unknown', { all: [a, b] }, { b: false }, false],
    ['all: unknown while the rest holds', { all: [a, b] }, { b: true }, undefined],
    ['any: one true decides though another is unknown', { any: [a, b] }, { b: true }, true],
    ['any: unknown while the rest does not hold', { any: [a, b] }, { b: false }, undefined],
    ['not', { not: b }, { b: false }, true],
    ['the denial of what is unknown', { not: a }, {}, undefined],
  ])('%s', (_name, condition, values, expected) => {
    expect(holds(condition, values)).toBe(expected);
  });

  const warmer: Condition = { key: 'in', op: '>', value: 3, than: { key: 'out' }, hysteresis: 2 };
  const forecast: Condition = { key: 'a', op: '>', value: 0, than: { forecastHours: 6 } };
  const drier: Condition = { key: 'a', op: '<', value: -5, than: { agoMs: 600_000 } };
  it.each<[string, Condition, Record<string, JsonValue>, boolean | undefined]>([
    ['more than three above another key', warmer, { in: 13.1, out: 10 }, true],
    ['three above another key', warmer, { in: 13, out: 10 }, false],
    ['the other key is not known', warmer, { in: 13 }, undefined],
    ['the other key is no number', warmer, { in: 13, out: 'cold' }, undefined],
    ['less than five below its own value of that time', drier, { a: 14, [`a@${NOW - 600_000}`]: 20 }, true],
    ['five below its own value of that time', drier, { a: 15, [`a@${NOW - 600_000}`]: 20 }, false],
    ['above its forecast of six hours ago', forecast, { a: 9, 'a forecast 6': 8 }, true],
    ['its forecast of six hours ago', forecast, { a: 8, 'a forecast 6': 8 }, false],
    ['without a forecast', forecast, { a: 8, 'a forecast 5': 1 }, undefined],
    ['that time is not known', drier, { a: 14 }, undefined],
  ])('compared with another value: %s', (_name, condition, values, expected) => {
    expect(holds(condition, values)).toBe(expected);
  });

  it('a bound that moves by itself says when', () => {
    expect(compileCondition(drier).nextChange(source({ 'a changes': 5_000 }), NOW)).toBe(NOW + 5_000);
    expect(compileCondition(drier).nextChange(source({}), NOW)).toBeNull();
    // A forecast holds for an hour.
    expect(compileCondition(forecast).nextChange(source({}), NOW)).toBe(3_600_000);
  });

  it('compared with another value it depends on that one, too, and keeps its hysteresis', () => {
    expect(holds(warmer, { in: 11.5, out: 10 }, true)).toBe(true);
    expect(compileCondition(warmer).watches).toEqual([
      { deviceId: null, key: 'in' },
      { deviceId: null, key: 'out' },
    ]);
    expect(compileCondition(drier).history).toEqual([{ deviceId: null, key: 'a', agoMs: 600_000 }]);
  });

  it('gives way by its hysteresis when relaxed; a denial gives way the other way round', () => {
    expect(holds(a, { a: 9 }, true)).toBe(true);
    expect(holds(a, { a: 8 }, true)).toBe(false);
    // Not above 10, relaxed: up to 12.
    expect([holds({ not: a }, { a: 11 }), holds({ not: a }, { a: 11 }, true)]).toEqual([false, true]);
  });

  it('a silence begins to hold at its instant, and says when that is', () => {
    const silence = compileCondition({ silentForMs: 5_000, key: 'a' });
    const reports = source({}, { a: NOW });
    expect(silence.nextChange(reports, NOW)).toBe(NOW + 5_000);
    expect(silence.holds(reports, NOW + 4_999, false)).toBe(false);
    expect(silence.holds(reports, NOW + 5_000, false)).toBe(true);
    expect(silence.nextChange(reports, NOW + 5_000)).toBeNull();
  });
});

describe('a weekly schedule', () => {
  // 2026-11-21 is a Saturday; Shanghai is 8 hours ahead of UTC.
  const at = (time: string) => Date.parse(`2026-11-21T${time}:00+08:00`);

  it('counts in the wall time of its zone', () => {
    const schedule = compileSchedule({ timeZone: 'Asia/Shanghai', days: [6], from: '06:00', to: '18:30' });
    expect(['05:59', '06:00', '18:29', '18:30'].map((time) => schedule.contains(at(time)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(schedule.contains(at('12:00') + 86_400_000)).toBe(false);
    expect(schedule.nextCheck(at('05:30'))).toBe(at('06:00'));
    expect(schedule.nextCheck(at('06:00'))).toBe(at('07:00'));
  });

  it('over midnight the small hours belong to the day before', () => {
    const schedule = compileSchedule({ timeZone: 'Asia/Shanghai', days: [6], from: '22:00', to: '04:00' });
    expect(['03:00', '21:59', '22:00'].map((time) => schedule.contains(at(time)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(schedule.contains(at('03:59') + 86_400_000)).toBe(true);
  });
});
