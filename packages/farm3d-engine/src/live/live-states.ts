import type { Locale } from '../core/messages.ts';
import type { LiveState } from '../engine/viewer-types.ts';
import type { LiveAlarm, LiveDevice } from './live-types.ts';

/** Farm sensors are not more precise. */
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' });
const SWITCH: Readonly<Record<Locale, readonly [off: string, on: string]>> = {
  'zh-CN': ['关', '开'],
  en: ['off', 'on'],
};

/** A value as a label shows it; undefined: there is none. */
export function valueText(value: unknown, unit: string, locale: Locale): string | undefined {
  if (typeof value === 'boolean') return SWITCH[locale][Number(value)];
  if (typeof value === 'number')
    return Number.isFinite(value) ? `${numbers.format(value)} ${unit}`.trim() : undefined;
  return typeof value === 'string' ? `${value} ${unit}`.trim() : undefined;
}

/** States of the devices of a scene: what is known of them, as the viewer shows it. */
export class LiveStates {
  readonly #locale: Locale;
  #devices = new Map<string, LiveDevice>();
  /** Active alarms by their ids. */
  #alarms = new Map<string, LiveAlarm>();
  readonly #online = new Map<string, boolean>();
  /** Last numbers by device: a registered kind shows them. */
  readonly #numbers = new Map<string, Record<string, number>>();
  /** Text of the label by device. */
  readonly #texts = new Map<string, string>();

  constructor(locale: Locale) {
    this.#locale = locale;
  }

  /** Adopts what the server knows now. */
  adopt(devices: readonly LiveDevice[], alarms: readonly LiveAlarm[]): void {
    this.#devices = new Map(devices.map((device) => [device.id, device]));
    this.#alarms = new Map(alarms.map((alarm) => [alarm.id, alarm]));
    for (const { id, online } of devices) this.#online.set(id, online);
  }

  setOnline(id: string, online: boolean): void {
    this.#online.set(id, online);
  }

  setAlarm(alarm: LiveAlarm, active: boolean): void {
    if (active) this.#alarms.set(alarm.id, alarm);
    else this.#alarms.delete(alarm.id);
  }

  /** @returns whether the label of the device changed */
  read(id: string, values: Readonly<Record<string, unknown>>): boolean {
    const device = this.#devices.get(id);
    if (!device) return false;
    const numeric = Object.entries(values).filter((one): one is [string, number] => Number.isFinite(one[1]));
    if (numeric.length > 0)
      this.#numbers.set(id, { ...this.#numbers.get(id), ...Object.fromEntries(numeric) });
    if (device.key === null || !Object.hasOwn(values, device.key)) return numeric.length > 0;
    const text = valueText(values[device.key], device.unit, this.#locale);
    if (text !== undefined) this.#texts.set(id, text);
    return text !== undefined || numeric.length > 0;
  }

  /** The states of these devices. Default: of all. */
  of(ids: Iterable<string> = this.#devices.keys()): LiveState[] {
    const alarmed = new Set([...this.#alarms.values()].map(({ deviceId }) => deviceId));
    return [...ids]
      .filter((id) => this.#devices.has(id))
      .map((id) => ({
        id,
        online: this.#online.get(id),
        alarm: alarmed.has(id),
        value: this.#texts.get(id),
        values: this.#numbers.get(id),
      }));
  }
}
