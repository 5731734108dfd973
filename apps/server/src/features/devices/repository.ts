import type { DEVICE_SORTS } from '@farm3d/api';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { JsonValue } from '../../platform/json-value.ts';
import type { Database } from '../../platform/storage/schema.ts';
import { READING_TABLES } from '../../platform/storage/reading-tables.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { Keyset, type Following, type KeyColumn } from '../../platform/storage/keyset.ts';
import type { Page } from '../../platform/storage/owned-rows.ts';

/** A device joined with its product model. */
export interface DeviceRow {
  id: string;
  key: number;
  organisation_id: string;
  product_model_id: string;
  name: string;
  third_id: string | null;
  third_config_id: string | null;
  dev_eui: string | null;
  serial: string | null;
  map_video_url: string | null;
  picture: string | null;
  model_path: string | null;
  simulated: boolean;
  attributes: Record<string, JsonValue>;
  last_activity_at: Date | null;
  rejected_count: string;
  version: number;
  displayed: boolean;
  gateway: boolean;
  gateway_id: string | null;
  latitude: number | null;
  longitude: number | null;
  created_at: Date;
  product_code: string;
  product_name: string;
  product_type_code: string;
  product_picture: string | null;
  product_model_path: string | null;
  product_detail: Record<string, JsonValue>;
}

/** Identity of a device inside the server, and its last activity. */
export interface DeviceKey {
  id: string;
  key: number;
  last_activity_at: Date | null;
}

export interface DeviceFilter {
  /** Part of the name, DevEUI or serial, case-insensitive. */
  name?: string | undefined;
  productModelCode?: string | undefined;
  productTypeCode?: string | undefined;
  /** Only these ids. */
  ids?: readonly string[] | undefined;
  /** Without these ids. */
  exceptIds?: readonly string[] | undefined;
  /** Devices of this group and its descendants. */
  groupId?: string | undefined;
  /** Devices behind this gateway. */
  gatewayId?: string | undefined;
  /** Whether display lists contain it. */
  displayed?: boolean | undefined;
  /** Only devices without activity at or after this instant, epoch milliseconds. */
  inactiveSince?: number | undefined;
  /** Only devices with a position. */
  placed?: boolean | undefined;
}

/** How a list is sorted. */
export interface DeviceSort {
  readonly by: (typeof DEVICE_SORTS)[number];
  readonly descending: boolean;
  /** Ids of online devices, to sort by state. */
  readonly onlineIds: readonly string[];
}

const SORT_COLUMNS: Readonly<Record<Exclude<DeviceSort['by'], 'online'>, KeyColumn>> = {
  name: { sql: 'device.name', type: 'text' },
  productModelCode: { sql: 'product_model.code', type: 'text' },
  // A device without activity sorts as the one inactive for the longest time.
  lastActivityTime: { sql: "coalesce(device.last_activity_at, '-infinity')", type: 'timestamptz' },
  createTime: { sql: 'device.created_at', type: 'timestamptz' },
};
/** The ids are of connections, and so of devices. */
const onlineOf = (ids: readonly string[]): KeyColumn => ({
  sql: `(device.id = any('{${ids.filter(isUuid).join(',')}}'::uuid[]))`,
  type: 'boolean',
});

/** Columns of a request; undefined leaves the value as it is. */
export interface DeviceValues {
  name?: string | undefined;
  product_model_id?: string | undefined;
  third_id?: string | null | undefined;
  third_config_id?: string | null | undefined;
  dev_eui?: string | null | undefined;
  serial?: string | null | undefined;
  map_video_url?: string | null | undefined;
  picture?: string | null | undefined;
  model_path?: string | null | undefined;
  displayed?: boolean | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  /** Merged into the stored attributes. */
  attributes?: Record<string, JsonValue> | undefined;
}

const present = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Devices of a group and all its descendants; `union` also ends where a group contains itself. */
function devicesBelow(groupId: string) {
  return sql`
    with recursive below (id) as (
      select ${groupId}::uuid union select g.id from device_group g join below on g.parent_id = below.id)
    select member.device_id from device_group_member member join below on below.id = member.group_id`;
}

/** Devices of one organisation. There is no query without an organisation: a foreign id finds nothing. */
export class DeviceRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  #select(organisationId: string | null) {
    const all = this.#db
      .selectFrom('device')
      .innerJoin('product_model', 'product_model.id', 'device.product_model_id')
      .select([
        'device.id',
        'device.key',
        'device.organisation_id',
        'device.product_model_id',
        'device.name',
        'device.third_id',
        'device.third_config_id',
        'device.dev_eui',
        'device.serial',
        'device.map_video_url',
        'device.picture',
        'device.model_path',
        'device.simulated',
        'device.attributes',
        'device.last_activity_at',
        'device.rejected_count',
        'device.version',
        'device.displayed',
        'device.gateway',
        'device.gateway_id',
        'device.latitude',
        'device.longitude',
        'device.created_at',
        'product_model.code as product_code',
        'product_model.name as product_name',
        'product_model.product_type_code',
        'product_model.picture as product_picture',
        'product_model.model_path as product_model_path',
        'product_model.detail as product_detail',
      ]);
    return organisationId === null ? all : all.where('device.organisation_id', '=', organisationId);
  }

  async list(
    organisationId: string,
    filter: DeviceFilter,
    page: Page,
    { by, descending, onlineIds }: DeviceSort = { by: 'name', descending: false, onlineIds: [] },
  ): Promise<Following<DeviceRow> & { total: number }> {
    let query = this.#select(organisationId);
    if (filter.name) {
      // position() takes the text literally: no % or _ to escape.
      query = query.where(
        sql<boolean>`position(lower(${filter.name}) in lower(concat_ws(E'\\n', device.name, device.dev_eui, device.serial))) > 0`,
      );
    }
    if (filter.productModelCode) query = query.where('product_model.code', '=', filter.productModelCode);
    if (filter.productTypeCode)
      query = query.where('product_model.product_type_code', '=', filter.productTypeCode);
    if (filter.ids) query = query.where(sql<boolean>`device.id = any(${[...filter.ids]}::uuid[])`);
    if (filter.exceptIds)
      query = query.where(sql<boolean>`device.id <> all(${[...filter.exceptIds]}::uuid[])`);
    if (filter.displayed !== undefined) query = query.where('device.displayed', '=', filter.displayed);
    if (filter.placed)
      query = query.where('device.latitude', 'is not', null).where('device.longitude', 'is not', null);
    if (filter.groupId !== undefined) {
      if (!isUuid(filter.groupId)) return { items: [], total: 0, next: null };
      query = query.where(sql<boolean>`device.id in (${devicesBelow(filter.groupId)})`);
    }
    if (filter.gatewayId !== undefined) {
      if (!isUuid(filter.gatewayId)) return { items: [], total: 0, next: null };
      query = query.where('device.gateway_id', '=', filter.gatewayId);
    }
    if (filter.inactiveSince !== undefined)
      query = query.where(
        sql<boolean>`coalesce(device.last_activity_at, '-infinity') < to_timestamp(${filter.inactiveSince / 1000})`,
      );
    const direction = descending ? 'desc' : 'asc';
    const keyset = new Keyset(`devices by ${by} ${direction}`, [
      { ...(by === 'online' ? onlineOf(onlineIds) : SORT_COLUMNS[by]), direction },
      { sql: 'device.name', type: 'text' },
      { sql: 'device.id', type: 'uuid' },
    ]);
    const [rows, counted] = await Promise.all([
      keyset.rows(query, page).execute(),
      query
        .clearSelect()
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirst(),
    ]);
    return { ...keyset.page(rows, page.limit), total: Number(counted?.total ?? 0) };
  }

  async get(organisationId: string, id: string): Promise<DeviceRow | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#select(organisationId).where('device.id', '=', id).executeTakeFirst();
  }

  /** By the id of a camera at a video service; without a stream id its first stream. */
  async byThirdId(organisationId: string, thirdId: string, configId: string): Promise<DeviceRow | undefined> {
    let query = this.#select(organisationId).where('device.third_id', '=', thirdId);
    if (configId !== '') query = query.where('device.third_config_id', '=', configId);
    return query.orderBy('device.third_config_id').orderBy('device.id').limit(1).executeTakeFirst();
  }

  /** Number of devices of each product type, with the online ones. `only`: of these. */
  async typeCounts(
    organisationId: string,
    onlineIds: readonly string[],
    only?: readonly string[],
  ): Promise<{ productTypeCode: string; total: number; online: number }[]> {
    return this.#db
      .selectFrom('device')
      .innerJoin('product_model', 'product_model.id', 'device.product_model_id')
      .select([
        'product_model.product_type_code as productTypeCode',
        sql<number>`count(*)::int`.as('total'),
        sql<number>`(count(*) filter (where device.id = any(${[...onlineIds]}::uuid[])))::int`.as('online'),
      ])
      .where('device.organisation_id', '=', organisationId)
      .$if(only !== undefined, (query) =>
        query.where(sql<boolean>`device.id = any(${[...(only ?? [])]}::uuid[])`),
      )
      .groupBy('product_model.product_type_code')
      .orderBy('product_model.product_type_code')
      .execute();
  }

  /** Those of `ids` that the organisation has, in short form; all its devices without `ids`. */
  async keys(organisationId: string, ids?: readonly string[]): Promise<DeviceKey[]> {
    let query = this.#db
      .selectFrom('device')
      .select(['id', 'key', 'last_activity_at'])
      .where('organisation_id', '=', organisationId);
    if (ids) query = query.where(sql<boolean>`id = any(${ids.filter(isUuid)}::uuid[])`);
    return query.execute();
  }

  async create(
    organisationId: string,
    values: DeviceValues & { name: string; product_model_id: string },
    tokenHash: Buffer,
  ): Promise<string> {
    const { attributes, ...columns } = values;
    const row = await this.#db
      .insertInto('device')
      .values({
        ...present(columns),
        name: values.name,
        product_model_id: values.product_model_id,
        organisation_id: organisationId,
        token_hash: tokenHash,
        attributes: JSON.stringify(attributes ?? {}),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }

  /** Those of `names` that no new device of the organisation can have. */
  async takenNames(organisationId: string, names: readonly string[]): Promise<Set<string>> {
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${[...new Set(names)]}::text[]) as name
      where device_name_is_taken(${organisationId}, name, null)`.execute(this.#db);
    return new Set(rows.map(({ name }) => name));
  }

  /** Creates several, in the order of `drafts`; all or none. */
  async createMany(
    organisationId: string,
    drafts: readonly {
      name: string;
      product_model_id: string;
      third_id: string | null;
      latitude?: number | null | undefined;
      longitude?: number | null | undefined;
      dev_eui: string | null;
      serial: string | null;
      hash: Buffer;
    }[],
  ): Promise<string[]> {
    const rows = await this.#db
      .insertInto('device')
      .values(
        drafts.map(({ hash, latitude = null, longitude = null, ...draft }) => ({
          name: draft.name,
          product_model_id: draft.product_model_id,
          third_id: draft.third_id,
          dev_eui: draft.dev_eui,
          serial: draft.serial,
          latitude,
          longitude,
          organisation_id: organisationId,
          token_hash: hash,
        })),
      )
      .returning(['id', 'token_hash'])
      .execute();
    const byToken = new Map(rows.map(({ id, token_hash }) => [token_hash.toString('hex'), id]));
    return drafts.map(({ hash }) => byToken.get(hash.toString('hex')) ?? '');
  }

  /** Devices by id, of any organisation: for callers with a permission on each. By name. */
  async byIds(ids: readonly string[]): Promise<DeviceRow[]> {
    if (ids.length === 0) return [];
    return this.#select(null)
      .where(sql<boolean>`device.id = any(${[...ids]}::uuid[])`)
      .orderBy('device.name')
      .orderBy('device.id')
      .execute();
  }

  /** Returns 'stale' when `version` is not the stored one, 'missing' without such a device. */
  async update(
    organisationId: string,
    id: string,
    values: DeviceValues,
    version?: number,
  ): Promise<'updated' | 'stale' | 'missing'> {
    if (!isUuid(id)) return 'missing';
    const { attributes, ...columns } = values;
    let query = this.#db
      .updateTable('device')
      .set({ ...present(columns), version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('organisation_id', '=', organisationId);
    if (attributes)
      query = query.set({ attributes: sql`attributes || ${JSON.stringify(attributes)}::jsonb` });
    if (version !== undefined) query = query.where('version', '=', version);
    const { numUpdatedRows } = await query.executeTakeFirst();
    if (numUpdatedRows > 0n) return 'updated';
    return version !== undefined && (await this.get(organisationId, id)) ? 'stale' : 'missing';
  }

  /** Makes a device a gateway, or an ordinary device again. */
  async setGateway(organisationId: string, id: string, gateway: boolean): Promise<void> {
    await this.#db
      .updateTable('device')
      .set({ gateway })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute();
  }

  /** Detaches devices from their gateway. All of `ids` must be behind it, else none is detached. */
  async leaveGateway(organisationId: string, gatewayId: string, ids: readonly string[]): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const behind = await transaction
        .selectFrom('device')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('gateway_id', '=', gatewayId)
        .where('id', 'in', [...ids])
        .forUpdate()
        .execute();
      if (behind.length !== new Set(ids).size) return false;
      await transaction
        .updateTable('device')
        .set({ gateway_id: null, name_at_gateway: null, version: sql<number>`version + 1` })
        .where('organisation_id', '=', organisationId)
        .where('id', 'in', [...ids])
        .execute();
      return true;
    });
  }

  /** Removes what an organisation's devices measured before others claimed them. */
  async removeFormer(organisationId: string): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const former = await transaction
        .deleteFrom('device_former_key')
        .where('organisation_id', '=', organisationId)
        .returning('key')
        .execute();
      await removeReadings(
        transaction,
        former.map(({ key }) => key),
      );
    });
  }

  /** Removes a device with all its readings, also those of former owners. */
  async remove(organisationId: string, id: string): Promise<boolean> {
    const device = await this.get(organisationId, id);
    if (!device) return false;
    return this.#db.transaction().execute(async (transaction) => {
      const former = await transaction
        .selectFrom('device_former_key')
        .select('key')
        .where('device_id', '=', id)
        .execute();
      await removeReadings(transaction, [device.key, ...former.map(({ key }) => key)]);
      const { numDeletedRows } = await transaction
        .deleteFrom('device')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }
}

/** Removes all readings under these keys. */
async function removeReadings(transaction: Transaction<Database>, keys: readonly number[]): Promise<void> {
  // In the order of the writes of a batch, against deadlocks.
  for (const [table] of READING_TABLES)
    await sql`delete from ${sql.table(table)} where device = any(${keys}::int[])`.execute(transaction);
  await sql`delete from ts_newest where device = any(${keys}::int[])`.execute(transaction);
}
