import { randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { platformNow } from '../../platform/clock.ts';
import type { Database, DefaultInstant } from '../../platform/storage/schema.ts';
import { hashPassword, makePassword } from '../users/passwords.ts';
import { endLogins } from '../users/second-factors.ts';
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

/** The account of somebody, and what this login has made of it. */
export interface FoundAccount {
  readonly userId: string;
  readonly how: 'known' | 'linked' | 'joined';
  /** Sessions that a link has ended. */
  readonly ended: readonly string[];
}

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
  async userOf(person: ExternalPerson): Promise<FoundAccount | null> {
    return this.#db.transaction().execute(async (transaction) => {
      const { issuer, subject } = person;
      // One person who logs in twice at once gets one account.
      await lock(transaction, `${issuer} ${subject}`);
      const known = await transaction
        .updateTable('external_identity')
        .set({ last_used_at: new Date(platformNow()) })
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .returning('user_id')
        .executeTakeFirst();
      if (known) return { userId: known.user_id, how: 'known', ended: [] };
      const found = await this.#find(transaction, person);
      if (found)
        await transaction
          .insertInto('external_identity')
          .values({ issuer, subject, user_id: found.userId })
          .execute();
      return found;
    });
  }

  /** Links or makes an account. Where one has the address and may not be linked, there is no second one beside it. */
  async #find(transaction: Transaction<Database>, person: ExternalPerson): Promise<FoundAccount | null> {
    const organisationId = await this.#organisationId(transaction);
    if (organisationId === null) return null;
    if (person.email !== null) {
      // Of two people with one address, the second finds what the first has got.
      await lock(transaction, `address ${person.issuer} ${person.email.toLowerCase()}`);
      const [holder, other] = await holdersOf(transaction, person.email, organisationId);
      if (other) return null;
      if (holder) return linked(transaction, holder.id, person.issuer);
    }
    return organisationId === undefined ? null : joined(transaction, person, organisationId);
  }

  /** The one of the settings; undefined: none is set, null: there is no such one. */
  async #organisationId(transaction: Transaction<Database>): Promise<string | null | undefined> {
    if (this.#organisation === undefined) return undefined;
    const row = await transaction
      .selectFrom('organisation')
      .select('id')
      .where('name', '=', this.#organisation)
      .where('suspended_at', 'is', null)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? null;
  }
}

const isName = (text: string): boolean => text.length <= NAME_MAX && NAME_LETTERS.test(text);

async function lock(transaction: Transaction<Database>, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
}

/**
 * Accounts with this address, two at most. Those whose people wrote it themselves do not count, nor do those outside the
 * organisation of the settings: anybody could keep somebody else out by them.
 */
async function holdersOf(
  transaction: Transaction<Database>,
  email: string,
  organisationId: string | undefined,
): Promise<{ id: string }[]> {
  // Locked: nobody gives them another address or organisation until the link is made.
  let query = transaction
    .selectFrom('app_user')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('email', '<>', '')
    .where('email_by_administrator', '=', true);
  if (organisationId !== undefined)
    query = query.where(
      sql<boolean>`exists (select from membership
        where user_id = app_user.id and organisation_id = ${organisationId})`,
    );
  return query.limit(2).forUpdate().execute();
}

/**
 * Links an account. Not one that somebody of this provider has, nor one that operates the installation or belongs to several
 * organisations: the administrator of one could lead somebody into the others by it.
 */
async function linked(
  transaction: Transaction<Database>,
  userId: string,
  issuer: string,
): Promise<FoundAccount | null> {
  const free = await transaction
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('installation_operator', '=', false)
    .where(sql<boolean>`(select count(*) from membership where user_id = app_user.id) = 1`)
    .where(sql<boolean>`exists (select from active_membership where user_id = app_user.id)`)
    .where(
      sql<boolean>`not exists (select from external_identity
        where user_id = app_user.id and issuer = ${issuer})`,
    )
    .executeTakeFirst();
  if (!free) return null;
  // Whoever made the account knows its password, and may have added passkeys or be logged in.
  await transaction
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(makePassword()), must_change_password: false })
    .where('id', '=', userId)
    .execute();
  return { userId, how: 'linked', ended: await endLogins(transaction, userId) };
}

/** A new account in an organisation. */
async function joined(
  transaction: Transaction<Database>,
  person: ExternalPerson,
  organisationId: string,
): Promise<FoundAccount | null> {
  const values = {
    // Nobody knows it: the account is opened by the provider until an administrator makes a password.
    password_hash: await hashPassword(makePassword()),
    display_name: person.name.slice(0, NAME_MAX),
    email: person.email ?? '',
    // Verified by the provider, not written by the person.
    email_by_administrator: person.email !== null,
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
      .values({ user_id: made.id, organisation_id: organisationId, roles: [FIRST_ROLE] })
      .execute();
    return { userId: made.id, how: 'joined', ended: [] };
  }
  return null;
}
