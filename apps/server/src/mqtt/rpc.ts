import type { Pool } from 'pg';
import type { DeviceIdentity } from '../domain/devices/credentials.ts';
import type { JsonValue } from '../events.ts';
import type { Logger } from '../logger.ts';
import type { CommandState } from '../storage/schema.ts';
import { parseJson, type Problem } from '../telemetry/reading.ts';
import type { DeviceSessions } from './sessions.ts';

/** How long a two-way command waits for its answer when nobody says otherwise. */
export const DEFAULT_RPC_TIMEOUT_MS = 10_000;
/** Longest wait that a caller may ask for. */
export const MAX_RPC_TIMEOUT_MS = 60_000;

/** Why a command has no answer. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  /** `offline`: no open session. `timeout`: sent, no answer in time. */
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
  /** Who asked, for the ledger. */
  readonly userId?: string;
}

interface Waiting {
  readonly deviceKey: number;
  readonly resolve: (answer: JsonValue) => void;
}

/**
 * Two-way commands in ThingsBoard's form: `{method, params}` on v1/devices/me/rpc/request/{n}, the
 * answer on …/response/{n}. Every command stands in the ledger (table `command`) before it is sent,
 * and the ledger says `delivered` only at the device's PUBACK.
 */
export class DeviceRpc {
  readonly #pool: Pool;
  readonly #sessions: DeviceSessions;
  readonly #log: Logger;
  readonly #waiting = new Map<number, Waiting>();
  #number = 0;

  constructor(pool: Pool, sessions: DeviceSessions, log: Logger) {
    this.#pool = pool;
    this.#sessions = sessions;
    this.#log = log;
  }

  /** Closes the ledger entries that a crash left open: nobody waits for their answers any more. */
  async start(): Promise<void> {
    await this.#pool.query(
      `update command set state = 'failed', error = 'the server was restarted', finished_at = now()
       where state in ('queued', 'sent', 'delivered')`,
    );
  }

  /**
   * Sends a command and waits for the answer.
   * @throws RpcError `offline` or `timeout`.
   */
  async send(device: Pick<DeviceIdentity, 'id' | 'key'>, request: RpcRequest): Promise<JsonValue> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `insert into command (device, user_id, method, params, state) values ($1, $2, $3, $4, 'queued') returning id`,
      [device.key, request.userId ?? null, request.method, JSON.stringify(request.params ?? {})],
    );
    const id = rows[0]?.id ?? '';
    const number = (this.#number += 1);
    const timeoutMs = Math.min(Math.max(1, request.timeoutMs ?? DEFAULT_RPC_TIMEOUT_MS), MAX_RPC_TIMEOUT_MS);
    const { promise, resolve, reject } = Promise.withResolvers<JsonValue>();
    this.#waiting.set(number, { deviceKey: device.key, resolve });
    const timer = setTimeout(() => reject(new RpcError('timeout')), timeoutMs);
    try {
      const delivered = this.#deliver(device.id, number, request);
      if (!delivered) throw new RpcError('offline');
      this.#record(id, 'sent', {});
      void delivered.then((yes) => {
        if (yes && this.#waiting.has(number)) this.#record(id, 'delivered', {});
      });
      const answer = await promise;
      this.#record(id, 'successful', { answer });
      return answer;
    } catch (error) {
      if (error instanceof RpcError) {
        this.#record(id, error.code === 'timeout' ? 'timeout' : 'failed', { error: error.code });
      }
      throw error;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(number);
    }
  }

  /** Sends to the newest connection that listens: beside it there may be one that only publishes. Null when none does. */
  #deliver(deviceId: string, number: number, { method, params }: RpcRequest): Promise<boolean> | null {
    const payload = JSON.stringify({ method, params: params ?? {} });
    for (const session of this.#sessions.sessionsOf(deviceId).toReversed()) {
      const { accepted, delivered } = session.send(`v1/devices/me/rpc/request/${number}`, payload);
      if (accepted) return delivered;
    }
    return null;
  }

  /** An answer came in on …/rpc/response/{number}. Answers what is wrong with it, or null. */
  answeredBy(device: Pick<DeviceIdentity, 'key'>, number: number, payload: Uint8Array): Problem | null {
    const parsed = parseJson(payload);
    if ('problem' in parsed) return parsed.problem;
    const waiting = this.#waiting.get(number);
    // Numbers are counted for all devices together: only the one that was asked may answer. An
    // answer that nobody waits for any more is late, not wrong.
    if (waiting?.deviceKey === device.key) waiting.resolve(parsed.value);
    return null;
  }

  /**
   * The ledger is written behind the command: a slow disk must not delay a valve. States only go
   * forward, so that a late 'delivered' cannot overwrite 'successful'.
   */
  #record(id: string, state: CommandState, result: { answer?: JsonValue; error?: string }): void {
    const finished = state === 'successful' || state === 'timeout' || state === 'failed';
    this.#pool
      .query(
        `update command set state = $2, answer = coalesce($3::jsonb, answer), error = coalesce($4, error),
           finished_at = case when $5 then now() end
         where id = $1 and finished_at is null and not (state = 'delivered' and $2 = 'sent')`,
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
