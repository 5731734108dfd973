import type { Pool } from 'pg';
import type { AccessChange } from '../../platform/auth/grants/access-change.ts';
import type { GrantKeeper } from '../../platform/auth/grants/grants.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { DeviceCredentials } from './credentials.ts';

/**
 * Closes connections that were opened under another owner, and those of a suspended organisation: of devices themselves,
 * and of those behind a gateway.
 */
export class DeviceSessionKeeper implements GrantKeeper {
  readonly #pool: Pool;
  readonly #sessions: Pick<DeviceSessions, 'drop' | 'connected'>;
  readonly #credentials: Pick<DeviceCredentials, 'forget' | 'forgetAll'>;

  constructor(
    pool: Pool,
    sessions: Pick<DeviceSessions, 'drop' | 'connected'>,
    credentials: Pick<DeviceCredentials, 'forget' | 'forgetAll'>,
  ) {
    this.#pool = pool;
    this.#sessions = sessions;
    this.#credentials = credentials;
  }

  async end(change: AccessChange): Promise<void> {
    if (change.of === 'everything' || change.of === 'organisation') return this.#compareAll();
    if (change.of !== 'device') return;
    this.#credentials.forget(change.id);
    this.#sessions.drop(change.id);
  }

  async #compareAll(): Promise<void> {
    this.#credentials.forgetAll();
    const { connected } = this.#sessions;
    const { rows } = await this.#pool.query<{ id: string; organisationId: string }>(
      `select device.id, organisation_id as "organisationId"
       from device join organisation on organisation.id = organisation_id
       where device.id = any($1::uuid[]) and suspended_at is null`,
      [connected.map(({ id }) => id)],
    );
    const owners = new Map(rows.map(({ id, organisationId }) => [id, organisationId]));
    for (const { id, organisationId } of connected) {
      if (owners.get(id) !== organisationId) this.#sessions.drop(id);
    }
  }
}
