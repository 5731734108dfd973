import { sql, type Kysely } from 'kysely';
import type { Pool } from 'pg';
import { platformNow } from '../clock.ts';
import type { Database } from '../storage/schema.ts';
import { KNOWN_DEVICE_SECONDS } from './known-devices.ts';
import { isUuid } from '../storage/identifiers.ts';

/** Known addresses of a user. */
const MOST_ADDRESSES = 50;

/** The user of a login, with the rights in the organisation in which the login works. */
interface SessionUser {
  readonly userId: string;
  readonly organisationId: string;
  readonly roles: readonly string[];
  /** Whether the user may create and suspend organisations. */
  readonly installationOperator: boolean;
  /** Whether the server made the password: until it is changed, calls other than its change are refused. */
  readonly mustChangePassword: boolean;
}

/** An organisation of a user, with the roles there. */
export interface Workplace {
  readonly organisationId: string;
  readonly roles: readonly string[];
}

/** Read at each call of a user: it has a name, so that a connection plans it once, which takes longer than to run it. */
const USER_OF_SESSION = {
  name: 'user-of-session',
  text: `select u.id as "userId", here.organisation_id as "organisationId", here.roles,
      u.installation_operator as "installationOperator", u.must_change_password as "mustChangePassword"
    from user_session s
    join app_user u on u.id = s.user_id
    join active_membership here on here.user_id = s.user_id and here.organisation_id = s.organisation_id
    where s.id = $1 and s.ended_at is null`,
};

/** Logins of users. Each works in one organisation of its user at a time. */
export class UserSessions {
  readonly #db: Kysely<Database>;
  readonly #pool: Pool;

  constructor(db: Kysely<Database>, pool: Pool) {
    this.#db = db;
    this.#pool = pool;
  }

  /**
   * Current user of a login; null when it ended, or its user is gone, locked in the organisation or has left it, or the
   * organisation is suspended.
   */
  async userOf(id: string): Promise<SessionUser | null> {
    const { rows } = await this.#pool.query<SessionUser>({ ...USER_OF_SESSION, values: [id] });
    return rows[0] ?? null;
  }

  /** Where a user works after a login: where they worked last, else where they became a member first. */
  async homeOf(userId: string): Promise<Workplace | null> {
    const row = await this.#db
      .selectFrom('active_membership as m')
      .select(['m.organisation_id as organisationId', 'm.roles'])
      .where('m.user_id', '=', userId)
      .orderBy(
        sql`coalesce((select max(s.last_used_at) from user_session s
          where s.user_id = m.user_id and s.organisation_id = m.organisation_id), '-infinity')`,
        'desc',
      )
      .orderBy('m.created_at')
      .orderBy('m.organisation_id')
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  }

  /** Where a login works; when its user may no longer work there, it goes on in another organisation of theirs. */
  async settle(id: string, userId: string): Promise<Workplace | null> {
    const current = await this.userOf(id);
    if (current) return current;
    const home = await this.homeOf(userId);
    return home && this.enter(id, userId, home.organisationId);
  }

  /** From now on a login works in this organisation; null when its user may not work there. */
  async enter(id: string, userId: string, organisationId: string): Promise<Workplace | null> {
    const membership = await this.#db
      .selectFrom('active_membership')
      .select(['organisation_id as organisationId', 'roles'])
      .where('user_id', '=', userId)
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
    if (!membership) return null;
    const { numUpdatedRows } = await this.#db
      .updateTable('user_session')
      .set({ organisation_id: organisationId, last_used_at: new Date(platformNow()) })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? membership : null;
  }

  /** Active logins of a user, with `ended` the others too, the last used first. */
  async list(userId: string, ended = false) {
    return this.#db
      .selectFrom('user_session')
      .select([
        'id',
        'address',
        'user_agent as userAgent',
        'created_at as createTime',
        'last_used_at as lastUsedTime',
        'ended_at as endTime',
      ])
      .where('user_id', '=', userId)
      .$if(!ended, (query) => query.where('ended_at', 'is', null))
      .orderBy('last_used_at', 'desc')
      .limit(200)
      .execute();
  }

  /** Addresses at which a user logged in lately, the last one first. */
  async addressesOf(userId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('user_session')
      .select('address')
      .where('user_id', '=', userId)
      .where('last_used_at', '>', new Date(platformNow() - KNOWN_DEVICE_SECONDS * 1000))
      .groupBy('address')
      .orderBy(sql`max(last_used_at)`, 'desc')
      .limit(MOST_ADDRESSES)
      .execute();
    return rows.map(({ address }) => address);
  }

  /** Ends one login of a user, all in an organisation, or all but one; returns the ended ones. */
  async end(
    userId: string,
    which: { id: string } | { except?: string } | { organisationId: string },
  ): Promise<string[]> {
    if ('id' in which && !isUuid(which.id)) return [];
    return this.#db.transaction().execute(async (transaction) => {
      let query = transaction
        .updateTable('user_session')
        .set({ ended_at: new Date(platformNow()) })
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null);
      if ('id' in which) query = query.where('id', '=', which.id);
      else if ('organisationId' in which) query = query.where('organisation_id', '=', which.organisationId);
      else if (which.except !== undefined) query = query.where('id', '<>', which.except);
      const ended = (await query.returning('id').execute()).map(({ id }) => id);
      if (ended.length > 0) {
        await transaction
          .updateTable('refresh_token')
          .set({ revoked_at: new Date(platformNow()) })
          .where('family', 'in', ended)
          .where('revoked_at', 'is', null)
          .execute();
      }
      return ended;
    });
  }
}
