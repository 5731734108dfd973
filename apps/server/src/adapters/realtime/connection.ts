import { clientFrameSchema, STREAM_CLOSE, type ServerFrame, type StreamTarget } from '@farm3d/api';
import * as v from 'valibot';
import type { WebSocket } from 'ws';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { Principals } from '../../platform/auth/principals.ts';
import { can } from '../../platform/auth/policy.ts';
import type { DeviceKey } from '../../features/devices/repository.ts';
import type { Logger } from '../../platform/logger.ts';
import type { CommittedReadings } from '../../platform/telemetry/device-readings.ts';
import type { TelemetryQueries } from '../../platform/telemetry/queries.ts';
import type { Followers } from './followers.ts';
import { MIN_INTERVAL_MS, TelemetryThrottle } from './telemetry-throttle.ts';
import type { ResolvedTarget, TargetResolver } from '../../features/sharing/stream-targets.ts';

/** A connection without authentication is closed after this time, milliseconds. */
const AUTH_TIMEOUT_MS = 10_000;
/** Subscriptions of one connection. */
const MAX_SUBSCRIPTIONS = 64;
/** Above this buffer a client that does not read is closed and resumes by its cursor. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
/** Longest delay of setTimeout; a right that lasts longer is checked once more then. */
const MAX_TIMER_MS = 2_147_483_647;
/** Items of one replay frame. */
const REPLAY_CHUNK = 500;

/** What a connection uses of the hub. */
export interface ConnectionHost {
  readonly log: Logger;
  readonly principals: Pick<Principals, 'verify'>;
  readonly telemetry: Pick<TelemetryQueries, 'changedSince' | 'currentSeq'>;
  readonly resolver: TargetResolver;
  readonly followers: Followers<Connection>;
  /** State of a device at the begin of a subscription. */
  stateOf(device: DeviceKey): { online: boolean; lastActivity: number | null };
}

interface Subscription {
  readonly target: StreamTarget;
  resolved: ResolvedTarget;
  /** Least time between two telemetry frames that the client asked for, milliseconds. */
  readonly intervalMs: number;
  /** Checks the rights again when the first of them ends. */
  recheck: NodeJS.Timeout | undefined;
}

/** One client of the stream: its authentication, its subscriptions, and the readings that wait for it. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #host: ConnectionHost;
  readonly #subscriptions = new Map<string, Subscription>();
  /** Ids of followed devices and scenes with the number of their subscriptions. */
  readonly #followed = new Map<string, number>();
  #followsAll = 0;
  readonly #throttle: TelemetryThrottle;
  #principal: Principal | undefined;
  #expiry: NodeJS.Timeout | undefined;
  /** Frames are handled one after the other: `unsubscribe` must not overtake its `subscribe`. */
  #work: Promise<void> = Promise.resolve();
  #closed = false;
  alive = true;

  constructor(socket: WebSocket, host: ConnectionHost) {
    this.#socket = socket;
    this.#host = host;
    this.#throttle = new TelemetryThrottle({
      sendText: (text) => this.#sendText(text),
      buffered: () => socket.bufferedAmount,
    });
    this.#expiry = setTimeout(() => this.close(STREAM_CLOSE.unauthorised, 'no token'), AUTH_TIMEOUT_MS);
    socket.on('message', (raw, binary) => {
      if (this.#closed) return;
      if (binary) return this.close(STREAM_CLOSE.protocol, 'text frames only');
      // With `ws` a text frame arrives as one Buffer.
      const text = (raw as Buffer).toString('utf8');
      this.#work = this.#work.then(() => this.#handle(text)).catch((error: unknown) => this.#failed(error));
    });
    socket.on('close', () => this.#dispose());
    socket.on('error', (error) => this.#host.log.debug({ err: error }, 'a stream connection failed'));
    socket.on('pong', () => (this.alive = true));
  }

  get principal(): Principal | undefined {
    return this.#principal;
  }

  /** Queues new readings of a device that this connection follows. */
  push(readings: CommittedReadings): void {
    if (!this.#throttle.add(readings)) this.close(1013, 'too slow: resume by the cursor');
  }

  send(frame: ServerFrame): void {
    this.#sendText(JSON.stringify(frame));
  }

  #sendText(text: string): void {
    if (this.#closed || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      this.close(1013, 'too slow: resume by the cursor');
      return;
    }
    this.#socket.send(text);
  }

  /** The scene was saved: its devices may have changed. */
  sceneChanged(sceneId: string): void {
    this.#work = this.#work
      .then(async () => {
        for (const [id, subscription] of this.#subscriptions) {
          if (subscription.resolved.scene?.id === sceneId) await this.#refresh(id, subscription);
        }
      })
      .catch((error: unknown) => this.#failed(error));
  }

  /** A right to this device began, changed or ended: subscriptions that depend on it are checked again. */
  accessChanged(deviceId: string): void {
    this.#work = this.#work
      .then(async () => {
        for (const [id, subscription] of this.#subscriptions) {
          const names = subscription.resolved.devices.some((device) => device.id === deviceId);
          if (names && 'devices' in subscription.target) await this.#recheck(id, subscription);
        }
      })
      .catch((error: unknown) => this.#failed(error));
  }

  ping(): void {
    this.alive = false;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  terminate(): void {
    this.#socket.terminate();
    this.#dispose();
  }

  close(code: number, reason: string): void {
    if (this.#closed) return;
    this.#socket.close(code, reason);
    this.#dispose();
  }

  #dispose(): void {
    this.#closed = true;
    clearTimeout(this.#expiry);
    this.#throttle.close();
    for (const id of this.#subscriptions.keys()) this.#unsubscribe(id);
  }

  #failed(error: unknown): void {
    if (this.#closed) return;
    this.#host.log.warn({ err: error }, 'a stream frame failed');
    this.close(1011, 'try again');
  }

  async #handle(text: string): Promise<void> {
    if (this.#closed) return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.close(STREAM_CLOSE.protocol, 'not JSON');
    }
    const parsed = v.safeParse(clientFrameSchema, value);
    if (!parsed.success) {
      this.send({ type: 'error', code: 'bad_frame', msg: parsed.issues[0].message });
      return;
    }
    const frame = parsed.output;
    if (frame.type === 'auth') return this.#authenticate(frame.token);
    if (frame.type === 'ping') return this.send({ type: 'pong' });
    if (!this.#principal) return this.close(STREAM_CLOSE.unauthorised, 'say who you are first');
    if (frame.type === 'unsubscribe') return this.#unsubscribe(frame.id);
    const { type: _, id, cursor, every, ...target } = frame;
    await this.#subscribe(this.#principal, id, target, { cursor, every });
  }

  async #authenticate(token: string): Promise<void> {
    const verified = await this.#host.principals.verify(token);
    if (this.#closed) return;
    const before = this.#principal;
    const same =
      !before ||
      (before.userId === verified?.principal.userId &&
        before.sceneId === verified.principal.sceneId &&
        before.organisationId === verified.principal.organisationId);
    if (!verified || !same) return this.close(STREAM_CLOSE.unauthorised, 'the token is not valid');
    this.#principal = verified.principal;
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(
      () => this.close(STREAM_CLOSE.unauthorised, 'the token ended'),
      Math.min(verified.expiresAt - Date.now(), MAX_TIMER_MS),
    );
    this.send({ type: 'ready' });
  }

  async #subscribe(
    principal: Principal,
    id: string,
    target: StreamTarget,
    { cursor, every = 0 }: { cursor: string | undefined; every: number | undefined },
  ): Promise<void> {
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS && !this.#subscriptions.has(id)) {
      this.send({ type: 'error', id, code: 'too_many', msg: `at most ${MAX_SUBSCRIPTIONS} subscriptions` });
      return;
    }
    // A page with an embed token may follow its one scene.
    const own = 'scene' in target && target.scene.toLowerCase() === principal.sceneId;
    const resolved =
      own || can(principal.roles, 'read') ? await this.#host.resolver.resolve(principal, target) : null;
    if (this.#closed) return;
    if (!resolved) {
      this.send({ type: 'error', id, code: 'not_found', msg: 'no such device or scene' });
      return;
    }
    this.#unsubscribe(id);
    const subscription: Subscription = {
      target,
      resolved,
      intervalMs: Math.max(MIN_INTERVAL_MS, every),
      recheck: undefined,
    };
    this.#subscriptions.set(id, subscription);
    this.#updateInterval();
    this.#count(resolved, 1);
    this.#scheduleRecheck(id, subscription);
    await this.#announce(id, resolved, resolved.devices, cursor);
    if (cursor !== undefined && resolved.scene) {
      // It may have been saved while the client was away: the version shows it.
      this.send({
        type: 'scene-changed',
        sceneId: resolved.scene.id,
        version: resolved.scene.version,
        by: null,
      });
    }
  }

  #unsubscribe(id: string): void {
    const subscription = this.#subscriptions.get(id);
    if (!subscription) return;
    this.#subscriptions.delete(id);
    clearTimeout(subscription.recheck);
    this.#updateInterval();
    this.#count(subscription.resolved, -1);
  }

  /** Ends a subscription that its user may no longer have, with an error frame. */
  async #recheck(id: string, subscription: Subscription): Promise<void> {
    const principal = this.#principal;
    if (!principal || this.#subscriptions.get(id) !== subscription) return;
    const resolved = await this.#host.resolver.resolve(principal, subscription.target);
    if (this.#closed || this.#subscriptions.get(id) !== subscription) return;
    if (resolved) {
      subscription.resolved = { ...subscription.resolved, until: resolved.until };
      this.#scheduleRecheck(id, subscription);
      return;
    }
    this.#unsubscribe(id);
    this.send({ type: 'error', id, code: 'not_found', msg: 'no such device or scene' });
  }

  #scheduleRecheck(id: string, subscription: Subscription): void {
    clearTimeout(subscription.recheck);
    const { until } = subscription.resolved;
    if (until === null) return;
    // One millisecond later it has ended for the database, too.
    const wait = Math.min(Math.max(0, until - Date.now()) + 1, MAX_TIMER_MS);
    subscription.recheck = setTimeout(() => {
      this.#work = this.#work
        .then(() => this.#recheck(id, subscription))
        .catch((error: unknown) => this.#failed(error));
    }, wait);
  }

  async #refresh(id: string, subscription: Subscription): Promise<void> {
    const principal = this.#principal;
    if (!principal) return;
    const before = subscription.resolved;
    const resolved = await this.#host.resolver.resolve(principal, subscription.target);
    // A deleted scene keeps its devices until the client unsubscribes.
    if (!resolved || this.#closed || this.#subscriptions.get(id) !== subscription) return;
    const known = new Set(before.devices.map((device) => device.id));
    const added = resolved.devices.filter((device) => !known.has(device.id));
    subscription.resolved = resolved;
    this.#count(resolved, 1);
    this.#count(before, -1);
    if (added.length === 0 && resolved.devices.length === before.devices.length) return;
    await this.#announce(id, resolved, added, '0');
  }

  /** Sends the changes of these devices since `cursor`, then `subscribed`. */
  async #announce(
    id: string,
    resolved: ResolvedTarget,
    devices: ResolvedTarget['devices'],
    cursor: string | undefined,
  ): Promise<void> {
    this.#throttle.pause();
    try {
      // Read before the replay: a commit in between is sent twice rather than never.
      const seq = await this.#host.telemetry.currentSeq();
      if (cursor !== undefined && devices.length > 0) {
        // A cursor ahead of the database belongs to an earlier database: everything is sent.
        const from = Number(cursor) > seq ? 0 : Number(cursor);
        await this.#replay(id, devices, from);
        this.#sendStates(id, devices);
      }
      this.send({
        type: 'subscribed',
        id,
        cursor: String(seq),
        ...(resolved.everything ? {} : { devices: resolved.devices.map((device) => device.id) }),
      });
    } finally {
      this.#throttle.resume();
    }
  }

  async #replay(id: string, devices: ResolvedTarget['devices'], from: number): Promise<void> {
    const ids = new Map(devices.map((device) => [device.key, device.id]));
    const rows = await this.#host.telemetry.changedSince([...ids.keys()], from);
    const items = rows.flatMap(({ device, ts, values, seq }) => {
      const deviceId = ids.get(device);
      if (deviceId === undefined) return [];
      this.#throttle.superseded(deviceId, { values, seq });
      return [{ deviceId, ts, values }];
    });
    for (let start = 0; start < items.length; start += REPLAY_CHUNK) {
      this.send({ type: 'telemetry', id, items: items.slice(start, start + REPLAY_CHUNK) });
    }
  }

  #sendStates(id: string, devices: ResolvedTarget['devices']): void {
    const items = devices.map((device) => ({ deviceId: device.id, ...this.#host.stateOf(device) }));
    this.send({ type: 'device-state', id, items });
  }

  #count(resolved: ResolvedTarget, change: 1 | -1): void {
    const organisationId = this.#principal?.organisationId ?? '';
    const ids = resolved.everything ? [] : resolved.devices.map(({ id }) => id);
    if (resolved.scene) ids.push(resolved.scene.id);
    for (const id of ids) {
      const count = (this.#followed.get(id) ?? 0) + change;
      if (count > 0) this.#followed.set(id, count);
      else this.#followed.delete(id);
      if (count === 1 && change === 1) this.#host.followers.follow(id, this);
      if (count === 0) this.#host.followers.unfollow(id, this);
    }
    if (resolved.everything) {
      this.#followsAll += change;
      if (this.#followsAll > 0) this.#host.followers.followAll(organisationId, this);
      else this.#host.followers.unfollowAll(organisationId, this);
    }
    if (change < 0 && this.#followsAll === 0) {
      for (const { id } of resolved.devices) if (!this.#followed.has(id)) this.#throttle.forget(id);
    }
  }

  #updateInterval(): void {
    this.#throttle.setIntervals([...this.#subscriptions.values()].map(({ intervalMs }) => intervalMs));
  }
}
