import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { platformNow } from '../clock.ts';
import type { SigningKey } from './signing-key.ts';

/** Lifetime of an access token, seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
const ISSUER = 'farm3d';
const ALGORITHM = 'EdDSA';

/** The authenticated user or program of a call. */
export interface Principal {
  readonly userId: string;
  readonly organisationId: string;
  readonly roles: readonly string[];
  /** Rights that an API key is limited to. Default: those of the roles. */
  readonly rights?: readonly string[];
  /** Whether an API key makes only calls that change nothing. Default false. */
  readonly readOnly?: boolean;
  /** The login or key of the token. */
  readonly sessionId: string;
  /** Whether they may create and suspend organisations; never of a program. */
  readonly installationOperator?: boolean;
  /** The one scene of an embed token, which has no other right. */
  readonly sceneId?: string;
  /** Origins of the pages that may use the embed token; empty: those that the server lists. */
  readonly embedOrigins?: readonly string[];
  /** Access rules permitted the call, not the roles: its handler goes by them. */
  readonly byRules?: true;
  /** The API key of a program. */
  readonly apiKeyId?: string;
}

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.uuid()),
  org: v.pipe(v.string(), v.uuid()),
  sid: v.string(),
  roles: v.array(v.string()),
  exp: v.number(),
});

/** Signs and verifies the short-lived access tokens. */
export class AccessTokens {
  readonly #key: SigningKey;
  readonly #now: () => number;

  constructor(key: SigningKey, now: () => number = platformNow) {
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

  /** The principal and the expiry of the token (epoch ms); null when it is forged, changed, or expired. */
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
