import { createHash, randomBytes } from 'node:crypto';
import type { Generated, Kysely, Transaction } from 'kysely';
import * as v from 'valibot';
import type { SecretBox } from '../../platform/auth/secret-box.ts';
import { platformNow } from '../../platform/clock.ts';
import type { Database, DefaultInstant, OptionalInstant } from '../../platform/storage/schema.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { endCodes } from '../users/second-factors.ts';
import { base32, matchingStep, provisioningUri } from './totp.ts';

interface TotpTable {
  user_id: string;
  /** Sealed. */
  secret: Buffer;
  confirmed_at: OptionalInstant;
  /** int8 comes back as text. */
  last_step: Generated<string | number>;
  failures: Generated<number>;
  locked_until: OptionalInstant;
  created_at: DefaultInstant;
}

interface RecoveryCodeTable {
  user_id: string;
  code_hash: Buffer;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    totp: TotpTable;
    recovery_code: RecoveryCodeTable;
  }
}

/** RFC 4226, section 4: at least 128 bits, 160 are advised. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** 80 bits: nobody guesses one, so they are not locked after wrong ones. */
const RECOVERY_BYTES = 10;
/** Wrong codes in a row without a delay. Whoever tries them knows the password. */
const FREE_FAILURES = 5;
const FIRST_LOCK_MS = 60_000;
const MAX_LOCK_MS = 3_600_000;

/** As it is sealed. */
const secretSchema = v.object({ base64: v.string() });

const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();

/** A recovery code in four groups, easy to type; `normalCode` of the API takes the dashes away. */
const groupsOf = (code: string): string => (code.match(/.{4}/g) ?? []).join('-');

export type CodeCheck = 'right' | 'wrong' | { readonly lockedUntil: Date };

/**
 * @param status of a wrong code: 401 in a login, 400 of somebody who is logged in
 * @throws {HttpProblem} 429 while codes are locked
 */
export function refuseCode(checked: Exclude<CodeCheck, 'right'>, status: 400 | 401): never {
  if (checked === 'wrong')
    throw new HttpProblem(status, 'login.code.wrong', { field: 'code', error: 'code_wrong' });
  const seconds = Math.ceil((checked.lockedUntil.getTime() - platformNow()) / 1000);
  throw new HttpProblem(429, 'login.tooMany', { field: 'code', retryAfter: Math.max(1, seconds) });
}

/** Second factors of accounts: one-time codes of an authenticator app, and recovery codes. */
export class TwoFactors {
  readonly #db: Kysely<Database>;
  readonly #box: SecretBox;
  readonly #now: () => number;

  constructor(db: Kysely<Database>, box: SecretBox, now: () => number = platformNow) {
    this.#db = db;
    this.#box = box;
    this.#now = now;
  }

  /** Whether a login asks for a code. */
  async isOn(userId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('totp')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    return row !== undefined;
  }

  async recoveryCodesLeft(userId: string): Promise<number> {
    const rows = await this.#db
      .selectFrom('recovery_code')
      .select('user_id')
      .where('user_id', '=', userId)
      .execute();
    return rows.length;
  }

  /** A new secret, which counts from the first right code on; null when codes are asked for already. */
  async begin(userId: string, username: string): Promise<{ secret: string; uri: string } | null> {
    const secret = randomBytes(SECRET_BYTES);
    const fresh = {
      secret: this.#box.seal({ base64: secret.toString('base64') }, userId),
      last_step: 0,
      failures: 0,
      locked_until: null,
    };
    const begun = await this.#db
      .insertInto('totp')
      .values({ user_id: userId, ...fresh })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(fresh).where('totp.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst();
    return begun ? { secret: base32(secret), uri: provisioningUri(secret, username) } : null;
  }

  /** From the first right code on, logins ask for one. Returns the recovery codes. */
  async confirm(
    userId: string,
    code: string,
  ): Promise<readonly string[] | 'missing' | Exclude<CodeCheck, 'right'>> {
    return this.#db.transaction().execute(async (transaction) => {
      const checked = await this.#checkTotp(transaction, userId, code, false);
      if (checked === 'missing' || checked !== 'right') return checked;
      await transaction
        .updateTable('totp')
        .set({ confirmed_at: new Date(this.#now()) })
        .where('user_id', '=', userId)
        .execute();
      return replaceRecoveryCodes(transaction, userId);
    });
  }

  /** Checks a code of the app, which then counts no more, or a recovery code, which is used up. */
  async check(userId: string, code: string): Promise<CodeCheck> {
    if (!/^\d+$/.test(code)) {
      const { numDeletedRows } = await this.#db
        .deleteFrom('recovery_code')
        .where('user_id', '=', userId)
        .where('code_hash', '=', hashCode(code))
        .executeTakeFirst();
      return numDeletedRows > 0n ? 'right' : 'wrong';
    }
    return this.#db.transaction().execute(async (transaction) => {
      const checked = await this.#checkTotp(transaction, userId, code, true);
      return checked === 'missing' ? 'wrong' : checked;
    });
  }

  /** New recovery codes; the former ones count no more. */
  async renewRecoveryCodes(userId: string): Promise<readonly string[]> {
    return this.#db.transaction().execute((transaction) => replaceRecoveryCodes(transaction, userId));
  }

  /** From now on the password is enough. False: it was before. */
  async end(userId: string): Promise<boolean> {
    return this.#db.transaction().execute((transaction) => endCodes(transaction, userId));
  }

  /** The row is locked: two logins with the same code are checked one after the other. */
  async #checkTotp(
    transaction: Transaction<Database>,
    userId: string,
    code: string,
    isConfirmed: boolean,
  ): Promise<CodeCheck | 'missing'> {
    const row = await transaction
      .selectFrom('totp')
      .selectAll()
      .where('user_id', '=', userId)
      .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return 'missing';
    const now = this.#now();
    if (row.locked_until && row.locked_until.getTime() > now) return { lockedUntil: row.locked_until };
    // Without the secrets folder that sealed it, only recovery codes count.
    const opened = v.safeParse(secretSchema, this.#box.open(row.secret, userId));
    const secret = opened.success ? Buffer.from(opened.output.base64, 'base64') : null;
    const step = secret && matchingStep(secret, code, { now, lastStep: Number(row.last_step) });
    const failures = row.failures + 1;
    const lockMs = Math.min(FIRST_LOCK_MS * 2 ** (failures - FREE_FAILURES), MAX_LOCK_MS);
    await transaction
      .updateTable('totp')
      .set(
        step === null
          ? { failures, locked_until: failures < FREE_FAILURES ? null : new Date(now + lockMs) }
          : { failures: 0, locked_until: null, last_step: step },
      )
      .where('user_id', '=', userId)
      .execute();
    return step === null ? 'wrong' : 'right';
  }
}

async function replaceRecoveryCodes(transaction: Transaction<Database>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(RECOVERY_BYTES)).toLowerCase(),
  );
  await transaction.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await transaction
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute();
  return codes.map(groupsOf);
}
