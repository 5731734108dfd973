import { sql, type Kysely, type Selection } from 'kysely';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { OwnedRows, type Page } from '../../platform/storage/owned-rows.ts';
import type { Database } from '../../platform/storage/schema.ts';

/** A person by the wire names. */
const COLUMNS = [
  'id as userId',
  'username',
  'display_name as displayName',
  'phone',
  'email',
  'area_code as areaCode',
  'user_type as userType',
  'roles',
  'department_id as deptId',
  sql<boolean>`disabled_at is null`.as('enabled'),
  'created_at as createTime',
] as const;

/** Columns of a login. They include a secret: no call returns them. */
const ACCOUNT = ['id', 'organisation_id', 'username', 'password_hash', 'roles', 'disabled_at'] as const;

export type PersonRow = Selection<Database, 'app_user', (typeof COLUMNS)[number]>;
export type Account = Selection<Database, 'app_user', (typeof ACCOUNT)[number]>;

/** Columns of a request; undefined leaves the value as it is. */
export interface UserValues {
  readonly display_name?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly area_code?: string | null | undefined;
  readonly department_id?: string | null | undefined;
  readonly roles?: string[] | undefined;
  readonly password_hash?: string | undefined;
  readonly disabled_at?: Date | null | undefined;
}

/** Roles that can restore every other right; one user of them must remain. */
const GOVERNING = ['owner', 'admin'];

const given = (values: UserValues): UserValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Users by name (login), by id (their own page), and of an organisation. */
export class UserRepository {
  readonly #db: Kysely<Database>;
  readonly #rows;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#rows = new OwnedRows(db, 'app_user', COLUMNS);
  }

  byName(username: string): Promise<Account | undefined> {
    return this.#account('username', username);
  }

  byId(id: string): Promise<Account | undefined> {
    return this.#account('id', id);
  }

  async #account(column: 'id' | 'username', value: string): Promise<Account | undefined> {
    return this.#db.selectFrom('app_user').select(ACCOUNT).where(column, '=', value).executeTakeFirst();
  }

  async list(
    organisationId: string,
    filter: { name?: string | undefined; deptId?: string | undefined },
    page: Page,
  ): Promise<{ items: PersonRow[]; total: number }> {
    const { name, deptId } = filter;
    if (deptId !== undefined && !isUuid(deptId)) return { items: [], total: 0 };
    return this.#rows.list(
      organisationId,
      page,
      (all) => {
        const query = deptId ? all.where('department_id', '=', deptId) : all;
        if (!name) return query;
        return query.where(
          sql<boolean>`position(lower(${name}) in lower(username || ' ' || display_name)) > 0`,
        );
      },
      [['username', 'asc']],
    );
  }

  get(organisationId: string, id: string): Promise<PersonRow | undefined> {
    return this.#rows.get(organisationId, id);
  }

  /** Null when the name is taken in any organisation. */
  async create(
    organisationId: string,
    values: UserValues & { username: string; password_hash: string; roles: string[] },
  ): Promise<PersonRow | null> {
    const { username, password_hash, roles } = values;
    const row = await this.#db
      .insertInto('app_user')
      .values({ ...given(values), username, password_hash, roles, organisation_id: organisationId })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
    return row ?? null;
  }

  /** Changes or, with null, removes a user. Returns 'last' when no administrator would remain. */
  async change(
    organisationId: string,
    id: string,
    values: UserValues | null,
  ): Promise<'done' | 'missing' | 'last'> {
    if (!isUuid(id)) return 'missing';
    return this.#db.transaction().execute(async (transaction) => {
      // Locks the organisation: two administrators cannot give up their rights at the same time.
      await sql`select id from organisation where id = ${organisationId} for update`.execute(transaction);
      const governing = await transaction
        .selectFrom('app_user')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('disabled_at', 'is', null)
        .where(sql<boolean>`roles && ${GOVERNING}::text[]`)
        .execute();
      const steps =
        values === null ||
        (values.disabled_at !== undefined && values.disabled_at !== null) ||
        (values.roles !== undefined && !values.roles.some((role) => GOVERNING.includes(role)));
      if (steps && governing.length === 1 && governing[0]?.id === id) return 'last';
      if (values === null) {
        const removed = await new OwnedRows(transaction, 'app_user', ['id']).remove(organisationId, id);
        return removed ? 'done' : 'missing';
      }
      const { numUpdatedRows } = await transaction
        .updateTable('app_user')
        .set({ ...given(values), organisation_id: organisationId })
        .where('id', '=', id)
        .where('organisation_id', '=', organisationId)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? 'done' : 'missing';
    });
  }
}
