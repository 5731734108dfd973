import type { Condition, LinkageOnce, LinkageTrigger } from '@farm3d/api';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ServerEvents } from '../../platform/events.ts';
import { createLogger } from '../../platform/logger.ts';
import { WatchIndex } from '../../platform/telemetry/watches.ts';
import type { DeviceRpc } from '../commands/device-rpc.ts';
import { LinkageEngine } from './engine.ts';
import { partsOf } from './evaluation.ts';
import type { LinkageDefinition } from './runs.ts';
import { nextRunOf } from './schedule.ts';
import { LinkageTrial, type TrialRun } from './trial.ts';

const SECOND = 1_000;
/** An hour and a day of UTC begin in between; times of the clock lie between two sweeps. */
const START = Date.UTC(2026, 0, 5) - 60 * SECOND - 250;
const END = START + 120 * SECOND + 600;
/** The live engine looks at silences and the clock this often. */
const SWEEP_MS = 500;
const DEVICES = ['one', 'two'] as const;

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const deviceId = fc.constantFrom(...DEVICES);
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    deviceId,
    key: fc.constantFrom('a', 'b'),
    op: fc.constantFrom('<' as const, '>' as const, '>=' as const),
    value: fc.integer({ min: 0, max: 8 }),
    hysteresis: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    deviceId,
    key: fc.constantFrom('a', 'b'),
    op: fc.constantFrom('<' as const, '>' as const),
    value: fc.integer({ min: -3, max: 3 }),
    than: fc.oneof(
      fc.record({ key: fc.constantFrom('a', 'b'), deviceId }),
      fc.record({ key: fc.constant('a') }),
      fc.integer({ min: 1, max: 60 }).map((n) => ({ agoMs: n * SECOND })),
    ),
  }),
  fc.record({ deviceId, silentForMs: fc.integer({ min: 1, max: 40 }).map((n) => n * SECOND) }),
  fc.record({
    deviceId,
    key: fc.constantFrom('a', 'b'),
    silentForMs: fc.integer({ min: 1, max: 40 }).map((n) => n * SECOND),
  }),
);
const parts = fc.array(leaf, { minLength: 1, maxLength: 3 });
const conditionArbitrary: fc.Arbitrary<Condition> = fc.oneof(
  leaf,
  parts.map((all) => ({ all })),
  parts.map((any) => ({ any })),
  leaf.map((not) => ({ not })),
  fc.tuple(parts, leaf).map(([any, not]) => ({ all: [{ any }, { not }] })),
);

/** Only readings, or other triggers too. */
const cron = (expression: string): LinkageTrigger => ({ type: 'cron', expression, timeZone: 'UTC' });
const triggersArbitrary: fc.Arbitrary<LinkageTrigger[]> = fc.uniqueArray(
  fc.constantFrom<LinkageTrigger>(
    { type: 'telemetry' },
    { type: 'manual' },
    cron('*/7 * * * * *'),
    cron('*/10 * * * * *'),
    cron('30 * * * * *'),
  ),
  { minLength: 1, maxLength: 3, selector: (trigger) => JSON.stringify(trigger) },
);
const onceArbitrary = fc.constantFrom<LinkageOnce | null>(
  null,
  { per: 'minutes', minutes: 1 },
  { per: 'hour', timeZone: 'UTC' },
  { per: 'day', timeZone: 'UTC' },
  { per: 'day', timeZone: 'Asia/Shanghai' },
);
type Rule = Omit<LinkageDefinition, 'actions'>;
const ruleArbitrary: fc.Arbitrary<Rule> = fc.record({
  triggers: triggersArbitrary,
  condition: conditionArbitrary,
  once: onceArbitrary,
});

interface Reading {
  readonly at: number;
  readonly deviceId: string;
  readonly values: Record<string, number>;
}

const readingsArbitrary: fc.Arbitrary<Reading[]> = fc
  .uniqueArray(
    fc.record({
      // Never at the instant of a sweep: which of both comes first is not determined.
      at: fc
        .integer({ min: 0, max: END - START - 1 })
        .filter((ms) => ms % SWEEP_MS !== 0)
        .map((ms) => START + ms),
      deviceId,
      values: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 9 }), { minKeys: 1 }),
    }),
    { selector: ({ at }) => at, maxLength: 40 },
  )
  .map((readings) => readings.toSorted((one, other) => one.at - other.at));

/** A run of the live engine: `at` is what set it off, as in the trial. */
interface LiveRun extends TrialRun {
  /** When it was recorded, epoch ms. */
  readonly recordedAt: number;
}

/** A database that knows one linkage and its devices; it keeps the runs. */
function database(rule: Rule, runs: LiveRun[]): Pool {
  const linkage = { id: 'l', organisationId: 'o', enabled: true, holding: false, nextRunAt: null };
  const definition = { ...rule, actions: [] };
  let lastSetOffAt = -Infinity;
  const answer = (text: string, values: readonly unknown[]): unknown[] => {
    if (text.includes('insert into linkage_run')) {
      const holds = values[2] === true;
      const [at, since] = [Number(values[5]), values[6] as number | null];
      const reason = holds ? (since !== null && lastSetOffAt >= since ? 'once' : null) : 'condition';
      if (reason === null) lastSetOffAt = Math.max(lastSetOffAt, at);
      const condition = JSON.parse(String(values[3])) as [];
      runs.push({ at, holds, reason, condition, recordedAt: Date.now() });
      return [{ id: 'r', begins: false }];
    }
    if (text.includes('from linkage where enabled')) return [{ ...linkage, definition }];
    if (text.includes('from device where id'))
      return DEVICES.map((id, key) => ({ id, key, organisationId: 'o', lastReportAt: START }));
    return [];
  };
  const query = async (text: string, values: readonly unknown[] = []) => ({
    rows: answer(text, values),
    rowCount: text.includes('set next_run_at') ? 1 : 0,
  });
  return { query } as unknown as Pool;
}

/** Lets everything that is under way finish. */
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** The live engine itself, with its sweeps. */
async function live(rule: Rule, readings: readonly Reading[]): Promise<LiveRun[]> {
  vi.setSystemTime(START);
  const runs: LiveRun[] = [];
  const log = createLogger('silent');
  const events = new ServerEvents(log);
  const engine = new LinkageEngine({
    pool: database(rule, runs),
    rpc: {} as DeviceRpc,
    outgoing: { fetch: () => Promise.reject(new Error('no webhook')) },
    watches: new WatchIndex(),
    events,
    log,
  });
  await engine.start();
  const nextSweep = (): number => START + (Math.floor((Date.now() - START) / SWEEP_MS) + 1) * SWEEP_MS;
  const passTo = async (at: number): Promise<void> => {
    for (let next = nextSweep(); next <= at; next = nextSweep()) {
      vi.advanceTimersByTime(next - Date.now());
      await settle();
    }
    vi.advanceTimersByTime(at - Date.now());
    await settle();
  };
  for (const { at, deviceId: id, values } of readings) {
    await passTo(at);
    const device = DEVICES.findIndex((one) => one === id);
    events.emit('sampled', { seq: 1, samples: [{ device, at, values }] });
    await settle();
  }
  await passTo(END);
  await engine.stop();
  return runs;
}

function trialOf(rule: Rule, readings: readonly Reading[]): ReturnType<LinkageTrial['end']> {
  const trial = new LinkageTrial(rule, DEVICES, START);
  let next = nextRunOf(rule.triggers, START);
  const fireBefore = (at: number): void => {
    for (; next !== null && next < at; next = nextRunOf(rule.triggers, next)) trial.fire(next);
  };
  for (const { deviceId: id, at, values } of readings) {
    fireBefore(at);
    trial.add(id, at, values);
  }
  fireBefore(END);
  return trial.end(END);
}

const tried = (rule: Rule, readings: readonly Reading[]): readonly TrialRun[] => trialOf(rule, readings).runs;

async function expectSame(rule: Rule, readings: readonly Reading[]): Promise<readonly TrialRun[]> {
  const expected = await live(rule, readings);
  const found = tried(rule, readings);
  const [last] = found.slice(-1);
  // What begins in the last half second is seen by a sweep after the end.
  const isCut = last !== undefined && last.at > END - SWEEP_MS && expected.length === found.length - 1;
  const compared = isCut ? found.slice(0, -1) : found;
  expect(compared).toEqual(
    expected.map(({ at, holds, reason, condition }) => ({ at, holds, reason, condition })),
  );
  for (const { at, recordedAt } of expected) {
    const delay = recordedAt - at;
    expect(delay).toBeGreaterThanOrEqual(0);
    expect(delay).toBeLessThanOrEqual(SWEEP_MS);
  }
  return compared;
}

it('a linkage that is tried on the past runs exactly when it would have run live, for the same reasons', async () => {
  const seen = new Set<string | null>();
  await fc.assert(
    fc.asyncProperty(ruleArbitrary, readingsArbitrary, async (rule, readings) => {
      for (const { reason } of await expectSame(rule, readings)) seen.add(reason);
    }),
    { numRuns: 400 },
  );
  // The random rules did run, and did not for each reason.
  expect([...seen].map(String).toSorted()).toEqual(['condition', 'null', 'once']);
});

it('a key that never came is silent while its device reports others', () => {
  const silence = { deviceId: 'two', key: 'a', silentForMs: 1_000 } as const;
  const other = { deviceId: 'two', key: 'b', op: '<', value: 0 } as const;
  const rule: Rule = { triggers: [{ type: 'telemetry' }], condition: { any: [other, silence] }, once: null };
  const { parts } = trialOf(rule, [{ deviceId: 'two', at: START + 30_000, values: { b: 1 } }]);
  expect(parts.map(({ heldMs }) => heldMs)).toEqual([0, END - START - 1_000]);
});

it('each part holds as long as it would as the only one', () => {
  let held = 0;
  fc.assert(
    fc.property(conditionArbitrary, readingsArbitrary, (condition, readings) => {
      const rule: Rule = { triggers: [{ type: 'telemetry' }], condition, once: null };
      const { parts: together } = trialOf(rule, readings);
      const alone = partsOf(condition).flatMap(
        (part) => trialOf({ ...rule, condition: part }, readings).parts,
      );
      expect(together).toEqual(alone);
      held += together.filter(({ heldMs }) => heldMs > 0 && heldMs < END - START).length;
    }),
  );
  expect(held).toBeGreaterThan(20);
});

it('runs once in each hour of its time zone, and says which times it did not', async () => {
  const rule: Rule = {
    triggers: [cron('*/30 * * * * *'), { type: 'telemetry' }],
    condition: { deviceId: 'one', key: 'a', op: '<', value: 5 },
    once: { per: 'hour', timeZone: 'UTC' },
  };
  const readings = [{ deviceId: 'one', at: START + 10 * SECOND + 1, values: { a: 4 } }];
  const runs = await expectSame(rule, readings);
  expect(runs.map(({ at, reason }) => [(at - START) / SECOND, reason])).toEqual([
    [0.25, 'condition'],
    [10.001, null],
    [30.25, 'once'],
    [60.25, null],
    [90.25, 'once'],
    [120.25, 'once'],
  ]);
});

it('a silence that began between two sweeps before a time of the clock is the run before it', async () => {
  const rule: Rule = {
    triggers: [cron('*/30 * * * * *'), { type: 'telemetry' }],
    condition: { deviceId: 'one', silentForMs: 20 * SECOND },
    once: { per: 'minutes', minutes: 1 },
  };
  const runs = await expectSame(rule, [{ deviceId: 'one', at: START + 10_150, values: { a: 1 } }]);
  expect(runs.map(({ at, reason }) => [(at - START) / SECOND, reason])).toEqual([
    [0.25, 'condition'],
    [30.15, null],
    [30.25, 'once'],
    [60.25, 'once'],
    [90.25, null],
    [120.25, 'once'],
  ]);
});

it('says how long each part held, and why a cron time did nothing', () => {
  const condition: Condition = {
    all: [
      { deviceId: 'one', key: 'a', op: '<', value: 5 },
      { deviceId: 'two', key: 'b', op: '>', value: 3 },
    ],
  };
  const trial = new LinkageTrial({ triggers: [{ type: 'cron' }], condition, once: null }, DEVICES, START);
  trial.add('one', START + 10 * SECOND, { a: 4 });
  trial.fire(START + 20 * SECOND);
  trial.add('two', START + 30 * SECOND, { b: 9 });
  trial.fire(START + 40 * SECOND);
  trial.add('one', START + 50 * SECOND, { a: 6 });
  const { runs, parts: held } = trial.end(END);
  expect(runs).toEqual([
    {
      at: START + 20 * SECOND,
      holds: false,
      reason: 'condition',
      condition: [
        { deviceId: 'one', key: 'a', actual: 4, holds: true },
        { deviceId: 'two', key: 'b', actual: null, holds: null },
      ],
    },
    {
      at: START + 40 * SECOND,
      holds: true,
      reason: null,
      condition: [
        { deviceId: 'one', key: 'a', actual: 4, holds: true },
        { deviceId: 'two', key: 'b', actual: 9, holds: true },
      ],
    },
  ]);
  expect(held).toEqual([
    { deviceId: 'one', key: 'a', heldMs: 40 * SECOND },
    { deviceId: 'two', key: 'b', heldMs: END - START - 30 * SECOND },
  ]);
});

const rule = (condition: Condition | null, ...types: ('telemetry' | 'cron')[]) => ({
  triggers: types.map((type) => ({ type })),
  condition,
  once: null,
});
const dry: Condition = { deviceId: 'one', key: 'a', op: '<', value: 5 };

it('its readings begin as long before it as its condition looks back, with the hour that a value lasts', () => {
  const from = (condition: Condition | null): number =>
    START - new LinkageTrial(rule(condition, 'telemetry'), DEVICES, START).fromTs;
  const since = (deviceId: string, agoMs: number): Condition => ({
    deviceId,
    key: 'a',
    op: '<',
    value: 0,
    than: { agoMs },
  });
  expect(from(null)).toBe(0);
  expect(from(dry)).toBe(0);
  expect(from(since('one', 60_000))).toBe(3_660_000);
  expect(from({ any: [since('one', 60_000), since('two', 90_000), dry] })).toBe(3_690_000);
});

it('a reading before its begin is compared with, and nothing more; one of another device is not looked at', () => {
  const falls: Condition = { deviceId: 'one', key: 'a', op: '<', value: -2, than: { agoMs: 60_000 } };
  const trial = new LinkageTrial(rule({ any: [falls, dry] }, 'telemetry'), DEVICES, START);
  trial.add('one', START - 1, { a: 4, b: 4 });
  trial.add('three', START + 1, { a: 4 });
  trial.add('one', START + 30_000, { a: 6 });
  expect(trial.end(START + 30_000).runs).toEqual([]);
  trial.add('one', START + 30_000, { a: 1.5 });
  const { runs } = trial.end(START + 60_000);
  expect(runs.map(({ at }) => at - START)).toEqual([30_000]);
  // What it falls from is known from a minute after that first reading on.
  expect(trial.end(START + 60_001).parts.map(({ heldMs }) => heldMs)).toEqual([2, 30_001]);
});

it('without a condition each firing runs, and a reading never does', () => {
  const trial = new LinkageTrial(rule(null, 'telemetry', 'cron'), DEVICES, START);
  trial.add('one', START + 1, { a: 4 });
  trial.fire(START + 2);
  expect(trial.end(END)).toEqual({
    runs: [{ at: START + 2, holds: true, reason: null, condition: [] }],
    parts: [],
  });
});

it('of a silence only its device is told; parts in parts are told one after the other', () => {
  const silence: Condition = { deviceId: 'two', silentForMs: 10_000 };
  const trial = new LinkageTrial(
    rule({ all: [{ not: silence }, { any: [dry] }] }, 'telemetry'),
    DEVICES,
    START,
  );
  trial.add('two', START + 5_000, { b: 1 });
  expect(trial.end(START + 20_000).parts).toEqual([
    { deviceId: 'two', key: null, heldMs: 5_000 },
    { deviceId: 'one', key: 'a', heldMs: 0 },
  ]);
});

it('one that is set off by the clock alone does not run by a reading', () => {
  const trial = new LinkageTrial(rule(dry, 'cron'), DEVICES, START);
  trial.add('one', START + 1, { a: 4 });
  expect(trial.end(END).runs).toEqual([]);
});
