import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** Name of the key among the settings of an organisation. */
const NAME = 'webhookKey';
const KEY_BYTES = 32;
/** Begin of a key, as standardwebhooks.com has it. */
const PREFIX = 'whsec_';

const newKey = (): string => PREFIX + randomBytes(KEY_BYTES).toString('base64');

/** The bytes of a key. */
export const keyBytes = (key: string): Buffer => Buffer.from(key.slice(PREFIX.length), 'base64');

/** The keys that sign the webhooks of organisations. */
export class WebhookKeys {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The first call makes it. */
  get(organisationId: string): Promise<string> {
    // An update without a change returns the key that another call has just made, too.
    return this.#write(organisationId, 'set value = organisation_setting.value');
  }

  renew(organisationId: string): Promise<string> {
    return this.#write(organisationId, 'set value = excluded.value, updated_at = now()');
  }

  async #write(organisationId: string, conflict: string): Promise<string> {
    const { rows } = await this.#pool.query<{ key: string }>(
      `insert into organisation_setting (organisation_id, name, value) values ($1, $2, $3::jsonb)
       on conflict (organisation_id, name) do update ${conflict} returning value ->> 'key' as key`,
      [organisationId, NAME, JSON.stringify({ key: newKey() })],
    );
    return rows[0]?.key ?? '';
  }
}
