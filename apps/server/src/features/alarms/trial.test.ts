import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileCondition } from '../../platform/rules/condition.ts';
import { pastOf } from '../../platform/rules/past-values.ts';
import { evaluateSample, tickBefore, type Take } from './evaluation.ts';
import { AlarmInstance, type DeviceView } from './instance.ts';
import type { AlarmRule } from './setting-repository.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import { AlarmTrial, type TrialInterval } from './trial.ts';

interface PastMessage {
  readonly ts: number;
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Keys whose values lie outside their declared range. */
  readonly outside: readonly string[];
}

const MINUTE = 60_000;
/** A Monday, 00:00 in UTC. */
const START = Date.UTC(2026, 0, 5);
const END = START + 3 * 86_400_000;

const leaf = fc.oneof(
  fc.record({
    key: fc.constantFrom('a', 'b'),
    op: fc.constantFrom('<' as const, '>' as const, '>=' as const),
    value: fc.integer({ min: 0, max: 8 }),
    hysteresis: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    key: fc.constantFrom('a', 'b'),
    op: fc.constantFrom('<' as const, '>=' as const),
    value: fc.integer({ min: -3, max: 3 }),
    than: fc.oneof(
      fc.record({ key: fc.constantFrom('a', 'b') }),
      fc.integer({ min: 1, max: 1_440 }).map((ago) => ({ agoMs: ago * MINUTE })),
    ),
    hysteresis: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({ silentForMs: fc.integer({ min: 1, max: 200 }).map((minutes) => minutes * MINUTE) }),
);
const minutes = (max: number) => fc.integer({ min: 0, max }).map((n) => n * MINUTE);
const ruleArbitrary: fc.Arbitrary<AlarmRule> = fc.record({
  condition: fc.oneof(
    leaf,
    fc.array(leaf, { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(leaf, { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    leaf.map((not) => ({ not })),
  ),
  durationMs: minutes(90),
  repeat: fc.integer({ min: 1, max: 3 }),
  clearDurationMs: minutes(60),
  schedule: fc.option(
    fc.constantFrom(
      { timeZone: 'Asia/Shanghai', days: [1, 2, 3], from: '08:00', to: '18:00' },
      { timeZone: 'UTC', days: [1, 3], from: '22:00', to: '06:00' },
    ),
  ),
  reminderMs: fc.constantFrom(0, MINUTE),
  escalations: fc.constantFrom([], [{ afterMs: MINUTE, severity: 'MAJOR' as const }]),
});
const messagesArbitrary: fc.Arbitrary<PastMessage[]> = fc
  .uniqueArray(
    fc.record({
      ts: fc.integer({ min: 0, max: 3 * 1_440 - 1 }).map((minute) => START + minute * MINUTE),
      values: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 9 }), { minKeys: 1 }),
      outside: fc.constantFrom([], [], ['a']),
    }),
    { selector: ({ ts }) => ts, maxLength: 60 },
  )
  .map((messages) => messages.toSorted((one, other) => one.ts - other.ts));

/** The live engine: its instances with their reminders, readings as they come, and sweeps at any time between them. */
function live(rule: AlarmRule, messages: readonly PastMessage[], sweeps: readonly number[]): TrialInterval[] {
  const view: DeviceView = {
    id: 'd',
    key: 1,
    organisationId: 'o',
    name: 'n',
    values: new Map(),
    past: pastOf(compileCondition(rule.condition).history),
    lastReportAt: null,
  };
  const setting = { id: 's', name: 'n', severity: 'MINOR' as const, identify: null, rule, createdAt: START };
  const instance = new AlarmInstance(setting, view, null, null);
  instance.begin(START);
  const intervals: TrialInterval[] = [];
  const take: Take = (_instance, { changes }) => {
    for (const { change, alarm } of changes) {
      if (change === 'raised') intervals.push({ from: alarm.raisedAt, to: null });
      if (change === 'cleared') intervals.push({ from: intervals.pop()!.from, to: alarm.clearedAt });
    }
  };
  const events = [
    ...messages.map((message) => ({ at: message.ts, message })),
    ...sweeps.map((at) => ({ at, message: null })),
  ].toSorted((one, other) => one.at - other.at);
  for (const { at, message } of events) {
    if (message === null) {
      tickBefore(instance, at, take);
      continue;
    }
    const values = Object.fromEntries(
      Object.entries(message.values).filter(([key]) => !message.outside.includes(key)),
    );
    evaluateSample({ view, instances: [instance] }, { at, values }, take);
  }
  tickBefore(instance, END, take);
  return intervals;
}

/** The trial on the messages that the database would give for its keys. */
function tried(rule: AlarmRule, messages: readonly PastMessage[]): readonly TrialInterval[] {
  const trial = new AlarmTrial(rule, START);
  const seen = trial.everyMessage
    ? messages
    : messages.filter(({ values }) => trial.keys.some((key) => key in values));
  trial.add({
    length: seen.length,
    ts: (index) => seen[index]?.ts ?? Number.NaN,
    value(column, index) {
      const key = trial.keys[column] ?? '';
      return seen[index]?.outside.includes(key) ? undefined : seen[index]?.values[key];
    },
  });
  return trial.end(END);
}

it('a setting that is tried on the past is active exactly when it would have been live', () => {
  fc.assert(
    fc.property(
      ruleArbitrary,
      messagesArbitrary,
      fc.array(fc.integer({ min: START, max: END - 1 }), { maxLength: 40 }),
      (rule, messages, sweeps) => {
        expect(tried(rule, messages)).toEqual(live(rule, messages, sweeps));
      },
    ),
    { numRuns: 500 },
  );
});

it('the same with what was forecast of the key', () => {
  // Two days and more of hours are needed for a forecast: a day's curve with a bend that differs.
  const histories = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 72, maxLength: 72 });
  const than = fc.integer({ min: 1, max: 6 }).map((forecastHours) => ({ forecastHours }));
  const op = fc.constantFrom('<' as const, '>' as const);
  let raised = 0;
  fc.assert(
    fc.property(histories, than, op, (bends, reference, direction) => {
      const messages = bends.map((bend, hour) => ({
        ts: START + hour * 60 * MINUTE + 5 * MINUTE,
        values: { a: Math.round(10 * Math.sin((hour / 24) * 2 * Math.PI)) + bend },
        outside: [],
      }));
      const rule: AlarmRule = {
        condition: { key: 'a', op: direction, value: 0, than: reference },
        durationMs: 0,
        repeat: 1,
        clearDurationMs: 0,
        schedule: null,
      };
      const found = tried(rule, messages);
      raised += found.length;
      expect(found).toEqual(live(rule, messages, []));
      // Not before there is a forecast.
      expect(found[0]?.from ?? Infinity).toBeGreaterThan(START + 48 * 60 * MINUTE);
    }),
    { numRuns: 15 },
  );
  expect(raised).toBeGreaterThan(15);
});

it('duration, hysteresis and clearing time shape the intervals', () => {
  const at = (minute: number, a: number): PastMessage => ({
    ts: START + minute * MINUTE,
    values: { a },
    outside: [],
  });
  const rule: AlarmRule = {
    condition: { key: 'a', op: '<', value: 5, hysteresis: 2 },
    durationMs: 30 * MINUTE,
    repeat: 1,
    clearDurationMs: 10 * MINUTE,
    schedule: null,
  };
  const intervals = tried(rule, [at(0, 9), at(10, 4), at(50, 6), at(60, 8), at(200, 4)]);
  expect(intervals).toEqual([
    { from: START + 40 * MINUTE, to: START + 70 * MINUTE },
    { from: START + 230 * MINUTE, to: null },
  ]);
});

const page = (trial: AlarmTrial, messages: readonly Pick<PastMessage, 'ts' | 'values'>[]) =>
  trial.add({
    length: messages.length,
    ts: (index) => messages[index]?.ts ?? Number.NaN,
    value: (column, index) => messages[index]?.values[trial.keys[column] ?? ''],
  });
const simple = (condition: AlarmRule['condition']): AlarmRule => ({
  condition,
  durationMs: 0,
  repeat: 1,
  clearDurationMs: 0,
  schedule: null,
});

it('asks for the keys that its condition watches, each once, or for every message', () => {
  const keysOf = (condition: AlarmRule['condition']) => {
    const { keys, everyMessage } = new AlarmTrial(simple(condition), START);
    return [keys, everyMessage];
  };
  const a = { key: 'a', op: '<' as const, value: 5 };
  expect(keysOf({ all: [a, { ...a, op: '>' }, { ...a, key: 'b' }] })).toEqual([['a', 'b'], false]);
  expect(keysOf({ silentForMs: MINUTE })).toEqual([[], true]);
  expect(keysOf({ any: [a, { silentForMs: MINUTE }] })).toEqual([['a'], true]);
});

it('reads as far back as its condition compares, and an hour for a value that was reported before', () => {
  const a = { key: 'a', op: '<' as const, value: 5 };
  const from = (condition: AlarmRule['condition']) => new AlarmTrial(simple(condition), START).fromTs - START;
  expect(from(a)).toBe(0);
  expect(from({ ...a, than: { agoMs: 30 * MINUTE } })).toBe(-90 * MINUTE);
  const both = [30, 90].map((ago) => ({ ...a, than: { agoMs: ago * MINUTE } }));
  expect(from({ all: both })).toBe(-150 * MINUTE);
  expect(from({ all: [...both, { ...both[0]!, key: 'b' }] })).toBe(-150 * MINUTE);
});

it('messages before its begin are compared with, and raise nothing', () => {
  const rule = simple({ key: 'a', op: '>=', value: 5, than: { agoMs: 30 * MINUTE } });
  const trial = new AlarmTrial(rule, START);
  page(trial, [
    { ts: START - 60 * MINUTE, values: { a: 0 } },
    { ts: START - 20 * MINUTE, values: { a: 9 } },
    { ts: START - 1, values: { a: 20 } },
  ]);
  expect([trial.messages, trial.end(START + MINUTE)]).toEqual([0, []]);
  const later = new AlarmTrial(rule, START);
  page(later, [
    { ts: START - 20 * MINUTE, values: { a: 2 } },
    { ts: START, values: { a: 3 } },
    { ts: START + 10 * MINUTE, values: { a: 7 } },
  ]);
  expect(later.messages).toBe(2);
  expect(later.end(START + 11 * MINUTE)).toEqual([{ from: START + 10 * MINUTE, to: null }]);
});

it('only messages with one of its keys count for a setting with repetitions', () => {
  const trial = new AlarmTrial({ ...simple({ key: 'a', op: '>', value: 5 }), repeat: 2 }, START);
  page(trial, [
    { ts: START, values: { a: 9 } },
    { ts: START + MINUTE, values: { b: 1 } },
  ]);
  expect([trial.messages, trial.end(START + 2 * MINUTE)]).toEqual([2, []]);
  page(trial, [{ ts: START + 3 * MINUTE, values: { a: 9 } }]);
  expect([trial.messages, trial.end(START + 4 * MINUTE)]).toEqual([
    3,
    [{ from: START + 3 * MINUTE, to: null }],
  ]);
});

it('with forecasts its pages are small: each of their hours takes a while', () => {
  const a = { key: 'a', op: '<' as const, value: 5 };
  expect(new AlarmTrial(simple(a), START).pageRows).toBeUndefined();
  expect(new AlarmTrial(simple({ ...a, than: { forecastHours: 2 } }), START).pageRows).toBe(144);
});
