import type { Kysely, Selectable } from 'kysely';
import type { AppUserTable, Database } from '../../storage/schema.ts';

export type UserRow = Selectable<AppUserTable>;

/** Users by name (login) and by id (their own page). */
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
}

/** A user as calls answer it. */
export function userToWire(user: UserRow): Record<string, unknown> {
  return {
    userId: user.id,
    username: user.username,
    areaCode: user.area_code,
    userType: user.user_type,
    roles: user.roles,
  };
}
