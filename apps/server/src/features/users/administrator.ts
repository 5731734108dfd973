import type { Kysely } from 'kysely';
import type { Database } from '../../platform/storage/schema.ts';
import { hashPassword, makePassword } from './passwords.ts';

/** Name of the first administrator. */
const ADMINISTRATOR = 'admin';

/**
 * Creates the first administrator in a database without users, with the given password or a random one. Returns what
 * is printed once, or null when there are users.
 */
export async function ensureAdministrator(
  db: Kysely<Database>,
  organisationId: string,
  password: string = makePassword(),
): Promise<{ username: string; password: string } | null> {
  const existing = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst();
  if (existing) return null;
  const made = await db
    .insertInto('app_user')
    .values({
      organisation_id: organisationId,
      username: ADMINISTRATOR,
      password_hash: await hashPassword(password),
      user_type: 'admin',
      roles: ['admin'],
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made ? { username: ADMINISTRATOR, password } : null;
}

/**
 * Sets a new password and ends all sessions of the user. Returns the password, or null when there is no such user.
 */
export async function resetPassword(
  db: Kysely<Database>,
  username: string,
  password: string = makePassword(),
): Promise<string | null> {
  const hash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    const user = await transaction
      .updateTable('app_user')
      .set({ password_hash: hash })
      .where('username', '=', username)
      .returning('id')
      .executeTakeFirst();
    if (!user) return null;
    await transaction.deleteFrom('refresh_token').where('user_id', '=', user.id).execute();
    await transaction
      .updateTable('user_session')
      .set({ ended_at: new Date() })
      .where('user_id', '=', user.id)
      .where('ended_at', 'is', null)
      .execute();
    return password;
  });
}
