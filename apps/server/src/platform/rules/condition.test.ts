import { describe, expect, it } from 'vitest';
import type { Condition } from '@farm3d/api';
import type { JsonValue } from '../json-value.ts';
import { compileCondition, type ConditionSource, currentBound } from './condition.ts';
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

describe('every comparison', () => {
  const compare = (op: '>' | '>=' | '<' | '<=' | '==' | '!=', relaxed = false) =>
    [8, 9, 10, 11, 12].filter((a) => holds({ key: 'a', op, value: 10, hysteresis: 1 }, { a }, relaxed));

  it('at its bound, and relaxed by its hysteresis', () => {
    expect([compare('>'), compare('>', true)]).toEqual([
      [11, 12],
      [10, 11, 12],
    ]);
    expect([compare('>='), compare('>=', true)]).toEqual([
      [10, 11, 12],
      [9, 10, 11, 12],
    ]);
    expect([compare('<'), compare('<', true)]).toEqual([
      [8, 9],
      [8, 9, 10],
    ]);
    expect([compare('<='), compare('<=', true)]).toEqual([
      [8, 9, 10],
      [8, 9, 10, 11],
    ]);
    // What is equal has no hysteresis.
    expect([compare('=='), compare('==', true), compare('!='), compare('!=', true)]).toEqual([
      [10],
      [10],
      [8, 9, 11, 12],
      [8, 9, 11, 12],
    ]);
  });

  it('without a hysteresis does not give way', () => {
    expect(holds({ key: 'a', op: '>', value: 10 }, { a: 10 }, true)).toBe(false);
  });

  it('a denial of a denial gives way like the comparison', () => {
    const twice: Condition = { not: { not: { key: 'a', op: '>', value: 10, hysteresis: 1 } } };
    expect([9, 10, 11].map((a) => holds(twice, { a }, true))).toEqual([false, true, true]);
    expect([9, 10, 11].map((a) => holds(twice, { a }))).toEqual([false, false, true]);
  });

  it('the current bound of one that moves is known, that of a fixed one is in it', () => {
    const to = { key: 'a', op: '>', value: 3 } as const;
    const now = (condition: Parameters<typeof currentBound>[0], values: Record<string, JsonValue>) =>
      currentBound(condition, source(values), NOW);
    expect(now({ ...to, than: { key: 'b' } }, { b: 4 })).toBe(7);
    expect(now({ ...to, than: { agoMs: 10 } }, { [`a@${NOW - 10}`]: 1 })).toBe(4);
    expect(now({ ...to, than: { forecastHours: 2 } }, { 'a forecast 2': 5 })).toBe(8);
    expect([now(to, { a: 1 }), now({ ...to, than: { key: 'b' } }, {})]).toEqual([undefined, undefined]);
  });
});

describe('a condition of several devices', () => {
  const asked: string[] = [];
  const watching: ConditionSource = {
    value: (device, key) => {
      asked.push(`${device ?? 'own'} ${key}`);
      return 1;
    },
    valueAt: (device, key) => {
      asked.push(`${device ?? 'own'} ${key} then`);
      return 1;
    },
    nextValueAt: () => null,
    forecastAt: (device, key, _at, hours) => {
      asked.push(`${device ?? 'own'} ${key} forecast ${hours}`);
      return 1;
    },
    lastReportAt: (device, key) => {
      asked.push(`${device ?? 'own'} ${key ?? 'any'} heard`);
      return NOW;
    },
  };
  const one = { deviceId: 'x', key: 'a', op: '<' as const, value: 5 };
  it.each<[Condition, string[], object[]]>([
    [one, ['x a'], [{ deviceId: 'x', key: 'a' }]],
    [
      { ...one, than: { key: 'b' } },
      ['x a', 'x b'],
      [
        { deviceId: 'x', key: 'a' },
        { deviceId: 'x', key: 'b' },
      ],
    ],
    [
      { ...one, than: { key: 'b', deviceId: 'y' } },
      ['x a', 'y b'],
      [
        { deviceId: 'x', key: 'a' },
        { deviceId: 'y', key: 'b' },
      ],
    ],
    [{ ...one, than: { agoMs: 5 } }, ['x a', 'x a then'], [{ deviceId: 'x', key: 'a' }]],
    [{ ...one, than: { forecastHours: 3 } }, ['x a', 'x a forecast 3'], [{ deviceId: 'x', key: 'a' }]],
    [{ silentForMs: 9 }, ['own any heard'], [{ deviceId: null, key: null }]],
    [{ silentForMs: 9, deviceId: 'x', key: 'a' }, ['x a heard'], [{ deviceId: 'x', key: 'a' }]],
  ])('%j asks for %j', (condition, expected, watches) => {
    asked.length = 0;
    const compiled = compileCondition(condition);
    compiled.holds(watching, NOW, false);
    expect(asked).toEqual(expected);
    expect(compiled.watches).toEqual(watches);
  });

  it('says whether it needs forecasts, and how far back it looks', () => {
    const forecast = compileCondition({ not: { ...one, than: { forecastHours: 3 } } });
    expect(forecast.forecasts).toBe(true);
    expect(forecast.history).toEqual([{ deviceId: 'x', key: 'a', agoMs: expect.any(Number) as number }]);
    const past = compileCondition({
      all: [
        { ...one, than: { agoMs: 5 } },
        { ...one, than: { agoMs: 9 } },
      ],
    });
    expect(past.forecasts).toBe(false);
    expect(past.history.map(({ agoMs }) => agoMs)).toEqual([5, 9]);
  });

  it('changes at the earliest of the instants of its parts that are to come', () => {
    const parts = { any: [{ silentForMs: 9 }, { silentForMs: 5, key: 'a' }, { silentForMs: 7, key: 'b' }] };
    const compiled = compileCondition(parts);
    const reports = source({}, { '*': 100, a: 90, b: 100 });
    expect([100, 94, 95, 107, 109].map((at) => compiled.nextChange(reports, at))).toEqual([
      107,
      95,
      107,
      109,
      null,
    ]);
    expect(compileCondition(one).nextChange(reports, 0)).toBeNull();
  });

  it('is decided by any of its parts, whichever decided before', () => {
    const parts = ['a', 'b', 'c'].map((key) => ({ key, op: '==' as const, value: true }));
    const [all, any] = [compileCondition({ all: parts }), compileCondition({ any: parts })];
    for (const [a, b, c] of [
      [false, true, true],
      [true, false, true],
      [true, true, false],
      [true, true, true],
      [false, false, false],
      [true, false, false],
    ] as const) {
      const values = source({ a, b, c });
      expect(all.holds(values, NOW, false)).toBe(a && b && c);
      expect(any.holds(values, NOW, false)).toBe(a || b || c);
    }
  });
});
