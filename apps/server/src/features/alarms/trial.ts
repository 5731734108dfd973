import type { JsonValue } from '../../platform/json-value.ts';
import type { MessagePage } from '../../platform/telemetry/message-pages.ts';
import { tickBefore, type Take } from './evaluation.ts';
import { AlarmInstance, type DeviceView } from './instance.ts';
import { pastOf } from '../../platform/rules/past-values.ts';
import type { AlarmRule } from './setting-repository.ts';

/** Messages of a page whose evaluation makes forecasts: a forecast an hour, of two milliseconds. */
const FORECAST_PAGE_ROWS = 144;

/** When an alarm would have been active, epoch ms; `to` is null when it would still be. */
export interface TrialInterval {
  readonly from: number;
  readonly to: number | null;
}

/**
 * A setting tried on messages of the past, oldest first, by the evaluation of the live engine: the alarms that it would
 * have raised if nobody had handled them. Values before the first message are unknown; a silence counts from `startTs`.
 */
export class AlarmTrial {
  readonly #view: DeviceView;
  readonly #instance: AlarmInstance;
  readonly #intervals: TrialInterval[] = [];
  readonly #take: Take;
  readonly #startTs: number;
  #messages = 0;
  /** When its messages begin, epoch ms: those before `startTs` are only past values that it compares with. */
  readonly fromTs: number;
  /** Whether it depends on every message of the device, whatever its keys. */
  readonly everyMessage: boolean;
  /** The newest value of each named key: one object for all of its values. */
  readonly #slots: readonly { readonly key: string; ts: number; value: JsonValue }[];

  constructor(rule: AlarmRule, startTs: number) {
    this.#view = {
      id: '',
      key: 0,
      organisationId: '',
      name: '',
      values: new Map(),
      past: new Map(),
      lastReportAt: null,
    };
    const setting = {
      id: '',
      name: '',
      severity: 'WARNING' as const,
      identify: null,
      // Reminders and escalations do not change when it is active.
      rule: { ...rule, reminderMs: 0, escalations: [], workOrder: false },
      createdAt: startTs,
    };
    this.#instance = new AlarmInstance(setting, this.#view, null, null);
    this.#instance.begin(startTs);
    const watched = this.#instance.condition.watches.map(({ key }) => key);
    this.#slots = [...new Set(watched)].flatMap((key) => (key === null ? [] : { key, ts: 0, value: null }));
    this.everyMessage = watched.includes(null);
    const { history } = this.#instance.condition;
    for (const [key, past] of pastOf(history)) this.#view.past.set(key, past);
    this.#startTs = startTs;
    this.fromTs = startTs - Math.max(0, ...[...this.#view.past.values()].map(({ keepMs }) => keepMs));
    this.#take = (_instance, { changes }) => {
      for (const { change, alarm } of changes) {
        if (change === 'raised') this.#intervals.push({ from: alarm.raisedAt, to: null });
        else if (change === 'cleared') {
          const last = this.#intervals.pop();
          if (last) this.#intervals.push({ from: last.from, to: alarm.clearedAt });
        }
      }
    };
  }

  /** Keys that it depends on, each once. */
  get keys(): readonly string[] {
    return this.#slots.map(({ key }) => key);
  }

  /** Most messages of a page: forecasts take a while. */
  get pageRows(): number | undefined {
    return this.#instance.condition.forecasts ? FORECAST_PAGE_ROWS : undefined;
  }

  /** Messages that it was tried on so far. */
  get messages(): number {
    return this.#messages;
  }

  /** Messages with the values of `keys`, in their order. */
  add(page: MessagePage): void {
    const view = this.#view;
    for (let index = 0; index < page.length; index += 1) {
      const at = page.ts(index);
      const isPast = at < this.#startTs;
      if (!isPast) tickBefore(this.#instance, at, this.#take);
      let isSeen = this.everyMessage;
      for (let column = 0; column < this.#slots.length; column += 1) {
        const value = page.value(column, index);
        const slot = this.#slots[column];
        if (!slot || value === undefined) continue;
        view.past.get(slot.key)?.add(at, value);
        if (isPast) continue;
        slot.ts = at;
        slot.value = value;
        view.values.set(slot.key, slot);
        isSeen = true;
      }
      if (isPast) continue;
      this.#messages += 1;
      view.lastReportAt = at;
      if (isSeen) this.#take(this.#instance, this.#instance.feed({ kind: 'reading', at }));
    }
  }

  /** The result, with what time alone changes until `endTs`. */
  end(endTs: number): readonly TrialInterval[] {
    tickBefore(this.#instance, endTs, this.#take);
    return this.#intervals;
  }
}
