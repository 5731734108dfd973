import { randomInt } from 'node:crypto';
import { DEFAULT_RPC_TIMEOUT_MS, MAX_RPC_TIMEOUT_MS } from '@farm3d/api';
import type { CommandEntry, CommandLog } from './command-log.ts';
import { InterlockError, type Interlocks, type SwitchMove } from './interlocks.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { Logger } from '../../platform/logger.ts';
import { parseJson, type Problem } from '../../platform/telemetry/reading.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { AccessChange } from '../../platform/auth/grants/access-change.ts';
import type { Reach } from '../../platform/auth/reach.ts';
import { platformNow, type Clock } from '../../platform/clock.ts';
import { mayBeSent, type WaitingCommand } from './waiting-commands.ts';

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
  /** Whether the device acknowledged that it received the command. */
  readonly isDelivered: boolean;

  constructor(code: 'offline' | 'timeout', isDelivered = false) {
    super(code === 'offline' ? 'the device has no open session' : 'the device did not answer in time');
    this.code = code;
    this.isDelivered = isDelivered;
  }
}

export interface RpcRequest extends CommandEntry {
  /** Default DEFAULT_RPC_TIMEOUT_MS, at most MAX_RPC_TIMEOUT_MS. */
  readonly timeoutMs?: number;
  /** Complete when the device has acknowledged it: no response is awaited. */
  readonly oneWay?: boolean;
  /** Complete when the command log has the response, too: the next waiting command is not sent before. */
  readonly entered?: boolean;
  /** False when rights changed since those of a waiting command were checked. */
  readonly isStillPermitted?: () => boolean;
}

interface Waiting {
  readonly deviceId: string;
  readonly deviceKey: number;
  readonly resolve: (answer: JsonValue) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Two-way commands in ThingsBoard's form: `{method, params}` on v1/devices/me/rpc/request/{n}, the response on
 * …/response/{n}. Every command is in the command log before it is sent; its state is `delivered`
 * only after the device's PUBACK.
 */
export class DeviceRpc {
  readonly #commands: CommandLog;
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
  /** Taken, not sent, and not yet put back: the database did not answer. */
  readonly #unsent = new Set<WaitingCommand>();
  #sweeper: NodeJS.Timeout | undefined;
  /** Starts at random: several servers on one broker have different numbers. */
  #number = randomInt(1_000_000_000);
  readonly #flushedAt = new Map<string, number>();

  constructor(options: {
    commands: CommandLog;
    sessions: DeviceSessions;
    interlocks: Interlocks;
    reach: Pick<Reach, 'levelOn'>;
    clock: Pick<Clock, 'now'>;
    log: Logger;
    others?: boolean;
  }) {
    this.#others = options.others ?? false;
    this.#commands = options.commands;
    this.#sessions = options.sessions;
    this.#interlocks = options.interlocks;
    this.#reach = options.reach;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** Closes what a crash left open in the command log, and what waits too long from now on. */
  async start(): Promise<void> {
    await this.#commands.closeLeft(this.#others);
    this.#sweeper = setInterval(() => void this.#sweep(), EXPIRY_INTERVAL_MS);
    this.#sweeper.unref();
  }

  /** What waits for a response learns that there will be none; its entry in the log stays as after a crash. */
  stop(): void {
    clearInterval(this.#sweeper);
    for (const { reject } of this.#waiting.values()) reject(new Error('the server stops'));
  }

  /**
   * Sends a command and waits for the response.
   * @throws RpcError `offline` or `timeout`; InterlockError when it must not be sent
   */
  async send(device: Pick<DeviceIdentity, 'id' | 'key'>, request: RpcRequest): Promise<JsonValue> {
    return this.#guarded(device, await this.#commands.enter(device, request, null), request);
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
    const id = await this.#commands.enter(device, request, request.expiresInMs);
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
    const now = platformNow();
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

  async #flush(device: Pick<DeviceIdentity, 'id' | 'key'>): Promise<void> {
    while (this.#sessions.sessionsOf(device.id).length > 0) {
      const changes = this.#changes;
      const command = await this.#commands.takeWaiting(device, new Date(this.#clock.now()));
      if (!command) return;
      const { id, method, params, source } = command;
      try {
        if (!(await mayBeSent(command, device.id, this.#reach))) {
          const why = command.isSwitchedOff
            ? 'automations are switched off'
            : 'the right to this command has ended';
          await this.#commands.fail(id, why);
          continue;
        }
      } catch (error) {
        await this.#putBack(command);
        throw error;
      }
      try {
        const isStillPermitted = (): boolean => changes === this.#changes;
        const interlock = source === 'interlock';
        const request = { method, params, interlock, entered: true, isStillPermitted };
        await this.#guarded(device, id, request, command);
      } catch (error) {
        if (error instanceof InterlockError) continue;
        if (!(error instanceof RpcError)) throw error;
        if (error.code === 'timeout') continue;
        // No session accepted it, or a right changed: it waits on.
        await this.#putBack(command);
        if (changes === this.#changes) return;
      }
    }
  }

  /** A command that was taken and not sent waits on; while the database does not answer, the next sweep tries again. */
  async #putBack(command: WaitingCommand): Promise<void> {
    this.#unsent.add(command);
    await this.#commands.requeue(command);
    this.#unsent.delete(command);
  }

  async #sweep(): Promise<void> {
    await this.#commands.expire();
    try {
      for (const command of this.#unsent) await this.#putBack(command);
      for (const { id, key, method, params } of await this.#interlocks.due()) {
        const device = { id, key };
        await this.queue(device, { method, params, interlock: true, expiresInMs: OFF_TIMEOUT_MS });
      }
    } catch (error) {
      this.#log.warn(
        { err: error },
        'commands could not be put back, or devices whose time is over not be looked up',
      );
    }
  }

  /** Sends a command that the interlocks admit, and reports its outcome to them. */
  async #guarded(
    device: Pick<DeviceIdentity, 'id' | 'key'>,
    id: string,
    request: RpcRequest,
    taken?: WaitingCommand,
  ): Promise<JsonValue> {
    let move: SwitchMove | null;
    try {
      move = await this.#interlocks.admit(device.key, request.method, request.params ?? {});
    } catch (error) {
      if (error instanceof InterlockError) await this.#commands.fail(id, `${error.code}: ${error.subject}`);
      // Its device was claimed meanwhile, or the database did not answer.
      else if (taken) await this.#putBack(taken);
      throw error;
    }
    if (!move) return this.#call(device, id, request);
    try {
      const answer = await this.#call(device, id, { ...request, params: move.params });
      await this.#interlocks.settled(device.key, move, 'done');
      return answer;
    } catch (error) {
      await this.#interlocks.settled(device.key, move, outcomeOf(error, request));
      throw error;
    }
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
    let isDelivered = false;
    const timer = setTimeout(() => reject(new RpcError('timeout', isDelivered)), timeoutMs);
    try {
      const isPermitted = request.isStillPermitted?.() ?? true;
      const delivered = isPermitted ? this.#deliver(device.id, number, request) : null;
      if (!delivered) throw new RpcError('offline');
      void this.#commands.record(id, 'sent', {});
      void delivered.then((yes) => {
        isDelivered = yes;
        if (yes && this.#waiting.has(number)) void this.#commands.record(id, 'delivered', {});
      });
      if (request.oneWay) void delivered.then((yes) => yes && resolve(null));
      const answer = await promise;
      const written = this.#commands.record(id, 'successful', { answer });
      if (request.entered) await written;
      return answer;
    } catch (error) {
      if (error instanceof RpcError) {
        void this.#commands.record(id, error.code === 'timeout' ? 'timeout' : 'failed', {
          error: error.code,
        });
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
}

function outcomeOf(error: unknown, { interlock }: RpcRequest): 'received' | 'not-sent' | 'unknown' {
  if (!(error instanceof RpcError)) return 'unknown';
  if (error.code === 'offline') return 'not-sent';
  return interlock && error.isDelivered ? 'received' : 'unknown';
}
