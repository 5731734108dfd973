import type { MapSetting } from '@farm3d/api';
import type { ColumnType, Kysely } from 'kysely';
import { platformNow } from '../../platform/clock.ts';
import type { Database, DefaultInstant } from '../../platform/storage/schema.ts';

interface OrganisationSettingTable {
  organisation_id: string;
  name: string;
  /** jsonb is written as text (JSON.stringify) and read as a value. */
  value: ColumnType<MapSetting, string, string>;
  updated_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    organisation_setting: OrganisationSettingTable;
  }
}

const NAME = 'map';

/** Initial view of an organisation's maps. */
export class MapSettingRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Null before the first save. */
  async get(organisationId: string): Promise<MapSetting | null> {
    const row = await this.#db
      .selectFrom('organisation_setting')
      .select('value')
      .where('organisation_id', '=', organisationId)
      .where('name', '=', NAME)
      .executeTakeFirst();
    return row?.value ?? null;
  }

  async save(organisationId: string, setting: MapSetting): Promise<void> {
    const value = JSON.stringify(setting);
    await this.#db
      .insertInto('organisation_setting')
      .values({ organisation_id: organisationId, name: NAME, value })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'name'])
          .doUpdateSet({ value, updated_at: new Date(platformNow()) }),
      )
      .execute();
  }
}
