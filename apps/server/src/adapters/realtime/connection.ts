import { clientFrameSchema, STREAM_CLOSE, type ServerFrame } from '@farm3d/api';
import * as v from 'valibot';
import type { WebSocket } from 'ws';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { Principals } from '../../platform/auth/principals.ts';
import type { AccessChange } from '../../platform/auth/grants/access-change.ts';
import { platformNow } from '../../platform/clock.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import type { Logger } from '../../platform/logger.ts';
import type { CommittedReadings } from '../../platform/telemetry/device-readings.ts';
import { visibleOf as visibleKeys, type VisibleKeys } from '../../platform/telemetry/visible-keys.ts';
import { FrameIntake } from './frame-intake.ts';
import { Subscriptions, type StreamGrant, type Subscriber, type SubscriptionHost } from './subscriptions.ts';
import { TelemetryThrottle } from './telemetry-throttle.ts';

/** A connection without authentication is closed after this time, milliseconds. */
const AUTH_TIMEOUT_MS = 10_000;
/** How long one that never authenticated may take to answer the close, milliseconds. */
const FAREWELL_MS = 1_000;
/** Longest frame of a client that has not authenticated. */
const MAX_ANONYMOUS_BYTES = 8 * 1024;
/** Above this buffer a client that does not read is closed and resumes by its cursor. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
/** Longest delay of setTimeout; a token that lasts longer is presented again then. */
const MAX_TIMER_MS = 2_147_483_647;

/** What a connection uses of the hub. */
export interface ConnectionHost extends SubscriptionHost {
  readonly log: Logger;
  readonly limits: Pick<RateLimits, 'take'>;
  /** Whether the user of this key may have another stream. */
  readonly admit: (connection: Connection, key: string) => boolean;
  /** Called once the client has authenticated or left. Default: nothing. */
  readonly authenticated?: () => void;
  readonly principals: Pick<Principals, 'verify' | 'ofSession'>;
  /** Whether the page that opened the stream may use the principal's token. Default: any page may. */
  readonly mayUsePage?: (principal: Principal) => boolean;
}

/** One client of the stream: its authentication, its subscriptions, and the readings that wait for it. */
export class Connection implements Subscriber {
  readonly #socket: WebSocket;
  readonly #host: ConnectionHost;
  readonly #subscriptions: Subscriptions;
  readonly #throttle: TelemetryThrottle;
  readonly #intake: FrameIntake;
  #principal: Principal | undefined;
  #expiry: NodeJS.Timeout | undefined;
  /** Frames are handled one after the other: `unsubscribe` must not overtake its `subscribe`. */
  #work: Promise<void> = Promise.resolve();
  #closed = false;
  alive = true;

  constructor(socket: WebSocket, host: ConnectionHost) {
    this.#socket = socket;
    this.#host = host;
    this.#intake = new FrameIntake(socket);
    this.#throttle = new TelemetryThrottle({
      sendText: (text) => this.#sendText(text),
      buffered: () => socket.bufferedAmount,
    });
    this.#subscriptions = new Subscriptions(this, host, this.#throttle);
    this.#expiry = setTimeout(() => this.close(STREAM_CLOSE.unauthorised, 'no token'), AUTH_TIMEOUT_MS);
    socket.on('message', (raw, binary) => {
      if (this.#closed) return;
      if (binary) return this.close(STREAM_CLOSE.protocol, 'text frames only');
      // With `ws` a text frame arrives as one Buffer.
      const { length } = raw as Buffer;
      if (!this.#principal && length > MAX_ANONYMOUS_BYTES) return this.close(1009, 'say who you are first');
      const handled = this.#intake.take(length);
      this.#work = this.#work
        .then(() => this.#handle((raw as Buffer).toString('utf8')))
        .catch((error: unknown) => this.#failed(error))
        .finally(handled);
    });
    socket.on('close', () => this.#dispose());
    socket.on('error', (error) => this.#host.log.debug({ err: error }, 'a stream connection failed'));
    socket.on('pong', () => (this.alive = true));
  }

  get principal(): Principal | undefined {
    return this.#principal;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Queues new readings of a device that this connection follows. */
  push(readings: CommittedReadings): void {
    this.#subscriptions.checkEnds();
    const visible = this.visibleOf(readings.deviceId);
    const keys = visible && visibleKeys(visible, Object.keys(readings.values));
    if (keys?.length === 0) return;
    if (!this.#throttle.add(keys ? readings.withKeys(keys) : readings))
      this.close(1013, 'too slow: resume by the cursor');
  }

  visibleOf(deviceId: string): VisibleKeys {
    return this.#subscriptions.visibleOf(deviceId);
  }

  send(frame: ServerFrame): void {
    this.#sendText(JSON.stringify(frame));
  }

  /** As `send`, and resolves when the socket has taken it, or is closed. A dead client is ended by the heartbeat. */
  sendSlowly(frame: ServerFrame): Promise<void> {
    return new Promise((resolve) => this.#socket.send(JSON.stringify(frame), () => resolve()));
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
    this.hold(() => this.#subscriptions.sceneChanged(sceneId));
  }

  /** Whether a change may end something that this connection has. */
  concerns(change: AccessChange): boolean {
    const principal = this.#principal;
    if (!principal) return false;
    const subscriptions = this.#subscriptions;
    switch (change.of) {
      case 'device':
        return subscriptions.followsAll || subscriptions.follows(change.id);
      case 'share':
        return (
          (principal.userId === change.userId || principal.organisationId === change.organisationId) &&
          (subscriptions.follows(change.deviceId) || subscriptions.mayPlace(change.deviceId))
        );
      case 'person':
        return principal.userId === change.id;
      case 'organisation':
        return principal.organisationId === change.id;
      case 'session':
      case 'key':
        return principal.sessionId === change.id;
      case 'scene':
        return principal.sceneId === change.id || subscriptions.follows(change.id);
      default:
        return true;
    }
  }

  /** Sends nothing until the person and the subscriptions of this kind are checked; ends what has no right. */
  async accessChanged(grant: StreamGrant): Promise<void> {
    await this.#held(async () => {
      const { grants, principals } = this.#host;
      const sessionId = this.#principal?.sessionId;
      if (sessionId === undefined) return;
      const current = await grants.steady(() => principals.ofSession(sessionId));
      if (this.#closed) return;
      if (!current) return this.close(STREAM_CLOSE.unauthorised, 'logged out');
      // The subscriptions are of the organisation that the user has left: the page opens new ones.
      if (current.principal.organisationId !== this.#principal?.organisationId)
        return this.close(STREAM_CLOSE.unauthorised, 'another organisation');
      this.#principal = current.principal;
      await this.#subscriptions.recheck(grant);
    });
  }

  /** Sends no readings while `check` runs. */
  hold(check: () => Promise<void>): void {
    void this.#held(check);
  }

  /** A check that fails closes the connection: it resumes by its cursor. */
  async #held(check: () => Promise<void>): Promise<void> {
    if (this.#closed) return;
    this.#throttle.pause();
    try {
      await check();
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#throttle.resume();
    }
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
    if (!this.#principal) this.#terminateSoon();
    this.#dispose();
  }

  #terminateSoon(): void {
    const timer = setTimeout(() => this.#socket.terminate(), FAREWELL_MS);
    this.#socket.once('close', () => clearTimeout(timer));
  }

  #dispose(): void {
    this.#closed = true;
    this.#host.authenticated?.();
    clearTimeout(this.#expiry);
    this.#throttle.close();
    this.#subscriptions.clear();
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
    if (frame.type === 'unsubscribe') return this.#subscriptions.unsubscribe(frame.id);
    await this.#takeTurn(this.#principal);
    if (this.#closed) return;
    const { type: _, id, cursor, every, ...target } = frame;
    await this.#subscriptions.subscribe(id, target, { cursor, every });
  }

  /** Subscriptions count as calls of the user; above the limit they wait, and further frames are not read. */
  async #takeTurn(principal: Principal): Promise<void> {
    const wait = await this.#host.limits.take('user', keyOf(principal));
    if (wait > 0) await new Promise<void>((resolve) => setTimeout(resolve, wait).unref());
  }

  async #authenticate(token: string): Promise<void> {
    const { grants, principals } = this.#host;
    const verified = await grants.steady(() => principals.verify(token));
    if (this.#closed) return;
    const before = this.#principal;
    const same =
      !before ||
      (before.userId === verified?.principal.userId &&
        before.sceneId === verified.principal.sceneId &&
        before.organisationId === verified.principal.organisationId);
    if (verified && this.#host.mayUsePage?.(verified.principal) === false)
      return this.close(STREAM_CLOSE.unauthorised, 'not from this origin');
    if (!verified || !same) return this.close(STREAM_CLOSE.unauthorised, 'the token is not valid');
    if (!this.#host.admit(this, keyOf(verified.principal))) return this.close(1013, 'too many streams');
    this.#host.authenticated?.();
    this.#principal = verified.principal;
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(
      () => this.close(STREAM_CLOSE.unauthorised, 'the token ended'),
      Math.min(verified.expiresAt - platformNow(), MAX_TIMER_MS),
    );
    this.send({ type: 'ready' });
  }
}

/** Key of the counts of streams and subscriptions: the user, or the embed token of a foreign page. */
function keyOf({ userId, sessionId, sceneId }: Principal): string {
  return sceneId === undefined ? userId : sessionId;
}
