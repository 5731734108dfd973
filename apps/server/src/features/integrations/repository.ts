import type { Integration as ApiIntegration } from '@farm3d/api';
import type { Pool } from 'pg';
import type { ServerEvents } from '../../platform/events.ts';
import { hashDeviceToken, makeDeviceToken } from '../devices/credentials.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';

export type IntegrationKind = ApiIntegration['kind'];

export interface Integration {
  readonly id: string;
  readonly organisationId: string;
  readonly kind: IntegrationKind;
  readonly name: string;
  readonly productModelId: string;
  readonly productModelCode: string;
}

const SELECT = `select i.id, i.organisation_id as "organisationId", i.kind, i.name,
  i.product_model_id as "productModelId", p.code as "productModelCode"
  from integration i join product_model p on p.id = i.product_model_id`;

/** Network servers of one organisation, and their devices. */
export class IntegrationRepository {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async list(organisationId: string): Promise<Integration[]> {
    const { rows } = await this.#pool.query<Integration>(
      `${SELECT} where i.organisation_id = $1 order by i.created_at, i.id`,
      [organisationId],
    );
    return rows;
  }

  /** Also returns its key, only here. */
  async create(
    organisationId: string,
    values: { kind: IntegrationKind; name: string; productModelId: string },
  ): Promise<{ id: string; key: string }> {
    const { token, hash } = makeDeviceToken();
    const { rows } = await this.#pool.query<{ id: string }>(
      `insert into integration (organisation_id, kind, name, key_hash, product_model_id)
       values ($1, $2, $3, $4, $5) returning id`,
      [organisationId, values.kind, values.name, hash, values.productModelId],
    );
    return { id: rows[0]?.id ?? '', key: token };
  }

  async remove(organisationId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { rowCount } = await this.#pool.query(
      'delete from integration where organisation_id = $1 and id = $2',
      [organisationId, id],
    );
    return rowCount === 1;
  }

  async byKey(kind: IntegrationKind, key: string): Promise<Integration | null> {
    if (key.length > 64) return null;
    const { rows } = await this.#pool.query<Integration>(`${SELECT} where i.kind = $1 and i.key_hash = $2`, [
      kind,
      hashDeviceToken(key),
    ]);
    return rows[0] ?? null;
  }

  /**
   * The device of this DevEUI, created under the integration's product model when it is new. Where another device has its
   * name, the DevEUI is added to it.
   */
  async identify(
    integration: Integration,
    devEui: string,
    name: string,
    events: ServerEvents,
  ): Promise<DeviceIdentity> {
    const find = () =>
      this.#pool.query<DeviceIdentity>(
        `select id, key, organisation_id as "organisationId", product_model_id as "productModelId", name, gateway
         from device where organisation_id = $1 and dev_eui = $2`,
        [integration.organisationId, devEui],
      );
    const existing = (await find()).rows[0];
    if (existing) return existing;
    const { rows } = await this.#pool.query<{ id: string }>(
      `insert into device (organisation_id, product_model_id, name, token_hash, dev_eui)
       values ($1, $2, free_device_name($1, $3, $5), $4, $5) on conflict (organisation_id, dev_eui) do nothing returning id`,
      [
        integration.organisationId,
        integration.productModelId,
        name.slice(0, 64) || devEui,
        makeDeviceToken().hash,
        devEui,
      ],
    );
    const [created] = rows;
    if (created) {
      events.emit('device-changed', { deviceId: created.id, organisationId: integration.organisationId });
    }
    const device = (await find()).rows[0];
    if (!device) throw new Error(`the device ${devEui} was removed while it spoke`);
    return device;
  }
}
