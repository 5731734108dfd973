import * as client from 'openid-client';
import { platformNow } from '../../platform/clock.ts';
import type { OidcSettings } from '../../platform/config/settings.ts';

/** What a provider says of a person. */
export interface ExternalPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Address that the provider has verified; null: none. */
  readonly email: string | null;
  readonly name: string;
}

/** The secrets of one login, which the browser brings back sealed. */
export interface PendingLogin {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** When it began, seconds. */
  readonly begunAt: number;
}

/** Most by which the clocks of the provider and of this server may differ, seconds. */
const CLOCK_TOLERANCE_S = 60;

/** The token is not valid now: the clocks differ by more than the tolerance. */
export class ClockProblem extends Error {
  override readonly name = 'ClockProblem';
}

const nowSeconds = (): number => Math.floor(platformNow() / 1000);

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The provider of single sign-on: OpenID Connect, code flow with PKCE, state and nonce. */
export class IdentityProvider {
  readonly #settings: OidcSettings;
  readonly #callback: string;
  #discovered: Promise<client.Configuration> | undefined;

  /** @param callback address to which the provider sends browsers back */
  constructor(settings: OidcSettings, callback: string) {
    this.#settings = settings;
    this.#callback = callback;
  }

  /** Where the browser logs in. */
  async begin(): Promise<{ url: URL; pending: PendingLogin }> {
    const configuration = await this.#configuration();
    const pending = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      begunAt: nowSeconds(),
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#callback,
      scope: 'openid email profile',
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    });
    return { url, pending };
  }

  /**
   * Who has logged in.
   * @param query that of the callback
   * @throws {ClockProblem} for a token that is expired, not valid yet, from before the login began or from the future
   * @throws {Error} for another state, nonce, issuer or audience, a wrong signature, a refusal
   */
  async finish(query: URLSearchParams, pending: PendingLogin): Promise<ExternalPerson> {
    const configuration = await this.#configuration();
    const address = new URL(this.#callback);
    address.search = query.toString();
    const tokens = await client
      .authorizationCodeGrant(configuration, address, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        throw isOutOfTime(error)
          ? new ClockProblem('the id token is not valid now', { cause: error })
          : error;
      });
    const claims = tokens.claims();
    if (!claims) throw new Error('the provider sent no id token');
    checkIssued(claims.iat, pending.begunAt);
    const profile = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    const { email, email_verified: isVerified, name } = profile;
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: isVerified === true && typeof email === 'string' && email.includes('@') ? email : null,
      name: typeof name === 'string' ? name : '',
    };
  }

  /** Read at the first login; a provider that is away is asked again at the next one. */
  #configuration(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const address = new URL(issuer);
    const isLocal = address.protocol === 'http:' && LOOPBACK.test(address.hostname);
    this.#discovered ??= client
      .discovery(
        address,
        clientId,
        { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE_S },
        client.ClientSecretBasic(clientSecret),
        { execute: isLocal ? [client.allowInsecureRequests] : [] },
      )
      .catch((error: unknown) => {
        this.#discovered = undefined;
        throw error;
      });
    return this.#discovered;
  }
}

/** Whether a token is expired, or not valid yet. */
function isOutOfTime(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';
}

/** A token of this login was issued since it began. The library looks at its end only, which may be hours away. */
function checkIssued(issuedAt: number, begunAt: number): void {
  const early = begunAt - issuedAt;
  const late = issuedAt - nowSeconds();
  if (early > CLOCK_TOLERANCE_S)
    throw new ClockProblem(`the id token was issued ${early} s before the login began`);
  if (late > CLOCK_TOLERANCE_S) throw new ClockProblem(`the id token is issued ${late} s in the future`);
}
