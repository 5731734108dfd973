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

/** What rules see of a reading: the watched keys, none when only the device's silence is watched. */
export interface RuleSample {
  /** Short key of the device. */
  readonly device: number;
  /** Effective time, epoch ms: never later than its arrival. */
  readonly at: number;
  readonly values: Readonly<Record<string, JsonValue>>;
}

/** What happens in the server, told only after it is durable. Payloads are plain and carry ids. */
export interface ServerEventMap {
  /** A batch was committed; `seq` is its number (`ts_latest.seq`), growing with every commit. */
  committed: { readonly seq: number; readonly items: readonly CommittedReadings[] };
  /** The part of a commit that rules watch. */
  sampled: { readonly seq: number; readonly samples: readonly RuleSample[] };
  /** An alarm began, ended or was dealt with. */
  alarm: {
    readonly deviceId: string;
    readonly organisationId: string;
    readonly change: AlarmChange;
    /** The alarm as the wire shows it. */
    readonly alarm: Readonly<Record<string, unknown>>;
  };
  'device-state': {
    readonly deviceId: string;
    readonly organisationId: string;
    readonly online: boolean;
    /** Epoch ms, null when the device was never heard. */
    readonly lastActivity: number | null;
  };
  /** A device said something that could not be taken. `count` is the total so far. */
  rejection: {
    readonly deviceId: string;
    readonly organisationId: string;
    readonly count: number;
    readonly ts: number;
    readonly reason: string;
    readonly field: string | null;
  };
  'scene-changed': {
    readonly sceneId: string;
    readonly organisationId: string;
    readonly version: number;
    /** Id of the user who did it. */
    readonly by: string | null;
  };
  /** A linkage shows weather in a scene; null: no more. Told to who has it open, and not kept. */
  'scene-weather': {
    readonly sceneId: string;
    readonly organisationId: string;
    readonly kind: string | null;
  };
  /** A login ended before its tokens did: what it holds open must close. */
  'session-ended': { readonly sessionId: string };
  /** Shared attributes of a device were changed. */
  'attributes-shared': {
    readonly deviceId: string;
    readonly updated: Readonly<Record<string, JsonValue>>;
    readonly deleted: readonly string[];
  };
  /** Somebody's right to a device began, changed or ended; without a user, everybody's. */
  'access-changed': { readonly deviceId: string; readonly userId: string | null };
  /** A device was made, changed or deleted. */
  'device-changed': { readonly deviceId: string; readonly organisationId: string };
}

type Listener<T> = (event: T) => void;

/** Typed emitter. A listener that throws is logged and does not keep the others from hearing. */
export class ServerEvents {
  readonly #log: Logger;
  readonly #listeners = new Map<keyof ServerEventMap, Set<Listener<never>>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Calls `listener` at every event of this name; answers the function that stops it. */
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
