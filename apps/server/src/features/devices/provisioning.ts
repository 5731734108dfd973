import { randomBytes } from 'node:crypto';
import { message } from '@farm3d/api';
import type { Pool } from 'pg';
import type { ServerEvents } from '../../platform/events.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import { inTransaction } from '../../platform/storage/transaction.ts';
import { isOverQuota } from '../../platform/storage/quota-violation.ts';
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
/** The same of a request that is refused before its secret is looked at. */
const UNREADABLE: ProvisionAnswer = { ...FAILURE };
/** In both languages: that of a device is unknown. */
const NAME_TAKEN: ProvisionAnswer = {
  errorMsg: `deviceName: ${message('device.name.taken', 'en')} / ${message('device.name.taken', 'zh-CN')}`,
  status: 'FAILURE',
};

const FULL: ProvisionAnswer = {
  errorMsg: `${message('organisation.deviceQuota', 'en')} / ${message('organisation.deviceQuota', 'zh-CN')}`,
  status: 'FAILURE',
};

/** Devices that register with the key and secret of their product: ThingsBoard's `/provision`. */
export class Provisioning {
  readonly #pool: Pool;
  readonly #events: ServerEvents;
  readonly #limits: Pick<RateLimits, 'take'>;

  constructor(pool: Pool, events: ServerEvents, limits: Pick<RateLimits, 'take'>) {
    this.#pool = pool;
    this.#events = events;
    this.#limits = limits;
  }

  /**
   * As {@link Provisioning.#provision}, with the milliseconds to wait above a limit, else 0: of requests without a right
   * secret by `source` (see `sourceOf`), of devices by the integration. A right secret is not refused because of others.
   */
  async provision(request: JsonValue, source: string): Promise<{ answer: ProvisionAnswer; waitMs: number }> {
    const answer = await this.#provision(request);
    if (typeof answer === 'number') return { answer: FAILURE, waitMs: answer };
    const isRefused = answer === NOT_FOUND || answer === UNREADABLE;
    return { answer, waitMs: isRefused ? await this.#limits.take('stranger', source) : 0 };
  }

  /**
   * Creates the device and returns its token. A name that exists in the organisation is refused: the secret must not
   * give access to an existing device. A number is the time to wait, milliseconds.
   */
  async #provision(request: JsonValue): Promise<ProvisionAnswer | number> {
    if (typeof request !== 'object' || request === null || Array.isArray(request)) return UNREADABLE;
    const { provisionDeviceKey: key, provisionDeviceSecret: secret, deviceName, token } = request;
    if (typeof key !== 'string' || typeof secret !== 'string' || !isUuid(key) || secret.length > 64) {
      return NOT_FOUND;
    }
    const type = request['credentialsType'] ?? 'ACCESS_TOKEN';
    const given = token ?? null;
    const name = deviceName ?? `设备-${randomBytes(5).toString('hex')}`;
    if (type !== 'ACCESS_TOKEN' || !isName(name) || !isToken(given)) return UNREADABLE;
    const { rows } = await this.#pool.query<{ organisationId: string; productModelId: string }>(
      `select organisation_id as "organisationId", product_model_id as "productModelId" from integration
       where id = $1 and kind = 'provision' and key_hash = $2 and not exists (
         select from organisation where organisation.id = organisation_id and suspended_at is not null)`,
      [key, hashDeviceToken(secret)],
    );
    const [profile] = rows;
    if (!profile) return NOT_FOUND;
    const waitMs = await this.#limits.take('provision', key);
    if (waitMs > 0) return waitMs;
    const made = given === null ? makeDeviceToken() : { token: given, hash: hashDeviceToken(given) };
    const added = inTransaction(this.#pool, async (client) => {
      await client.query('select lock_device_names($1)', [profile.organisationId]);
      const names = await client.query<{ taken: boolean }>(
        'select device_name_is_taken($1, $2, null) as taken',
        [profile.organisationId, name],
      );
      if (names.rows[0]?.taken) return 'taken' as const;
      const inserted = await client.query<{ id: string }>(
        `insert into device (organisation_id, product_model_id, name, token_hash)
         values ($1, $2, $3, $4)
         on conflict (token_hash) do nothing returning id`,
        [profile.organisationId, profile.productModelId, name, made.hash],
      );
      return inserted.rows[0]?.id;
    });
    const id = await added.catch((error: unknown) => {
      if (isOverQuota(error)) return 'full' as const;
      throw error;
    });
    if (id === undefined) return FAILURE;
    if (id === 'full') return FULL;
    if (id === 'taken') return NAME_TAKEN;
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
