import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { platformNow } from '../clock.ts';
import type { Database } from '../storage/schema.ts';

/** Lifetime of a refresh token, seconds; each use returns a new one. */
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60;

/**
 * A token that was exchanged serves the same page again for this time, seconds: two tabs that refresh at once send the
 * same cookie.
 */
const GRACE_SECONDS = 30;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface IssuedRefreshToken {
  readonly token: string;
  /** Id shared by all tokens of one login. */
  readonly family: string;
  readonly userId: string;
}

/** Where a token is used: the program and its address. */
export interface RefreshContext {
  readonly userAgent: string;
  /** See `sourceOf`. */
  readonly source: string;
}

const hashContext = ({ userAgent, source }: RefreshContext): Buffer => hashToken(`${source}\n${userAgent}`);

/** Long-lived tokens for one use each. Only their hash is stored. */
export class RefreshTokens {
  readonly #db: Kysely<Database>;
  readonly #now: () => number;

  constructor(db: Kysely<Database>, now: () => number = platformNow) {
    this.#db = db;
    this.#now = now;
  }

  /** Starts a family: a new login, which works in an organisation of the user. */
  async issue(
    userId: string,
    from: { organisationId: string; address: string; userAgent: string },
  ): Promise<IssuedRefreshToken> {
    // Expired tokens are deleted here: logins are rare.
    await this.#db.deleteFrom('refresh_token').where('expires_at', '<', new Date(this.#now())).execute();
    const family = randomUUID();
    return this.#db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('user_session')
        .values({
          id: family,
          user_id: userId,
          organisation_id: from.organisationId,
          address: from.address,
          user_agent: from.userAgent.slice(0, 300),
        })
        .execute();
      return this.#insert(transaction, userId, family);
    });
  }

  /**
   * Exchanges a token for its successor; within 30 s the same program at the same address may do so again. Any other
   * second use means that the token was copied: its whole family ends, and `ended` names it. Null when the token is
   * unknown, expired or revoked.
   */
  async rotate(
    token: string,
    context: RefreshContext,
  ): Promise<IssuedRefreshToken | { readonly ended: string } | null> {
    const hash = hashToken(token);
    const by = hashContext(context);
    return this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('refresh_token')
        .selectAll()
        .where('token_hash', '=', hash)
        .forUpdate()
        .executeTakeFirst();
      const now = new Date(this.#now());
      if (!row || row.revoked_at || row.expires_at <= now) return null;
      if (row.replaced_at) {
        const isRecent = now.getTime() - row.replaced_at.getTime() <= GRACE_SECONDS * 1000;
        if (isRecent && row.replaced_by?.equals(by)) {
          return this.#insert(transaction, row.user_id, row.family);
        }
        await this.#end(transaction, row.family);
        return { ended: row.family };
      }
      await transaction
        .updateTable('refresh_token')
        .set({ replaced_at: now, replaced_by: by })
        .where('token_hash', '=', hash)
        .execute();
      await transaction
        .updateTable('user_session')
        .set({ last_used_at: now })
        .where('id', '=', row.family)
        .execute();
      return this.#insert(transaction, row.user_id, row.family);
    });
  }

  /** Ends the family of a token: a logout. Returns the family, or null when the token is unknown. */
  async revoke(token: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('refresh_token')
      .select('family')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst();
    if (!row) return null;
    await this.#end(this.#db, row.family);
    return row.family;
  }

  async #end(db: Pick<Kysely<Database>, 'updateTable'>, family: string): Promise<void> {
    const now = new Date(this.#now());
    await db
      .updateTable('refresh_token')
      .set({ revoked_at: now })
      .where('family', '=', family)
      .where('revoked_at', 'is', null)
      .execute();
    await db
      .updateTable('user_session')
      .set({ ended_at: now })
      .where('id', '=', family)
      .where('ended_at', 'is', null)
      .execute();
  }

  async #insert(
    db: Pick<Kysely<Database>, 'insertInto'>,
    userId: string,
    family: string,
  ): Promise<IssuedRefreshToken> {
    const token = randomBytes(32).toString('base64url');
    await db
      .insertInto('refresh_token')
      .values({
        token_hash: hashToken(token),
        family,
        user_id: userId,
        expires_at: new Date(this.#now() + REFRESH_TOKEN_SECONDS * 1000),
      })
      .execute();
    return { token, family, userId };
  }
}
