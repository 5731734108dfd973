import { sql, type Generated, type Kysely, type Selection } from 'kysely';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { OwnedRows, type Page } from '../../platform/storage/owned-rows.ts';
import type { Database, DefaultInstant } from '../../platform/storage/schema.ts';

interface OwnRoleTable {
  id: Generated<string>;
  organisation_id: string;
  name: string;
  rights: Generated<string[]>;
  created_at: DefaultInstant;
  updated_at: DefaultInstant;
  version: Generated<number>;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    own_role: OwnRoleTable;
  }
}

const COLUMNS = ['id', 'name', 'rights', 'version'] as const;

export type OwnRoleRow = Selection<Database, 'own_role', (typeof COLUMNS)[number]>;

/** Own roles of one answer. */
const ALL: Page = { offset: 0, limit: 1000 };

/** Roles that an organisation made itself. */
export class RoleRepository {
  readonly #db: Kysely<Database>;
  readonly #rows;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#rows = new OwnedRows(db, 'own_role', COLUMNS);
  }

  /** By name. */
  async list(organisationId: string): Promise<OwnRoleRow[]> {
    return (await this.#rows.list(organisationId, ALL, undefined, [{ sql: 'name', type: 'text' }])).items;
  }

  get(organisationId: string, id: string): Promise<OwnRoleRow | undefined> {
    return this.#rows.get(organisationId, id);
  }

  create(organisationId: string, values: { name: string; rights: string[] }): Promise<OwnRoleRow> {
    return this.#rows.create(organisationId, values);
  }

  update(
    organisationId: string,
    id: string,
    values: { name?: string | undefined; rights?: string[] | undefined },
    version?: number,
  ): Promise<OwnRoleRow | 'stale' | 'missing'> {
    return this.#rows.update(organisationId, id, { name: values.name, rights: values.rights }, version);
  }

  /** Takes the role out of keys and open invitations, and its rules away. 'used' while somebody has it; then nothing changes. */
  async remove(organisationId: string, id: string): Promise<'done' | 'missing' | 'used'> {
    if (!isUuid(id)) return 'missing';
    return this.#db.transaction().execute(async (transaction) => {
      const used = await transaction
        .selectFrom('membership')
        .select('user_id')
        .where('organisation_id', '=', organisationId)
        .where(sql<boolean>`${id} = any (roles)`)
        .limit(1)
        .executeTakeFirst();
      if (used) return 'used';
      const { numDeletedRows } = await transaction
        .deleteFrom('own_role')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return 'missing';
      await sql`delete from access_rule where organisation_id = ${organisationId} and role = ${id}`.execute(
        transaction,
      );
      for (const table of ['api_key', 'invitation'])
        await sql`update ${sql.table(table)} set roles = array_remove(roles, ${id})
          where organisation_id = ${organisationId} and ${id} = any (roles)`.execute(transaction);
      return 'done';
    });
  }

  /** What roles stand for now (`effective_roles`); null when an own one is not of the organisation. */
  async effective(organisationId: string, roles: readonly string[]): Promise<string[] | null> {
    const own = [...new Set(roles.filter(isUuid))];
    const { rows } = await sql<{ roles: string[]; known: number }>`
      select effective_roles(${organisationId}::uuid, ${[...roles]}::text[]) as roles,
        (select count(*) from own_role where organisation_id = ${organisationId}::uuid
          and id::text = any (${own}::text[]))::int as known`.execute(this.#db);
    const [row] = rows;
    return row?.known === own.length ? row.roles : null;
  }
}
