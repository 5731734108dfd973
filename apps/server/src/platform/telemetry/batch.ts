import type { DeviceIdentity } from '../device-identity.ts';
import type { JsonValue } from '../json-value.ts';
import type { Problem, Reading } from './reading.ts';

/** One message of a device, decoded and checked: what the batcher takes. */
export interface IngestEntry {
  readonly device: DeviceIdentity;
  readonly source: 'mqtt' | 'http';
  /** When it arrived, epoch ms. */
  readonly receivedAt: number;
  readonly readings: readonly Reading[];
  /** Client attributes to merge into the device's. */
  readonly attributes?: Readonly<Record<string, JsonValue>>;
  readonly problems: readonly Problem[];
  /** Begin of the payload, recorded with the problems. */
  readonly excerpt?: string;
  /** Size of the payload, for the bound of the queue. */
  readonly sizeBytes: number;
}

/** Values of one device at one instant, after all messages of the batch were merged. */
interface MessageRow {
  readonly device: number;
  readonly ts: number;
  readonly values: Record<string, JsonValue>;
}

/** The newest value of one device and key in the batch; `ts` is effective, never later than its arrival. */
export interface LatestRow {
  readonly device: number;
  readonly key: string;
  readonly ts: number;
  readonly value: JsonValue;
}

export interface Batch {
  /** What it was made of, in the order of arrival. */
  readonly entries: readonly IngestEntry[];
  readonly messages: readonly MessageRow[];
  readonly latest: readonly LatestRow[];
  readonly attributes: ReadonlyMap<number, Record<string, JsonValue>>;
  readonly rejections: readonly { entry: IngestEntry; problem: Problem }[];
  /** When each device was last heard, epoch ms. */
  readonly activity: ReadonlyMap<number, number>;
  readonly devices: ReadonlyMap<number, DeviceIdentity>;
}

/** What a batch holds of one device; its maps are keyed by instant and by key, which needs no text to be made. */
class DeviceMerge {
  readonly identity: DeviceIdentity;
  readonly messages = new Map<number, MessageRow>();
  readonly latest = new Map<string, { device: number; key: string; ts: number; value: JsonValue }>();
  attributes: Record<string, JsonValue> | undefined;
  heardAt = 0;

  constructor(identity: DeviceIdentity) {
    this.identity = identity;
  }

  add({ ts, values }: Reading, receivedAt: number): void {
    const device = this.identity.key;
    const message = this.messages.get(ts);
    if (message) Object.assign(message.values, values);
    else this.messages.set(ts, { device, ts, values: Object.assign(Object.create(null), values) });
    // A device whose clock runs ahead must not pin 'latest' to its own future (effective time).
    const effective = Math.min(ts, receivedAt);
    for (const key in values) {
      const value = values[key] ?? null;
      const known = this.latest.get(key);
      if (!known) this.latest.set(key, { device, key, ts: effective, value });
      else if (effective >= known.ts) {
        known.ts = effective;
        known.value = value;
      }
    }
  }
}

/**
 * Merges entries in the order in which they came. Two readings of one (device, ts) become one row
 * whose keys merge and whose last write wins: one `insert … on conflict` may not meet a row twice.
 */
export function mergeEntries(entries: readonly IngestEntry[]): Batch {
  const merges = new Map<number, DeviceMerge>();
  const rejections: { entry: IngestEntry; problem: Problem }[] = [];
  for (const entry of entries) {
    const { key } = entry.device;
    let merge = merges.get(key);
    if (!merge) merges.set(key, (merge = new DeviceMerge(entry.device)));
    merge.heardAt = Math.max(merge.heardAt, entry.receivedAt);
    for (const problem of entry.problems) rejections.push({ entry, problem });
    if (entry.attributes) {
      merge.attributes = Object.assign(merge.attributes ?? Object.create(null), entry.attributes);
    }
    for (const reading of entry.readings) merge.add(reading, entry.receivedAt);
  }
  const messages: MessageRow[] = [];
  const latest: LatestRow[] = [];
  const attributes = new Map<number, Record<string, JsonValue>>();
  const activity = new Map<number, number>();
  const devices = new Map<number, DeviceIdentity>();
  for (const [key, merge] of merges) {
    for (const row of merge.messages.values()) messages.push(row);
    for (const row of merge.latest.values()) latest.push(row);
    if (merge.attributes) attributes.set(key, merge.attributes);
    activity.set(key, merge.heardAt);
    devices.set(key, merge.identity);
  }
  return { entries, messages, latest, attributes, rejections, activity, devices };
}
