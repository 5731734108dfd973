import type { Condition, LinkageAction, LinkageOnce, LinkageTrigger } from '@farm3d/api';
import { sql, type ColumnType, type Generated, type Kysely } from 'kysely';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { containsText, OwnedRows, type Page } from '../../platform/storage/owned-rows.ts';
import type { Database, DefaultInstant, OptionalInstant } from '../../platform/storage/schema.ts';
import type { Chains } from './chains.ts';
import type { LinkageDefinition } from './runs.ts';

interface LinkageTable {
  id: Generated<string>;
  organisation_id: string;
  name: string;
  enabled: Generated<boolean>;
  definition: ColumnType<LinkageDefinition, string, string>;
  holding: Generated<boolean>;
  next_run_at: OptionalInstant;
  created_by: string | null;
  version: Generated<number>;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    linkage: LinkageTable;
  }
}

/** Columns by their wire names. */
const COLUMNS = [
  'id',
  'name',
  sql<'0' | '1'>`enabled::int::text`.as('enabled'),
  sql<LinkageTrigger[]>`definition -> 'triggers'`.as('triggers'),
  sql<Condition | null>`definition -> 'condition'`.as('condition'),
  sql<LinkageOnce | null>`definition -> 'once'`.as('once'),
  sql<LinkageAction[]>`definition -> 'actions'`.as('actions'),
  'version',
] as const;

/** Columns of a request; undefined leaves the value as it is. */
export interface LinkageValues {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly definition: LinkageDefinition;
}

/** Linkages of one organisation, for its users. */
export class LinkageRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  get #rows() {
    return new OwnedRows(this.#db, 'linkage', COLUMNS);
  }

  list(organisationId: string, name: string | undefined, page: Page) {
    return this.#rows.list(organisationId, page, (all) =>
      name === undefined ? all : all.where(containsText('name', name)),
    );
  }

  get(organisationId: string, id: string) {
    return this.#rows.get(organisationId, id);
  }

  create(organisationId: string, userId: string, values: LinkageValues & { name: string }) {
    const definition = JSON.stringify(values.definition);
    return this.#rows.create(organisationId, { ...values, definition, created_by: userId });
  }

  /** Updates when `version` is the stored one. The state of the linkage is reset. */
  update(organisationId: string, id: string, version: number, values: LinkageValues) {
    const definition = JSON.stringify(values.definition);
    const anew = { ...values, definition, holding: false, next_run_at: null };
    return this.#rows.update(organisationId, id, anew, version);
  }

  /** All of them, and which others each runs. */
  async chains(organisationId: string): Promise<Chains> {
    const { rows } = await sql<{ id: string; runs: string[] }>`
      select l.id, array(select a ->> 'linkageId' from jsonb_array_elements(l.definition -> 'actions') a
        where a ->> 'type' = 'linkage') as runs
      from linkage l where l.organisation_id = ${organisationId}`.execute(this.#db);
    return new Map(rows.map(({ id, runs }) => [id, runs]));
  }

  remove(organisationId: string, id: string): Promise<boolean> {
    return this.#rows.remove(organisationId, id);
  }

  /** All or, when one is unknown, none. */
  async setEnabled(organisationId: string, ids: readonly string[], enabled: boolean): Promise<boolean> {
    const uniqueIds = [...new Set(ids)];
    if (!uniqueIds.every(isUuid)) return false;
    return this.#db.transaction().execute(async (transaction) => {
      const found = await transaction
        .selectFrom('linkage')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('id', 'in', uniqueIds)
        .forUpdate()
        .execute();
      if (found.length !== uniqueIds.length) return false;
      await transaction
        .updateTable('linkage')
        .set({
          enabled,
          holding: false,
          next_run_at: null,
          version: sql<number>`version + 1`,
          updated_at: sql<Date>`platform_now()`,
        })
        .where('organisation_id', '=', organisationId)
        .where('id', 'in', uniqueIds)
        .where('enabled', '!=', enabled)
        .execute();
      return true;
    });
  }
}
