import type { Transaction } from 'kysely';
import type { Database } from '../../platform/storage/schema.ts';

/** Takes what an account is logged in with beside its password away. */
export async function removeTwoFactors(transaction: Transaction<Database>, userId: string): Promise<void> {
  await transaction.deleteFrom('passkey').where('user_id', '=', userId).execute();
  await endCodes(transaction, userId);
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
