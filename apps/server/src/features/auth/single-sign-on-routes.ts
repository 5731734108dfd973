import { singleSignOn as calls } from '@farm3d/api';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import * as v from 'valibot';
import type { SecretBox } from '../../platform/auth/secret-box.ts';
import { platformNow } from '../../platform/clock.ts';
import { addressOf, type AppContext } from '../../platform/http/context.ts';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { ExternalIdentities } from './external-identities.ts';
import { ClockProblem, type ExternalPerson, type IdentityProvider } from './identity-provider.ts';
import { answerLogin } from './login-answer.ts';
import { openFor, recordLogin, type AuthParts } from './login.ts';

const COOKIE = 'farm3d_oidc';
/** How long somebody may take at the provider, seconds. */
const COOKIE_SECONDS = 600;
/** Lax: the browser comes back from the provider's site. */
const COOKIE_OPTIONS = { path: '/auth/oidc', httpOnly: true, sameSite: 'Lax' } as const;
const CONTEXT = 'single sign-on';

const pendingSchema = v.object({
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  begunAt: v.number(),
  next: v.string(),
  expires: v.number(),
});
type Pending = v.InferOutput<typeof pendingSchema>;

/** The provider of the settings. */
export interface SingleSignOn {
  readonly name: string;
  readonly provider: IdentityProvider;
  readonly identities: ExternalIdentities;
  readonly box: SecretBox;
}

interface Dependencies extends AuthParts {
  /** Undefined: none is set. */
  readonly singleSignOn: SingleSignOn | undefined;
}

/** `/auth/oidc`: logins at another provider. */
export function singleSignOnRoutes(needs: Dependencies): ServedCall[] {
  const { singleSignOn } = needs;
  const set = (): SingleSignOn => {
    if (!singleSignOn) throw notFound();
    return singleSignOn;
  };
  return [
    serve(calls.offer, () => ({ name: singleSignOn?.name ?? null })),
    serve(calls.start, async ({ c, query: { next = '' } }) => {
      const { provider, box } = set();
      try {
        const { url, pending } = await provider.begin();
        const kept: Pending = { ...pending, next, expires: platformNow() + COOKIE_SECONDS * 1000 };
        const value = box.seal(kept, CONTEXT).toString('base64url');
        const options = { ...COOKIE_OPTIONS, secure: c.get('secure'), maxAge: COOKIE_SECONDS };
        setCookie(c, COOKIE, value, options);
        c.header('Cache-Control', 'no-store');
        return c.redirect(url.toString());
      } catch (error) {
        needs.log.warn({ err: error }, 'the provider of single sign-on does not answer');
        return toLogin(c, { sso: 'unavailable' });
      }
    }),
    serve(calls.callback, async ({ c }) => {
      const { provider, identities, box } = set();
      const pending = pendingOf(getCookie(c, COOKIE), box);
      // Of one login, whatever comes of it.
      deleteCookie(c, COOKIE, COOKIE_OPTIONS);
      if (!pending) return refused(c, 'failed');
      let person: ExternalPerson;
      try {
        person = await provider.finish(new URL(c.req.url).searchParams, pending);
      } catch (error) {
        needs.log.warn({ err: error, address: addressOf(c) }, 'a single sign-on failed');
        return refused(c, error instanceof ClockProblem ? 'clock' : 'failed');
      }
      const found = await identities.userOf(person);
      await Promise.all(found?.ended.map(needs.onSessionEnd) ?? []);
      const user = found && (await needs.users.byId(found.userId));
      const home = user && (await needs.sessions.homeOf(user.id));
      if (!user || !home) return refused(c, 'unknown');
      if (found.how !== 'known') await recordLogin(c, user, home, `singleSignOn.${found.how}`, needs);
      await answerLogin(c, await openFor(c, user, home, needs), needs);
      return toLogin(c, { sso: 'done', next: pending.next });
    }),
  ];
}

/** Nobody is logged in. Counted as a wrong password is. */
function refused(c: AppContext, sso: 'failed' | 'clock' | 'unknown'): Response {
  c.set('refused', true);
  return toLogin(c, { sso });
}

/** The login page goes on: with the session, or says why there is none. It opens paths of its own site only. */
function toLogin(c: AppContext, query: { sso: string; next?: string }): Response {
  const parameters = new URLSearchParams(query);
  if (query.next === '') parameters.delete('next');
  c.header('Cache-Control', 'no-store');
  return c.redirect(`/login?${parameters.toString()}`);
}

function pendingOf(cookie: string | undefined, box: SecretBox): Pending | null {
  const opened = box.open(Buffer.from(cookie ?? '', 'base64url'), CONTEXT);
  const parsed = v.safeParse(pendingSchema, opened);
  return parsed.success && parsed.output.expires > platformNow() ? parsed.output : null;
}
