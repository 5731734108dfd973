import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { ServerEvents } from '../../platform/events.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import { inTransaction } from '../../platform/storage/transaction.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { hashDeviceToken, makeDeviceToken } from './credentials.ts';
import { isStorableText } from '../../platform/storage/storable-text.ts';

const NAME_MAX = 64;
/** Least length of a token chosen by a device, as hard to guess as a generated one. */
const TOKEN_MIN = 20;
const TOKEN_MAX = 64;

export type ProvisionAnswer =
  | {
      readonly status: 'SUCCESS';
      readonly credentialsType: 'ACCESS_TOKEN';
      readonly credentialsValue: string;
    }
  | { readonly status: 'NOT_FOUND' | 'FAILURE'; readonly errorMsg: string };

const NOT_FOUND: ProvisionAnswer = { errorMsg: 'Provision data was not found!', status: 'NOT_FOUND' };
const FAILURE: ProvisionAnswer = { errorMsg: 'Failed to provision device!', status: 'FAILURE' };

/** Devices that register with the key and secret of their product: ThingsBoard's `/provision`. */
export class Provisioning {
  readonly #pool: Pool;
  readonly #events: ServerEvents;

  constructor(pool: Pool, events: ServerEvents) {
    this.#pool = pool;
    this.#events = events;
  }

  /**
   * Creates the device and returns its token. A name that exists in the organisation is refused: the secret must not
   * give access to an existing device.
   */
  async provision(request: JsonValue): Promise<ProvisionAnswer> {
    if (typeof request !== 'object' || request === null || Array.isArray(request)) return FAILURE;
    const { provisionDeviceKey: key, provisionDeviceSecret: secret, deviceName, token } = request;
    if (typeof key !== 'string' || typeof secret !== 'string' || !isUuid(key) || secret.length > 64) {
      return NOT_FOUND;
    }
    const type = request['credentialsType'] ?? 'ACCESS_TOKEN';
    const given = token ?? null;
    const name = deviceName ?? `设备-${randomBytes(5).toString('hex')}`;
    if (type !== 'ACCESS_TOKEN' || !isName(name) || !isToken(given)) return FAILURE;
    const { rows } = await this.#pool.query<{ organisationId: string; productModelId: string }>(
      `select organisation_id as "organisationId", product_model_id as "productModelId" from integration
       where id = $1 and kind = 'provision' and key_hash = $2`,
      [key, hashDeviceToken(secret)],
    );
    const [profile] = rows;
    if (!profile) return NOT_FOUND;
    const made = given === null ? makeDeviceToken() : { token: given, hash: hashDeviceToken(given) };
    const id = await inTransaction(this.#pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `provision ${profile.organisationId}`,
      ]);
      const inserted = await client.query<{ id: string }>(
        `insert into device (organisation_id, product_model_id, name, token_hash)
         select $1, $2, $3, $4
         where not exists (select from device where organisation_id = $1 and name = $3)
         on conflict (token_hash) do nothing returning id`,
        [profile.organisationId, profile.productModelId, name, made.hash],
      );
      return inserted.rows[0]?.id;
    });
    if (id === undefined) return FAILURE;
    this.#events.emit('device-changed', { deviceId: id, organisationId: profile.organisationId });
    return { credentialsValue: made.token, credentialsType: 'ACCESS_TOKEN', status: 'SUCCESS' };
  }
}

function isName(value: JsonValue): value is string {
  return (
    typeof value === 'string' && value.trim() !== '' && value.length <= NAME_MAX && isStorableText(value)
  );
}

function isToken(value: JsonValue): value is string | null {
  return (
    value === null || (typeof value === 'string' && value.length >= TOKEN_MIN && value.length <= TOKEN_MAX)
  );
}
