import type { DeviceIdentity } from '../domain/devices/credentials.ts';
import type { JsonValue } from '../events.ts';
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
export interface MessageRow {
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

/**
 * Merges entries in the order in which they came. Two readings of one (device, ts) become one row
 * whose keys merge and whose last write wins: one `insert … on conflict` may not meet a row twice.
 */
export function mergeEntries(entries: readonly IngestEntry[]): Batch {
  const messages = new Map<string, MessageRow>();
  const latest = new Map<string, LatestRow>();
  const attributes = new Map<number, Record<string, JsonValue>>();
  const activity = new Map<number, number>();
  const devices = new Map<number, DeviceIdentity>();
  const rejections: { entry: IngestEntry; problem: Problem }[] = [];
  for (const entry of entries) {
    const device = entry.device.key;
    devices.set(device, entry.device);
    activity.set(device, Math.max(activity.get(device) ?? 0, entry.receivedAt));
    for (const problem of entry.problems) rejections.push({ entry, problem });
    if (entry.attributes) {
      attributes.set(device, Object.assign(attributes.get(device) ?? Object.create(null), entry.attributes));
    }
    for (const reading of entry.readings) {
      const messageKey = `${device}:${reading.ts}`;
      const message = messages.get(messageKey);
      if (message) Object.assign(message.values, reading.values);
      else {
        const values = Object.assign(Object.create(null), reading.values);
        messages.set(messageKey, { device, ts: reading.ts, values });
      }
      // A device whose clock runs ahead must not pin 'latest' to its own future (effective time).
      const effective = Math.min(reading.ts, entry.receivedAt);
      for (const [key, value] of Object.entries(reading.values)) {
        const latestKey = `${device}:${key}`;
        const known = latest.get(latestKey);
        if (!known || effective >= known.ts) latest.set(latestKey, { device, key, ts: effective, value });
      }
    }
  }
  return {
    entries,
    messages: [...messages.values()],
    latest: [...latest.values()],
    attributes,
    rejections,
    activity,
    devices,
  };
}
