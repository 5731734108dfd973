import type { ServerFrame, StreamTarget } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import type { GrantKind } from '../../platform/auth/grants/grant-kinds.ts';
import type { Clock } from '../../platform/clock.ts';
import { flagsOf, withKeys, type CommittedReadings } from '../../platform/telemetry/device-readings.ts';
import {
  seesSame,
  visibleOf as visibleKeys,
  type VisibleKeys,
} from '../../platform/telemetry/visible-keys.ts';
import type { TelemetryQueries } from '../../platform/telemetry/queries.ts';
import type { DeviceKey } from '../../features/devices/repository.ts';
import type { ResolvedTarget, TargetResolver } from '../../features/sharing/stream-targets.ts';
import type { Followers } from './followers.ts';
import { MIN_INTERVAL_MS, type TelemetryThrottle } from './telemetry-throttle.ts';

/** Subscriptions of one connection. */
const MAX_SUBSCRIPTIONS = 64;
/** Values of one replay frame, and its devices and instants. */
const REPLAY_VALUES = 5_000;
const REPLAY_CHUNK = 500;

export type StreamGrant = Extract<GrantKind, `stream-${string}`>;

/** The connection as its subscriptions and the hub see it. */
export interface Subscriber {
  readonly principal: Principal | undefined;
  readonly closed: boolean;
  send(frame: ServerFrame): void;
  /** As `send`, and resolves when the client's socket has taken it. */
  sendSlowly(frame: ServerFrame): Promise<void>;
  push(readings: CommittedReadings): void;
  /** Keys of a device that the client may see; null: all. */
  visibleOf(deviceId: string): VisibleKeys;
  sceneChanged(sceneId: string): void;
  /** Sends no readings while `check` runs. */
  hold(check: () => Promise<void>): void;
}

/** What subscriptions use of the hub. */
export interface SubscriptionHost {
  readonly telemetry: Pick<TelemetryQueries, 'changedSince' | 'currentSeq'>;
  readonly resolver: Pick<TargetResolver, 'resolve'>;
  readonly followers: Followers<Subscriber>;
  readonly grants: Pick<Grants, 'steady'>;
  readonly clock: Clock;
  /** State of a device at the begin of a subscription. */
  stateOf(device: DeviceKey): { online: boolean; lastActivity: number | null };
}

interface Subscription {
  readonly target: StreamTarget;
  resolved: ResolvedTarget;
  /** Minimum time between two telemetry frames that the client asked for, milliseconds. */
  readonly intervalMs: number;
  /** Cancels the check at the end of the first of its rights. */
  cancelRecheck: () => void;
}

function grantOf(target: StreamTarget): StreamGrant {
  if ('organisation' in target) return 'stream-organisation';
  return 'scene' in target ? 'stream-scene' : 'stream-device';
}

/** Subscriptions of one connection, with the rights that they have now. */
export class Subscriptions {
  readonly #connection: Subscriber;
  readonly #host: SubscriptionHost;
  readonly #throttle: TelemetryThrottle;
  readonly #byId = new Map<string, Subscription>();
  /** Ids of followed devices and scenes with the number of their subscriptions. */
  readonly #followed = new Map<string, number>();
  #followsAll = 0;
  /** Devices of which the caller sees chosen keys only, by id. */
  readonly #restricted = new Map<string, ReadonlySet<string>>();
  /** When the first of all rights ends, epoch ms. */
  #endsAt = Infinity;

  constructor(connection: Subscriber, host: SubscriptionHost, throttle: TelemetryThrottle) {
    this.#connection = connection;
    this.#host = host;
    this.#throttle = throttle;
  }

  /** Whether a device or scene of this id is followed by name. */
  follows(id: string): boolean {
    return this.#followed.has(id);
  }

  /** Whether a followed scene contains this device of another organisation: a share would bring it. */
  mayPlace(deviceId: string): boolean {
    return [...this.#byId.values()].some(({ resolved }) => resolved.foreign.includes(deviceId));
  }

  /** Keys of a device that the caller may see; null: all. */
  visibleOf(deviceId: string): VisibleKeys {
    return this.#restricted.get(deviceId) ?? null;
  }

  /** Whether all devices of the organisation are followed. */
  get followsAll(): boolean {
    return this.#followsAll > 0;
  }

  /** Checks what has ended by time. Its timer may be late: call it before anything is sent. */
  checkEnds(): void {
    if (this.#endsAt > this.#host.clock.now()) return;
    this.#endsAt = Infinity;
    this.#connection.hold(async () => {
      const now = this.#host.clock.now();
      for (const [id, subscription] of this.#byId) {
        const { until } = subscription.resolved;
        if (until !== null && until <= now) await this.#renew(id, subscription);
      }
      this.#updateEnd();
    });
  }

  async subscribe(
    id: string,
    target: StreamTarget,
    { cursor, every = 0 }: { cursor: string | undefined; every: number | undefined },
  ): Promise<void> {
    const connection = this.#connection;
    if (this.#byId.size >= MAX_SUBSCRIPTIONS && !this.#byId.has(id)) {
      const msg = `at most ${MAX_SUBSCRIPTIONS} subscriptions`;
      connection.send({ type: 'error', id, code: 'too_many', msg });
      return;
    }
    const resolved = await this.#resolve(target);
    if (connection.closed) return;
    if (!resolved) return this.#refuse(id);
    this.unsubscribe(id);
    const subscription: Subscription = {
      target,
      resolved,
      intervalMs: Math.max(MIN_INTERVAL_MS, every),
      cancelRecheck: () => undefined,
    };
    this.#byId.set(id, subscription);
    this.#updateInterval();
    this.#restrict();
    this.#count(resolved, 1);
    this.#scheduleRecheck(subscription);
    await this.#announce(id, subscription, resolved.devices, cursor, true);
    const { scene } = subscription.resolved;
    if (cursor === undefined || !scene || this.#byId.get(id) !== subscription) return;
    // It may have been saved while the client was away: the version shows it.
    connection.send({ type: 'scene-changed', sceneId: scene.id, version: scene.version, by: null });
  }

  unsubscribe(id: string): void {
    const subscription = this.#byId.get(id);
    if (!subscription) return;
    this.#byId.delete(id);
    subscription.cancelRecheck();
    this.#updateEnd();
    this.#updateInterval();
    this.#count(subscription.resolved, -1);
    this.#restrict();
  }

  clear(): void {
    for (const id of this.#byId.keys()) this.unsubscribe(id);
  }

  /** Checks the rights of all subscriptions of one kind; those without a right end with an error frame. */
  async recheck(grant: StreamGrant): Promise<void> {
    for (const [id, subscription] of this.#byId) {
      if (grantOf(subscription.target) === grant) await this.#renew(id, subscription);
    }
  }

  /** The scene was saved: its devices may have changed. */
  async sceneChanged(sceneId: string): Promise<void> {
    for (const [id, subscription] of this.#byId) {
      if (subscription.resolved.scene?.id === sceneId) await this.#renew(id, subscription);
    }
  }

  /** By the rights that the principal has when it resolves; null when any of the target is unknown or foreign. */
  async #resolve(target: StreamTarget): Promise<ResolvedTarget | null> {
    return this.#host.grants.steady(async () => {
      const { principal } = this.#connection;
      return principal ? this.#host.resolver.resolve(principal, target) : null;
    });
  }

  #refuse(id: string): void {
    this.#connection.send({ type: 'error', id, code: 'not_found', msg: 'no such device or scene' });
  }

  async #renew(id: string, subscription: Subscription): Promise<void> {
    const isCurrent = (): boolean => !this.#connection.closed && this.#byId.get(id) === subscription;
    if (!isCurrent()) return;
    const resolved = await this.#resolve(subscription.target);
    if (!isCurrent()) return;
    if (!resolved) {
      this.unsubscribe(id);
      return this.#refuse(id);
    }
    const before = subscription.resolved;
    subscription.resolved = resolved;
    const rechosen = this.#restrict();
    this.#count(resolved, 1);
    this.#count(before, -1);
    this.#scheduleRecheck(subscription);
    // What waits was chosen by other keys: it is sent again by those of now.
    for (const deviceId of rechosen) this.#throttle.forget(deviceId);
    const remaining = new Set(resolved.devices.map((device) => device.id));
    for (const gone of before.devices) if (!remaining.has(gone.id)) this.#forget(gone.id);
    // New devices of an organisation need no announcement.
    if (resolved.everything) return;
    const known = new Set(before.devices.map((device) => device.id));
    const added = resolved.devices.filter((device) => !known.has(device.id) || rechosen.has(device.id));
    if (added.length === 0 && resolved.devices.length === before.devices.length) return;
    await this.#announce(id, subscription, added, '0');
  }

  /** Takes over the chosen keys of all subscriptions. @returns ids of the devices of which others are chosen now */
  #restrict(): ReadonlySet<string> {
    const before = new Map(this.#restricted);
    this.#restricted.clear();
    // The latest subscription knows the rights of now.
    for (const { resolved } of this.#byId.values())
      for (const [deviceId, keys] of resolved.restricted) this.#restricted.set(deviceId, keys);
    const named = new Set([...before.keys(), ...this.#restricted.keys()]);
    return new Set(
      [...named].filter(
        (deviceId) => !seesSame(before.get(deviceId) ?? null, this.#restricted.get(deviceId) ?? null),
      ),
    );
  }

  #scheduleRecheck(subscription: Subscription): void {
    subscription.cancelRecheck();
    this.#updateEnd();
    const { until } = subscription.resolved;
    if (until === null) return;
    const { clock } = this.#host;
    subscription.cancelRecheck = clock.after(until - clock.now() + 1, () => this.checkEnds());
  }

  #updateEnd(): void {
    this.#endsAt = Math.min(...[...this.#byId.values()].map(({ resolved }) => resolved.until ?? Infinity));
  }

  /**
   * Sends the changes of these devices since `cursor`, then `subscribed`. `isAwaited`: waits for a slow client; where
   * somebody else waits for the end of this, it does not.
   */
  async #announce(
    id: string,
    subscription: Subscription,
    devices: ResolvedTarget['devices'],
    cursor: string | undefined,
    isAwaited = false,
  ): Promise<void> {
    this.#throttle.pause();
    try {
      // Read before the replay: a commit in between is sent twice rather than never.
      const seq = await this.#host.telemetry.currentSeq();
      if (cursor !== undefined && devices.length > 0) {
        // A cursor ahead of the database belongs to an earlier database: everything is sent.
        const from = Number(cursor) > seq ? 0 : Number(cursor);
        const keys = devices.map((device) => device.key);
        const rows = await this.#host.telemetry.changedSince(keys, from);
        await this.#replay(id, subscription, devices, rows, isAwaited);
      }
      if (this.#byId.get(id) !== subscription) return;
      const { resolved } = subscription;
      this.#connection.send({
        type: 'subscribed',
        id,
        cursor: String(seq),
        ...(resolved.everything ? {} : { devices: resolved.devices.map((device) => device.id) }),
      });
    } finally {
      this.#throttle.resume();
    }
  }

  /** Those of `devices` that the subscription covers now: a right may have ended since they were looked up. */
  #stillCovered(
    id: string,
    subscription: Subscription,
    devices: ResolvedTarget['devices'],
  ): ResolvedTarget['devices'] {
    if (this.#byId.get(id) !== subscription) return [];
    const covered = new Set(subscription.resolved.devices.map(({ key }) => key));
    return devices.filter(({ key }) => covered.has(key));
  }

  async #replay(
    id: string,
    subscription: Subscription,
    wanted: ResolvedTarget['devices'],
    rows: Awaited<ReturnType<SubscriptionHost['telemetry']['changedSince']>>,
    isAwaited: boolean,
  ): Promise<void> {
    let devices = this.#stillCovered(id, subscription, wanted);
    if (devices.length === 0) return;
    const ids = new Map(devices.map((device) => [device.key, device.id]));
    const items = rows.flatMap(({ device, ts, values, outside, seq }) => {
      const deviceId = ids.get(device);
      if (deviceId === undefined) return [];
      this.#throttle.superseded(deviceId, { values, seq });
      const visible = this.visibleOf(deviceId);
      if (visible === null) return [{ deviceId, ts, values, ...flagsOf(outside) }];
      const keys = visibleKeys(visible, Object.keys(values));
      if (keys.length === 0) return [];
      const chosen = withKeys({ device, ts, values, ...flagsOf(outside) }, keys);
      return [{ deviceId, ts, values: chosen.values, ...flagsOf(chosen.outside) }];
    });
    for (const chunk of chunksOf(items)) {
      const covered = new Set(devices.map((device) => device.id));
      const frame = {
        type: 'telemetry',
        id,
        items: chunk.filter(({ deviceId }) => covered.has(deviceId)),
      } as const;
      if (!isAwaited) {
        this.#connection.send(frame);
        continue;
      }
      await this.#connection.sendSlowly(frame);
      // A right may have ended during the replay.
      this.checkEnds();
      devices = this.#stillCovered(id, subscription, devices);
      if (this.#connection.closed || devices.length === 0) return;
    }
    const states = devices.map((device) => ({ deviceId: device.id, ...this.#host.stateOf(device) }));
    this.#connection.send({ type: 'device-state', id, items: states });
  }

  #count(resolved: ResolvedTarget, change: 1 | -1): void {
    const connection = this.#connection;
    const organisationId = connection.principal?.organisationId ?? '';
    const ids = resolved.everything ? [] : resolved.devices.map(({ id }) => id);
    if (resolved.scene) ids.push(resolved.scene.id);
    for (const id of ids) {
      const count = (this.#followed.get(id) ?? 0) + change;
      if (count > 0) this.#followed.set(id, count);
      else this.#followed.delete(id);
      if (count === 1 && change === 1) this.#host.followers.follow(id, connection);
      if (count === 0) this.#host.followers.unfollow(id, connection);
    }
    if (resolved.everything) {
      this.#followsAll += change;
      if (this.#followsAll > 0) this.#host.followers.followAll(organisationId, connection);
      else this.#host.followers.unfollowAll(organisationId, connection);
    }
    if (change < 0 && this.#followsAll === 0) for (const { id } of resolved.devices) this.#forget(id);
  }

  /** Drops waiting readings of a device, unless another subscription names it. */
  #forget(deviceId: CommittedReadings['deviceId']): void {
    if (!this.#followed.has(deviceId)) this.#throttle.forget(deviceId);
  }

  #updateInterval(): void {
    this.#throttle.setIntervals([...this.#byId.values()].map(({ intervalMs }) => intervalMs));
  }
}

/** Parts of a replay, each with so many items and, unless one item has more, so many values. */
function* chunksOf<T extends { readonly values: object }>(items: readonly T[]): Generator<T[]> {
  let chunk: T[] = [];
  let values = 0;
  for (const item of items) {
    const count = Object.keys(item.values).length;
    if (chunk.length > 0 && (chunk.length >= REPLAY_CHUNK || values + count > REPLAY_VALUES)) {
      yield chunk;
      chunk = [];
      values = 0;
    }
    chunk.push(item);
    values += count;
  }
  if (chunk.length > 0) yield chunk;
}
