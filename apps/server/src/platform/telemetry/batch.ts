import type { DeviceIdentity } from '../device-identity.ts';
import type { JsonValue } from '../json-value.ts';
import { NewestReadings, withKeys, type DeviceReadings } from './device-readings.ts';
import type { Problem, Reading } from './reading.ts';

/** One decoded and validated message of a device. */
export interface IngestEntry {
  readonly device: DeviceIdentity;
  readonly source: 'mqtt' | 'http';
  /** Time of arrival, epoch ms. */
  readonly receivedAt: number;
  readonly readings: readonly Reading[];
  /** Client attributes to merge into those of the device. */
  readonly attributes?: Readonly<Record<string, JsonValue>>;
  readonly problems: readonly Problem[];
  /** Begin of the payload, recorded with the problems. */
  readonly excerpt?: string;
  /** Size of the payload, for the bound of the queue. */
  readonly sizeBytes: number;
}

/** A problem with the message that has it. */
export interface EntryProblem {
  readonly entry: IngestEntry;
  readonly problem: Problem;
}

export interface Batch {
  /** The merged entries, in the order of arrival. */
  readonly entries: readonly IngestEntry[];
  /** One for each device and instant. */
  readonly messages: readonly DeviceReadings[];
  /** The newest value of each device and key; `ts` is the effective time, never later than the arrival. */
  readonly latest: readonly DeviceReadings[];
  readonly attributes: ReadonlyMap<number, Record<string, JsonValue>>;
  /** Refused parts. */
  readonly rejections: readonly EntryProblem[];
  /** Stored values outside their declared range. */
  readonly flagged: readonly EntryProblem[];
  /** Last activity of each device, epoch ms. */
  readonly activity: ReadonlyMap<number, number>;
  readonly devices: ReadonlyMap<number, DeviceIdentity>;
}

/** Readings of one device and instant as one; the later values win. */
class Joined implements DeviceReadings {
  readonly device: number;
  readonly ts: number;
  // Without a prototype: `__proto__` is an ordinary key.
  readonly values = Object.create(null) as Record<string, JsonValue>;
  declare outside?: readonly string[];

  constructor(first: DeviceReadings) {
    this.device = first.device;
    this.ts = first.ts;
    this.add(first);
  }

  add({ values, outside }: DeviceReadings): this {
    Object.assign(this.values, values);
    if (this.outside || outside) {
      const others = (this.outside ?? []).filter((key) => !Object.hasOwn(values, key));
      this.outside = [...others, ...(outside ?? [])];
    }
    return this;
  }
}

/** The part of a batch that belongs to one device. */
class DeviceMerge {
  readonly identity: DeviceIdentity;
  /** By instant: the readings of a message as they came, or those that several made together. */
  readonly messages = new Map<number, DeviceReadings>();
  latest: NewestReadings<DeviceReadings> | undefined;
  attributes: Record<string, JsonValue> | undefined;
  receivedAt = 0;

  constructor(identity: DeviceIdentity) {
    this.identity = identity;
  }

  add({ ts, values, outside }: Reading, receivedAt: number): void {
    const device = this.identity.key;
    const readings: DeviceReadings = outside ? { device, ts, values, outside } : { device, ts, values };
    const earlier = this.messages.get(ts);
    if (earlier instanceof Joined) earlier.add(readings);
    else this.messages.set(ts, earlier ? new Joined(earlier).add(readings) : readings);
    // A device clock that is ahead must not pin 'latest' to the future (effective time).
    const latest = ts <= receivedAt ? readings : { ...readings, ts: receivedAt };
    if (this.latest) this.latest.add(latest);
    else this.latest = new NewestReadings(latest);
  }
}

/**
 * Merges entries in the order of arrival. Two readings of one (device, ts) become one row whose keys merge and whose
 * last write wins: one `insert … on conflict` must not contain a row twice.
 */
export function mergeEntries(entries: readonly IngestEntry[]): Batch {
  const merges = new Map<number, DeviceMerge>();
  const rejections: EntryProblem[] = [];
  const flagged: EntryProblem[] = [];
  for (const entry of entries) {
    const { key } = entry.device;
    let merge = merges.get(key);
    if (!merge) merges.set(key, (merge = new DeviceMerge(entry.device)));
    merge.receivedAt = Math.max(merge.receivedAt, entry.receivedAt);
    for (const problem of entry.problems) (problem.outside ? flagged : rejections).push({ entry, problem });
    if (entry.attributes) {
      merge.attributes = Object.assign(merge.attributes ?? Object.create(null), entry.attributes);
    }
    for (const reading of entry.readings) merge.add(reading, entry.receivedAt);
  }
  const messages: DeviceReadings[] = [];
  const latest: DeviceReadings[] = [];
  const attributes = new Map<number, Record<string, JsonValue>>();
  const activity = new Map<number, number>();
  const devices = new Map<number, DeviceIdentity>();
  for (const [key, merge] of merges) {
    for (const row of merge.messages.values()) messages.push(row);
    const newest = merge.latest?.items(withKeys) ?? [];
    for (const row of newest) latest.push(row);
    if (merge.attributes) attributes.set(key, merge.attributes);
    activity.set(key, merge.receivedAt);
    devices.set(key, merge.identity);
  }
  return { entries, messages, latest, attributes, rejections, flagged, activity, devices };
}
