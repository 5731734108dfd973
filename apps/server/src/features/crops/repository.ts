import { sql, type Insertable, type Kysely, type Selection, type Updateable } from 'kysely';
import { isUuid } from '../../platform/storage/identifiers.ts';
import type { Following } from '../../platform/storage/keyset.ts';
import { containsText, OwnedRows, type Page } from '../../platform/storage/owned-rows.ts';
import type { Database } from '../../platform/storage/schema.ts';

/** Columns by their wire names without the image; `period` is a JSON text, byte for byte as saved. */
const COLUMNS = [
  'id',
  'crop',
  'picture',
  'model_path as scene3Durl',
  'growth_model as growthModel',
  'period',
  'grow_time as growTime',
  'scene_id as sceneId',
  'name',
  'device_ids as deviceIds',
  'valve_id as valveId',
  'environment',
  'area',
  'soil_texture as soilTexture',
  'field_capacity as fieldCapacity',
  'wilting_point as wiltingPoint',
  'irrigation_method as irrigationMethod',
  'irrigation_flow as irrigationFlow',
  'irrigation_efficiency as irrigationEfficiency',
  'latitude',
  'longitude',
  'elevation',
  'transmissivity',
  'meter_id as meterId',
  'wind_height as windHeight',
  'soil',
  'time_zone as timeZone',
  'created_by as createBy',
  'version',
  'created_at as createTime',
] as const;

type Columns = (typeof COLUMNS)[number];
type Table = Database['plant_configuration'];
type Optional<Values> = { [Column in keyof Values]?: Values[Column] | undefined };
export type PlantConfigurationRow = Selection<Database, 'plant_configuration', Columns>;

/** Plant configurations of one organisation. */
export class PlantConfigurationRepository extends OwnedRows<'plant_configuration', Columns> {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    super(db, 'plant_configuration', COLUMNS);
    this.#db = db;
  }

  /** Filters by user, scene, or part of the crop's name. */
  async find(
    organisationId: string,
    filter: { createBy?: string | undefined; crop?: string | undefined; sceneId?: string | undefined },
    page: Page,
  ): Promise<Following<PlantConfigurationRow> & { total: number }> {
    const { createBy, crop, sceneId } = filter;
    for (const id of [createBy, sceneId])
      if (id !== undefined && !isUuid(id)) return { items: [], total: 0, next: null };
    return this.list(organisationId, page, (all) => {
      let query = all;
      if (createBy) query = query.where('created_by', '=', createBy);
      if (sceneId) query = query.where('scene_id', '=', sceneId);
      return crop ? query.where(containsText('crop', crop)) : query;
    });
  }

  /** Merges: undefined values stay. `updated_at` is not part of the row. */
  override async update(
    organisationId: string,
    id: string,
    values: Optional<Updateable<Table>>,
  ): Promise<PlantConfigurationRow | 'missing'> {
    const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    const row = await this.#db
      .updateTable('plant_configuration')
      .set({ ...(present as Updateable<Table>), version: sql<number>`version + 1` })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirst();
    return row ?? 'missing';
  }

  /** All or none. */
  async createMany(
    organisationId: string,
    userId: string,
    drafts: readonly (Optional<Insertable<Table>> & { crop: string })[],
  ): Promise<PlantConfigurationRow[]> {
    return this.#db.transaction().execute(async (transaction) => {
      const plants = new OwnedRows(transaction, 'plant_configuration', COLUMNS);
      const rows: PlantConfigurationRow[] = [];
      for (const draft of drafts)
        rows.push(await plants.create(organisationId, { ...draft, created_by: userId }));
      return rows;
    });
  }
}
