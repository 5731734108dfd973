import type { ServerFrame } from '@farm3d/api';
import type { CommittedItem } from '../../platform/events.ts';
import { Conflation } from './conflation.ts';

/** At most one telemetry frame in this time: a burst of commits becomes one frame. A client may ask for longer. */
export const FLUSH_INTERVAL_MS = 40;
/** Values from which on a client's own wish for fewer frames waits no longer: it is not to be cut off for it. */
const PATIENT_VALUES = 10_000;
/** Bytes in the socket's buffer above which nothing more is written to it. */
const CONGESTED_BYTES = 256 * 1024;
/** A congested socket is looked at again after this long. */
const CONGESTED_RETRY_MS = 100;
/** Values that may wait. */
const MAX_PENDING_VALUES = 50_000;

/** What the outbox uses of its connection. */
export interface OutboxHost {
  send(frame: ServerFrame): void;
  /** Bytes that the socket has not got rid of. */
  buffered(): number;
}

/** What a client has not got yet, and when it is sent. */
export class Outbox {
  readonly #host: OutboxHost;
  readonly #pending = new Conflation();
  #timer: NodeJS.Timeout | undefined;
  #due = Infinity;
  #lastFlush = 0;
  /** The shortest that any subscription asks for: they share their frames. */
  #every = FLUSH_INTERVAL_MS;
  /** Replays under way: live values wait behind them. */
  #held = 0;
  #isClosed = false;

  constructor(host: OutboxHost) {
    this.#host = host;
  }

  /** @returns false when more waits than a client may let pile up */
  add({ deviceId, ts, values }: CommittedItem, seq: number): boolean {
    for (const [key, value] of Object.entries(values)) {
      this.#pending.add(deviceId, key, { ts, value, seq });
    }
    if (this.#pending.size > MAX_PENDING_VALUES) return false;
    this.#schedule();
    return true;
  }

  /** A replay has told this one. */
  superseded(deviceId: string, key: string, seq: number): void {
    this.#pending.superseded(deviceId, key, seq);
  }

  /** Nobody follows the device any more. */
  forget(deviceId: string): void {
    this.#pending.forget(deviceId);
  }

  /** Nothing is sent until as many calls of `release`. */
  hold(): void {
    this.#held += 1;
  }

  release(): void {
    this.#held -= 1;
    if (this.#pending.size > 0) this.#schedule();
  }

  /** @param wishes times between two frames that do for the subscriptions, milliseconds */
  pace(wishes: readonly number[]): void {
    this.#every = wishes.length > 0 ? Math.min(...wishes) : FLUSH_INTERVAL_MS;
    // What waits already waits no longer than who came last asks for.
    if (this.#timer) this.#hurry(this.#every);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#held > 0 || this.#isClosed) return;
    if (this.#pending.size > PATIENT_VALUES) this.#hurry(FLUSH_INTERVAL_MS);
    else if (!this.#timer) this.#hurry(this.#every);
  }

  /** Flushes when `every` milliseconds have gone since the last time, unless that happens earlier anyway. */
  #hurry(every: number): void {
    const due = this.#lastFlush + every;
    if (this.#isClosed || (this.#timer && this.#due <= due)) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, due - Date.now()));
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#isClosed || this.#held > 0) return;
    if (this.#host.buffered() > CONGESTED_BYTES) {
      // Nothing brings this forward.
      this.#due = 0;
      this.#timer = setTimeout(() => this.#flush(), CONGESTED_RETRY_MS);
      return;
    }
    this.#lastFlush = Date.now();
    const taken = this.#pending.take();
    if (taken) this.#host.send({ type: 'telemetry', ...taken });
  }
}
