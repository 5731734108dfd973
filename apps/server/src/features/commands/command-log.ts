import { MAX_RPC_TIMEOUT_MS, type Command, type CommandState } from '@farm3d/api';
import type { Pool } from 'pg';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { Logger } from '../../platform/logger.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { takeWaiting, type WaitingCommand } from './waiting-commands.ts';

/** What the log keeps of a command. */
export interface CommandEntry {
  readonly method: string;
  readonly params?: JsonValue;
  /** The user, for the command log. */
  readonly userId?: string;
  /** Organisation in which the user works: a waiting command is sent with the rights there. */
  readonly organisationId?: string;
  /** Their API key. */
  readonly apiKeyId?: string | undefined;
  /** The linkage run that sent it. */
  readonly runId?: string;
  /** Sent by the interlock: the running time of the device is over. */
  readonly interlock?: boolean;
  /** Reason given by the user. */
  readonly reason?: string;
}

/** Every command to a device, what became of it, and those that wait for their device (table `command`). */
export class CommandLog {
  readonly #pool: Pool;
  readonly #log: Logger;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /**
   * Closes entries that a crash left open: their responses are no longer awaited, and what may have been sent is not
   * sent again. Commands that wait for their device keep waiting. `others`: other servers may have sent open ones.
   */
  async closeLeft(others: boolean): Promise<void> {
    await this.#pool.query(
      `update command set state = 'failed', error = 'the server was restarted', finished_at = platform_now()
       where (state in ('sent', 'delivered') or (state = 'queued' and not persistent))
         and coalesce(sent_at, created_at) < platform_now() - $1::float8 * interval '1 millisecond'`,
      [others ? 2 * MAX_RPC_TIMEOUT_MS : 0],
    );
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

  /** A new entry, and its id. `expiresInMs`: how long it may wait for its device; null: it is sent now or never. */
  async enter(
    device: Pick<DeviceIdentity, 'key'>,
    request: CommandEntry,
    expiresInMs: number | null,
  ): Promise<string> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `insert into command (device, owner_id, user_id, method, params, state, persistent, expires_at, source, source_id,
         reason, api_key_id, acting_organisation_id)
       select key, organisation_id, $2, $3, $4, 'queued', $5::float8 is not null,
         platform_now() + $5::float8 * interval '1 millisecond', $6, $7, $8, $9, $10 from device where key = $1
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

  /** Takes the oldest command that waits for a device. */
  takeWaiting(device: Pick<DeviceIdentity, 'id' | 'key'>, now: Date): Promise<WaitingCommand | undefined> {
    return takeWaiting(this.#pool, device, now);
  }

  /** A command that was taken and not sent waits on, unless it does so already: asked twice, it is not sent twice. */
  async requeue({ id, takenAt }: Pick<WaitingCommand, 'id' | 'takenAt'>): Promise<void> {
    await this.#pool.query(
      `update command set state = 'queued'
       where id = $1 and state = 'sent' and sent_at = $2::timestamptz and finished_at is null`,
      [id, takenAt],
    );
  }

  /** Closes what waited too long for its device. */
  async expire(): Promise<void> {
    await this.#pool
      .query(
        `update command set state = 'expired', finished_at = platform_now()
         where state = 'queued' and persistent and expires_at <= platform_now()`,
      )
      .catch((error: unknown) => this.#log.warn({ err: error }, 'expired commands could not be closed'));
  }

  /** A command that was not sent, and why. */
  async fail(id: string, error: string): Promise<void> {
    await this.#pool.query(
      `update command set state = 'failed', error = $2, finished_at = platform_now() where id = $1`,
      [id, error],
    );
  }

  /**
   * The log is written after the command: a slow disk must not delay a valve. States only advance, so that a late
   * 'delivered' cannot overwrite 'successful'.
   */
  record(id: string, state: CommandState, result: { answer?: JsonValue; error?: string }): Promise<unknown> {
    const finished = state === 'successful' || state === 'timeout' || state === 'failed';
    return this.#pool
      .query(
        `update command set state = $2, answer = coalesce($3::jsonb, answer), error = coalesce($4, error),
           finished_at = case when $5 then platform_now() end
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
