import { sql, type Kysely } from 'kysely';
import { platformNow } from '../clock.ts';
import type { DeviceIdentity } from '../device-identity.ts';
import type { ServerEvents } from '../events.ts';
import { GatheredLookup } from '../storage/gathered-lookup.ts';
import type { Database } from '../storage/schema.ts';
import type { ConnectionRecord, ConnectionRecords } from './connection-records.ts';

/**
 * How long a device that reports without a connection counts as online after its last activity, unless it or its
 * product is expected to report at another interval, milliseconds.
 */
export const ONLINE_TIMEOUT_MS = 10 * 60_000;
/** How long a device whose connection ended counts as online: it may only connect again, milliseconds. */
export const RECONNECT_MS = 30_000;
/** Interval of the check for time-outs, milliseconds. */
const SWEEP_INTERVAL_MS = 5_000;

/** ThingsBoard's name for the time of silence after which a device is offline, milliseconds. */
const inactivityTimeout = sql<number | null>`case jsonb_typeof(server_attributes -> 'inactivityTimeout')
  when 'number' then (server_attributes ->> 'inactivityTimeout')::float8 end`;

/** One open connection of a device. */
export interface DeviceSession {
  /** Sends a message; `delivered` resolves true at the device's PUBACK (QoS 1) or at once (QoS 0). */
  send(topic: string, payload: string): { readonly accepted: boolean; readonly delivered: Promise<boolean> };
  /** Closes the connection. */
  close(): void;
}

interface Presence {
  device: Pick<DeviceIdentity, 'id' | 'key' | 'organisationId' | 'productModelId'>;
  readonly sessions: Set<DeviceSession>;
  /** Sessions of the device itself, without those of its gateway. */
  readonly own: Set<DeviceSession>;
  lastActivity: number | null;
  /** When its last session ended, and whether that was one of its gateway; null while one is open, or none was. */
  disconnected: { readonly at: number; readonly relayed: boolean } | null;
  online: boolean;
}

/**
 * Open sessions and online states. Emits changes as `device-state`. A device is online
 * - with an open session of its own;
 * - behind a connected gateway, or without connections, with activity within the time-out of the device, else of its
 *   product, else ONLINE_TIMEOUT_MS;
 * - after its connection ended for RECONNECT_MS, if it was online then, and a device of its own with a time-out for that:
 *   it sleeps.
 * A restart ends every connection.
 */
export class DeviceSessions {
  readonly #events: ServerEvents;
  readonly #now: () => number;
  readonly #records: Pick<ConnectionRecords, 'note'> | null;
  readonly #byId = new Map<string, Presence>();
  /** Time-outs of products that define one, ms. */
  readonly #timeouts = new Map<string, number>();
  /** The same of single devices: their server attribute `inactivityTimeout`. */
  readonly #deviceTimeouts = new Map<string, number>();
  #db: Kysely<Database> | undefined;
  /** An import changes thousands of devices at once. */
  readonly #storedTimeout = new GatheredLookup((ids: readonly string[]) => this.#findTimeouts(ids));
  #sweeper: NodeJS.Timeout | undefined;
  #drops = 0;
  #externalSession: ((deviceId: string) => DeviceSession) | undefined;

  constructor(
    events: ServerEvents,
    now: () => number = platformNow,
    records: Pick<ConnectionRecords, 'note'> | null = null,
  ) {
    this.#events = events;
    this.#now = now;
    this.#records = records;
  }

  /** Sets the time-out of a product, seconds; null: the usual one. */
  setOnlineTimeout(productModelId: string, seconds: number | null): void {
    if (seconds === null) this.#timeouts.delete(productModelId);
    else this.#timeouts.set(productModelId, seconds * 1000);
  }

  /** Loads recent activity and the ends of connections, so that devices count after a restart as before it. */
  async start(db: Kysely<Database>): Promise<void> {
    const products = await db.selectFrom('product_model').select(['id', 'detail']).execute();
    for (const { id, detail } of products) {
      const seconds = Number(detail['onlineTimeoutS']);
      if (seconds > 0) this.#timeouts.set(id, seconds * 1000);
    }
    this.#db = db;
    const own = await db
      .selectFrom('device')
      .select(['id', inactivityTimeout.as('timeoutMs')])
      .where(inactivityTimeout, 'is not', null)
      .execute();
    for (const { id, timeoutMs } of own) this.#setTimeout(id, timeoutMs);
    let longest = ONLINE_TIMEOUT_MS;
    for (const timeoutMs of [...this.#timeouts.values(), ...this.#deviceTimeouts.values()])
      longest = Math.max(longest, timeoutMs);
    const since = new Date(this.#now() - longest);
    const rows = await db
      .selectFrom('device')
      .leftJoin('device_connection', 'device_connection.device', 'device.key')
      .select(['id', 'key', 'organisation_id', 'product_model_id', 'last_activity_at'])
      .select(['connected', 'relayed', 'changed_at'])
      // A device that is only connected writes no activity.
      .where((where) => where.or([where('last_activity_at', '>', since), where('changed_at', '>', since)]))
      .execute();
    for (const row of rows) {
      const device = {
        id: row.id,
        key: row.key,
        organisationId: row.organisation_id,
        productModelId: row.product_model_id,
      };
      const presence = this.#presence(device);
      presence.lastActivity = row.last_activity_at?.getTime() ?? this.#now();
      if (row.changed_at != null) {
        const at = row.changed_at.getTime();
        // An open one is that of another server: those of the last run have ended (ConnectionRecords.endLost).
        if (row.connected === true) presence.lastActivity = Math.max(presence.lastActivity, at);
        else presence.disconnected = { at, relayed: row.relayed === true };
      }
      this.#updateState(presence);
    }
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS);
    this.#sweeper.unref();
  }

  /** Reads the time-out of a device again: its server attributes changed. */
  async loadTimeout(deviceId: string): Promise<void> {
    this.#setTimeout(deviceId, await this.#storedTimeout.find(deviceId));
    const presence = this.#byId.get(deviceId);
    if (presence) this.#updateState(presence);
  }

  async #findTimeouts(ids: readonly string[]): Promise<(number | undefined)[]> {
    const rows = await this.#db
      ?.selectFrom('device')
      .select(['id', inactivityTimeout.as('timeoutMs')])
      .where('id', 'in', ids)
      .execute();
    const byId = new Map(rows?.map(({ id, timeoutMs }) => [id, timeoutMs ?? undefined]));
    return ids.map((id) => byId.get(id));
  }

  #setTimeout(deviceId: string, timeoutMs: number | null | undefined): void {
    if (timeoutMs == null || timeoutMs <= 0) this.#deviceTimeouts.delete(deviceId);
    else this.#deviceTimeouts.set(deviceId, timeoutMs);
  }

  stop(): void {
    clearInterval(this.#sweeper);
  }

  /** Adds a session; `relayed`: it is that of the device's gateway. Returns the function that removes it. */
  opened(device: Presence['device'], session: DeviceSession, { relayed = false } = {}): () => void {
    const presence = this.#presence(device, true);
    presence.sessions.add(session);
    if (!relayed) presence.own.add(session);
    presence.lastActivity = this.#now();
    presence.disconnected = null;
    this.#note(presence);
    this.#updateState(presence);
    return () => {
      if (!presence.sessions.delete(session)) return;
      presence.own.delete(session);
      if (presence.sessions.size === 0) presence.disconnected = { at: this.#now(), relayed };
      this.#note(presence);
      this.#updateState(presence);
    };
  }

  #note({ device, sessions, own, disconnected }: Presence): void {
    this.#records?.note(device.key, {
      connected: sessions.size > 0,
      relayed: disconnected?.relayed ?? own.size === 0,
      at: disconnected?.at ?? this.#now(),
    });
  }

  /** Stores all open connections again: another server may have taken this one for ended. */
  noteOpen(): void {
    for (const presence of this.#byId.values()) if (presence.sessions.size > 0) this.#note(presence);
  }

  /** Another server stored that a connection of the device was opened, or ended. */
  changedElsewhere(device: Presence['device'], { connected, relayed, at }: ConnectionRecord): void {
    if (connected) return this.recordActivity(device, at);
    const presence = this.#presence(device);
    if (presence.sessions.size > 0 || at <= (presence.disconnected?.at ?? 0)) return;
    presence.disconnected = { at, relayed };
    this.#updateState(presence);
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

  /** Whether a session is open: its own, or one of its gateway. */
  isConnected(deviceId: string): boolean {
    return (this.#byId.get(deviceId)?.sessions.size ?? 0) > 0;
  }

  /** How often a device is expected to report, ms; null: nobody said. */
  expectedReportMs(device: { readonly id: string; readonly product_model_id: string }): number | null {
    return this.#deviceTimeouts.get(device.id) ?? this.#timeouts.get(device.product_model_id) ?? null;
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

  /** Number of drops so far: an identity that was looked up before one may be out of date. */
  get drops(): number {
    return this.#drops;
  }

  /** Closes all sessions of a device and forgets it: it was deleted, has another owner, or its token changed. */
  drop(deviceId: string): void {
    const presence = this.#endSessions(deviceId);
    if (!presence) return;
    this.#byId.delete(deviceId);
    this.#setOnline(presence, false);
  }

  /** Closes all sessions of a device, which may connect again: its product model or its rights changed. */
  renew(deviceId: string): void {
    const presence = this.#endSessions(deviceId);
    if (presence) this.#updateState(presence);
  }

  /** The ends that the sessions tell later are those of none. */
  #endSessions(deviceId: string): Presence | undefined {
    this.#drops += 1;
    const presence = this.#byId.get(deviceId);
    if (!presence || presence.sessions.size === 0) return presence;
    const open = [...presence.sessions];
    presence.disconnected = { at: this.#now(), relayed: presence.own.size === 0 };
    presence.sessions.clear();
    presence.own.clear();
    this.#note(presence);
    for (const session of open) session.close();
    return presence;
  }

  /** Devices with an open session, with the identity under which they opened it. */
  get connected(): readonly Presence['device'][] {
    return [...this.#byId.values()].filter(({ sessions }) => sessions.size > 0).map(({ device }) => device);
  }

  /** @param opens whether it opens a session, which ends those of an owner before */
  #presence(device: Presence['device'], opens = false): Presence {
    const known = this.#byId.get(device.id);
    if (known?.device.organisationId === device.organisationId) {
      known.device = device;
      return known;
    }
    // Under another owner, late: open sessions tell whose it is, else what comes last.
    if (known && known.sessions.size > 0 && !opens) return known;
    if (known) this.drop(device.id);
    const presence: Presence = {
      device,
      sessions: new Set(),
      own: new Set(),
      lastActivity: null,
      disconnected: null,
      online: false,
    };
    this.#byId.set(device.id, presence);
    return presence;
  }

  #shouldBeOnline({ device, own, lastActivity, disconnected }: Presence): boolean {
    if (own.size > 0) return true;
    const expectedMs = this.#deviceTimeouts.get(device.id) ?? this.#timeouts.get(device.productModelId);
    const isActive = (at: number) =>
      lastActivity !== null && at - lastActivity < (expectedMs ?? ONLINE_TIMEOUT_MS);
    const now = this.#now();
    if (disconnected === null || (lastActivity ?? 0) > disconnected.at) return isActive(now);
    const { at, relayed } = disconnected;
    // Its own connection kept it online however silent it was, that of its gateway while it was heard.
    if (now - at < RECONNECT_MS) return !relayed || isActive(at);
    // Through a gateway that is gone nothing is heard; a device of its own may sleep between its reports.
    return !relayed && expectedMs !== undefined && isActive(now);
  }

  #updateState(presence: Presence): void {
    this.#setOnline(presence, this.#shouldBeOnline(presence));
  }

  #setOnline(presence: Presence, online: boolean): void {
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
