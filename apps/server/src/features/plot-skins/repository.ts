import type { Generated, Kysely, Selection } from 'kysely';
import { OwnedRows } from '../../platform/storage/owned-rows.ts';
import type { Database, DefaultInstant } from '../../platform/storage/schema.ts';

interface PlotSkinTable {
  id: Generated<string>;
  organisation_id: string;
  name: string;
  skin_url: string;
  created_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    plot_skin: PlotSkinTable;
  }
}

/** Columns by their wire names. */
const COLUMNS = ['id', 'name', 'skin_url as skinUrl'] as const;

export type PlotSkinRow = Selection<Database, 'plot_skin', (typeof COLUMNS)[number]>;

/** Surface images of the plots of an organisation. */
export class PlotSkinRepository {
  readonly #db: Kysely<Database>;
  readonly #rows;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#rows = new OwnedRows(db, 'plot_skin', COLUMNS);
  }

  /** All, oldest first. */
  async list(organisationId: string): Promise<PlotSkinRow[]> {
    return this.#db
      .selectFrom('plot_skin')
      .select(COLUMNS)
      .where('organisation_id', '=', organisationId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  create(organisationId: string, name: string, url: string): Promise<PlotSkinRow> {
    return this.#rows.create(organisationId, { name, skin_url: url });
  }

  remove(organisationId: string, id: string): Promise<boolean> {
    return this.#rows.remove(organisationId, id);
  }
}
