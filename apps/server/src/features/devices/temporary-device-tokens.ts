import { thingsboard } from '@farm3d/api';
import type { Pool } from 'pg';
import { can } from '../../platform/auth/policy.ts';
import type { Principals } from '../../platform/auth/principals.ts';
import { hashDeviceToken, makeDeviceToken } from './credentials.ts';

/** Validity of a temporary token, minutes. */
const TEMPORARY_TOKEN_MINUTES = 15;

/**
 * Tokens for tools that request a device's token to report in its name (ThingsBoard's
 * `/api/device/{id}/credentials`). The device's own token cannot be returned, since only its hash is stored.
 * Temporary tokens work over HTTP only and expire soon. Each use checks the login or key that requested it.
 */
export class TemporaryDeviceTokens {
  readonly #pool: Pool;
  readonly #principals: Pick<Principals, 'ofSession'>;

  constructor(pool: Pool, principals: Pick<Principals, 'ofSession'>) {
    this.#pool = pool;
    this.#principals = principals;
  }

  /** Issues a token for a device. */
  async issue(device: number, sessionId: string): Promise<string> {
    const { token, hash } = makeDeviceToken();
    await this.#pool.query(
      `with gone as (delete from visiting_token where expires_at < platform_now())
       insert into visiting_token (token_hash, device, session_id, expires_at)
       values ($1, $2, $3, platform_now() + make_interval(mins => $4))`,
      [hash, device, sessionId, TEMPORARY_TOKEN_MINUTES],
    );
    return token;
  }

  /** Id of the device of a valid token; null when it expired, or its holder may not request it any more. */
  async deviceOf(token: string): Promise<string | null> {
    const { rows } = await this.#pool.query<{ id: string; organisationId: string; sessionId: string }>(
      `select d.id, d.organisation_id as "organisationId", v.session_id as "sessionId"
       from visiting_token v join device d on d.key = v.device
       where v.token_hash = $1 and v.expires_at > platform_now()`,
      [hashDeviceToken(token)],
    );
    const [row] = rows;
    const holder = row && (await this.#principals.ofSession(row.sessionId));
    if (!holder || holder.principal.organisationId !== row.organisationId) return null;
    return can(holder.principal, thingsboard.credentials.right) ? row.id : null;
  }
}
