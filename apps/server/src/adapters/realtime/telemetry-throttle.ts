import type { CommittedReadings } from '../../platform/telemetry/device-readings.ts';
import { PendingReadings } from './pending-readings.ts';

/** Minimum time between two telemetry frames, milliseconds. A client may ask for longer. */
export const MIN_INTERVAL_MS = 40;
/** Above this many waiting values the interval of the client is ignored: the connection would be closed for it. */
const MAX_THROTTLED_VALUES = 10_000;
/** Above this many bytes in the buffer of the socket nothing more is written to it. */
const CONGESTED_BYTES = 256 * 1024;
/** Pause before a congested socket is tried again, milliseconds. */
const CONGESTED_RETRY_MS = 100;
/** Above this many waiting values the connection is closed. */
const MAX_PENDING_VALUES = 50_000;

/** The part of a connection that the throttle uses. */
export interface ThrottleHost {
  /** Sends the JSON text of a frame. */
  sendText(text: string): void;
  /** Bytes in the buffer of the socket. */
  buffered(): number;
}

/**
 * Sends readings of a connection in at most one frame an interval. It is the only timer between the commit and the
 * page: the first readings after a quiet interval go at once, later ones wait for its end and go together.
 */
export class TelemetryThrottle {
  readonly #host: ThrottleHost;
  readonly #pending = new PendingReadings();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Infinity;
  #sentAt = 0;
  #intervalMs = MIN_INTERVAL_MS;
  /** Replays in progress: live readings wait for them. */
  #paused = 0;
  #isClosed = false;

  constructor(host: ThrottleHost) {
    this.#host = host;
  }

  /** @returns false when more values wait than a client may have */
  add(readings: CommittedReadings): boolean {
    this.#pending.add(readings);
    if (this.#pending.size > MAX_PENDING_VALUES) return false;
    this.#schedule();
    return true;
  }

  /** Drops what a replay of the device sent already. */
  superseded(deviceId: string, replayed: Pick<CommittedReadings, 'values' | 'seq'>): void {
    this.#pending.superseded(deviceId, replayed);
  }

  /** Drops a device that no subscription covers any more. */
  forget(deviceId: string): void {
    this.#pending.forget(deviceId);
  }

  /** Sends nothing until `resume` was called as often. */
  pause(): void {
    this.#paused += 1;
  }

  resume(): void {
    this.#paused -= 1;
    if (this.#pending.size > 0) this.#schedule();
  }

  /**
   * Sets the interval to the shortest of the subscriptions, which share their frames. A shorter one also brings
   * forward what waits.
   *
   * @param intervals of the subscriptions, milliseconds; none: MIN_INTERVAL_MS
   */
  setIntervals(intervals: readonly number[]): void {
    this.#intervalMs = intervals.length > 0 ? Math.min(...intervals) : MIN_INTERVAL_MS;
    if (this.#timer) this.#scheduleWithin(this.#intervalMs);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#paused > 0 || this.#isClosed) return;
    if (this.#pending.size > MAX_THROTTLED_VALUES) this.#scheduleWithin(MIN_INTERVAL_MS);
    else if (!this.#timer) this.#scheduleWithin(this.#intervalMs);
  }

  /** Flushes `intervalMs` after the last frame, unless the timer is due earlier. */
  #scheduleWithin(intervalMs: number): void {
    const dueAt = this.#sentAt + intervalMs;
    if (this.#isClosed || (this.#timer && this.#dueAt <= dueAt)) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, dueAt - performance.now()));
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#isClosed || this.#paused > 0) return;
    if (this.#host.buffered() > CONGESTED_BYTES) {
      // Nothing brings this forward.
      this.#dueAt = 0;
      this.#timer = setTimeout(() => this.#flush(), CONGESTED_RETRY_MS);
      return;
    }
    this.#sentAt = performance.now();
    const taken = this.#pending.take();
    if (!taken) return;
    const items = taken.items.map(({ json }) => json).join(',');
    this.#host.sendText(`{"type":"telemetry","cursor":"${taken.cursor}","items":[${items}]}`);
  }
}
