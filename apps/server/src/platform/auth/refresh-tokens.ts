import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../storage/schema.ts';

/** Lifetime of a refresh token, seconds; each use returns a new one. */
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface IssuedRefreshToken {
  readonly token: string;
  /** Id shared by all tokens of one login. */
  readonly family: string;
  readonly userId: string;
}

/** Long-lived tokens for one use each. Only their hash is stored. */
export class RefreshTokens {
  readonly #db: Kysely<Database>;
  readonly #now: () => number;

  constructor(db: Kysely<Database>, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /** Starts a family: a new login. */
  async issue(
    userId: string,
    from: { address: string; userAgent: string } = { address: '', userAgent: '' },
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
          address: from.address,
          user_agent: from.userAgent.slice(0, 300),
        })
        .execute();
      return this.#insert(transaction, userId, family);
    });
  }

  /**
   * Exchanges a token for its successor. A second use means that the token was copied: its whole family ends. Null
   * when the token is unknown, expired or revoked.
   */
  async rotate(token: string): Promise<IssuedRefreshToken | null> {
    const hash = hashToken(token);
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
        await this.#end(transaction, row.family);
        return null;
      }
      await transaction
        .updateTable('refresh_token')
        .set({ replaced_at: now })
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
