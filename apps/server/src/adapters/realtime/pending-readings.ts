import { NewestReadings, type CommittedReadings } from '../../platform/telemetry/device-readings.ts';

/**
 * Readings that wait for a client: of each device and key the latest. A slow client receives fewer values; the queue
 * never holds more than one value a key.
 */
export class PendingReadings {
  readonly #byDevice = new Map<string, NewestReadings<CommittedReadings>>();
  #size = 0;
  #seq = 0;

  /** Values that wait. */
  get size(): number {
    return this.#size;
  }

  add(readings: CommittedReadings): void {
    this.#seq = Math.max(this.#seq, readings.seq);
    let newest = this.#byDevice.get(readings.deviceId);
    if (newest) {
      this.#size -= newest.size;
      newest.add(readings);
    } else {
      newest = new NewestReadings(readings);
      this.#byDevice.set(readings.deviceId, newest);
    }
    this.#size += newest.size;
  }

  /** Drops what a replay sent already: a value of the same commit or an earlier one would go back in time. */
  superseded(deviceId: string, { values, seq }: Pick<CommittedReadings, 'values' | 'seq'>): void {
    const newest = this.#byDevice.get(deviceId);
    if (!newest) return;
    this.#size -= newest.size;
    newest.drop(values, (readings) => readings.seq <= seq);
    this.#size += newest.size;
    if (newest.size === 0) this.#byDevice.delete(deviceId);
  }

  /** Drops a device that no subscription covers any more. */
  forget(deviceId: string): void {
    this.#size -= this.#byDevice.get(deviceId)?.size ?? 0;
    this.#byDevice.delete(deviceId);
  }

  /** Takes everything, of each device the oldest first; null when nothing waits. */
  take(): { cursor: string; items: CommittedReadings[] } | null {
    if (this.#size === 0) return null;
    const items: CommittedReadings[] = [];
    for (const newest of this.#byDevice.values()) {
      for (const readings of newest.items((item, keys) => item.withKeys(keys))) items.push(readings);
    }
    this.#byDevice.clear();
    this.#size = 0;
    return { cursor: String(this.#seq), items };
  }
}
