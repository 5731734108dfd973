import type { JsonValue } from '../../platform/json-value.ts';

/** One value on its way to a client. */
export interface PendingValue {
  readonly ts: number;
  readonly value: JsonValue;
  /** The commit that wrote it. */
  readonly seq: number;
}

export interface TelemetryItem {
  readonly deviceId: string;
  readonly ts: number;
  readonly values: Record<string, JsonValue>;
}

/** Groups values of one device by their instant: an item of a frame has one `ts`. */
export function groupByInstant(
  deviceId: string,
  values: Iterable<readonly [string, { ts: number; value: JsonValue }]>,
): TelemetryItem[] {
  const items = new Map<number, TelemetryItem>();
  for (const [key, { ts, value }] of values) {
    let item = items.get(ts);
    // Without a prototype: a key named `__proto__` is a key like others.
    if (!item)
      items.set(ts, (item = { deviceId, ts, values: Object.create(null) as Record<string, JsonValue> }));
    item.values[key] = value;
  }
  return [...items.values()].sort((a, b) => a.ts - b.ts);
}

/**
 * What a client has not got yet: the latest value of each device and key. A slow client gets fewer
 * values, never a longer queue.
 */
export class Conflation {
  readonly #values = new Map<string, Map<string, PendingValue>>();
  #size = 0;
  #seq = 0;

  /** Values that wait. */
  get size(): number {
    return this.#size;
  }

  add(deviceId: string, key: string, value: PendingValue): void {
    let device = this.#values.get(deviceId);
    if (!device) this.#values.set(deviceId, (device = new Map()));
    if (!device.has(key)) this.#size += 1;
    device.set(key, value);
    this.#seq = Math.max(this.#seq, value.seq);
  }

  /** A replay that saw `seq` has told this key: what waits of earlier commits would go back in time. */
  superseded(deviceId: string, key: string, seq: number): void {
    const device = this.#values.get(deviceId);
    const waiting = device?.get(key);
    if (!device || !waiting || waiting.seq > seq) return;
    device.delete(key);
    this.#size -= 1;
    if (device.size === 0) this.#values.delete(deviceId);
  }

  /** Forgets a device that nothing covers any more. */
  forget(deviceId: string): void {
    this.#size -= this.#values.get(deviceId)?.size ?? 0;
    this.#values.delete(deviceId);
  }

  /** Takes everything; null when nothing waits. */
  take(): { cursor: string; items: TelemetryItem[] } | null {
    if (this.#size === 0) return null;
    const items = [...this.#values].flatMap(([deviceId, values]) => groupByInstant(deviceId, values));
    const cursor = String(this.#seq);
    this.#values.clear();
    this.#size = 0;
    return { cursor, items };
  }
}
