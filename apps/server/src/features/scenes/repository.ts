import { sql, type Kysely, type Selectable } from 'kysely';
import type { Database, SceneTable } from '../../platform/storage/schema.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';

export type SceneRow = Selectable<SceneTable>;

/** Columns that a user writes; undefined leaves the value as it is. */
export interface SceneValues {
  name?: string | undefined;
  description?: string | undefined;
  type?: '1' | '2' | undefined;
  scene_device?: string | null | undefined;
  boundary?: string | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  plot_skin?: string | null | undefined;
  grow_crop?: string | null | undefined;
  grow_time?: string | null | undefined;
  scene_3d_url?: string | null | undefined;
  icon?: string | null | undefined;
  base_model_path?: string | null | undefined;
}

const present = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Scenes of one organisation. There is no query without an organisation: a foreign id finds nothing. */
export class SceneRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(
    organisationId: string,
    filter: { type?: '1' | '2' | undefined; name?: string | undefined },
    page: { offset: number; limit: number },
  ): Promise<{ items: SceneRow[]; total: number }> {
    let query = this.#db.selectFrom('scene').where('organisation_id', '=', organisationId);
    if (filter.type) query = query.where('type', '=', filter.type);
    if (filter.name) query = query.where(sql<boolean>`position(lower(${filter.name}) in lower(name)) > 0`);
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

  async get(organisationId: string, id: string): Promise<SceneRow | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#db
      .selectFrom('scene')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async create(
    organisationId: string,
    userId: string,
    values: SceneValues & { name: string },
  ): Promise<SceneRow> {
    return this.#db
      .insertInto('scene')
      .values({ ...present(values), name: values.name, organisation_id: organisationId, created_by: userId })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /**
   * Merges: undefined values stay as they are. 'stale' when `version` is given and no longer the stored one,
   * 'missing' when there is no such scene.
   */
  async update(
    organisationId: string,
    id: string,
    values: SceneValues,
    version?: number,
  ): Promise<SceneRow | 'stale' | 'missing'> {
    if (!isUuid(id)) return 'missing';
    let query = this.#db
      .updateTable('scene')
      .set({ ...present(values), version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id);
    // Compared where it is written: two savers at the same moment cannot both pass.
    if (version !== undefined) query = query.where('version', '=', version);
    const row = await query.returningAll().executeTakeFirst();
    if (row) return row;
    return version !== undefined && (await this.get(organisationId, id)) ? 'stale' : 'missing';
  }

  async remove(organisationId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { numDeletedRows } = await this.#db
      .deleteFrom('scene')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

/** A scene as calls answer it, but for its pictures: `sceneDevice` and `boundary` are JSON texts, byte for byte as saved. */
export function sceneToWire(scene: SceneRow): Record<string, unknown> {
  return {
    id: scene.id,
    name: scene.name,
    description: scene.description,
    type: scene.type,
    sceneDevice: scene.scene_device,
    boundary: scene.boundary,
    latitude: scene.latitude,
    longitude: scene.longitude,
    growCrop: scene.grow_crop,
    growTime: scene.grow_time,
    scene3Durl: scene.scene_3d_url,
    baseModelPath: scene.base_model_path,
    createBy: scene.created_by,
    version: scene.version,
    createTime: scene.created_at.toISOString(),
    updateTime: scene.updated_at.toISOString(),
  };
}
