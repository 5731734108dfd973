import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { BodyOf, passkeys as calls } from '@farm3d/api';
import { sql, type Generated, type Kysely } from 'kysely';
import { platformNow } from '../../platform/clock.ts';
import type { Database, DefaultInstant, OptionalInstant } from '../../platform/storage/schema.ts';
import type { Challenges } from './challenges.ts';

interface PasskeyTable {
  id: Generated<string>;
  user_id: string;
  name: string;
  credential_id: Buffer;
  public_key: Buffer;
  /** int8 comes back as text. */
  counter: string | number;
  transports: string[];
  created_at: DefaultInstant;
  last_used_at: OptionalInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    passkey: PasskeyTable;
  }
}

type Registration = BodyOf<typeof calls.create>['credential'];
type Assertion = BodyOf<typeof calls.login>['credential'];

/** The site for which passkeys are made: they work on no other. */
export interface RelyingParty {
  /** Host name. */
  readonly id: string;
  readonly origin: string;
}

const COLUMNS = ['id', 'name', 'created_at as createTime', 'last_used_at as lastUsedTime'] as const;
const LOGIN = 'login';

const challengeIn = (clientData: string): string => {
  const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as {
    challenge?: unknown;
  };
  return typeof challenge === 'string' ? challenge : '';
};

/** Passkeys of accounts. Each is a key of one device, which checks its user by fingerprint, face or PIN. */
export class Passkeys {
  readonly #db: Kysely<Database>;
  readonly #challenges: Challenges;

  constructor(db: Kysely<Database>, challenges: Challenges) {
    this.#db = db;
    this.#challenges = challenges;
  }

  async list(userId: string) {
    return this.#db
      .selectFrom('passkey')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
  }

  /** Options for a new one. @param purpose see `Challenges` */
  async begin(user: { id: string; username: string }, purpose: string, { id }: RelyingParty) {
    const known = await this.#db
      .selectFrom('passkey')
      .select(['credential_id', 'transports'])
      .where('user_id', '=', user.id)
      .execute();
    return generateRegistrationOptions({
      rpName: 'farm3d',
      rpID: id,
      userName: user.username,
      userID: new Uint8Array(Buffer.from(user.id)),
      challenge: this.#challenges.make(purpose),
      excludeCredentials: known.map(({ credential_id, transports }) => ({
        id: credential_id.toString('base64url'),
        transports,
      })),
      // It names its account, and the device checks who uses it: it takes the place of password and code.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** 'invalid': made for another site or with other options, or answered already; 'taken': it is stored. */
  async add(
    userId: string,
    { name, credential }: { readonly name: string; readonly credential: Registration },
    purpose: string,
    party: RelyingParty,
  ) {
    const verified = await this.#verifyNew(credential, purpose, party).catch(() => null);
    if (!verified?.verified || !(await this.#challenges.use(challengeIn(credential.response.clientDataJSON))))
      return 'invalid';
    const { id, publicKey, counter } = verified.registrationInfo.credential;
    const added = await this.#db
      .insertInto('passkey')
      .values({
        user_id: userId,
        name,
        credential_id: Buffer.from(id, 'base64url'),
        public_key: Buffer.from(publicKey),
        counter,
        transports: credential.response.transports,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
    return added ?? 'taken';
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('passkey')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Options for a login by any passkey of a device. */
  async challenge({ id }: RelyingParty) {
    return generateAuthenticationOptions({
      rpID: id,
      challenge: this.#challenges.make(LOGIN),
      userVerification: 'required',
    });
  }

  /** Account of the passkey that signed an open challenge for this site; null otherwise. */
  async userOf(credential: Assertion, party: RelyingParty): Promise<string | null> {
    const row = await this.#db
      .selectFrom('passkey')
      .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
      .where('credential_id', '=', Buffer.from(credential.id, 'base64url'))
      .executeTakeFirst();
    if (!row) return null;
    const { userHandle, clientDataJSON } = credential.response;
    if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== row.user_id)
      return null;
    const verified = await verifyAuthenticationResponse({
      response: { ...credential, response: { ...credential.response } } as never,
      expectedChallenge: (challenge) => this.#challenges.isOpen(challenge, LOGIN),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: row.credential_id.toString('base64url'),
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.counter),
      },
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified || !(await this.#challenges.use(challengeIn(clientDataJSON)))) return null;
    return this.#count(row.id, row.user_id, verified.authenticationInfo.newCounter);
  }

  /** Two logins with the same count are not both of the device: one is of a copy. */
  async #count(id: string, userId: string, counter: number): Promise<string | null> {
    const { numUpdatedRows } = await this.#db
      .updateTable('passkey')
      .set({ counter, last_used_at: new Date(platformNow()) })
      .where('id', '=', id)
      .where(sql<boolean>`(counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? userId : null;
  }

  async #verifyNew(credential: Registration, purpose: string, party: RelyingParty) {
    return verifyRegistrationResponse({
      response: credential,
      expectedChallenge: (challenge) => this.#challenges.isOpen(challenge, purpose),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
  }
}
