import type { Pool } from 'pg';
import type { ServerEvents } from '../../platform/events.ts';
import { makeDeviceToken } from './credentials.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import { isStorableText } from '../../platform/storage/storable-text.ts';

/** Longest name of a device of a gateway. */
const NAME_MAX = 64;
/** Devices of one gateway. */
const DEVICES_MAX = 2_000;

/** Devices behind gateways, found by the name that their gateway gives them and created when they are new. */
export class GatewayDevices {
  readonly #pool: Pool;
  readonly #events: ServerEvents;

  constructor(pool: Pool, events: ServerEvents) {
    this.#pool = pool;
    this.#events = events;
  }

  /** Null when the name is invalid or the gateway has too many devices. `type` is a product model's code. */
  async identify(gateway: DeviceIdentity, name: string, type?: string): Promise<DeviceIdentity | null> {
    if (name.trim() === '' || name.length > NAME_MAX || !isStorableText(name)) return null;
    const known = await this.#find(gateway, name);
    if (known) return known;
    const { rows } = await this.#pool.query<{ id: string }>(
      `insert into device (organisation_id, product_model_id, name, token_hash, gateway_id, name_at_gateway)
       select $1, coalesce((select id from product_model where code = $5), $2), $3, $4, $6, $3
       where (select count(*) from device where gateway_id = $6) < $7
       on conflict (gateway_id, name_at_gateway) do nothing returning id`,
      [
        gateway.organisationId,
        gateway.productModelId,
        name,
        makeDeviceToken().hash,
        type ?? '',
        gateway.id,
        DEVICES_MAX,
      ],
    );
    const [made] = rows;
    if (made) {
      this.#events.emit('device-changed', { deviceId: made.id, organisationId: gateway.organisationId });
    }
    return this.#find(gateway, name);
  }

  async #find(gateway: DeviceIdentity, name: string): Promise<DeviceIdentity | null> {
    const { rows } = await this.#pool.query<DeviceIdentity>(
      `select id, key, organisation_id as "organisationId", product_model_id as "productModelId", name, gateway
       from device where gateway_id = $1 and name_at_gateway = $2`,
      [gateway.id, name],
    );
    return rows[0] ?? null;
  }
}
