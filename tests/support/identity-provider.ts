import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import OidcServer from 'oidc-provider';

/** Somebody whom the provider knows. */
export interface KnownPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  /** Claims of the ID token as a provider would set them whose clock is wrong, seconds. */
  readonly iat?: number;
  readonly nbf?: number;
}

export interface RunningProvider {
  readonly issuer: string;
  /** Environment of a server that uses it. */
  readonly env: (publicUrl: string) => Record<string, string>;
  /** Who logs in next: the provider asks nobody. */
  person: KnownPerson;
  /** How long its ID tokens are valid, seconds. Default an hour. */
  idTokenSeconds: number;
  /** Permits a server's callback. */
  readonly permit: (publicUrl: string) => void;
  readonly stop: () => Promise<void>;
}

const CLIENT = { client_id: 'farm3d', client_secret: randomBytes(24).toString('hex') };

/** A real provider of OpenID Connect (oidc-provider) on this machine. It refuses logins without PKCE. */
export async function startIdentityProvider(): Promise<RunningProvider> {
  const known = new Map<string, KnownPerson>();
  let handle: (...request: Parameters<ReturnType<OidcServer['callback']>>) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const running: RunningProvider = {
    issuer,
    person: { sub: 'nobody' },
    idTokenSeconds: 3_600,
    env: (publicUrl) => ({
      FARM3D_PUBLIC_URL: publicUrl,
      FARM3D_OIDC_ISSUER: issuer,
      FARM3D_OIDC_CLIENT_ID: CLIENT.client_id,
      FARM3D_OIDC_CLIENT_SECRET: CLIENT.client_secret,
      FARM3D_OIDC_NAME: '合作社账号',
    }),
    permit: (publicUrl) => {
      const provider = makeProvider(running, `${publicUrl}/auth/oidc/callback`, known);
      const answer = provider.callback();
      handle = (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return answer(request, response);
        known.set(running.person.sub, running.person);
        void consent(provider, running.person.sub, request, response);
      };
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return running;
}

function makeProvider(
  running: RunningProvider,
  callback: string,
  known: ReadonlyMap<string, KnownPerson>,
): OidcServer {
  const provider = new OidcServer(running.issuer, {
    clients: [{ ...CLIENT, redirect_uris: [callback] }],
    pkce: { required: () => true },
    claims: { openid: ['sub', 'iat', 'nbf'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...known.get(sub), sub }),
    }),
    cookies: { keys: [randomBytes(16).toString('hex')] },
  });
  // The setting `ttl.IdToken` refuses what a wrong clock leads to: a token that has expired when it is made.
  provider.IdToken.expiresIn = () => running.idTokenSeconds;
  return provider;
}

/** Logs the person in and consents, as the provider's pages would after a password. */
async function consent(
  provider: OidcServer,
  accountId: string,
  ...[request, response]: Parameters<ReturnType<OidcServer['callback']>>
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId, clientId: params['client_id'] ?? '' });
  grant.addOIDCScope('openid email profile');
  const result = { login: { accountId }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
