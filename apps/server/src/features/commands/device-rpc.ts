import { randomInt } from 'node:crypto';
import { DEFAULT_RPC_TIMEOUT_MS, MAX_RPC_TIMEOUT_MS, type Command, type CommandState } from '@farm3d/api';
import type { Pool } from 'pg';
import { InterlockError, type Interlocks, type SwitchMove } from './interlocks.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { Logger } from '../../platform/logger.ts';
import { parseJson, type Problem } from '../../platform/telemetry/reading.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { AccessChange } from '../../platform/auth/grants/access-change.ts';
import type { Reach } from '../../platform/auth/reach.ts';
import type { Clock } from '../../platform/clock.ts';
import { mayBeSent, takeWaiting } from './waiting-commands.ts';

/** Interval of the check for expired commands, milliseconds. */
const EXPIRY_INTERVAL_MS = 1_000;

const FLUSH_INTERVAL_MS = 1_000;

/** An expired device that is offline is switched off when it reconnects within a day. */
const OFF_TIMEOUT_MS = 86_400_000;

/** Why a command has no response. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  /** `offline`: no open session. `timeout`: sent, no response in time. */
  readonly code: 'offline' | 'timeout';

  constructor(code: 'offline' | 'timeout') {
    super(code === 'offline' ? 'the device has no open session' : 'the device did not answer in time');
    this.code = code;
  }
}

export interface RpcRequest {
  readonly method: string;
  readonly params?: JsonValue;
  /** Default DEFAULT_RPC_TIMEOUT_MS, at most MAX_RPC_TIMEOUT_MS. */
  readonly timeoutMs?: number;
  /** The user, for the command log. */
  readonly userId?: string;
  /** Organisation in which the user works: a waiting command is sent with the rights there. */
  readonly organisationId?: string;
  /** Their API key. */
  readonly apiKeyId?: string | undefined;
  /** The linkage run that sent it. */
  readonly runId?: string;
  /** Complete when the device has acknowledged it: no response is awaited. */
  readonly oneWay?: boolean;
  /** Complete when the command log has the response, too: the next waiting command is not sent before. */
  readonly entered?: boolean;
  /** Sent by the interlock: the running time of the device is over. */
  readonly interlock?: boolean;
  /** Reason given by the user. */
  readonly reason?: string;
  /** False when rights changed since those of a waiting command were checked. */
  readonly isStillPermitted?: () => boolean;
}

interface Waiting {
  readonly deviceId: string;
  readonly deviceKey: number;
  readonly resolve: (answer: JsonValue) => void;
  readonly reject: (error: RpcError) => void;
}

/**
 * Two-way commands in ThingsBoard's form: `{method, params}` on v1/devices/me/rpc/request/{n}, the response on
 * …/response/{n}. Every command is in the command log (table `command`) before it is sent; its state is `delivered`
 * only after the device's PUBACK.
 */
export class DeviceRpc {
  readonly #pool: Pool;
  readonly #sessions: DeviceSessions;
  readonly #interlocks: Interlocks;
  readonly #reach: Pick<Reach, 'levelOn'>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: Logger;
  /** Number of changes of rights: a waiting command that was checked before one is checked again. */
  #changes = 0;
  /** Other servers may have sent open commands. */
  readonly #others: boolean;
  readonly #waiting = new Map<number, Waiting>();
  readonly #flushing = new Map<string, Promise<void>>();
  #sweeper: NodeJS.Timeout | undefined;
  /** Starts at random: several servers on one broker have different numbers. */
  #number = randomInt(1_000_000_000);
  readonly #flushedAt = new Map<string, number>();

  constructor(options: {
    pool: Pool;
    sessions: DeviceSessions;
    interlocks: Interlocks;
    reach: Pick<Reach, 'levelOn'>;
    clock: Pick<Clock, 'now'>;
    log: Logger;
    others?: boolean;
  }) {
    this.#others = options.others ?? false;
    this.#pool = options.pool;
    this.#sessions = options.sessions;
    this.#interlocks = options.interlocks;
    this.#reach = options.reach;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /**
   * Closes log entries that a crash left open: their responses are no longer awaited, and what may have been sent is
   * not sent again. Commands that wait for their device keep waiting.
   */
  async start(): Promise<void> {
    await this.#pool.query(
      `update command set state = 'failed', error = 'the server was restarted', finished_at = now()
       where (state in ('sent', 'delivered') or (state = 'queued' and not persistent))
         and coalesce(sent_at, created_at) < now() - $1::float8 * interval '1 millisecond'`,
      [this.#others ? 2 * MAX_RPC_TIMEOUT_MS : 0],
    );
    this.#sweeper = setInterval(() => void this.#sweep(), EXPIRY_INTERVAL_MS);
    this.#sweeper.unref();
  }

  stop(): void {
    clearInterval(this.#sweeper);
  }

  /**
   * Sends a command and waits for the response.
   * @throws RpcError `offline` or `timeout`; InterlockError when it must not be sent
   */
  async send(device: Pick<DeviceIdentity, 'id' | 'key'>, request: RpcRequest): Promise<JsonValue> {
    return this.#guarded(device, await this.#enter(device, request, null), request);
  }

  /**
   * Queues a command for a device that may be offline; returns its id in the command log.
   * @throws InterlockError when its product model declares no such command; exclusion is checked when it is sent
   */
  async queue(
    device: Pick<DeviceIdentity, 'id' | 'key'>,
    request: RpcRequest & { readonly expiresInMs: number },
  ): Promise<string> {
    await this.#interlocks.check(device.key, request.method, request.params ?? {});
    const id = await this.#enter(device, request, request.expiresInMs);
    this.flush(device);
    return id;
  }

  /** The device subscribed: its waiting commands are sent one after the other in their order. */
  flush(device: Pick<DeviceIdentity, 'id' | 'key'>): void {
    const before = this.#flushing.get(device.id) ?? Promise.resolve();
    const work = before
      .then(() => this.#flush(device))
      .catch((error: unknown) => this.#log.error({ err: error }, 'waiting commands could not be sent'))
      .finally(() => {
        if (this.#flushing.get(device.id) === work) this.#flushing.delete(device.id);
      });
    this.#flushing.set(device.id, work);
  }

  /** As `flush`, at most once a second, for devices with constant activity. */
  flushWaiting(device: Pick<DeviceIdentity, 'id' | 'key'>): void {
    const now = Date.now();
    if (now - (this.#flushedAt.get(device.id) ?? 0) < FLUSH_INTERVAL_MS) return;
    this.#flushedAt.set(device.id, now);
    this.flush(device);
  }

  /** Rights changed: waiting commands are checked again; responses of a device with another owner are dropped. */
  end(change: AccessChange): void {
    this.#changes += 1;
    if (change.of !== 'device') return;
    for (const { deviceId, reject } of this.#waiting.values()) {
      if (deviceId === change.id) reject(new RpcError('timeout'));
    }
  }

  /** A command by its id, of the organisation's device or of the user, in its wire form. */
  async find(
    { organisationId, userId }: Pick<Principal, 'organisationId' | 'userId'>,
    id: string,
  ): Promise<Command | null> {
    if (!isUuid(id)) return null;
    const { rows } = await this.#pool.query<Command>(
      `select c.id, d.id as "deviceId", c.method, c.params, c.state, c.answer, c.error
       from command c join device d on d.key = c.device where c.id = $1 and (c.owner_id = $2 or c.user_id = $3)`,
      [id, organisationId, userId],
    );
    return rows[0] ?? null;
  }

  async #flush(device: Pick<DeviceIdentity, 'id' | 'key'>): Promise<void> {
    while (this.#sessions.sessionsOf(device.id).length > 0) {
      const changes = this.#changes;
      const command = await takeWaiting(this.#pool, device, new Date(this.#clock.now()));
      if (!command) return;
      const { id, method, params } = command;
      if (!(await mayBeSent(command, device.id, this.#reach))) {
        const why = command.isSwitchedOff
          ? 'automations are switched off'
          : 'the right to this command has ended';
        await this.#fail(id, why);
        continue;
      }
      try {
        const isStillPermitted = (): boolean => changes === this.#changes;
        await this.#guarded(device, id, { method, params, entered: true, isStillPermitted });
      } catch (error) {
        if (error instanceof InterlockError) continue;
        if (!(error instanceof RpcError)) throw error;
        if (error.code === 'timeout') continue;
        // No session accepted it, or a right changed: it waits on.
        await this.#pool.query(`update command set state = 'queued' where id = $1 and finished_at is null`, [
          id,
        ]);
        if (changes === this.#changes) return;
      }
    }
  }

  async #sweep(): Promise<void> {
    await this.#expire();
    try {
      for (const { id, key, method, params } of await this.#interlocks.due()) {
        const device = { id, key };
        await this.queue(device, { method, params, interlock: true, expiresInMs: OFF_TIMEOUT_MS });
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'devices whose time is over could not be looked up');
    }
  }

  async #expire(): Promise<void> {
    await this.#pool
      .query(
        `update command set state = 'expired', finished_at = now()
         where state = 'queued' and persistent and expires_at <= now()`,
      )
      .catch((error: unknown) => this.#log.warn({ err: error }, 'expired commands could not be closed'));
  }

  async #enter(
    device: Pick<DeviceIdentity, 'key'>,
    request: RpcRequest,
    expiresInMs: number | null,
  ): Promise<string> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `insert into command (device, owner_id, user_id, method, params, state, persistent, expires_at, source, source_id,
         reason, api_key_id, acting_organisation_id)
       select key, organisation_id, $2, $3, $4, 'queued', $5::float8 is not null,
         now() + $5::float8 * interval '1 millisecond', $6, $7, $8, $9, $10 from device where key = $1
       returning id`,
      [
        device.key,
        request.userId ?? null,
        request.method,
        JSON.stringify(request.params ?? {}),
        expiresInMs,
        request.interlock ? 'interlock' : request.runId === undefined ? 'user' : 'linkage',
        request.runId ?? null,
        request.reason ?? null,
        request.apiKeyId ?? null,
        request.organisationId ?? null,
      ],
    );
    return rows[0]?.id ?? '';
  }

  /** Sends a command that the interlocks admit, and reports its outcome to them. */
  async #guarded(
    device: Pick<DeviceIdentity, 'id' | 'key'>,
    id: string,
    request: RpcRequest,
  ): Promise<JsonValue> {
    let move: SwitchMove | null;
    try {
      move = await this.#interlocks.admit(device.key, request.method, request.params ?? {});
    } catch (error) {
      if (error instanceof InterlockError) await this.#fail(id, `${error.code}: ${error.subject}`);
      throw error;
    }
    if (!move) return this.#call(device, id, request);
    try {
      const answer = await this.#call(device, id, request);
      await this.#interlocks.settled(device.key, move, 'done');
      return answer;
    } catch (error) {
      const sent = !(error instanceof RpcError) || error.code === 'timeout';
      await this.#interlocks.settled(device.key, move, sent ? 'unknown' : 'not-sent');
      throw error;
    }
  }

  async #fail(id: string, error: string): Promise<void> {
    await this.#pool.query(
      `update command set state = 'failed', error = $2, finished_at = now() where id = $1`,
      [id, error],
    );
  }

  async #call(
    device: Pick<DeviceIdentity, 'id' | 'key'>,
    id: string,
    request: RpcRequest,
  ): Promise<JsonValue> {
    const number = (this.#number += 1);
    const timeoutMs = Math.min(Math.max(1, request.timeoutMs ?? DEFAULT_RPC_TIMEOUT_MS), MAX_RPC_TIMEOUT_MS);
    const { promise, resolve, reject } = Promise.withResolvers<JsonValue>();
    this.#waiting.set(number, { deviceId: device.id, deviceKey: device.key, resolve, reject });
    const timer = setTimeout(() => reject(new RpcError('timeout')), timeoutMs);
    try {
      const isPermitted = request.isStillPermitted?.() ?? true;
      const delivered = isPermitted ? this.#deliver(device.id, number, request) : null;
      if (!delivered) throw new RpcError('offline');
      void this.#record(id, 'sent', {});
      void delivered.then((yes) => {
        if (yes && this.#waiting.has(number)) void this.#record(id, 'delivered', {});
      });
      if (request.oneWay) void delivered.then((yes) => yes && resolve(null));
      const answer = await promise;
      const written = this.#record(id, 'successful', { answer });
      if (request.entered) await written;
      return answer;
    } catch (error) {
      if (error instanceof RpcError) {
        void this.#record(id, error.code === 'timeout' ? 'timeout' : 'failed', { error: error.code });
      }
      throw error;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(number);
    }
  }

  /** Sends to the newest connection that subscribed: another one may only publish. Null when there is none. */
  #deliver(deviceId: string, number: number, { method, params }: RpcRequest): Promise<boolean> | null {
    const payload = JSON.stringify({ method, params: params ?? {} });
    for (const session of this.#sessions.sessionsOf(deviceId).toReversed()) {
      const { accepted, delivered } = session.send(`v1/devices/me/rpc/request/${number}`, payload);
      if (accepted) return delivered;
    }
    return null;
  }

  /** Handles a response on …/rpc/response/{number}. Returns what is wrong with it, or null. */
  answeredBy(device: Pick<DeviceIdentity, 'key'>, number: number, payload: Uint8Array): Problem | null {
    const parsed = parseJson(payload);
    if ('problem' in parsed) return parsed.problem;
    const waiting = this.#waiting.get(number);
    // Numbers are shared by all devices: only the device of the command may respond. A response that is no longer
    // awaited is late, not wrong.
    if (waiting?.deviceKey === device.key) waiting.resolve(parsed.value);
    return null;
  }

  /**
   * The log is written after the command: a slow disk must not delay a valve. States only advance, so that a late
   * 'delivered' cannot overwrite 'successful'.
   */
  #record(id: string, state: CommandState, result: { answer?: JsonValue; error?: string }): Promise<unknown> {
    const finished = state === 'successful' || state === 'timeout' || state === 'failed';
    return this.#pool
      .query(
        `update command set state = $2, answer = coalesce($3::jsonb, answer), error = coalesce($4, error),
           finished_at = case when $5 then now() end
         where id = $1 and finished_at is null and not (state = 'delivered' and $2 = 'sent')
           and not (persistent and $2 = 'failed')`,
        [
          id,
          state,
          result.answer === undefined ? null : JSON.stringify(result.answer),
          result.error ?? null,
          finished,
        ],
      )
      .catch((error: unknown) =>
        this.#log.error({ err: error, command: id, state }, 'the command ledger failed'),
      );
  }
}
