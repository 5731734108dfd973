import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { SecretBox } from '../../platform/auth/secret-box.ts';
import { platformNow } from '../../platform/clock.ts';
import type { Database, Instant } from '../../platform/storage/schema.ts';

interface UsedChallengeTable {
  challenge_hash: Buffer;
  expires_at: Instant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    used_challenge: UsedChallengeTable;
  }
}

/** How long a challenge may be answered, milliseconds. */
const LIFETIME_MS = 5 * 60_000;
const RANDOM_BYTES = 16;

const contentSchema = v.object({ random: v.string(), expires: v.number() });

/**
 * Challenges that an authenticator signs. Nothing is stored of one until it is answered, so nobody fills the database by asking
 * for them: its time and purpose are sealed in it.
 */
export class Challenges {
  readonly #db: Kysely<Database>;
  readonly #box: SecretBox;
  readonly #now: () => number;

  constructor(db: Kysely<Database>, box: SecretBox, now: () => number = platformNow) {
    this.#db = db;
    this.#box = box;
    this.#now = now;
  }

  /** @param purpose what may be done with the answer, and by whom */
  make(purpose: string): Uint8Array<ArrayBuffer> {
    const random = randomBytes(RANDOM_BYTES).toString('base64url');
    return new Uint8Array(this.#box.seal({ random, expires: this.#now() + LIFETIME_MS }, purpose));
  }

  /** Whether it was made here for this purpose, and has not expired. @param challenge base64url */
  isOpen(challenge: string, purpose: string): boolean {
    const content = v.safeParse(contentSchema, this.#box.open(Buffer.from(challenge, 'base64url'), purpose));
    return content.success && content.output.expires > this.#now();
  }

  /** Uses it up. False: somebody else has. */
  async use(challenge: string): Promise<boolean> {
    const now = this.#now();
    await this.#db.deleteFrom('used_challenge').where('expires_at', '<', new Date(now)).execute();
    const hash = createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest();
    const used = await this.#db
      .insertInto('used_challenge')
      .values({ challenge_hash: hash, expires_at: new Date(now + LIFETIME_MS) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('challenge_hash')
      .executeTakeFirst();
    return used !== undefined;
  }
}
