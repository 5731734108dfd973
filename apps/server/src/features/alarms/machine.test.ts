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
});
