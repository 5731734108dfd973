import { auth, callName } from '@farm3d/api';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { ACCESS_TOKEN_SECONDS, type Principal } from '../../platform/auth/access-tokens.ts';
import { REFRESH_TOKEN_SECONDS } from '../../platform/auth/refresh-tokens.ts';
import { KNOWN_DEVICE_SECONDS } from '../../platform/auth/known-devices.ts';
import type { UserSessions } from '../../platform/auth/sessions.ts';
import { addressOf, clientSourceOf, type AppContext } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { AreaDirectory } from '../areas/area-directory.ts';
import { hashPassword, verifyPassword } from '../users/passwords.ts';
import { profileValues } from '../users/profile.ts';
import type { SelfRow, UserRepository } from '../users/repository.ts';
import { DEVICE_COOKIE, logIn, renew, type AuthParts, type OpenedSession } from './login.ts';

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
async function personOf(users: UserRepository, organisationId: string, userId: string): Promise<SelfRow> {
  const person = await users.self(organisationId, userId);
  if (!person) throw new HttpProblem(401, 'unauthorised');
  return person;
}

/** `/auth/login`, `/auth/refresh` and `/auth/logout`. */
export function loginRoutes(parts: AuthParts): ServedCall[] {
  const answer = async (c: AppContext, { userId, organisationId, accessToken, refresh }: OpenedSession) => {
    const options = { ...COOKIE_OPTIONS, secure: c.get('secure') };
    setCookie(c, REFRESH_COOKIE, refresh.token, { ...options, maxAge: REFRESH_TOKEN_SECONDS });
    c.header('Cache-Control', 'no-store');
    const person = await personOf(parts.users, organisationId, userId);
    return { accessToken, expiresIn: ACCESS_TOKEN_SECONDS, user: person };
  };
  return [
    serve(auth.login, async ({ c, body }) => {
      const session = await logIn(c, body, parts);
      const opened = await answer(c, session);
      const options = { ...COOKIE_OPTIONS, secure: c.get('secure'), maxAge: KNOWN_DEVICE_SECONDS };
      setCookie(c, DEVICE_COOKIE, parts.knownDevices.issue(session.userId), options);
      return opened;
    }),
    serve(auth.refresh, async ({ c }) => {
      refuseForeignPages(c);
      const token = getCookie(c, REFRESH_COOKIE);
      const session = token ? await renew(c, token, parts) : null;
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
      if (family !== null) await parts.onSessionEnd(family);
      deleteCookie(c, REFRESH_COOKIE, COOKIE_OPTIONS);
      return null;
    }),
  ];
}

/** Dependencies of the account calls. */
interface AccountDependencies extends Pick<
  AuthParts,
  'users' | 'guard' | 'onSessionEnd' | 'accessTokens' | 'audit'
> {
  readonly sessions: Pick<UserSessions, 'userOf' | 'end' | 'enter'>;
  readonly areas: Pick<AreaDirectory, 'get'>;
}

/** `/auth/me`, `/auth/password` and `/auth/organisation`: the caller's own account. */
export function accountRoutes(needs: AccountDependencies): ServedCall[] {
  const { users, sessions, areas, guard, onSessionEnd, accessTokens, audit } = needs;

  /** Only the person themselves: API keys and embed tokens are refused. */
  const checkPerson = async ({ userId, sessionId }: Principal): Promise<void> => {
    const who = await sessions.userOf(sessionId);
    if (who?.userId !== userId) throw new HttpProblem(403, 'forbidden');
  };
  /** An API key has its own roles. */
  const self = async (principal: Principal): Promise<SelfRow> => ({
    ...(await personOf(users, principal.organisationId, principal.userId)),
    roles: [...principal.roles],
  });

  return [
    serve(auth.me, ({ principal }) => self(principal)),
    serve(auth.updateMe, async ({ principal, body }) => {
      const { organisationId, userId } = principal;
      await checkPerson(principal);
      await users.change(organisationId, userId, await profileValues(body, areas), true);
      return self(principal);
    }),
    serve(auth.switchOrganisation, async ({ c, principal, body: { organisationId } }) => {
      const { userId, sessionId } = principal;
      await checkPerson(principal);
      const entered = await sessions.enter(sessionId, userId, organisationId);
      if (!entered) throw notFound();
      // The call itself is recorded where the user comes from; here, that they came.
      const action = callName(auth.switchOrganisation);
      await audit.record({ organisationId, userId, address: addressOf(c), action, target: c.req.path });
      // Streams of the organisation that was left end; its tokens are refused from now on.
      await onSessionEnd(sessionId);
      const accessToken = await accessTokens.sign({ userId, ...entered, sessionId });
      return {
        accessToken,
        expiresIn: ACCESS_TOKEN_SECONDS,
        user: await personOf(users, organisationId, userId),
      };
    }),
    serve(auth.changePassword, async ({ c, principal, body }) => {
      await checkPerson(principal);
      const user = await users.byId(principal.userId);
      if (!user) throw new HttpProblem(403, 'forbidden');
      // The session counts as a known device, until too many wrong old passwords were given.
      const attempt = {
        account: user.username,
        source: clientSourceOf(c),
        device: `login ${principal.sessionId}`,
      };
      const result = await guard.check(attempt, () => verifyPassword(body.oldPassword, user.password_hash));
      if (result === 'displaced')
        throw new HttpProblem(429, 'login.tooMany', { retryAfter: guard.retryAfter(attempt) });
      if (result === 'wrong') throw new HttpProblem(400, 'user.password.wrong', { field: 'oldPassword' });
      if (body.newPassword === body.oldPassword)
        throw new HttpProblem(400, 'user.password.same', { field: 'newPassword' });
      const values = {
        password_hash: await hashPassword(body.newPassword),
        must_change_password: false,
      };
      await users.change(principal.organisationId, user.id, values, true);
      // Other sessions end, since the old password may have been known; the current one stays.
      const ended = await sessions.end(user.id, { except: principal.sessionId });
      await Promise.all(ended.map(onSessionEnd));
      return null;
    }),
  ];
}
