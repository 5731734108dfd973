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
  readonly #device: PastDevice;
  readonly #pages: ReturnType<typeof messagePages>;
  #page: MessagePage | undefined;
  #index = 0;

  constructor(device: PastDevice, pages: ReturnType<typeof messagePages>) {
    this.#device = device;
    this.#pages = pages;
  }

  /** Loads the next page when this one is over; false at the end. */
  async load(): Promise<boolean> {
    while (this.isPageOver) {
      const { value, done } = await this.#pages.next();
      if (done) return false;
      this.#page = value.page;
      this.#index = 0;
    }
    return true;
  }

  get isPageOver(): boolean {
    return this.#index >= (this.#page?.length ?? 0);
  }

  /** Time of the next reading, epoch ms. */
  get at(): number {
    return this.#page?.ts(this.#index) ?? Infinity;
  }

  take(): PastReading {
    const { at } = this;
    const values: Record<string, JsonValue> = Object.create(null);
    for (const [column, key] of this.#device.keys.entries()) {
      const value = this.#page?.value(column, this.#index);
      if (value !== undefined) values[key] = value;
    }
    this.#index += 1;
    return { deviceId: this.#device.id, at, values };
  }
}

/** The readings of several devices in the order of time. */
export async function* pastReadings(
  pool: Pool,
  devices: readonly PastDevice[],
  span: { readonly startTs: number; readonly endTs: number; readonly pageRows?: number | undefined },
): AsyncGenerator<PastReading> {
  let open = devices.map(
    (device) => new DeviceReadings(device, messagePages(pool, device.key, { ...device, ...span })),
  );
  for (;;) {
    for (const readings of open.filter(({ isPageOver }) => isPageOver))
      if (!(await readings.load())) open = open.filter((one) => one !== readings);
    const [first] = open;
    if (!first) return;
    const next = open.reduce((earliest, one) => (one.at < earliest.at ? one : earliest), first);
    yield next.take();
  }
}
