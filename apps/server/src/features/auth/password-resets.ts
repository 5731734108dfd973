import { sql, type Kysely, type Transaction } from 'kysely';
import { hashOpaque, makeOpaque } from '../../platform/auth/opaque-tokens.ts';
import { platformNow } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/schema.ts';
import { endSessions, removePasskeys } from '../users/second-factors.ts';

/** Prefix of the tokens in the links. */
const RESET_PREFIX = 'f3r_';
/** How long a link works, minutes. */
export const RESET_MINUTES = 30;
/** Links of one account in an hour. */
const LINKS_AN_HOUR = 3;
/** Accounts with one address that get a link each. */
const ACCOUNTS_OF_AN_ADDRESS = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A link for an account. */
interface ResetLink {
  readonly username: string;
  /** The address as an administrator wrote it. */
  readonly email: string;
  readonly token: string;
}

/** An account whose password a link changes. */
interface ResetAccount {
  readonly userId: string;
  readonly username: string;
  readonly organisationId: string;
}

/** Links that choose a new password, sent to the address of an account. Only hashes of their tokens are stored. */
export class PasswordResets {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** New links for the accounts of an address; none for those that have had enough in this hour. */
  async create(email: string): Promise<ResetLink[]> {
    const accounts = await permitted(this.#db)
      .where(sql<boolean>`lower(app_user.email) = lower(${email})`)
      .where('app_user.email', '<>', '')
      .orderBy('app_user.username')
      .limit(ACCOUNTS_OF_AN_ADDRESS)
      .execute();
    const links: ResetLink[] = [];
    for (const account of accounts) {
      const token = await this.#db.transaction().execute((transaction) => newToken(transaction, account));
      if (token !== null) links.push({ username: account.username, email: account.email, token });
    }
    return links;
  }

  /** The account of a link that still works. */
  open(token: string): Promise<ResetAccount | undefined> {
    return opened(this.#db, token).executeTakeFirst();
  }

  /**
   * Sets the password once, and ends passkeys and sessions: whoever has lost the password may have lost more. Codes of an
   * authenticator app stay. Null when the link does not work any more.
   */
  async finish(
    token: string,
    passwordHash: string,
  ): Promise<{ account: ResetAccount; ended: string[] } | null> {
    return this.#db.transaction().execute(async (transaction) => {
      // Locked: of two uses at the same time one finds the link gone.
      const link = await transaction
        .selectFrom('password_reset')
        .select('user_id')
        .where('token_hash', '=', hashOpaque(token))
        .forUpdate()
        .executeTakeFirst();
      const account = link && (await opened(transaction, token).executeTakeFirst());
      if (!account) return null;
      const { userId } = account;
      await transaction
        .updateTable('app_user')
        .set({ password_hash: passwordHash, must_change_password: false })
        .where('id', '=', userId)
        .execute();
      await transaction.deleteFrom('password_reset').where('user_id', '=', userId).execute();
      await removePasskeys(transaction, userId);
      return { account, ended: await endSessions(transaction, userId) };
    });
  }
}

/**
 * Accounts that a link may open: those of whose address an administrator has decided, as for single sign-on. An account that
 * operates the installation or belongs to several organisations has none, since the administrator of one could get at the
 * others by it; nor has one whose person logs in at a provider, which has its own rules.
 */
function permitted(db: Kysely<Database>) {
  return db
    .selectFrom('app_user')
    .innerJoin('active_membership as here', 'here.user_id', 'app_user.id')
    .select([
      'app_user.id as userId',
      'app_user.username',
      'app_user.email',
      'here.organisation_id as organisationId',
    ])
    .where('app_user.email_by_administrator', '=', true)
    .where('app_user.installation_operator', '=', false)
    .where(sql<boolean>`(select count(*) from membership where user_id = app_user.id) = 1`)
    .where(sql<boolean>`not exists (select from external_identity where user_id = app_user.id)`);
}

const opened = (db: Kysely<Database>, token: string) =>
  permitted(db)
    .innerJoin('password_reset as link', (join) =>
      join.onRef('link.user_id', '=', 'app_user.id').onRef('link.email', '=', 'app_user.email'),
    )
    .where('link.token_hash', '=', hashOpaque(token))
    .where(sql<boolean>`link.expires_at > platform_now()`);

/** Null: the account has had enough. */
async function newToken(
  transaction: Transaction<Database>,
  { userId, email }: { userId: string; email: string },
): Promise<string | null> {
  // Locked: requests at the same time are counted one after the other.
  await transaction.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute();
  const hourAgo = new Date(platformNow() - HOUR_MS);
  await transaction
    .deleteFrom('password_reset')
    .where('user_id', '=', userId)
    .where('created_at', '<', hourAgo)
    .execute();
  const { count } = await transaction
    .selectFrom('password_reset')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= LINKS_AN_HOUR) return null;
  const { token, hash } = makeOpaque(RESET_PREFIX);
  const expires_at = new Date(platformNow() + RESET_MINUTES * MINUTE_MS);
  await transaction
    .insertInto('password_reset')
    .values({ token_hash: hash, user_id: userId, email, expires_at })
    .execute();
  return token;
}
