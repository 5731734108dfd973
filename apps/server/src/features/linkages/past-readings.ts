import type { Pool } from 'pg';
import type { JsonValue } from '../../platform/json-value.ts';
import { messagePages, type MessagePage } from '../../platform/telemetry/message-pages.ts';

/** A device and the keys of it that a condition depends on. */
export interface PastDevice {
  readonly id: string;
  readonly key: number;
  readonly keys: readonly string[];
  /** It depends on every message. */
  readonly everyMessage: boolean;
}

/** A past reading of one of several devices. */
export interface PastReading {
  readonly deviceId: string;
  readonly at: number;
  readonly values: Readonly<Record<string, JsonValue>>;
}

/** The readings of one device, one at a time. */
class DeviceReadings {
  /** Its place among the devices. */
  readonly order: number;
  /** Time of the next reading, epoch ms; infinite while none is loaded. */
  at = Infinity;
  readonly #device: PastDevice;
  readonly #pages: ReturnType<typeof messagePages>;
  #page: MessagePage | undefined;
  #index = 0;

  constructor(device: PastDevice, order: number, pages: ReturnType<typeof messagePages>) {
    this.#device = device;
    this.order = order;
    this.#pages = pages;
  }

  /** Loads the next page when this one is over; false at the end. */
  async load(): Promise<boolean> {
    while (this.isPageOver) {
      const { value, done } = await this.#pages.next();
      if (done) return false;
      this.#page = value.page;
      this.#moveTo(0);
    }
    return true;
  }

  get isPageOver(): boolean {
    return this.#index >= (this.#page?.length ?? 0);
  }

  take(): PastReading {
    const { at } = this;
    const values: Record<string, JsonValue> = Object.create(null);
    for (const [column, key] of this.#device.keys.entries()) {
      const value = this.#page?.value(column, this.#index);
      if (value !== undefined) values[key] = value;
    }
    this.#moveTo(this.#index + 1);
    return { deviceId: this.#device.id, at, values };
  }

  #moveTo(index: number): void {
    this.#index = index;
    this.at = this.#page !== undefined && !this.isPageOver ? this.#page.ts(index) : Infinity;
  }
}

/** First pages that are read at once: more would keep the database from others. */
const AT_ONCE = 4;

/** Readings of a batch: each step of an asynchronous sequence costs more than a reading. */
const BATCH = 500;

/** The readings of several devices in the order of time, in batches; of the same instant, in the order of the devices. */
export async function* pastReadings(
  pool: Pool,
  devices: readonly PastDevice[],
  span: { readonly startTs: number; readonly endTs: number; readonly pageRows?: number | undefined },
): AsyncGenerator<readonly PastReading[]> {
  const all = devices.map(
    (device, order) =>
      new DeviceReadings(device, order, messagePages(pool, device.key, { ...device, ...span })),
  );
  const heap: DeviceReadings[] = [];
  for (let n = 0; n < all.length; n += AT_ONCE) {
    const some = all.slice(n, n + AT_ONCE);
    const hasReadings = await Promise.all(some.map((readings) => readings.load()));
    for (const readings of some.filter((_, index) => hasReadings[index])) {
      heap.push(readings);
      rise(heap);
    }
  }
  let batch: PastReading[] = [];
  for (let [first] = heap; first; [first] = heap) {
    if (batch.push(first.take()) === BATCH) {
      yield batch;
      batch = [];
    }
    if (!first.isPageOver || (await first.load())) sink(heap, first);
    else {
      const last = heap.pop()!;
      if (last !== first) sink(heap, last);
    }
  }
  yield batch;
}

const isBefore = (one: DeviceReadings, other: DeviceReadings): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** Moves the last one of a binary heap to its place. */
function rise(heap: DeviceReadings[]): void {
  let at = heap.length - 1;
  const moved = heap[at]!;
  for (let above = (at - 1) >> 1; at > 0 && isBefore(moved, heap[above]!); above = (at - 1) >> 1) {
    heap[at] = heap[above]!;
    at = above;
  }
  heap[at] = moved;
}

/** Puts one at the top of a binary heap and moves it to its place. */
function sink(heap: DeviceReadings[], moved: DeviceReadings): void {
  let at = 0;
  for (let below = 1; below < heap.length; below = 2 * at + 1) {
    if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below += 1;
    if (!isBefore(heap[below]!, moved)) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = moved;
}
