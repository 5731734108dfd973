import { randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database, DefaultInstant } from '../../platform/storage/schema.ts';
import { hashPassword, makePassword } from '../users/passwords.ts';
import type { ExternalPerson } from './identity-provider.ts';

interface ExternalIdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: DefaultInstant;
  last_used_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    external_identity: ExternalIdentityTable;
  }
}

/** The role with the fewest rights. */
const FIRST_ROLE = 'viewer';
const NAME_MAX = 64;
const NAME_LETTERS = /^[\p{L}\p{N}._@-]+$/u;

/** Which account a person of a provider has here. */
export class ExternalIdentities {
  readonly #db: Kysely<Database>;
  readonly #organisation: string | undefined;

  /** @param organisation name of the one that unknown people join; undefined: they are refused */
  constructor(db: Kysely<Database>, organisation: string | undefined) {
    this.#db = db;
    this.#organisation = organisation;
  }

  /** The account by the provider's own name of the person, else by the verified address, else a new one; null: none. */
  async userOf(person: ExternalPerson): Promise<string | null> {
    return this.#db.transaction().execute(async (transaction) => {
      // One person who logs in twice at once gets one account.
      const key = `${person.issuer} ${person.subject}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
      const known = await transaction
        .updateTable('external_identity')
        .set({ last_used_at: new Date() })
        .where('issuer', '=', person.issuer)
        .where('subject', '=', person.subject)
        .returning('user_id')
        .executeTakeFirst();
      if (known) return known.user_id;
      const userId = (await byEmail(transaction, person)) ?? (await this.#join(transaction, person));
      if (userId === null) return null;
      const { issuer, subject } = person;
      await transaction
        .insertInto('external_identity')
        .values({ issuer, subject, user_id: userId })
        .execute();
      return userId;
    });
  }

  /** A new account in the organisation of the settings. */
  async #join(transaction: Transaction<Database>, person: ExternalPerson): Promise<string | null> {
    if (this.#organisation === undefined) return null;
    const organisation = await transaction
      .selectFrom('organisation')
      .select('id')
      .where('name', '=', this.#organisation)
      .where('suspended_at', 'is', null)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst();
    if (!organisation) return null;
    const values = {
      // Nobody knows it: the account is opened by the provider until an administrator makes a password.
      password_hash: await hashPassword(makePassword()),
      display_name: person.name.slice(0, NAME_MAX),
      email: person.email ?? '',
    };
    const random = `sso-${randomBytes(6).toString('hex')}`;
    const wanted = person.email !== null && isName(person.email) ? person.email : random;
    // A name that is taken is somebody else's account.
    for (const username of [wanted, random]) {
      const made = await transaction
        .insertInto('app_user')
        .values({ ...values, username })
        .onConflict((conflict) => conflict.column('username').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!made) continue;
      await transaction
        .insertInto('membership')
        .values({ user_id: made.id, organisation_id: organisation.id, roles: [FIRST_ROLE] })
        .execute();
      return made.id;
    }
    return null;
  }
}

const isName = (text: string): boolean => text.length <= NAME_MAX && NAME_LETTERS.test(text);

/**
 * The one account with this address, which an administrator wrote. Accounts that operate the installation or belong to several
 * organisations are not found: the administrator of one could lead somebody into the others by it.
 */
async function byEmail(
  transaction: Transaction<Database>,
  { email }: ExternalPerson,
): Promise<string | null> {
  if (email === null) return null;
  const found = await transaction
    .selectFrom('app_user')
    .select(['id', 'email_by_administrator', 'installation_operator'])
    .select(
      sql<number>`(select count(*)::int from membership where user_id = app_user.id)`.as('organisations'),
    )
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('email', '<>', '')
    .limit(2)
    .execute();
  const [one, other] = found;
  if (!one || other || !one.email_by_administrator || one.installation_operator) return null;
  return one.organisations === 1 ? one.id : null;
}
