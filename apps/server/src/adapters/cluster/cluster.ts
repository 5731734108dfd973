import type { Pool, PoolClient } from 'pg';
import type { ServerEventMap, ServerEvents } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ConnectionRecord } from '../../platform/sessions/connection-records.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { RuleSample } from '../../platform/events.ts';
import type { WatchIndex } from '../../platform/telemetry/watches.ts';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import { AccessRelay } from './access-relay.ts';
import { ClusterBus } from './bus.ts';
import { CommitRelay } from './commit-relay.ts';
import { FollowerWatches } from './follower-watches.ts';
import { LeaderCalls, type Engines } from './leader-calls.ts';
import { Leadership } from './leadership.ts';

const EVENT_CHANNEL = 'farm3d_event';
const RULES_CHANNEL = 'farm3d_rules';
/** NOTIFY takes 8,000 bytes; the rest is for its frame. */
const MAX_EVENT_BYTES = 7_800;
/** Interval of polls for work without a notification, and for devices that are active on other servers. */
const POLL_INTERVAL_MS = 250;
const PRESENCE_INTERVAL_MS = 5_000;

/** Events that every server emits; all others are local to one server. */
const SHARED = [
  'alarm',
  'rejection',
  'scene-changed',
  'scene-weather',
  'attributes-shared',
  'device-changed',
  'product-model-changed',
] as const satisfies (keyof ServerEventMap)[];

interface DeviceRow {
  readonly id: string;
  readonly key: number;
  readonly organisationId: string;
  readonly productModelId: string;
}

/**
 * Several servers on one database. All take messages and calls. One is the leader: it evaluates alarms, linkages and
 * schedules. When it dies another server takes over from the state in the database.
 */
export class Cluster {
  readonly calls: LeaderCalls;
  readonly relay: CommitRelay;
  readonly #node: string;
  readonly #pool: Pool;
  readonly #events: ServerEvents;
  readonly #sessions: DeviceSessions;
  readonly #log: Logger;
  readonly #bus: ClusterBus;
  readonly #access: AccessRelay;
  readonly #leadership: Leadership;
  readonly #watches: FollowerWatches;
  readonly #makeEngines: (fence: (client: PoolClient) => Promise<void>) => Engines;
  #engines: Engines | null = null;
  #relaying = false;
  #sampled = 0;
  #polling: Promise<void> | undefined;
  #pollAgain = false;
  #timers: NodeJS.Timeout[] = [];

  constructor(options: {
    /** Unique name of this server in this run. */
    node: string;
    url: string;
    pool: Pool;
    events: ServerEvents;
    sessions: DeviceSessions;
    watches: WatchIndex;
    grants: Grants;
    log: Logger;
    makeEngines: (fence: (client: PoolClient) => Promise<void>) => Engines;
  }) {
    const { node, url, pool, events, log } = options;
    this.#node = node;
    this.#pool = pool;
    this.#events = events;
    this.#sessions = options.sessions;
    this.#log = log;
    this.#makeEngines = options.makeEngines;
    this.#bus = new ClusterBus(url, this.#node, pool, log);
    this.#access = new AccessRelay({ bus: this.#bus, grants: options.grants, log, node: this.#node });
    this.#watches = new FollowerWatches(pool, options.watches);
    this.relay = new CommitRelay({ pool, events, log, node: this.#node });
    this.calls = new LeaderCalls(pool, () => this.#bus.publish(RULES_CHANNEL, this.#node));
    const leading = { begin: () => this.#begin(), end: () => this.#end() };
    this.#leadership = new Leadership(url, leading, log);
  }

  /** The engines where this server is the leader; a follower runs none. */
  get engines(): Engines | null {
    return this.#engines;
  }

  async start(): Promise<void> {
    const failed = (error: unknown): void =>
      this.#log.warn({ err: error }, 'the rules of the other servers could not be read');
    this.#bus.on(CommitRelay.channel, (payload) => this.relay.receive(payload));
    this.#bus.on(RULES_CHANNEL, () => this.#watches.changed(failed));
    this.#bus.on(EVENT_CHANNEL, (payload) => this.#receive(payload));
    this.#bus.on(AccessRelay.channel, (payload) => this.#access.receive(payload));
    this.#bus.onGap(() => {
      // First: it holds streams that may have lost their right.
      this.#access.catchUp();
      this.relay.catchUp();
      // A server that started meanwhile did not see this one.
      this.#sessions.noteOpen();
      this.#watches.changed(failed);
    });
    this.relay.onCommit(() => this.#poll());
    for (const name of SHARED) this.#events.on(name, (event) => this.#share(name, event));
    this.#events.on('device-changed', () => this.#watches.changed(failed));
    await this.relay.start();
    await this.#watches.load();
    await this.#bus.start();
    await this.#leadership.start();
    this.#timers = [
      setInterval(() => this.#poll(), POLL_INTERVAL_MS),
      setInterval(() => void this.#readPresence(), PRESENCE_INTERVAL_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#leadership.stop();
    await this.#bus.stop();
  }

  async #begin(): Promise<void> {
    const engines = this.#makeEngines((client) => this.#leadership.fence(client));
    await engines.linkages.start();
    await engines.alarms.start();
    this.#watches.drop();
    this.#sampled = 0;
    this.#engines = engines;
    this.calls.lead(engines);
    this.#poll();
  }

  async #end(): Promise<void> {
    const engines = this.#engines;
    this.#engines = null;
    this.calls.lead(null);
    await this.#watches.takeUp().catch(() => undefined);
    await engines?.alarms.stop();
    await engines?.linkages.stop();
  }

  /** On the leader: evaluates the commits of all servers and serves their calls. One poll at a time. */
  #poll(): void {
    this.#pollAgain = true;
    if (!this.#engines || this.#polling) return;
    this.#polling = (async () => {
      while (this.#pollAgain && this.#engines) {
        this.#pollAgain = false;
        const { rows } = await this.#pool.query<{ seq: number; samples: RuleSample[] }>(
          'select seq::float8 as seq, samples from rule_sample where seq > $1 order by seq limit 100',
          [this.#sampled],
        );
        for (const { seq, samples } of rows) {
          this.#sampled = seq;
          this.#events.emit('sampled', { seq, samples });
        }
        if (rows.length === 100) this.#pollAgain = true;
        await this.calls.serve();
      }
    })()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the leader could not look for work'))
      .finally(() => (this.#polling = undefined));
  }

  #share(name: string, event: object): void {
    if (this.#relaying) return;
    let text = JSON.stringify({ node: this.#node, name, event });
    if (Buffer.byteLength(text) > MAX_EVENT_BYTES && 'alarm' in event) {
      const { alarm } = event as { alarm: Record<string, unknown> };
      text = JSON.stringify({ node: this.#node, name, event: { ...event, alarm: { ...alarm, values: {} } } });
    }
    if (Buffer.byteLength(text) > MAX_EVENT_BYTES) return;
    this.#bus
      .publish(EVENT_CHANNEL, text)
      .catch((error: unknown) =>
        this.#log.warn({ err: error, name }, 'an event could not be published to the other servers'),
      );
  }

  #receive(payload: string): void {
    const { node, name, event } = JSON.parse(payload) as {
      node: string;
      name: (typeof SHARED)[number];
      event: never;
    };
    if (node === this.#node) return;
    this.#relaying = true;
    try {
      this.#events.emit(name, event);
    } finally {
      this.#relaying = false;
    }
  }

  /** Devices that are active on another server are online here, too, until their connection there has ended. */
  async #readPresence(): Promise<void> {
    try {
      const { rows } = await this.#pool.query<DeviceRow & { at: number }>(
        `select id, key, organisation_id as "organisationId", product_model_id as "productModelId",
           (extract(epoch from last_activity_at) * 1000)::float8 as at
         from device where last_activity_at > platform_now() - interval '20 seconds'`,
      );
      for (const { at, ...device } of rows) this.#sessions.recordActivity(device, at);
      await this.#readConnections();
    } catch (error) {
      this.#log.warn({ err: error }, 'who is online could not be read');
    }
  }

  async #readConnections(): Promise<void> {
    const { rows } = await this.#pool.query<DeviceRow & ConnectionRecord>(
      `select d.id, d.key, d.organisation_id as "organisationId", d.product_model_id as "productModelId",
         c.connected, c.relayed, (extract(epoch from c.changed_at) * 1000)::float8 as at
       from device_connection c join device d on d.key = c.device
       where c.changed_at > platform_now() - interval '1 minute' and c.server <> $1`,
      [this.#node],
    );
    for (const { connected, relayed, at, ...device } of rows)
      this.#sessions.changedElsewhere(device, { connected, relayed, at });
  }
}
