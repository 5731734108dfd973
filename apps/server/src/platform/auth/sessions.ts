import type { Kysely } from 'kysely';
import type { Database } from '../storage/schema.ts';
import { isUuid } from '../storage/identifiers.ts';

/** Logins of users. */
export class UserSessions {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Current user of a login; null when it ended, or its user is gone or locked. */
  async userOf(
    id: string,
  ): Promise<{ userId: string; organisationId: string; roles: readonly string[] } | null> {
    const row = await this.#db
      .selectFrom('user_session')
      .innerJoin('app_user', 'app_user.id', 'user_session.user_id')
      .select(['app_user.id', 'app_user.organisation_id', 'app_user.roles'])
      .where('user_session.id', '=', id)
      .where('user_session.ended_at', 'is', null)
      .where('app_user.disabled_at', 'is', null)
      .executeTakeFirst();
    return row ? { userId: row.id, organisationId: row.organisation_id, roles: row.roles } : null;
  }

  /** Active logins of a user, the last used first. */
  async list(userId: string) {
    return this.#db
      .selectFrom('user_session')
      .select([
        'id',
        'address',
        'user_agent as userAgent',
        'created_at as createTime',
        'last_used_at as lastUsedTime',
      ])
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .orderBy('last_used_at', 'desc')
      .limit(200)
      .execute();
  }

  /** Ends one login of a user, or all but one; returns the ended ones. */
  async end(userId: string, which: { id: string } | { except?: string }): Promise<string[]> {
    if ('id' in which && !isUuid(which.id)) return [];
    return this.#db.transaction().execute(async (transaction) => {
      let query = transaction
        .updateTable('user_session')
        .set({ ended_at: new Date() })
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null);
      if ('id' in which) query = query.where('id', '=', which.id);
      else if (which.except !== undefined) query = query.where('id', '<>', which.except);
      const ended = (await query.returning('id').execute()).map(({ id }) => id);
      if (ended.length > 0) {
        await transaction
          .updateTable('refresh_token')
          .set({ revoked_at: new Date() })
          .where('family', 'in', ended)
          .where('revoked_at', 'is', null)
          .execute();
      }
      return ended;
    });
  }
}
