import { randomUUID } from 'node:crypto';
import type { AlarmSeverity } from '@farm3d/api';
import type { AlarmRecord } from './repository.ts';
import type { AlarmRule } from './setting-repository.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import {
  compileCondition,
  type CompiledCondition,
  type ConditionSource,
} from '../../platform/rules/condition.ts';
import type { PastValues } from '../../platform/rules/past-values.ts';
import { compileSchedule, type CompiledSchedule } from '../../platform/rules/weekly-schedule.ts';
import {
  deadline,
  differs,
  INITIAL_ALARM_STATE,
  step,
  type AlarmInput,
  type AlarmState,
  type AlarmTiming,
} from './machine.ts';
import type { AlarmChange } from '../../platform/events.ts';

/** Newest value of each watched key of a device, and its last activity. */
export interface DeviceView {
  readonly id: string;
  readonly key: number;
  readonly organisationId: string;
  readonly name: string;
  readonly values: Map<string, { ts: number; value: JsonValue }>;
  /** Past values of the keys that a condition compares with themselves. */
  readonly past: Map<string, PastValues>;
  /** Last activity, epoch ms. */
  lastReportAt: number | null;
}

/** The part of a setting that concerns one device. */
export interface InstanceSetting {
  readonly id: string;
  readonly name: string;
  readonly severity: AlarmSeverity;
  readonly identify: string | null;
  readonly rule: AlarmRule;
  /** Creation time, epoch ms: a silence counts from here at the earliest. */
  readonly createdAt: number;
}

/** A change with the alarm after it. */
export interface InstanceChange {
  readonly change: AlarmChange;
  /** When it happened, epoch ms. */
  readonly at: number;
  /** Id of the user; null: by itself. */
  readonly by: string | null;
  readonly alarm: AlarmRecord;
  /** The alarm was raised, and its setting requires a work order. */
  readonly opensWorkOrder: boolean;
}

type Stimulus =
  | { readonly kind: 'reading' | 'tick'; readonly at: number }
  | { readonly kind: 'acknowledge' | 'clear'; readonly at: number; readonly by: string }
  | { readonly kind: 'shelve'; readonly at: number; readonly until: number | null; readonly by: string };

/** What a user's action changes; other changes of the same step happen by themselves. */
const USER_CHANGES: Partial<Record<Stimulus['kind'], readonly AlarmChange[]>> = {
  acknowledge: ['acknowledged'],
  clear: ['cleared'],
  shelve: ['shelved', 'unshelved'],
};

/** One rule on one device: its state machine, its input, and its open alarm. */
export class AlarmInstance {
  readonly setting: InstanceSetting;
  readonly device: DeviceView;
  readonly condition: CompiledCondition;
  readonly #schedule: CompiledSchedule | null;
  readonly #timing: AlarmTiming;
  readonly #source: ConditionSource;
  #state: AlarmState;
  #alarm: AlarmRecord | null;
  /** When it must be evaluated without a reading, epoch ms. */
  due = Infinity;

  constructor(
    setting: InstanceSetting,
    device: DeviceView,
    stored: AlarmState | null,
    open: AlarmRecord | null,
  ) {
    this.setting = setting;
    this.device = device;
    this.condition = compileCondition(setting.rule.condition);
    const schedule = setting.rule.schedule ? compileSchedule(setting.rule.schedule) : null;
    this.#schedule = schedule;
    const { reminderMs = 0, escalations = [] } = setting.rule;
    this.#timing = {
      ...setting.rule,
      reminderMs,
      escalations,
      armed: (at) => schedule?.contains(at) ?? true,
    };
    this.#source = {
      value: (_device, key) => device.values.get(key)?.value,
      valueAt: (_device, key, at) => device.past.get(key)?.at(at),
      nextValueAt: (_device, key, at) => device.past.get(key)?.nextChange(at) ?? null,
      forecastAt: (_device, key, at, hours) => device.past.get(key)?.forecastAt(at, hours),
      lastReportAt: (_device, key) => {
        const lastReportAt = key === null ? device.lastReportAt : (device.values.get(key)?.ts ?? null);
        return Math.max(lastReportAt ?? 0, setting.createdAt);
      },
    };
    this.#alarm = open;
    const state = { ...INITIAL_ALARM_STATE, ...stored };
    // The row of the alarm decides whether it is open.
    this.#state = open
      ? {
          ...state,
          holdingSince: null,
          count: 0,
          activeSince: open.raisedAt,
          acknowledged: open.acknowledgedAt !== null,
          shelvedUntil: open.shelvedUntil,
          escalation: open.escalation,
          // oxlint-disable-next-line farm3d/words -- a name of the stored state
          toldAt: state.toldAt ?? open.raisedAt,
        }
      : {
          ...state,
          activeSince: null,
          clearingSince: null,
          acknowledged: false,
          shelvedUntil: null,
          escalation: 0,
          toldAt: null,
        };
  }

  get state(): AlarmState {
    return this.#state;
  }

  get alarm(): AlarmRecord | null {
    return this.#alarm;
  }

  /** Whether it depends on one of these keys. */
  concerns(keys: readonly string[]): boolean {
    return this.condition.watches.some(({ key }) => key === null || keys.includes(key));
  }

  /** One step; returns the changes of the alarm, and whether the state must be stored. */
  feed(stimulus: Stimulus): { changes: InstanceChange[]; changed: boolean } {
    const before = this.#state;
    const holds = (relaxed: boolean) =>
      this.condition.holds(this.#source, Math.max(before.at, stimulus.at), relaxed);
    const { state, changes } = step(before, this.#timing, { ...stimulus, holds } as AlarmInput);
    this.#state = state;
    const user = 'by' in stimulus ? stimulus.by : null;
    const emitted = changes.flatMap((change) => {
      // A shelving that runs out in the same step ends by itself.
      const by = USER_CHANGES[stimulus.kind]?.includes(change) ? user : null;
      const alarm = this.#follow(change, state, by);
      const opensWorkOrder = change === 'raised' && this.setting.rule.workOrder === true;
      return alarm ? [{ change, at: state.at, by, alarm, opensWorkOrder }] : [];
    });
    this.#planNext();
    return { changes: emitted, changed: differs(before, state) };
  }

  /** Sets `due` from the current state. */
  #planNext(): void {
    const { at } = this.#state;
    this.due = Math.min(
      deadline(this.#state, this.#timing) ?? Infinity,
      this.condition.nextChange(this.#source, at) ?? Infinity,
      this.#schedule?.nextCheck(at) ?? Infinity,
    );
  }

  /** First evaluation, which only determines `due`. */
  begin(now: number): void {
    this.#state = { ...this.#state, at: Math.max(this.#state.at, Math.min(now, this.#state.at || now)) };
    this.#planNext();
  }

  #follow(change: AlarmChange, state: AlarmState, by: string | null): AlarmRecord | null {
    const { setting, device } = this;
    if (change === 'raised') {
      return (this.#alarm = {
        id: randomUUID(),
        organisationId: device.organisationId,
        device: device.key,
        deviceId: device.id,
        deviceName: device.name,
        settingId: setting.id,
        name: setting.name,
        identify: setting.identify,
        severity: setting.severity,
        raisedAt: state.at,
        clearedAt: null,
        clearedBy: null,
        acknowledgedAt: null,
        acknowledgedBy: null,
        shelvedUntil: null,
        escalation: 0,
        remindedAt: null,
        values: this.#watchedValues(),
      });
    }
    if (!this.#alarm) return null;
    const alarm: AlarmRecord = {
      ...this.#alarm,
      shelvedUntil: change === 'cleared' ? this.#alarm.shelvedUntil : state.shelvedUntil,
      ...(change === 'escalated' && this.#escalated(this.#alarm)),
      ...(change === 'reminded' && { remindedAt: state.at }),
      ...(change === 'acknowledged' && { acknowledgedAt: state.at, acknowledgedBy: by }),
      ...(change === 'cleared' && { clearedAt: state.at, clearedBy: by }),
    };
    this.#alarm = change === 'cleared' ? null : alarm;
    return alarm;
  }

  /** One escalation step: each change of a turn is separate. */
  #escalated({ escalation, severity }: AlarmRecord): Pick<AlarmRecord, 'escalation' | 'severity'> {
    const step = this.setting.rule.escalations?.[escalation];
    return { escalation: escalation + 1, severity: step?.severity ?? severity };
  }

  #watchedValues(): Record<string, JsonValue> {
    const keys = this.condition.watches.flatMap(({ key }) => (key === null ? [] : [key]));
    return Object.fromEntries(
      keys.flatMap((key) => {
        const known = this.device.values.get(key);
        return known ? [[key, known.value] as const] : [];
      }),
    );
  }
}
