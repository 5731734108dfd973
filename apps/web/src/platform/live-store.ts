import { batch, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react';
import type {
  LatestValue,
  RealtimeClient,
  RealtimeStatus,
  StreamEvent,
  StreamTarget,
  TelemetryItem,
} from '@farm3d/api';

/** Rejected messages of a device. */
export interface LiveRejection {
  count: number;
  /** Epoch milliseconds. */
  at: number;
  reason: string;
}

/** Live signals of one device. They change a few times a second at most. */
export class LiveDevice {
  /** Undefined until the API or the stream reported it. */
  readonly online: Signal<boolean | undefined> = signal(undefined);
  /** Epoch milliseconds of the last activity. */
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

  /** Present value of a key, without subscribing. */
  latest(key: string): LatestValue | null {
    return this.#readings.get(key)?.peek() ?? null;
  }

  /** Takes over values unless newer ones are known: missed values are delivered after new ones. */
  addReadings({ ts, values, outside }: TelemetryItem): void {
    for (const key of Object.keys(values)) {
      const reading = this.reading(key);
      const known = reading.peek();
      if (known && known.ts > ts) continue;
      if (!known) this.keys.value = [...this.keys.peek(), key];
      const value = values[key] ?? null;
      reading.value = outside?.includes(key) ? { ts, value, outside: true } : { ts, value };
    }
    if (ts > (this.lastActivity.peek() ?? -Infinity)) this.lastActivity.value = ts;
  }
}

/** Runs a flush after the current event; passed in so that tests decide when. */
export type Schedule = (flush: () => void) => void;

/**
 * Minimum time between two telemetry frames, milliseconds: each is a change of the page, and faster ones
 * cannot be read.
 */
export const TELEMETRY_INTERVAL_MS = 500;

/**
 * The latest readings and states of devices as signals. What one event brings is written in one batch in the microtask
 * after it. The server sets the rate (TELEMETRY_INTERVAL_MS): there is no timer here.
 */
export class LiveStore {
  readonly status: ReadonlySignal<RealtimeStatus>;
  readonly #realtime: RealtimeClient;
  readonly #schedule: Schedule;
  readonly #devices = new Map<string, LiveDevice>();
  #readings: TelemetryItem[] = [];
  readonly #states = new Map<string, { online: boolean; lastActivity: number | null }>();
  readonly #flushed = new Set<(deviceIds: ReadonlySet<string>) => void>();
  #scheduled = false;

  constructor(realtime: RealtimeClient, schedule: Schedule = (flush) => queueMicrotask(flush)) {
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

  /** Subscribes to a target; every event also goes to `listener`. @returns the function that unsubscribes */
  watch(target: StreamTarget, listener?: (event: StreamEvent) => void): () => void {
    return this.#realtime.subscribe(target, (event) => {
      this.#receive(event);
      listener?.(event);
    });
  }

  /** Calls `listener` after each batch with the devices that changed. @returns the function that removes it */
  onFlush(listener: (deviceIds: ReadonlySet<string>) => void): () => void {
    this.#flushed.add(listener);
    return () => this.#flushed.delete(listener);
  }

  /** Takes over the state of a device from an API response. */
  setState(id: string, facts: { online: boolean; lastActivityAt: number | null }): void {
    this.#states.set(id, { online: facts.online, lastActivity: facts.lastActivityAt });
    this.#scheduleFlush();
  }

  #receive(event: StreamEvent): void {
    if (event.type === 'telemetry') {
      for (const item of event.items) this.#readings.push(item);
      this.#scheduleFlush();
    } else if (event.type === 'device-state') {
      for (const { deviceId, online, lastActivity } of event.items) {
        this.#states.set(deviceId, { online, lastActivity });
      }
      this.#scheduleFlush();
    } else if (event.type === 'rejection') {
      const { count, ts, reason } = event;
      this.device(event.deviceId).rejection.value = { count, at: ts, reason };
    }
  }

  #scheduleFlush(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    const readings = this.#readings;
    this.#readings = [];
    const changed = new Set<string>();
    batch(() => {
      for (const item of readings) {
        changed.add(item.deviceId);
        this.device(item.deviceId).addReadings(item);
      }
      for (const [id, { online, lastActivity }] of this.#states) {
        changed.add(id);
        const device = this.device(id);
        device.online.value = online;
        if (lastActivity !== null) device.lastActivity.value = lastActivity;
      }
    });
    this.#states.clear();
    for (const listener of this.#flushed) listener(changed);
  }
}

/** Calls `refresh` when the stream was interrupted: what a page missed is fetched. Created inside `createModel`, it ends with it. */
export function whenResumed(live: LiveStore, refresh: () => void): void {
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && event.resumed) refresh();
    }),
  );
}
