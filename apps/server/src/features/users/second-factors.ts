import type { Transaction } from 'kysely';
import { platformNow } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/schema.ts';

/** Takes what an account is logged in with beside its password away. */
export async function removeTwoFactors(transaction: Transaction<Database>, userId: string): Promise<void> {
  await removePasskeys(transaction, userId);
  await endCodes(transaction, userId);
}

/** They log in without the password: whoever added them with an old one must not keep them. */
export async function removePasskeys(transaction: Transaction<Database>, userId: string): Promise<void> {
  await transaction.deleteFrom('passkey').where('user_id', '=', userId).execute();
}

/** Takes away all by which an account is logged in but its password. Returns the sessions that ended. */
export async function endLogins(transaction: Transaction<Database>, userId: string): Promise<string[]> {
  await removeTwoFactors(transaction, userId);
  return endSessions(transaction, userId);
}

/** Ends every session of an account. Returns those that ended. */
export async function endSessions(transaction: Transaction<Database>, userId: string): Promise<string[]> {
  await transaction.deleteFrom('refresh_token').where('user_id', '=', userId).execute();
  const ended = await transaction
    .updateTable('user_session')
    .set({ ended_at: new Date(platformNow()) })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Takes codes away. False: there were none. */
export async function endCodes(transaction: Transaction<Database>, userId: string): Promise<boolean> {
  await transaction.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await transaction
    .deleteFrom('totp')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
