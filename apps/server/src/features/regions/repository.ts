import { sql, type Generated, type Kysely, type Selection, type Transaction } from 'kysely';
import type { Database, DefaultInstant } from '../../platform/storage/schema.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import type { MapArea, Ring } from './map-file.ts';

interface RegionMapTable {
  id: Generated<string>;
  organisation_id: string;
  parent_code: string;
  file_id: string;
  regions: number;
  created_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    region_map: RegionMapTable;
  }
}

/** Columns by their wire names. */
const COLUMNS = [
  'id',
  'parent_code as parentCode',
  'file_id as fileId',
  'regions',
  'created_at as createTime',
] as const;

export type RegionMapRow = Selection<Database, 'region_map', (typeof COLUMNS)[number]>;

/** Degrees. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/** Rings of one statement, which keeps its text within some megabytes. */
const RINGS_AT_ONCE = 500;

/** Maps of one organisation; a foreign id finds nothing. */
export class RegionRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  list(organisationId: string): Promise<RegionMapRow[]> {
    return this.#maps(organisationId).orderBy('parent_code').execute();
  }

  async get(organisationId: string, id: string): Promise<RegionMapRow | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#maps(organisationId).where('id', '=', id).executeTakeFirst();
  }

  #maps(organisationId: string) {
    return this.#db.selectFrom('region_map').select(COLUMNS).where('organisation_id', '=', organisationId);
  }

  /** Replaces the map of an area. `replaced` is the file of the former one. */
  async save(
    organisationId: string,
    map: { readonly parentCode: string; readonly fileId: string; readonly areas: readonly MapArea[] },
  ): Promise<{ row: RegionMapRow; replaced: string | null }> {
    return this.#db.transaction().execute(async (transaction) => {
      const old = await transaction
        .deleteFrom('region_map')
        .where('organisation_id', '=', organisationId)
        .where('parent_code', '=', map.parentCode)
        .returning('file_id')
        .executeTakeFirst();
      const row = await transaction
        .insertInto('region_map')
        .values({
          organisation_id: organisationId,
          parent_code: map.parentCode,
          file_id: map.fileId,
          regions: map.areas.length,
        })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      await insertRings(transaction, row.id, map.areas);
      return { row, replaced: old?.file_id ?? null };
    });
  }

  /**
   * The area of a map that contains each place; null in none, or without such a map. On a border the lower code wins.
   */
  async locate(
    organisationId: string,
    parentCode: string,
    places: readonly Place[],
  ): Promise<(string | null)[]> {
    if (places.length === 0) return [];
    const { rows } = await sql<{ place: number; area: string }>`
      with place as (
        select ordinality::int as n, point(lng, lat) as at
        from unnest(${places.map(({ longitude }) => longitude)}::float8[],
                    ${places.map(({ latitude }) => latitude)}::float8[]) with ordinality as u(lng, lat, ordinality)
      ), hit as (
        select p.n, r.area_code
        from place p
        join region_ring r on r.bounds && box(p.at, p.at) and r.outline @> p.at
        join region_map m on m.id = r.map_id
        where m.organisation_id = ${organisationId} and m.parent_code = ${parentCode}
        group by p.n, r.area_code having count(*) % 2 = 1
      )
      select n - 1 as place, min(area_code collate "C") as area from hit group by n`.execute(this.#db);
    const found: (string | null)[] = places.map(() => null);
    for (const { place, area } of rows) found[place] = area;
    return found;
  }
}

async function insertRings(
  transaction: Transaction<Database>,
  mapId: string,
  areas: readonly MapArea[],
): Promise<void> {
  const rings = areas.flatMap(({ code, rings: own }) => own.map((ring) => ({ code, ring })));
  for (let first = 0; first < rings.length; first += RINGS_AT_ONCE) {
    const part = rings.slice(first, first + RINGS_AT_ONCE);
    await sql`
      insert into region_ring (map_id, area_code, outline, bounds)
      select ${mapId}, u.code, u.outline, box(u.outline)
      from unnest(${part.map(({ code }) => code)}::text[],
                  ${part.map(({ ring }) => outlineText(ring))}::polygon[]) as u(code, outline)`.execute(
      transaction,
    );
  }
}

const outlineText = (ring: Ring): string => `(${ring.map(([lng, lat]) => `(${lng},${lat})`).join(',')})`;
