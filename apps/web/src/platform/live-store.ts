import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-react';
import type { LatestValue, RealtimeClient, RealtimeStatus, StreamEvent, StreamTarget } from '@farm3d/api';

/** What is known of a device's refused messages. */
export interface LiveRejection {
  count: number;
  /** Epoch milliseconds. */
  at: number;
  reason: string;
}

/** One device's live signals. They change at most once a frame. */
export class LiveDevice {
  /** Undefined until the platform or the stream said it. */
  readonly online: Signal<boolean | undefined> = signal(undefined);
  /** Epoch milliseconds of the last sign of life. */
  readonly lastActivity: Signal<number | null> = signal(null);
  readonly rejection: Signal<LiveRejection | null> = signal(null);
  /** Keys seen so far; changes only when a new key appears. */
  readonly keys: Signal<readonly string[]> = signal([]);
  readonly #readings = new Map<string, Signal<LatestValue | null>>();

  /** The latest value of a key; null before the first. */
  reading(key: string): Signal<LatestValue | null> {
    let reading = this.#readings.get(key);
    if (!reading) {
      reading = signal(null);
      this.#readings.set(key, reading);
    }
    return reading;
  }

  /** The latest value of a key as it is now, for who does not follow it. */
  latest(key: string): LatestValue | null {
    return this.#readings.get(key)?.peek() ?? null;
  }

  /** Takes a value unless a newer one is already known: the stored values may answer after the stream. */
  take(key: string, latest: LatestValue): void {
    const reading = this.reading(key);
    const known = reading.peek();
    if (known && known.ts > latest.ts) return;
    if (!known) this.keys.value = [...this.keys.peek(), key];
    reading.value = latest;
  }
}

/** Puts a frame's worth of work into one turn; given in so that tests own the time. */
export type Schedule = (run: () => void) => void;

/** Readings are shown at most so often, milliseconds: an eye reads no faster, and hundreds of devices come in one go. */
const SHOW_EVERY_MS = 500;
let shownAt = -Infinity;

const nextFrame: Schedule = (run) => {
  const show = (): void => {
    requestAnimationFrame((now) => {
      shownAt = now;
      run();
    });
  };
  const wait = shownAt + SHOW_EVERY_MS - performance.now();
  if (wait > 0) setTimeout(show, wait);
  else show();
};

/**
 * The latest readings and states of devices as signals. What the stream brings between two frames is
 * conflated and written in one batch, so that a burst costs one change a value at most.
 */
export class LiveStore {
  readonly status: ReadonlySignal<RealtimeStatus>;
  readonly #realtime: RealtimeClient;
  readonly #schedule: Schedule;
  readonly #devices = new Map<string, LiveDevice>();
  readonly #readings = new Map<string, Map<string, LatestValue>>();
  readonly #states = new Map<string, { online: boolean; lastActivity: number | null }>();
  readonly #flushed = new Set<(deviceIds: ReadonlySet<string>) => void>();
  #scheduled = false;

  constructor(realtime: RealtimeClient, schedule: Schedule = nextFrame) {
    this.#realtime = realtime;
    this.#schedule = schedule;
    const status = signal<RealtimeStatus>(realtime.status);
    realtime.onStatus((next) => {
      status.value = next;
    });
    this.status = status;
  }

  device(id: string): LiveDevice {
    let device = this.#devices.get(id);
    if (!device) {
      device = new LiveDevice();
      this.#devices.set(id, device);
    }
    return device;
  }

  /** Listens to a target; other events of the stream go to `listener`. @returns the function that stops it. */
  watch(target: StreamTarget, listener?: (event: StreamEvent) => void): () => void {
    return this.#realtime.subscribe(target, (event) => {
      this.#receive(event);
      listener?.(event);
    });
  }

  /** Called after each batch with the devices that changed. @returns the function that stops it. */
  onFlush(listener: (deviceIds: ReadonlySet<string>) => void): () => void {
    this.#flushed.add(listener);
    return () => this.#flushed.delete(listener);
  }

  /** Takes over what an ordinary call answered about a device. */
  know(id: string, facts: { online: boolean; lastActivityAt: number | null }): void {
    this.#states.set(id, { online: facts.online, lastActivity: facts.lastActivityAt });
    this.#plan();
  }

  /** Takes over stored latest values. */
  knowLatest(id: string, latest: Readonly<Record<string, LatestValue>>): void {
    for (const [key, value] of Object.entries(latest)) this.#queue(id, key, value);
    this.#plan();
  }

  #receive(event: StreamEvent): void {
    if (event.type === 'telemetry') {
      for (const { deviceId, ts, values } of event.items) {
        for (const [key, value] of Object.entries(values)) this.#queue(deviceId, key, { ts, value });
      }
      this.#plan();
    } else if (event.type === 'device-state') {
      for (const { deviceId, online, lastActivity } of event.items) {
        this.#states.set(deviceId, { online, lastActivity });
      }
      this.#plan();
    } else if (event.type === 'rejection') {
      const { count, ts, reason } = event;
      this.device(event.deviceId).rejection.value = { count, at: ts, reason };
    }
  }

  #queue(deviceId: string, key: string, latest: LatestValue): void {
    let waiting = this.#readings.get(deviceId);
    if (!waiting) {
      waiting = new Map();
      this.#readings.set(deviceId, waiting);
    }
    const before = waiting.get(key);
    if (!before || before.ts <= latest.ts) waiting.set(key, latest);
  }

  #plan(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    const changed = new Set<string>([...this.#readings.keys(), ...this.#states.keys()]);
    batch(() => {
      for (const [id, readings] of this.#readings) {
        const device = this.device(id);
        for (const [key, latest] of readings) {
          device.take(key, latest);
          device.lastActivity.value = Math.max(device.lastActivity.peek() ?? 0, latest.ts);
        }
      }
      for (const [id, { online, lastActivity }] of this.#states) {
        const device = this.device(id);
        device.online.value = online;
        if (lastActivity !== null) device.lastActivity.value = lastActivity;
      }
    });
    this.#readings.clear();
    this.#states.clear();
    for (const listener of this.#flushed) listener(changed);
  }
}
