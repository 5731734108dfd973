import * as client from 'openid-client';
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
}

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
   * @throws {Error} for another state, nonce, issuer or audience, a wrong signature, an expired token, a refusal
   */
  async finish(query: URLSearchParams, pending: PendingLogin): Promise<ExternalPerson> {
    const configuration = await this.#configuration();
    const address = new URL(this.#callback);
    address.search = query.toString();
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('the provider sent no id token');
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
      .discovery(address, clientId, clientSecret, client.ClientSecretBasic(clientSecret), {
        execute: isLocal ? [client.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        this.#discovered = undefined;
        throw error;
      });
    return this.#discovered;
  }
}
