import { sql, type Kysely, type Selection, type Transaction } from 'kysely';
import { isUuid } from '../../platform/storage/identifiers.ts';
import type { Following } from '../../platform/storage/keyset.ts';
import { OwnedRows, type Page } from '../../platform/storage/owned-rows.ts';
import type { Database, DefaultInstant, Instant } from '../../platform/storage/schema.ts';
import { removePasskeys, removeTwoFactors } from './second-factors.ts';

interface PasswordResetTable {
  token_hash: Buffer;
  user_id: string;
  email: string;
  created_at: DefaultInstant;
  expires_at: Instant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    password_reset: PasswordResetTable;
  }
}

/** A person by the wire names. */
const COLUMNS = [
  'id as userId',
  'username',
  'display_name as displayName',
  'phone',
  'email',
  'area_code as areaCode',
  'picture',
  'user_type as userType',
  'roles',
  'department_id as deptId',
  sql<boolean>`disabled_at is null`.as('enabled'),
  'must_change_password as mustChangePassword',
  'created_at as createTime',
] as const;

/** A person with what only they see of themselves. */
const SELF_COLUMNS = [
  ...COLUMNS,
  'organisation_id as organisationId',
  'organisation_name as organisationName',
  'installation_operator as installationOperator',
  'effective_roles as effectiveRoles',
] as const;

/** Columns of a login. They include a secret: no call returns them. */
const ACCOUNT = ['id', 'username', 'password_hash'] as const;

export type PersonRow = Selection<Database, 'member', (typeof COLUMNS)[number]>;
export type SelfRow = Selection<Database, 'member', (typeof SELF_COLUMNS)[number]>;
export type Account = Selection<Database, 'app_user', (typeof ACCOUNT)[number]>;

/** Columns of an account; undefined leaves the value as it is. */
export interface AccountValues {
  readonly display_name?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly area_code?: string | null | undefined;
  readonly picture?: string | null | undefined;
  readonly password_hash?: string | undefined;
  readonly must_change_password?: boolean | undefined;
}

/** Columns of a membership; undefined leaves the value as it is. */
interface MembershipValues {
  readonly roles?: string[] | undefined;
  readonly department_id?: string | null | undefined;
  readonly disabled_at?: Date | null | undefined;
}

/** Columns of a request. */
export type UserValues = AccountValues &
  MembershipValues & {
    /** An address that stays, and that an administrator has seen. */
    readonly confirmed_email?: string | undefined;
  };

/** The end of a membership, and of the account where nobody else depends on it. */
export interface Removal {
  readonly remove: true;
  /** Who gets the open work; null: nobody. */
  readonly successorId: string | null;
  /** Who does it. */
  readonly byId: string;
}

/** Roles that can restore every other right; one user of them must remain. */
const GOVERNING = ['owner', 'admin'];

const columnsOf = <V extends object>(values: V): V =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as V;

/** People: by name (login), by id (their own page), and as members of an organisation. */
export class UserRepository {
  readonly #db: Kysely<Database>;
  readonly #rows;
  readonly #selves;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#rows = new OwnedRows(db, 'member', COLUMNS);
    this.#selves = new OwnedRows(db, 'member', SELF_COLUMNS);
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
  ): Promise<Following<PersonRow> & { total: number }> {
    const { name, deptId } = filter;
    if (deptId !== undefined && !isUuid(deptId)) return { items: [], total: 0, next: null };
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
      [{ sql: 'username', type: 'text' }],
    );
  }

  get(organisationId: string, id: string): Promise<PersonRow | undefined> {
    return this.#rows.get(organisationId, id);
  }

  /** As `get`, for the person themselves. */
  self(organisationId: string, id: string): Promise<SelfRow | undefined> {
    return this.#selves.get(organisationId, id);
  }

  /** What the roles of members stand for, by their ids. */
  async effectiveRoles(organisationId: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.#db
      .selectFrom('member')
      .select(['id', 'effective_roles'])
      .where('organisation_id', '=', organisationId)
      .execute();
    return new Map(rows.map(({ id, effective_roles }) => [id, effective_roles]));
  }

  /** Whether the account of a member belongs to no other organisation. */
  async isOnlyHere(organisationId: string, id: string): Promise<boolean> {
    const elsewhere = await this.#db
      .selectFrom('membership')
      .select('user_id')
      .where('user_id', '=', id)
      .where('organisation_id', '<>', organisationId)
      .limit(1)
      .executeTakeFirst();
    return elsewhere === undefined;
  }

  /** Null when the name is taken in any organisation. */
  async create(
    organisationId: string,
    values: UserValues & { username: string; password_hash: string; roles: string[] },
  ): Promise<PersonRow | null> {
    const { username, password_hash, roles, department_id, disabled_at, ...profile } = values;
    return this.#db.transaction().execute(async (transaction) => {
      const account = await transaction
        .insertInto('app_user')
        .values({
          ...columnsOf(profile),
          username,
          password_hash,
          email_by_administrator: profile.email !== undefined,
        })
        .onConflict((conflict) => conflict.column('username').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!account) return null;
      const membership = { roles, department_id, disabled_at };
      await transaction
        .insertInto('membership')
        .values({ ...columnsOf(membership), user_id: account.id, organisation_id: organisationId })
        .execute();
      return (await new OwnedRows(transaction, 'member', COLUMNS).get(organisationId, account.id)) ?? null;
    });
  }

  /**
   * Changes a member, takes the membership away ('leave'), or also the account when nobody else depends on it. Returns 'last' when the organisation would have no administrator left, 'operator' when an operator of the
   * installation could not log in any more, and 'shared' for a change of an account on which others depend, too.
   * @param isOwn the person changes their own account
   */
  async change(
    organisationId: string,
    id: string,
    values: UserValues | 'leave' | Removal,
    isOwn = false,
  ): Promise<'done' | 'missing' | 'last' | 'operator' | 'shared'> {
    if (!isUuid(id)) return 'missing';
    return this.#db.transaction().execute(async (transaction) => {
      // Locks the organisation: two administrators cannot give up their rights at the same time. Not its key, which whatever
      // writes a row of the organisation holds: notifications of the person who leaves would wait for this, and this for them.
      await sql`select id from organisation where id = ${organisationId} for no key update`.execute(
        transaction,
      );
      const governing = await transaction
        .selectFrom('member')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('disabled_at', 'is', null)
        .where(sql<boolean>`roles && ${GOVERNING}::text[]`)
        .execute();
      const leaves = values === 'leave' || 'remove' in values;
      const ends = leaves || (values.disabled_at !== undefined && values.disabled_at !== null);
      const steps =
        ends || (values.roles !== undefined && !values.roles.some((role) => GOVERNING.includes(role)));
      if (steps && governing.length === 1 && governing[0]?.id === id) return 'last';
      if (ends && (await isOperatorHereOnly(transaction, organisationId, id))) return 'operator';
      return leaves
        ? endMembership(transaction, organisationId, id, values)
        : changeMember(transaction, { organisationId, id, isOwn }, values);
    });
  }

  /** Takes the second factor of a member away, unless others depend on the account. */
  async removeTwoFactors(organisationId: string, id: string): Promise<'done' | 'shared'> {
    return this.#db.transaction().execute(async (transaction) => {
      if (await isSharedAccount(transaction, organisationId, id)) return 'shared';
      await removeTwoFactors(transaction, id);
      return 'done';
    });
  }
}

/** Whether somebody operates the installation and can log in only as a member of this organisation. */
async function isOperatorHereOnly(
  transaction: Transaction<Database>,
  organisationId: string,
  id: string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('member')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('installation_operator', '=', true)
    .where(
      sql<boolean>`not exists (select from active_membership other
        where other.user_id = member.id and other.organisation_id <> member.organisation_id)`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

async function changeMember(
  transaction: Transaction<Database>,
  { organisationId, id, isOwn }: { organisationId: string; id: string; isOwn: boolean },
  { roles, department_id, disabled_at, confirmed_email, ...account }: UserValues,
): Promise<'done' | 'missing' | 'shared'> {
  const changes = columnsOf(account);
  const changesAccount = Object.keys(changes).length > 0;
  const isShared =
    !isOwn &&
    (changesAccount || confirmed_email !== undefined) &&
    (await isSharedAccount(transaction, organisationId, id));
  if (changesAccount && isShared) return 'shared';
  const { numUpdatedRows } = await transaction
    .updateTable('membership')
    .set({ ...columnsOf({ roles, department_id, disabled_at }), organisation_id: organisationId })
    .where('user_id', '=', id)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 'missing';
  const origin = isShared ? {} : emailOrigin(changes.email, confirmed_email, isOwn);
  if (changesAccount || Object.keys(origin).length > 0)
    await transaction
      .updateTable('app_user')
      .set({ ...changes, ...origin })
      .where('id', '=', id)
      .execute();
  if (changes.password_hash !== undefined) {
    // A link to choose a new one is older than this one.
    await transaction.deleteFrom('password_reset').where('user_id', '=', id).execute();
    if (!isOwn) await removePasskeys(transaction, id);
  }
  return 'done';
}

/** Who wrote the address: forms send it unchanged, too, and neither its person nor an administrator has written it then. */
function emailOrigin(email: string | undefined, confirmed: string | undefined, isOwn: boolean) {
  if (isOwn)
    return email === undefined
      ? {}
      : { email_by_administrator: sql<boolean>`email_by_administrator and email = ${email}` };
  if (email !== undefined) return { email_by_administrator: true };
  // The person may have written another one meanwhile.
  return confirmed === undefined
    ? {}
    : { email_by_administrator: sql<boolean>`email_by_administrator or email = ${confirmed}` };
}

/** Whether somebody outside an organisation depends on an account: another organisation, or the installation. */
async function isSharedAccount(
  transaction: Transaction<Database>,
  organisationId: string,
  id: string,
): Promise<boolean> {
  // Locked: the person joins no other organisation until the change is made.
  const account = await transaction
    .selectFrom('app_user')
    .select('installation_operator')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (account?.installation_operator === true) return true;
  const elsewhere = await transaction
    .selectFrom('membership')
    .select('user_id')
    .where('user_id', '=', id)
    .where('organisation_id', '<>', organisationId)
    .limit(1)
    .executeTakeFirst();
  return elsewhere !== undefined;
}

async function endMembership(
  transaction: Transaction<Database>,
  organisationId: string,
  id: string,
  how: 'leave' | Removal,
): Promise<'done' | 'missing'> {
  // First, in the order in which notifications are written: the event, then its person.
  await sql`delete from notification_event where organisation_id = ${organisationId} and user_id = ${id}`.execute(
    transaction,
  );
  const { numDeletedRows } = await transaction
    .deleteFrom('membership')
    .where('user_id', '=', id)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return 'missing';
  if (how !== 'leave' && how.successorId !== null)
    await passWorkOn(transaction, { organisationId, id, successorId: how.successorId, byId: how.byId });
  await sql`update on_call_rota set people = array_remove(people, ${id}::uuid) where organisation_id = ${organisationId}`.execute(
    transaction,
  );
  // As when the account goes: nobody outside the organisation has its work.
  await sql`update work_order set assignee = null where organisation_id = ${organisationId} and assignee = ${id}`.execute(
    transaction,
  );
  await sql`update alarm set assigned_to = null where organisation_id = ${organisationId} and assigned_to = ${id}`.execute(
    transaction,
  );
  if (how !== 'leave')
    await transaction
      .deleteFrom('app_user')
      .where('id', '=', id)
      .where('installation_operator', '=', false)
      .where(sql<boolean>`not exists (select from membership where user_id = app_user.id)`)
      .execute();
  return 'done';
}

/**
 * Open work orders, their schedules, turns on call and alarms of a member go to another one; the histories say so, and
 * triggers notify the successor.
 */
async function passWorkOn(
  transaction: Transaction<Database>,
  {
    organisationId,
    id,
    successorId,
    byId,
  }: { organisationId: string; id: string; successorId: string; byId: string },
): Promise<void> {
  await sql`with passed as (
      update work_order set assignee = ${successorId}, version = version + 1, updated_at = platform_now()
      where organisation_id = ${organisationId} and assignee = ${id} and state <> '3' returning id, state)
    insert into work_order_log (work_order_id, action, from_state, to_state, note, user_id)
    select id, 'edit', state, state, '', ${byId}::uuid from passed`.execute(transaction);
  await sql`update work_order_schedule set assignee = ${successorId}, version = version + 1, updated_at = platform_now()
    where organisation_id = ${organisationId} and assignee = ${id}`.execute(transaction);
  // Somebody who has a turn keeps it: two in a row would skew the rota.
  await sql`update on_call_rota set people = array_replace(people, ${id}::uuid, ${successorId}::uuid)
    where organisation_id = ${organisationId} and not people @> array[${successorId}::uuid]`.execute(
    transaction,
  );
  await sql`with passed as (
      update alarm set assigned_to = ${successorId}
      where organisation_id = ${organisationId} and assigned_to = ${id} and cleared_at is null returning id)
    insert into alarm_event (alarm_id, kind, user_id, detail)
    select passed.id, 'assigned', ${byId}::uuid,
      jsonb_build_object('assignee', coalesce(nullif(u.display_name, ''), u.username))
    from passed, app_user u where u.id = ${successorId}::uuid`.execute(transaction);
}
