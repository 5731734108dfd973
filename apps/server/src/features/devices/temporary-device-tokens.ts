import type { Pool } from 'pg';
import type { ServerEvents } from '../../platform/events.ts';
import { makeDeviceToken } from './credentials.ts';

/** Validity of a temporary token, minutes. */
const TEMPORARY_TOKEN_MINUTES = 15;

/**
 * Tokens for tools that request a device's token to report in its name (ThingsBoard's
 * `/api/device/{id}/credentials`). The device's own token cannot be returned, since only its hash is stored.
 * Temporary tokens work over HTTP only, expire soon, and end with the login that requested them.
 */
export class TemporaryDeviceTokens {
  readonly #pool: Pool;

  constructor(pool: Pool, events: ServerEvents) {
    this.#pool = pool;
    events.on('session-ended', ({ sessionId }) => {
      // If the database is away the token expires by its time.
      pool.query('delete from visiting_token where session_id = $1', [sessionId]).catch(() => undefined);
    });
    events.on('access-changed', ({ deviceId, userId }) => {
      if (userId !== null) return;
      // The device may have a new owner: tokens of the former one end.
      pool
        .query('delete from visiting_token using device d where device = d.key and d.id = $1', [deviceId])
        .catch(() => undefined);
    });
  }

  /** Issues a token for a device. */
  async issue(device: number, sessionId: string): Promise<string> {
    const { token, hash } = makeDeviceToken();
    await this.#pool.query(
      `with gone as (delete from visiting_token where expires_at < now())
       insert into visiting_token (token_hash, device, session_id, expires_at)
       values ($1, $2, $3, now() + make_interval(mins => $4))`,
      [hash, device, sessionId, TEMPORARY_TOKEN_MINUTES],
    );
    return token;
  }
}
