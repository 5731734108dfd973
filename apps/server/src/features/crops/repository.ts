import { sql, type Kysely, type Selectable } from 'kysely';
import type { Database } from '../../platform/storage/schema.ts';
import type { PlantConfigurationTable } from '../../platform/storage/tables/crops.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';

export type PlantConfigurationRow = Selectable<PlantConfigurationTable>;

type Written = Omit<
  PlantConfigurationRow,
  'id' | 'organisation_id' | 'created_by' | 'version' | 'created_at'
>;

/** Columns that a user writes; undefined leaves the value as it is. */
export type PlantConfigurationValues = { [Column in keyof Written]?: Written[Column] | undefined };

const present = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Plant configurations of one organisation. */
export class PlantConfigurationRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(
    organisationId: string,
    filter: { createdBy?: string | undefined; crop?: string | undefined; sceneId?: string | undefined },
    page: { offset: number; limit: number },
  ): Promise<{ items: PlantConfigurationRow[]; total: number }> {
    for (const id of [filter.createdBy, filter.sceneId])
      if (id !== undefined && !isUuid(id)) return { items: [], total: 0 };
    let query = this.#db.selectFrom('plant_configuration').where('organisation_id', '=', organisationId);
    if (filter.createdBy) query = query.where('created_by', '=', filter.createdBy);
    if (filter.sceneId) query = query.where('scene_id', '=', filter.sceneId);
    if (filter.crop) query = query.where(sql<boolean>`position(lower(${filter.crop}) in lower(crop)) > 0`);
    const [items, counted] = await Promise.all([
      query
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(page.offset)
        .limit(page.limit)
        .execute(),
      query.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirst(),
    ]);
    return { items, total: Number(counted?.total ?? 0) };
  }

  async get(organisationId: string, id: string): Promise<PlantConfigurationRow | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#db
      .selectFrom('plant_configuration')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** All of them or none. */
  async createMany(
    organisationId: string,
    userId: string,
    drafts: readonly (PlantConfigurationValues & { crop: string })[],
  ): Promise<PlantConfigurationRow[]> {
    return this.#db.transaction().execute(async (transaction) => {
      const rows: PlantConfigurationRow[] = [];
      for (const draft of drafts) {
        rows.push(
          await transaction
            .insertInto('plant_configuration')
            .values({
              ...present(draft),
              crop: draft.crop,
              organisation_id: organisationId,
              created_by: userId,
            })
            .returningAll()
            .executeTakeFirstOrThrow(),
        );
      }
      return rows;
    });
  }

  /** Merges: undefined values stay as they are. */
  async update(
    organisationId: string,
    id: string,
    values: PlantConfigurationValues,
  ): Promise<PlantConfigurationRow | undefined> {
    return this.#db
      .updateTable('plant_configuration')
      .set({ ...present(values), version: sql<number>`version + 1` })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  }

  async remove(organisationId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { numDeletedRows } = await this.#db
      .deleteFrom('plant_configuration')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

/** As calls answer it, but for its picture: `period` is a JSON text, byte for byte as saved. */
export function plantConfigurationToWire(row: PlantConfigurationRow): Record<string, unknown> {
  return {
    id: row.id,
    crop: row.crop,
    scene3Durl: row.model_path,
    growthModel: row.growth_model,
    period: row.period,
    growTime: row.grow_time,
    sceneId: row.scene_id,
    name: row.name,
    deviceIds: row.device_ids,
    valveId: row.valve_id,
    environment: row.environment,
    area: row.area,
    soilTexture: row.soil_texture,
    fieldCapacity: row.field_capacity,
    wiltingPoint: row.wilting_point,
    irrigationMethod: row.irrigation_method,
    irrigationFlow: row.irrigation_flow,
    irrigationEfficiency: row.irrigation_efficiency,
    latitude: row.latitude,
    longitude: row.longitude,
    elevation: row.elevation,
    transmissivity: row.transmissivity,
    timeZone: row.time_zone,
    createBy: row.created_by,
    version: row.version,
    createTime: row.created_at.toISOString(),
  };
}
