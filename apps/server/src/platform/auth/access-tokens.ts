import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { SigningKey } from './signing-key.ts';

/** Life of an access token, seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
const ISSUER = 'farm3d';
const ALGORITHM = 'EdDSA';

/** Who acts: what every call knows of its user. */
export interface Principal {
  readonly userId: string;
  readonly organisationId: string;
  readonly roles: readonly string[];
  /** The login or key that the token comes from. */
  readonly sessionId: string;
  /** The one scene that a foreign page may show; it has no other right. */
  readonly sceneId?: string;
  /** The API key with which a program acts. */
  readonly apiKeyId?: string;
}

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.uuid()),
  org: v.pipe(v.string(), v.uuid()),
  sid: v.string(),
  roles: v.array(v.string()),
  exp: v.number(),
});

/** Signs and checks the short-lived tokens of users. */
export class AccessTokens {
  readonly #key: SigningKey;
  readonly #now: () => number;

  constructor(key: SigningKey, now: () => number = Date.now) {
    this.#key = key;
    this.#now = now;
  }

  async sign(principal: Principal): Promise<string> {
    const issuedAt = Math.floor(this.#now() / 1000);
    return new SignJWT({
      org: principal.organisationId,
      sid: principal.sessionId,
      roles: [...principal.roles],
    })
      .setProtectedHeader({ alg: ALGORITHM, kid: this.#key.id })
      .setIssuer(ISSUER)
      .setSubject(principal.userId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
      .sign(this.#key.privateKey);
  }

  /** The principal and when the token ends (epoch ms); null when it is not ours, changed, or ended. */
  async verify(token: string): Promise<{ principal: Principal; expiresAt: number } | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key.publicKey, {
        issuer: ISSUER,
        algorithms: [ALGORITHM],
        currentDate: new Date(this.#now()),
      });
      const claims = v.safeParse(claimsSchema, payload);
      if (!claims.success) return null;
      const { sub, org, sid, roles, exp } = claims.output;
      return {
        principal: { userId: sub, organisationId: org, sessionId: sid, roles },
        expiresAt: exp * 1000,
      };
    } catch {
      return null;
    }
  }
}
