import type { JsonValue } from './json-value.ts';
import type { Logger } from './logger.ts';
import type { CommittedReadings } from './telemetry/device-readings.ts';

export type AlarmChange =
  | 'raised'
  | 'cleared'
  | 'acknowledged'
  | 'shelved'
  | 'unshelved'
  | 'escalated'
  | 'reminded';

/** The part of a reading that rules watch: watched keys, none when only the device's silence is watched. */
export interface RuleSample {
  /** Short key of the device. */
  readonly device: number;
  /** Effective time, epoch ms: never later than its arrival. */
  readonly at: number;
  readonly values: Readonly<Record<string, JsonValue>>;
}

/** Events of the server, emitted after their commit. Payloads are plain data with ids. */
export interface ServerEventMap {
  /** A batch was committed; `seq` is its number (`ts_newest.seq`), ascending. */
  committed: { readonly seq: number; readonly items: readonly CommittedReadings[] };
  /** The part of a commit that rules watch. */
  sampled: { readonly seq: number; readonly samples: readonly RuleSample[] };
  /** An alarm was raised, ended or changed. */
  alarm: {
    readonly deviceId: string;
    readonly organisationId: string;
    readonly change: AlarmChange | 'assigned';
    /** The alarm in its wire form. */
    readonly alarm: Readonly<Record<string, unknown>>;
  };
  'device-state': {
    readonly deviceId: string;
    readonly organisationId: string;
    readonly online: boolean;
    /** Epoch ms, null without any activity. */
    readonly lastActivity: number | null;
  };
  /** A message of a device was refused, in whole or in part. `count` is the total so far. */
  rejection: {
    readonly deviceId: string;
    readonly organisationId: string;
    readonly count: number;
    readonly ts: number;
    readonly reason: string;
    readonly field: string | null;
    /** Every refused part of the commit. */
    readonly problems: readonly { readonly field: string; readonly reason: string; readonly count: number }[];
  };
  'scene-changed': {
    readonly sceneId: string;
    readonly organisationId: string;
    readonly version: number;
    /** Id of the user. */
    readonly by: string | null;
  };
  /** A linkage shows weather in a scene; null ends it. Sent to open pages, and not stored. */
  'scene-weather': {
    readonly sceneId: string;
    readonly organisationId: string;
    readonly kind: string | null;
  };
  /** Shared attributes of a device changed. */
  'attributes-shared': {
    readonly deviceId: string;
    readonly updated: Readonly<Record<string, JsonValue>>;
    readonly deleted: readonly string[];
  };
  /** A product model, or what it measures, was changed; `onlineTimeoutS`: its new time-out, null for the usual one. */
  'product-model-changed': {
    readonly productModelId: string;
    readonly onlineTimeoutS?: number | null;
  };
  /** A device was created, changed or deleted. */
  'device-changed': { readonly deviceId: string; readonly organisationId: string };
}

type Listener<T> = (event: T) => void;

/** Typed emitter. The error of a listener is logged; the other listeners are called. */
export class ServerEvents {
  readonly #log: Logger;
  readonly #listeners = new Map<keyof ServerEventMap, Set<Listener<never>>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Calls `listener` at every event of this name; returns the function that removes it. */
  on<K extends keyof ServerEventMap>(name: K, listener: Listener<ServerEventMap[K]>): () => void {
    let set = this.#listeners.get(name);
    if (!set) this.#listeners.set(name, (set = new Set()));
    set.add(listener);
    return () => set.delete(listener);
  }

  emit<K extends keyof ServerEventMap>(name: K, event: ServerEventMap[K]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        (listener as Listener<ServerEventMap[K]>)(event);
      } catch (error) {
        this.#log.error({ err: error, event: name }, 'a listener failed');
      }
    }
  }
}
