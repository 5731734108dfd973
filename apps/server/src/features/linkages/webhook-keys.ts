import type { Pool } from 'pg';
import { newWebhookKey } from '../../platform/outgoing/signed-webhook.ts';

/** Name of the key among the settings of an organisation. */
const NAME = 'webhookKey';

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
    return this.#write(organisationId, 'set value = excluded.value, updated_at = platform_now()');
  }

  async #write(organisationId: string, conflict: string): Promise<string> {
    const { rows } = await this.#pool.query<{ key: string }>(
      `insert into organisation_setting (organisation_id, name, value) values ($1, $2, $3::jsonb)
       on conflict (organisation_id, name) do update ${conflict} returning value ->> 'key' as key`,
      [organisationId, NAME, JSON.stringify({ key: newWebhookKey() })],
    );
    return rows[0]?.key ?? '';
  }
}
