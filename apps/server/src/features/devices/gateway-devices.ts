import type { Pool } from 'pg';
import type { ServerEvents } from '../../platform/events.ts';
import type { DraftModels } from '../product-models/draft-models.ts';
import { makeDeviceToken } from './credentials.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import { isOverQuota } from '../../platform/storage/quota-violation.ts';
import { isStorableText } from '../../platform/storage/storable-text.ts';

/** Longest name of a device of a gateway. */
const NAME_MAX = 64;
/** Devices of one gateway. */
const DEVICES_MAX = 2_000;

/** Devices behind gateways, found by the name that their gateway gives them and created when they are new. */
export class GatewayDevices {
  readonly #pool: Pool;
  readonly #events: ServerEvents;
  readonly #drafts: Pick<DraftModels, 'of'>;

  constructor(pool: Pool, events: ServerEvents, drafts: Pick<DraftModels, 'of'>) {
    this.#pool = pool;
    this.#drafts = drafts;
    this.#events = events;
  }

  /**
   * Null when the name is invalid, or the gateway or its organisation has too many devices. `type` is a product model's code; an unknown one
   * makes a draft, and without one the device has the gateway's model. Where another device has the name,
   * that of the gateway is added to it: a gateway gets no device of others by naming it.
   */
  async identify(gateway: DeviceIdentity, name: string, type?: string): Promise<DeviceIdentity | null> {
    if (name.trim() === '' || name.length > NAME_MAX || !isStorableText(name)) return null;
    const existing = await this.#find(gateway, name);
    if (existing) return existing;
    const model = type === undefined ? null : await this.#drafts.of(gateway.organisationId, type);
    const inserted = this.#pool.query<{ id: string }>(
      `insert into device (organisation_id, product_model_id, name, token_hash, gateway_id, name_at_gateway)
       select $1, coalesce($5::uuid, $2), free_device_name($1, $3, $8), $4, $6, $3
       where (select count(*) from device where gateway_id = $6) < $7
       on conflict (gateway_id, name_at_gateway) do nothing returning id`,
      [
        gateway.organisationId,
        gateway.productModelId,
        name,
        makeDeviceToken().hash,
        model,
        gateway.id,
        DEVICES_MAX,
        gateway.name,
      ],
    );
    const { rows } = await inserted.catch((error: unknown) => {
      if (isOverQuota(error)) return { rows: [] };
      throw error;
    });
    const [created] = rows;
    if (created) {
      this.#events.emit('device-changed', { deviceId: created.id, organisationId: gateway.organisationId });
    }
    return this.#find(gateway, name);
  }

  /** How a device behind a gateway is reached: the gateway, and its name there. Null: it stands behind none. */
  async wayTo(deviceId: string): Promise<{ readonly gatewayId: string; readonly name: string } | null> {
    const { rows } = await this.#pool.query<{ gatewayId: string; name: string }>(
      `select gateway_id as "gatewayId", name_at_gateway as name from device
       where id = $1 and gateway_id is not null and name_at_gateway is not null`,
      [deviceId],
    );
    return rows[0] ?? null;
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
