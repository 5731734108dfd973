import { sql, type Kysely, type Selection } from 'kysely';
import type { Following, KeyColumn } from '../../platform/storage/keyset.ts';
import { containsText, OwnedRows, type Page } from '../../platform/storage/owned-rows.ts';
import type { Database } from '../../platform/storage/schema.ts';

/** Columns by their wire names: `sceneDevice` and `boundary` are JSON texts, byte for byte as saved. */
const COLUMNS = [
  'id',
  'name',
  'description',
  'type',
  'scene_device as sceneDevice',
  'boundary',
  'latitude',
  'longitude',
  'plot_skin as plotSkin',
  'grow_crop as growCrop',
  'grow_time as growTime',
  'scene_3d_url as scene3Durl',
  'icon',
  'base_model_path as baseModelPath',
  'cover',
  'cover_at as coverTime',
  'created_by as createBy',
  'version',
  'created_at as createTime',
  'updated_at as updateTime',
] as const;

type Columns = (typeof COLUMNS)[number];
export type SceneRow = Selection<Database, 'scene', Columns>;

/** New scenes come first, the newest of them before the others; then those with a place. */
const LIST_ORDER: readonly KeyColumn[] = [
  { sql: 'coalesce(place, 0)', type: 'bigint' },
  { sql: 'created_at', type: 'timestamptz', direction: 'desc' },
];

/** Scenes of one organisation. */
export class SceneRepository extends OwnedRows<'scene', Columns> {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    super(db, 'scene', COLUMNS);
    this.#db = db;
  }

  /**
   * Replaces the cover; the version stays. Answers the scene with its former cover; undefined without such a scene.
   */
  async saveCover(
    organisationId: string,
    id: string,
    cover: string,
  ): Promise<{ scene: SceneRow; replaced: string | null } | undefined> {
    return this.#db.transaction().execute(async (transaction) => {
      const before = await new SceneRepository(transaction).get(organisationId, id, true);
      if (!before) return undefined;
      const scene = await transaction
        .updateTable('scene')
        .set({ cover, cover_at: sql<Date>`platform_now()` })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      return { scene, replaced: before.cover };
    });
  }

  /** Filters by type, part of the name, or ids. */
  find(
    organisationId: string,
    {
      type,
      name,
      ids,
    }: { type?: '1' | '2' | undefined; name?: string | undefined; ids?: readonly string[] | undefined },
    page: Page,
  ): Promise<Following<SceneRow> & { total: number }> {
    return this.list(
      organisationId,
      page,
      (all) => {
        const known = ids ? all.where(sql<boolean>`id = any(${[...ids]}::uuid[])`) : all;
        const typed = type ? known.where('type', '=', type) : known;
        return name ? typed.where(containsText('name', name)) : typed;
      },
      LIST_ORDER,
    );
  }

  /**
   * Puts these scenes into this order, within the places that they have now: the other scenes stay where they are.
   * False when one of them is missing; then nothing changes.
   */
  async arrange(organisationId: string, ids: readonly string[]): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('scene')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .orderBy(sql`place nulls first`)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .forUpdate()
        .execute();
      const moved = new Set(ids);
      if (rows.filter(({ id }) => moved.has(id)).length !== moved.size) return false;
      const next = ids.values();
      const order = rows.map(({ id }) => (moved.has(id) ? (next.next().value ?? id) : id));
      await sql`update scene set place = o.place
        from unnest(${order}::uuid[]) with ordinality as o (id, place)
        where scene.id = o.id and scene.organisation_id = ${organisationId}`.execute(transaction);
      return true;
    });
  }
}
