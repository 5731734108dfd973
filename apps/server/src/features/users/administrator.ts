import type { Kysely } from 'kysely';
import type { Database } from '../../platform/storage/schema.ts';
import { hashPassword, makePassword } from './passwords.ts';
import { endLogins } from './second-factors.ts';

/** Name of the first administrator. */
const ADMINISTRATOR = 'admin';

/**
 * Creates the first administrator, who also operates the installation, in a database without users. Without a password of the operator's choice it gets a
 * random one, which has to be changed after the first login. Returns what is printed once, or null when there are
 * users.
 */
export async function ensureAdministrator(
  db: Kysely<Database>,
  organisationId: string,
  chosen?: string,
): Promise<{ username: string; password: string } | null> {
  const existing = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst();
  if (existing) return null;
  const password = chosen ?? makePassword();
  const created = await db.transaction().execute(async (transaction) => {
    const account = await transaction
      .insertInto('app_user')
      .values({
        username: ADMINISTRATOR,
        password_hash: await hashPassword(password),
        user_type: 'admin',
        installation_operator: true,
        must_change_password: chosen === undefined,
      })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (account)
      await transaction
        .insertInto('membership')
        .values({ user_id: account.id, organisation_id: organisationId, roles: ['admin'] })
        .execute();
    return account;
  });
  return created ? { username: ADMINISTRATOR, password } : null;
}

/**
 * Sets a random password, which has to be changed after the next login, takes the second factor away, and ends all sessions
 * of the user. Returns it,
 * or null when there is no such user.
 */
export async function resetPassword(db: Kysely<Database>, username: string): Promise<string | null> {
  const password = makePassword();
  const hash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    const user = await transaction
      .updateTable('app_user')
      .set({ password_hash: hash, must_change_password: true })
      .where('username', '=', username)
      .returning('id')
      .executeTakeFirst();
    if (!user) return null;
    await endLogins(transaction, user.id);
    return password;
  });
}
