import type { AlarmChange } from '../../platform/events.ts';

/** When an alarm is raised and when it ends; times in ms. */
export interface AlarmTiming {
  /** How long the condition must hold without a break. */
  readonly durationMs: number;
  /** And over how many readings in a row. */
  readonly repeat: number;
  /** How long the condition must be over before the alarm ends. */
  readonly clearDurationMs: number;
  /** Time after the last notification to the next reminder, while nobody has acknowledged it; 0: none. */
  readonly reminderMs: number;
  /** Escalation steps while nobody acknowledges the alarm, each with its time after the raise; ascending. */
  readonly escalations: readonly { readonly afterMs: number }[];
  /** Whether an alarm may be raised at this instant, epoch ms. */
  armed(at: number): boolean;
}

/** State of one rule and device. Plain data, so that it can be stored. */
export interface AlarmState {
  /** Time of the last step, epoch ms. */
  readonly at: number;
  /** Since when the condition holds without a break; null: it does not, or the alarm is active. */
  readonly holdingSince: number | null;
  /** Readings in a row that fulfil the condition, counted up to `repeat`. */
  readonly count: number;
  /** Since when the condition of an active alarm is over; null: it still holds. */
  readonly clearingSince: number | null;
  /** When the active alarm was raised; null: there is none. */
  readonly activeSince: number | null;
  readonly acknowledged: boolean;
  readonly shelvedUntil: number | null;
  /** Escalation steps that were taken. */
  readonly escalation: number;
  /** Last notification of the active alarm: raised, reminded, escalated or unshelved. */
  // oxlint-disable-next-line farm3d/words -- a name of the stored state
  readonly toldAt: number | null;
}

export type AlarmInput =
  | {
      /** `reading`: a value was reported. `tick`: time passed. */
      readonly kind: 'reading' | 'tick';
      readonly at: number;
      /** Whether the condition holds; `relaxed` with its hysteresis. Undefined: unknown yet. */
      readonly holds: (relaxed: boolean) => boolean | undefined;
    }
  | { readonly kind: 'acknowledge'; readonly at: number }
  | { readonly kind: 'clear'; readonly at: number; readonly holds: (relaxed: boolean) => boolean | undefined }
  /** Null: unshelve. */
  | { readonly kind: 'shelve'; readonly at: number; readonly until: number | null };

export interface AlarmStep {
  readonly state: AlarmState;
  readonly changes: readonly AlarmChange[];
}

export const INITIAL_ALARM_STATE: AlarmState = {
  at: 0,
  holdingSince: null,
  count: 0,
  clearingSince: null,
  activeSince: null,
  acknowledged: false,
  shelvedUntil: null,
  escalation: 0,
  toldAt: null,
};

/**
 * One step of the state machine of an alarm: active or not, acknowledged or not, shelved or not. A pure function: the
 * time is part of the input, and `deadline` gives the next evaluation without a reading.
 *
 * The condition must hold for the whole duration inside the schedule; time outside it does not count. An active alarm
 * ends by its condition alone. After a manual end the next reading that fulfils the condition raises a new one, its
 * duration counted from that end.
 *
 * While it is neither acknowledged nor shelved, an active alarm escalates, one step a turn, and is repeated as a
 * reminder. Several steps that became due together (while shelved, while the server was down) are taken one after the
 * other at once; of missed reminders one remains.
 */
export function step(before: AlarmState, timing: AlarmTiming, input: AlarmInput): AlarmStep {
  const moved = advance(before, timing, input);
  // The tick that follows evaluates the effect of a manual action.
  if (input.kind !== 'reading' && input.kind !== 'tick') return moved;
  return remindOrEscalate(moved, timing);
}

function remindOrEscalate({ state, changes }: AlarmStep, timing: AlarmTiming): AlarmStep {
  const notifications: AlarmChange[] = [];
  let { escalation, toldAt } = state;
  const { activeSince } = state;
  if (activeSince === null || state.acknowledged || state.shelvedUntil !== null) return { state, changes };
  for (;;) {
    const next = timing.escalations[escalation];
    if (!next || state.at < activeSince + next.afterMs) break;
    escalation += 1;
    notifications.push('escalated');
  }
  if (
    notifications.length === 0 &&
    timing.reminderMs > 0 &&
    state.at >= (toldAt ?? activeSince) + timing.reminderMs
  ) {
    notifications.push('reminded');
  }
  if (notifications.length === 0) return { state, changes };
  toldAt = state.at;
  return { state: { ...state, escalation, toldAt }, changes: [...changes, ...notifications] };
}

function advance(before: AlarmState, timing: AlarmTiming, input: AlarmInput): AlarmStep {
  // The time of the machine never goes back: a late reading counts from now on.
  const at = Math.max(before.at, input.at);
  const expired = before.shelvedUntil !== null && at >= before.shelvedUntil;
  const state: AlarmState = {
    ...before,
    at,
    shelvedUntil: expired ? null : before.shelvedUntil,
    toldAt: expired ? at : before.toldAt,
  };
  const changes: AlarmChange[] = expired && before.activeSince !== null ? ['unshelved'] : [];
  switch (input.kind) {
    case 'acknowledge':
      if (state.activeSince === null || state.acknowledged) return { state, changes };
      return { state: { ...state, acknowledged: true }, changes: [...changes, 'acknowledged'] };
    case 'shelve':
      if (state.activeSince === null || (input.until === null && state.shelvedUntil === null)) {
        return { state, changes };
      }
      return {
        state: {
          ...state,
          shelvedUntil: input.until,
          toldAt: input.until === null ? at : state.toldAt,
        },
        changes: [...changes, input.until === null ? 'unshelved' : 'shelved'],
      };
    case 'clear': {
      if (state.activeSince === null) return { state, changes };
      const stillHolds = input.holds(false) === true && timing.armed(at);
      return {
        state: { ...ended(state), holdingSince: stillHolds ? at : null },
        changes: [...changes, 'cleared'],
      };
    }
    default: {
      const moved =
        state.activeSince === null
          ? whileClear(state, timing, input.kind, input.holds(false))
          : whileActive(state, timing, input.holds(true));
      return { state: moved.state, changes: [...changes, ...moved.changes] };
    }
  }
}

function whileClear(
  state: AlarmState,
  timing: AlarmTiming,
  kind: 'reading' | 'tick',
  holds: boolean | undefined,
): AlarmStep {
  if (holds === undefined) return { state, changes: [] };
  if (!holds || !timing.armed(state.at)) {
    return { state: { ...state, holdingSince: null, count: 0 }, changes: [] };
  }
  // It may begin by time alone: a silence, or the opening of the schedule.
  const begins = state.holdingSince === null;
  const holdingSince = state.holdingSince ?? state.at;
  const count = Math.min(timing.repeat, state.count + (begins || kind === 'reading' ? 1 : 0));
  if (count >= timing.repeat && state.at - holdingSince >= timing.durationMs) {
    return {
      state: {
        ...state,
        holdingSince: null,
        count: 0,
        activeSince: state.at,
        acknowledged: false,
        escalation: 0,
        toldAt: state.at,
      },
      changes: ['raised'],
    };
  }
  return { state: { ...state, holdingSince, count }, changes: [] };
}

function whileActive(state: AlarmState, timing: AlarmTiming, holds: boolean | undefined): AlarmStep {
  if (holds === undefined) return { state, changes: [] };
  if (holds) return { state: { ...state, clearingSince: null }, changes: [] };
  const clearingSince = state.clearingSince ?? state.at;
  if (state.at - clearingSince >= timing.clearDurationMs)
    return { state: ended(state), changes: ['cleared'] };
  return { state: { ...state, clearingSince }, changes: [] };
}

function ended(state: AlarmState): AlarmState {
  return { ...INITIAL_ALARM_STATE, at: state.at };
}

/**
 * When the machine must be evaluated again without a reading, epoch ms; null: never. Time-outs of the condition and
 * the schedule are separate.
 */
export function deadline(state: AlarmState, timing: AlarmTiming): number | null {
  const due: number[] = [];
  if (state.holdingSince !== null && state.count >= timing.repeat) {
    due.push(state.holdingSince + timing.durationMs);
  }
  if (state.clearingSince !== null) due.push(state.clearingSince + timing.clearDurationMs);
  if (state.shelvedUntil !== null) due.push(state.shelvedUntil);
  else if (state.activeSince !== null && !state.acknowledged) {
    const next = timing.escalations[state.escalation];
    if (next) due.push(state.activeSince + next.afterMs);
    if (timing.reminderMs > 0) due.push((state.toldAt ?? state.activeSince) + timing.reminderMs);
  }
  return due.length === 0 ? null : Math.min(...due);
}

/** Whether the states differ in more than the time of the last step: only then the state is stored. */
export function differs(a: AlarmState, b: AlarmState): boolean {
  return (
    a.holdingSince !== b.holdingSince ||
    a.count !== b.count ||
    a.clearingSince !== b.clearingSince ||
    a.activeSince !== b.activeSince ||
    a.acknowledged !== b.acknowledged ||
    a.shelvedUntil !== b.shelvedUntil ||
    a.escalation !== b.escalation ||
    a.toldAt !== b.toldAt
  );
}
