import { sql, type Kysely, type Selectable } from 'kysely';
import type { AppUserTable, Database } from '../../platform/storage/schema.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';

export type UserRow = Selectable<AppUserTable>;

/** What is said of a user; undefined leaves it as it is. */
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

/** Roles that can bring every other right back; one user of them stays. */
const GOVERNING = ['owner', 'admin'];

/** Users by name (login), by id (their own page), and of an organisation. */
export class UserRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async byName(username: string): Promise<UserRow | undefined> {
    return this.#db.selectFrom('app_user').selectAll().where('username', '=', username).executeTakeFirst();
  }

  async byId(id: string): Promise<UserRow | undefined> {
    return this.#db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst();
  }

  async list(
    organisationId: string,
    filter: { name?: string | undefined; departmentId?: string | undefined },
    page: { offset: number; limit: number },
  ): Promise<{ items: UserRow[]; total: number }> {
    if (filter.departmentId !== undefined && !isUuid(filter.departmentId)) return { items: [], total: 0 };
    let query = this.#db.selectFrom('app_user').where('organisation_id', '=', organisationId);
    if (filter.name) {
      query = query.where(
        sql<boolean>`position(lower(${filter.name}) in lower(username || ' ' || display_name)) > 0`,
      );
    }
    if (filter.departmentId) query = query.where('department_id', '=', filter.departmentId);
    const [items, counted] = await Promise.all([
      query.selectAll().orderBy('username').offset(page.offset).limit(page.limit).execute(),
      query.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirst(),
    ]);
    return { items, total: Number(counted?.total ?? 0) };
  }

  async get(organisationId: string, id: string): Promise<UserRow | undefined> {
    if (!isUuid(id)) return undefined;
    const user = await this.byId(id);
    return user?.organisation_id === organisationId ? user : undefined;
  }

  /** Null when the name is taken, by whomever. */
  async create(
    organisationId: string,
    values: UserValues & { username: string; password_hash: string; roles: string[] },
  ): Promise<UserRow | null> {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    const row = await this.#db
      .insertInto('app_user')
      .values({
        ...given,
        username: values.username,
        password_hash: values.password_hash,
        roles: values.roles,
        organisation_id: organisationId,
      })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returningAll()
      .executeTakeFirst();
    return row ?? null;
  }

  /** Changes or, with null, removes a user. Answers 'last' when nobody would be left to govern. */
  async change(
    organisationId: string,
    id: string,
    values: UserValues | null,
  ): Promise<'done' | 'missing' | 'last'> {
    if (!isUuid(id)) return 'missing';
    return this.#db.transaction().execute(async (transaction) => {
      // Two that give up their rights at the same time do so one after the other.
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
      const given = Object.fromEntries(
        Object.entries(values ?? {}).filter(([, value]) => value !== undefined),
      );
      if (values === null) {
        const { numDeletedRows } = await transaction
          .deleteFrom('app_user')
          .where('id', '=', id)
          .where('organisation_id', '=', organisationId)
          .executeTakeFirst();
        return numDeletedRows > 0n ? 'done' : 'missing';
      }
      const { numUpdatedRows } = await transaction
        .updateTable('app_user')
        .set({ ...given, organisation_id: organisationId })
        .where('id', '=', id)
        .where('organisation_id', '=', organisationId)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? 'done' : 'missing';
    });
  }
}

/** A user as calls answer it. */
export function userToWire(user: UserRow): Record<string, unknown> {
  return {
    userId: user.id,
    username: user.username,
    displayName: user.display_name,
    phone: user.phone,
    email: user.email,
    areaCode: user.area_code,
    userType: user.user_type,
    roles: user.roles,
    deptId: user.department_id,
    enabled: user.disabled_at === null,
    createTime: user.created_at.toISOString(),
  };
}
