import type { Kysely } from 'kysely';
import type { DeviceIdentity } from '../device-identity.ts';
import type { ServerEvents } from '../events.ts';
import type { Database } from '../storage/schema.ts';

/**
 * How long a device without an open session counts as online after its last activity, unless its product defines
 * another time, milliseconds.
 */
export const ONLINE_TIMEOUT_MS = 10 * 60_000;
/** Interval of the check for time-outs, milliseconds. */
const SWEEP_INTERVAL_MS = 5_000;

/** One open connection of a device. */
export interface DeviceSession {
  /** Sends a message; `delivered` resolves true at the device's PUBACK (QoS 1) or at once (QoS 0). */
  send(topic: string, payload: string): { readonly accepted: boolean; readonly delivered: Promise<boolean> };
  /** Closes the connection. */
  close(): void;
}

interface Presence {
  readonly device: Pick<DeviceIdentity, 'id' | 'key' | 'organisationId' | 'productModelId'>;
  readonly sessions: Set<DeviceSession>;
  /** Sessions of the device itself, without those of its gateway. */
  readonly own: Set<DeviceSession>;
  lastActivity: number | null;
  online: boolean;
}

/**
 * Open sessions and online states: a device is online with an open session of its own, or with activity within the
 * time-out of its product. The connection of a gateway does not count for its devices. Emits changes as
 * `device-state`.
 */
export class DeviceSessions {
  readonly #events: ServerEvents;
  readonly #now: () => number;
  readonly #byId = new Map<string, Presence>();
  /** Time-outs of products that define one, ms. */
  readonly #timeouts = new Map<string, number>();
  #sweeper: NodeJS.Timeout | undefined;
  #externalSession: ((deviceId: string) => DeviceSession) | undefined;

  constructor(events: ServerEvents, now: () => number = Date.now) {
    this.#events = events;
    this.#now = now;
  }

  /** Loads recent activity, so that devices do not count as offline after a restart. */
  async start(db: Kysely<Database>): Promise<void> {
    const products = await db.selectFrom('product_model').select(['id', 'detail']).execute();
    for (const { id, detail } of products) {
      const seconds = Number(detail['onlineTimeoutS']);
      if (seconds > 0) this.#timeouts.set(id, seconds * 1000);
    }
    const longest = Math.max(ONLINE_TIMEOUT_MS, ...this.#timeouts.values());
    const rows = await db
      .selectFrom('device')
      .select(['id', 'key', 'organisation_id', 'product_model_id', 'last_activity_at'])
      .where('last_activity_at', '>', new Date(this.#now() - longest))
      .execute();
    for (const row of rows) {
      const device = {
        id: row.id,
        key: row.key,
        organisationId: row.organisation_id,
        productModelId: row.product_model_id,
      };
      this.recordActivity(device, row.last_activity_at?.getTime() ?? this.#now());
    }
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS);
    this.#sweeper.unref();
  }

  stop(): void {
    clearInterval(this.#sweeper);
  }

  /** Adds a session; `relayed`: it is that of the device's gateway. Returns the function that removes it. */
  opened(device: Presence['device'], session: DeviceSession, { relayed = false } = {}): () => void {
    const presence = this.#presence(device);
    presence.sessions.add(session);
    if (!relayed) presence.own.add(session);
    presence.lastActivity = this.#now();
    this.#updateState(presence);
    return () => {
      if (!presence.sessions.delete(session)) return;
      presence.own.delete(session);
      this.#updateState(presence);
    };
  }

  /** Records activity of a device (a message, a ping) at `at`, epoch ms. */
  recordActivity(device: Presence['device'], at: number = this.#now()): void {
    const presence = this.#presence(device);
    presence.lastActivity = Math.max(presence.lastActivity ?? 0, at);
    this.#updateState(presence);
  }

  /** Whether the device counts as online. */
  isOnline(deviceId: string): boolean {
    return this.#byId.get(deviceId)?.online ?? false;
  }

  /** Last activity in this run or shortly before it, epoch ms; null when unknown here. */
  lastActivity(deviceId: string): number | null {
    return this.#byId.get(deviceId)?.lastActivity ?? null;
  }

  /** Ids of all online devices: for `id = any(…)` in lists and counts. */
  onlineIds(): string[] {
    return [...this.#byId.values()]
      .filter((presence) => presence.online)
      .map((presence) => presence.device.id);
  }

  /** Open sessions of a device, oldest first. */
  sessionsOf(deviceId: string): readonly DeviceSession[] {
    const presence = this.#byId.get(deviceId);
    const open = [...(presence?.sessions ?? [])];
    // Sessions at an external broker are unknown; an online device counts as connected there.
    return this.#externalSession && presence?.online ? [this.#externalSession(deviceId), ...open] : open;
  }

  /** Sets how devices at an external broker are reached. */
  setExternalSessions(externalSession: (deviceId: string) => DeviceSession): void {
    this.#externalSession = externalSession;
  }

  /** Closes all sessions of a device and forgets it: it was deleted, or its token changed. */
  drop(deviceId: string): void {
    const presence = this.#byId.get(deviceId);
    if (!presence) return;
    for (const session of presence.sessions) session.close();
    this.#byId.delete(deviceId);
  }

  #presence(device: Presence['device']): Presence {
    let presence = this.#byId.get(device.id);
    if (!presence) {
      presence = { device, sessions: new Set(), own: new Set(), lastActivity: null, online: false };
      this.#byId.set(device.id, presence);
    }
    return presence;
  }

  #updateState(presence: Presence): void {
    const timeoutMs = this.#timeouts.get(presence.device.productModelId) ?? ONLINE_TIMEOUT_MS;
    const recent = presence.lastActivity !== null && this.#now() - presence.lastActivity < timeoutMs;
    const online = presence.own.size > 0 || recent;
    if (online === presence.online) return;
    presence.online = online;
    this.#events.emit('device-state', {
      deviceId: presence.device.id,
      organisationId: presence.device.organisationId,
      online,
      lastActivity: presence.lastActivity,
    });
  }

  #sweep(): void {
    for (const presence of this.#byId.values()) this.#updateState(presence);
  }
}
