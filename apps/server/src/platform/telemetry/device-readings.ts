import type { JsonValue } from '../json-value.ts';

type Values = Readonly<Record<string, JsonValue>>;

/** Values of one device at one instant, from the merge of a batch to the frame of the stream. */
export interface DeviceReadings {
  /** Short key of the device. */
  readonly device: number;
  /** Epoch milliseconds. */
  readonly ts: number;
  readonly values: Values;
  /** Keys whose values lie outside their declared range; absent: none. */
  readonly outside?: readonly string[];
}

/** The member `outside` of readings, where there are any. */
export function flagsOf(outside: readonly string[] | null | undefined): { outside?: readonly string[] } {
  return outside && outside.length > 0 ? { outside } : {};
}

/** The same readings with some of their keys. */
export function withKeys({ outside, ...row }: DeviceReadings, keys: readonly string[]): DeviceReadings {
  const flagged = outside?.filter((key) => keys.includes(key));
  return { ...row, values: pickKeys(row.values, keys), ...flagsOf(flagged) };
}

/** Readings that a commit made the latest of their keys. One instance serves all connections that receive it. */
export class CommittedReadings {
  readonly deviceId: string;
  readonly organisationId: string;
  /** Effective time, epoch milliseconds: never later than the arrival. */
  readonly ts: number;
  readonly values: Values;
  /** Number of the commit. */
  readonly seq: number;
  /** Keys whose values lie outside their declared range. */
  readonly outside: readonly string[];
  #json: string | undefined;

  constructor(
    device: { readonly id: string; readonly organisationId: string },
    { ts, values, outside = [] }: Pick<DeviceReadings, 'ts' | 'values' | 'outside'>,
    seq: number,
  ) {
    this.deviceId = device.id;
    this.organisationId = device.organisationId;
    this.ts = ts;
    this.values = values;
    this.outside = outside;
    this.seq = seq;
  }

  /** JSON text of the item of a telemetry frame. Written once: up to thousands of connections send the same item. */
  get json(): string {
    const { deviceId, ts, values, outside } = this;
    return (this.#json ??= JSON.stringify({ deviceId, ts, values, ...flagsOf(outside) }));
  }

  /** The same readings with some of their keys. */
  withKeys(keys: readonly string[]): CommittedReadings {
    const device = { id: this.deviceId, organisationId: this.organisationId };
    const outside = this.outside.filter((key) => keys.includes(key));
    const picked = { ts: this.ts, values: pickKeys(this.values, keys), outside };
    return new CommittedReadings(device, picked, this.seq);
  }
}

function pickKeys(values: Values, keys: readonly string[]): Values {
  // Without a prototype: `__proto__` is an ordinary key.
  const picked: Record<string, JsonValue> = Object.create(null);
  for (const key of keys) picked[key] = values[key] ?? null;
  return picked;
}

/**
 * The newest value of each key of one device, kept as the readings that contain it: they are not taken apart unless
 * only some of their keys are still the newest. Usually a device reports the same keys each time, and one item is left.
 */
export class NewestReadings<T extends { readonly ts: number; readonly values: Values }> {
  /** The readings that contain all keys; unset once several do. */
  #only: T | undefined;
  #byKey: Map<string, T> | undefined;

  constructor(first: T) {
    this.#only = first;
  }

  /** Number of keys. */
  get size(): number {
    return this.#byKey?.size ?? (this.#only ? Object.keys(this.#only.values).length : 0);
  }

  /** Of two values of a key the one with the greater time stays, of equal times the one added last. */
  add(added: T): void {
    const only = this.#only;
    if (only && added.ts >= only.ts && hasKeysOf(added.values, only.values)) {
      this.#only = added;
      return;
    }
    const byKey = this.#keys();
    for (const key in added.values) {
      const known = byKey.get(key);
      if (!known || added.ts >= known.ts) byKey.set(key, added);
    }
  }

  /** Drops the keys of `values` whose readings satisfy `isOld`. */
  drop(values: Values, isOld: (readings: T) => boolean): void {
    const byKey = this.#keys();
    for (const key in values) {
      const known = byKey.get(key);
      if (known && isOld(known)) byKey.delete(key);
    }
  }

  /**
   * The readings, oldest first.
   * @param withKeys makes those of which only some keys are left
   */
  items(withKeys: (readings: T, keys: readonly string[]) => T): T[] {
    if (this.#only) return [this.#only];
    const keysOf = new Map<T, string[]>();
    for (const [key, item] of this.#byKey ?? []) {
      const keys = keysOf.get(item);
      if (keys) keys.push(key);
      else keysOf.set(item, [key]);
    }
    const items = [...keysOf].map(([item, keys]) =>
      keys.length === Object.keys(item.values).length ? item : withKeys(item, keys),
    );
    return items.sort((a, b) => a.ts - b.ts);
  }

  #keys(): Map<string, T> {
    if (this.#byKey) return this.#byKey;
    this.#byKey = new Map();
    if (this.#only) for (const key in this.#only.values) this.#byKey.set(key, this.#only);
    this.#only = undefined;
    return this.#byKey;
  }
}

function hasKeysOf(values: Values, others: Values): boolean {
  for (const key in others) if (!Object.hasOwn(values, key)) return false;
  return true;
}
