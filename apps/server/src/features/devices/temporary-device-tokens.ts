import type { Pool } from 'pg';
import type { ServerEvents } from '../../platform/events.ts';
import { makeDeviceToken } from './credentials.ts';

/** How long a tool may speak for a device with the token that it was given. */
const TEMPORARY_TOKEN_MINUTES = 15;

/**
 * Tokens for tools that ask for a device's token to speak in its name (ThingsBoard's
 * `/api/device/{id}/credentials`). The device's own token cannot be given: only its hash is kept, and who asks
 * need not know it. These work over HTTP only, for a short time, and end with the login that asked.
 */
export class TemporaryDeviceTokens {
  readonly #pool: Pool;

  constructor(pool: Pool, events: ServerEvents) {
    this.#pool = pool;
    events.on('session-ended', ({ sessionId }) => {
      // One that stays for want of a database ends by its time.
      pool.query('delete from visiting_token where session_id = $1', [sessionId]).catch(() => undefined);
    });
    events.on('access-changed', ({ deviceId, userId }) => {
      if (userId !== null) return;
      // It may have been handed over: whoever spoke for it belongs to its former owner.
      pool
        .query('delete from visiting_token using device d where device = d.key and d.id = $1', [deviceId])
        .catch(() => undefined);
    });
  }

  /** Makes one for a device. */
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
