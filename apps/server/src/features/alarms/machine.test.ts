/* oxlint-disable farm3d/words -- `toldAt` is a name of the stored state */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deadline,
  differs,
  INITIAL_ALARM_STATE,
  step,
  type AlarmInput,
  type AlarmState,
  type AlarmTiming,
} from './machine.ts';
import {
  inWindow,
  runReference,
  type ReferenceChange,
  type ReferenceEvent,
  type ReferenceRule,
} from './machine.reference.ts';

const END = 120;

/** Runs the machine like the server: inputs as they arrive, and a tick at each deadline. */
function run(rule: ReferenceRule, events: readonly ReferenceEvent[], end: number) {
  const timing: AlarmTiming = { ...rule, armed: (at) => inWindow(rule.window, at) };
  const changes: ReferenceChange[] = [];
  let state: AlarmState = INITIAL_ALARM_STATE;
  let value: number | undefined;
  let steps = 0;
  const holds = (relaxed: boolean): boolean | undefined =>
    value === undefined ? undefined : value > rule.above - (relaxed ? rule.hysteresis : 0);
  const feed = (input: AlarmInput): void => {
    const next = step(state, timing, input);
    steps += 1;
    for (const change of next.changes) changes.push({ at: next.state.at, change });
    state = next.state;
  };
  const nextTick = (after: number): number => {
    const due = [deadline(state, timing) ?? Infinity];
    if (rule.window) {
      for (const edge of [rule.window.from, rule.window.to]) {
        const phase = after % rule.window.period;
        due.push(after + (edge > phase ? edge - phase : edge - phase + rule.window.period));
      }
    }
    return Math.max(Math.min(...due), after);
  };
  let clock = 0;
  const tickUntil = (limit: number): void => {
    for (let at = nextTick(clock); at < limit; at = nextTick(clock)) {
      const before = state;
      feed({ kind: 'tick', at, holds });
      // A deadline that changes nothing must not be due again at the same instant.
      clock = at === clock && !differs(before, state) ? at + 1 : at;
    }
  };
  for (const event of events) {
    tickUntil(event.at);
    clock = event.at;
    if (event.kind === 'reading') {
      ({ value } = event);
      feed({ kind: 'reading', at: event.at, holds });
      continue;
    }
    if (event.kind === 'shelve') feed({ kind: 'shelve', at: event.at, until: event.until });
    else feed({ kind: event.kind, at: event.at, holds });
    // What is due at the same instant follows it.
    feed({ kind: 'tick', at: event.at, holds });
  }
  tickUntil(end + 1);
  return { changes, steps };
}

const ruleArbitrary = fc.record({
  above: fc.constant(5),
  hysteresis: fc.integer({ min: 0, max: 3 }),
  durationMs: fc.integer({ min: 0, max: 15 }),
  repeat: fc.integer({ min: 1, max: 4 }),
  clearDurationMs: fc.integer({ min: 0, max: 12 }),
  reminderMs: fc.constantFrom(0, 0, 1, 7, 20),
  escalations: fc
    .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 3 })
    .map((steps) => steps.toSorted((a, b) => a - b).map((afterMs) => ({ afterMs }))),
  window: fc.option(
    fc
      .tuple(
        fc.integer({ min: 12, max: 40 }),
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 1, max: 25 }),
      )
      .map(([period, from, length]) => ({ period, from, to: Math.min(period, from + length) })),
  ),
});

const eventArbitrary: fc.Arbitrary<ReferenceEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      at: fc.integer({ min: 1, max: END }),
      kind: fc.constant('reading' as const),
      value: fc.integer({ min: 0, max: 8 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      at: fc.integer({ min: 1, max: END }),
      kind: fc.constantFrom('acknowledge' as const, 'clear' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: END }), fc.option(fc.integer({ min: 1, max: 40 })))
      .map(([at, length]) => ({ at, kind: 'shelve' as const, until: length === null ? null : at + length })),
  },
);

const eventsArbitrary = fc
  .uniqueArray(eventArbitrary, { selector: ({ at }) => at, maxLength: 40 })
  .map((events) => [...events].sort((a, b) => a.at - b.at));

describe('the alarm machine', () => {
  it('makes the same changes at the same times as the slow reference implementation', () => {
    fc.assert(
      fc.property(ruleArbitrary, eventsArbitrary, (rule, events) => {
        expect(run(rule, events, END).changes).toEqual(runReference(rule, events, END));
      }),
      { numRuns: 1_500 },
    );
  });

  it('is evaluated only for inputs and at its own deadlines', () => {
    fc.assert(
      fc.property(ruleArbitrary, eventsArbitrary, (rule, events) => {
        const quiet = { ...rule, window: null, reminderMs: 0, escalations: [] };
        const { steps } = run(quiet, events, END);
        expect(steps).toBeLessThanOrEqual(4 * events.length + 3);
      }),
      { numRuns: 200 },
    );
  });

  const rule: ReferenceRule = {
    above: 5,
    hysteresis: 2,
    durationMs: 10,
    repeat: 1,
    clearDurationMs: 0,
    reminderMs: 0,
    escalations: [],
    window: null,
  };
  const reading = (at: number, value: number): ReferenceEvent => ({ at, kind: 'reading', value });

  it('raises the alarm when the duration is over, without a new reading', () => {
    expect(run(rule, [reading(3, 6)], END).changes).toEqual([{ at: 13, change: 'raised' }]);
  });

  it('ends the alarm only beyond the hysteresis', () => {
    expect(run(rule, [reading(3, 6), reading(20, 4), reading(25, 3)], END).changes).toEqual([
      { at: 13, change: 'raised' },
      { at: 25, change: 'cleared' },
    ]);
  });

  it('after a manual end raises again with the next reading that fulfils the condition, not earlier', () => {
    const events: ReferenceEvent[] = [reading(3, 6), { at: 20, kind: 'clear' }, reading(50, 6)];
    expect(run(rule, events, END).changes).toEqual([
      { at: 13, change: 'raised' },
      { at: 20, change: 'cleared' },
      { at: 50, change: 'raised' },
    ]);
  });

  it('reminds and escalates until somebody acknowledges the alarm, and not while it is shelved', () => {
    const insisting: ReferenceRule = {
      ...rule,
      durationMs: 0,
      reminderMs: 20,
      escalations: [{ afterMs: 30 }, { afterMs: 60 }],
    };
    const events: ReferenceEvent[] = [
      reading(10, 6),
      { at: 45, kind: 'shelve', until: 80 },
      { at: 95, kind: 'acknowledge' },
    ];
    expect(run(insisting, events, END).changes).toEqual([
      { at: 10, change: 'raised' },
      { at: 30, change: 'reminded' },
      { at: 40, change: 'escalated' },
      { at: 45, change: 'shelved' },
      { at: 80, change: 'unshelved' },
      { at: 80, change: 'escalated' },
      { at: 95, change: 'acknowledged' },
    ]);
  });

  it('a reading that carries an earlier time than the last step does not turn the clock back', () => {
    const timing: AlarmTiming = { ...rule, armed: () => true };
    const later = step(INITIAL_ALARM_STATE, timing, { kind: 'reading', at: 100, holds: () => true });
    const earlier = step(later.state, timing, { kind: 'reading', at: 40, holds: () => true });
    expect(earlier.state.at).toBe(100);
    expect(earlier.changes).toEqual([]);
  });

  /** Applies inputs one after the other. */
  const after = (timing: AlarmTiming, ...inputs: AlarmInput[]) =>
    inputs.reduce((before, input) => step(before.state, timing, input), {
      state: INITIAL_ALARM_STATE,
      changes: [] as readonly string[],
    });
  const instant: AlarmTiming = { ...rule, durationMs: 0, armed: () => true };
  const at = (time: number, holds: boolean | 'unknown' = true): AlarmInput => ({
    kind: 'reading',
    at: time,
    holds: () => (holds === 'unknown' ? undefined : holds),
  });

  it('reminds and escalates at a reading, not only when time passes', () => {
    const reminding = { ...instant, reminderMs: 20 };
    expect(after(reminding, at(10), at(30)).changes).toEqual(['reminded']);
    expect(after(reminding, at(10), at(29)).changes).toEqual([]);
    const escalating = { ...instant, escalations: [{ afterMs: 20 }] };
    expect(after(escalating, at(10), at(30)).changes).toEqual(['escalated']);
  });

  it('a manual action makes its own change alone; what is due follows with the next tick', () => {
    const escalating = { ...instant, escalations: [{ afterMs: 20 }] };
    const shelve = (time: number, until: number | null): AlarmInput => ({ kind: 'shelve', at: time, until });
    const unshelved = after(escalating, at(10), shelve(15, 90), shelve(40, null));
    expect(unshelved.changes).toEqual(['unshelved']);
    expect(step(unshelved.state, escalating, { kind: 'tick', at: 40, holds: () => true }).changes).toEqual([
      'escalated',
    ]);
  });

  it('what has no effect changes nothing: no alarm, acknowledged twice, not shelved', () => {
    const manual = (kind: 'acknowledge' | 'clear', time: number): AlarmInput =>
      kind === 'clear' ? { kind, at: time, holds: () => true } : { kind, at: time };
    const unshelve: AlarmInput = { kind: 'shelve', at: 20, until: null };
    for (const action of [manual('acknowledge', 20), manual('clear', 20), unshelve])
      expect(after(instant, action)).toEqual({ state: { ...INITIAL_ALARM_STATE, at: 20 }, changes: [] });
    const shelve: AlarmInput = { kind: 'shelve', at: 20, until: 90 };
    expect(after(instant, shelve).changes).toEqual([]);
    expect(after(instant, at(10), unshelve).changes).toEqual([]);
    const twice = after(instant, at(10), manual('acknowledge', 20), manual('acknowledge', 30));
    expect(twice.changes).toEqual([]);
    expect(twice.state.acknowledged).toBe(true);
  });

  it('a shelf that ends without an alarm is no change', () => {
    const cleared = { kind: 'clear', at: 20, holds: () => false } as const;
    const { state } = after(instant, at(10), { kind: 'shelve', at: 15, until: 40 }, cleared);
    expect(state.shelvedUntil).toBeNull();
    const left: AlarmState = { ...INITIAL_ALARM_STATE, shelvedUntil: 40 };
    const ended = step(left, instant, { kind: 'tick', at: 40, holds: () => false });
    expect([ended.state.shelvedUntil, ended.changes]).toEqual([null, []]);
  });

  it('reminders count from the end of a shelf, by hand or by time, and not from its begin', () => {
    const reminding = { ...instant, reminderMs: 20 };
    const shelved = after(reminding, at(10), { kind: 'shelve', at: 15, until: 25 });
    const byHand = step(shelved.state, reminding, { kind: 'shelve', at: 20, until: null });
    expect(deadline(byHand.state, reminding)).toBe(40);
    const byTime = step(shelved.state, reminding, { kind: 'tick', at: 25, holds: () => true });
    expect(deadline(byTime.state, reminding)).toBe(45);
  });

  it('after a manual end the duration begins anew only while the condition holds inside the schedule', () => {
    const ended = (holds: boolean | undefined, armed = true) =>
      after({ ...instant, armed: (time) => armed || time < 20 }, at(10), {
        kind: 'clear',
        at: 20,
        holds: () => holds,
      }).state.holdingSince;
    expect([ended(true), ended(false), ended(undefined), ended(true, false)]).toEqual([20, null, null, null]);
  });

  it('while the condition is unknown nothing changes', () => {
    const waiting = { ...rule, clearDurationMs: 20, armed: () => true };
    const holding = after(waiting, at(10)).state;
    expect(step(holding, waiting, at(15, 'unknown'))).toEqual({
      state: { ...holding, at: 15 },
      changes: [],
    });
    const active = after(waiting, at(10), at(20)).state;
    const clearing = step(active, waiting, at(30, false)).state;
    expect(clearing.clearingSince).toBe(30);
    expect(step(clearing, waiting, at(80, 'unknown'))).toEqual({
      state: { ...clearing, at: 80 },
      changes: [],
    });
  });

  it('is due when its duration, its end, its shelf, its escalation or its reminder is, the earliest first', () => {
    const timing: AlarmTiming = {
      durationMs: 10,
      repeat: 2,
      clearDurationMs: 30,
      reminderMs: 50,
      escalations: [{ afterMs: 40 }, { afterMs: 70 }],
      armed: () => true,
    };
    const due = (change: Partial<AlarmState>, own = timing) =>
      deadline({ ...INITIAL_ALARM_STATE, at: 100, ...change }, own);
    const active = { activeSince: 100, toldAt: 100 };
    expect(due({})).toBeNull();
    // Too few readings: time alone does not raise it.
    expect(due({ holdingSince: 100, count: 1 })).toBeNull();
    expect(due({ holdingSince: 100, count: 2 })).toBe(110);
    expect(due({ count: 2 })).toBeNull();
    expect(due(active)).toBe(140);
    expect(due({ ...active, escalation: 1 })).toBe(150);
    expect(due({ ...active, escalation: 1, toldAt: 140 })).toBe(170);
    expect(due({ ...active, escalation: 2, toldAt: 170 })).toBe(220);
    // Of a state stored before notifications were: from the raise.
    expect(due({ activeSince: 100, escalation: 2 })).toBe(150);
    expect(due({ ...active, escalation: 2 }, { ...timing, reminderMs: 0 })).toBeNull();
    expect(due({ ...active, clearingSince: 105 })).toBe(135);
    expect(due({ ...active, acknowledged: true })).toBeNull();
    expect(due({ ...active, acknowledged: true, clearingSince: 120 })).toBe(150);
    expect(due({ ...active, shelvedUntil: 500 })).toBe(500);
  });

  it('is stored when it differs in more than the time of its last step', () => {
    expect(differs(INITIAL_ALARM_STATE, { ...INITIAL_ALARM_STATE, at: 7 })).toBe(false);
    for (const change of [
      { holdingSince: 1 },
      { count: 1 },
      { clearingSince: 1 },
      { activeSince: 1 },
      { acknowledged: true },
      { shelvedUntil: 1 },
      { escalation: 1 },
      { toldAt: 1 },
    ] satisfies Partial<AlarmState>[])
      expect(differs(INITIAL_ALARM_STATE, { ...INITIAL_ALARM_STATE, ...change })).toBe(true);
  });

  it('a new alarm is acknowledged by nobody', () => {
    const { state } = after(instant, at(10), { kind: 'acknowledge', at: 20 }, at(30, false));
    expect(state).toEqual({ ...INITIAL_ALARM_STATE, at: 30 });
    expect([INITIAL_ALARM_STATE.acknowledged, after(instant, at(10)).state.acknowledged]).toEqual([
      false,
      false,
    ]);
  });
});
