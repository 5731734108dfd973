import { auth } from '@farm3d/api';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { ACCESS_TOKEN_SECONDS, type Principal } from '../../platform/auth/access-tokens.ts';
import { REFRESH_TOKEN_SECONDS } from '../../platform/auth/refresh-tokens.ts';
import type { UserSessions } from '../../platform/auth/sessions.ts';
import { addressOf, type AppContext } from '../../platform/http/context.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { AreaDirectory } from '../areas/area-directory.ts';
import { hashPassword, verifyPassword } from '../users/passwords.ts';
import { profileValues } from '../users/profile.ts';
import type { PersonRow, UserRepository } from '../users/repository.ts';
import { logIn, renew, type AuthParts, type OpenedSession } from './login.ts';

const REFRESH_COOKIE = 'farm3d_refresh';
/** The cookie is sent to these calls only, and never with requests of other sites. */
const COOKIE_OPTIONS = { path: '/auth', httpOnly: true, sameSite: 'Strict' } as const;

/** Refuses requests of other sites, also in a browser that ignores SameSite. */
function refuseForeignPages(c: AppContext): void {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new HttpProblem(403, 'unauthorised');
}

/**
 * Profile of a user.
 * @throws {HttpProblem} 401 when the user no longer exists
 */
async function personOf(users: UserRepository, organisationId: string, userId: string): Promise<PersonRow> {
  const person = await users.get(organisationId, userId);
  if (!person) throw new HttpProblem(401, 'unauthorised');
  return person;
}

/** `/auth/login`, `/auth/refresh` and `/auth/logout`. */
export function loginRoutes(parts: AuthParts): ServedCall[] {
  const answer = async (c: AppContext, { user, accessToken, refresh }: OpenedSession) => {
    const secure = new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
    setCookie(c, REFRESH_COOKIE, refresh.token, { ...COOKIE_OPTIONS, secure, maxAge: REFRESH_TOKEN_SECONDS });
    c.header('Cache-Control', 'no-store');
    const person = await personOf(parts.users, user.organisation_id, user.id);
    return { accessToken, expiresIn: ACCESS_TOKEN_SECONDS, user: person };
  };
  return [
    serve(auth.login, async ({ c, body }) => answer(c, await logIn(c, body, parts))),
    serve(auth.refresh, async ({ c }) => {
      refuseForeignPages(c);
      const token = getCookie(c, REFRESH_COOKIE);
      const session = token ? await renew(token, parts) : null;
      if (!session) {
        deleteCookie(c, REFRESH_COOKIE, COOKIE_OPTIONS);
        throw new HttpProblem(401, 'unauthorised');
      }
      return answer(c, session);
    }),
    serve(auth.logout, async ({ c }) => {
      refuseForeignPages(c);
      const token = getCookie(c, REFRESH_COOKIE);
      const family = token ? await parts.refreshTokens.revoke(token) : null;
      if (family !== null) parts.onSessionEnd(family);
      deleteCookie(c, REFRESH_COOKIE, COOKIE_OPTIONS);
      return null;
    }),
  ];
}

/** Dependencies of the account calls. */
interface AccountDependencies extends Pick<AuthParts, 'users' | 'guard' | 'onSessionEnd'> {
  readonly sessions: Pick<UserSessions, 'userOf' | 'end'>;
  readonly areas: Pick<AreaDirectory, 'get'>;
}

/** `/auth/me` and `/auth/password`: the caller's own account. */
export function accountRoutes(needs: AccountDependencies): ServedCall[] {
  const { users, sessions, areas, guard, onSessionEnd } = needs;

  /** Only the person themselves: API keys and embed tokens are refused. */
  const checkPerson = async ({ userId, sessionId }: Principal): Promise<void> => {
    const who = await sessions.userOf(sessionId);
    if (who?.userId !== userId) throw new HttpProblem(403, 'forbidden');
  };
  /** An API key has its own roles. */
  const self = async (principal: Principal): Promise<PersonRow> => ({
    ...(await personOf(users, principal.organisationId, principal.userId)),
    roles: [...principal.roles],
  });

  return [
    serve(auth.me, ({ principal }) => self(principal)),
    serve(auth.updateMe, async ({ principal, body }) => {
      const { organisationId, userId } = principal;
      await checkPerson(principal);
      await users.change(organisationId, userId, await profileValues(body, areas));
      return self(principal);
    }),
    serve(auth.changePassword, async ({ c, principal, body }) => {
      await checkPerson(principal);
      const user = await users.byId(principal.userId);
      if (!user) throw new HttpProblem(403, 'forbidden');
      const address = addressOf(c);
      const waitMs = guard.waitMs(user.username, address);
      if (waitMs > 0) throw new HttpProblem(429, 'login.tooMany', { retryAfter: waitMs / 1000 });
      const right = await guard.hash(() => verifyPassword(body.oldPassword, user.password_hash));
      if (!right) {
        guard.failed(user.username, address);
        throw new HttpProblem(400, 'user.password.wrong', { field: 'oldPassword' });
      }
      const values = { password_hash: await hashPassword(body.newPassword) };
      await users.change(user.organisation_id, user.id, values);
      // Other sessions end, since the old password may have been known; the current one stays.
      for (const id of await sessions.end(user.id, { except: principal.sessionId })) onSessionEnd(id);
      return null;
    }),
  ];
}
