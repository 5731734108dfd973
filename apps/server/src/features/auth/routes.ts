import { auth, callName } from '@farm3d/api';
import { deleteCookie, getCookie } from 'hono/cookie';
import { ACCESS_TOKEN_SECONDS, type Principal } from '../../platform/auth/access-tokens.ts';
import { allRights, builtInRoles } from '../../platform/auth/policy.ts';
import type { UserSessions } from '../../platform/auth/sessions.ts';
import { bearerOf } from '../../platform/http/authenticate.ts';
import { addressOf, type AppContext } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { AreaDirectory } from '../areas/area-directory.ts';
import { hashPassword } from '../users/passwords.ts';
import { profileValues } from '../users/profile.ts';
import { checkOwnPassword, checkPerson } from './own-account.ts';
import {
  answerLogin,
  answerSession,
  COOKIE_OPTIONS,
  personOf,
  REFRESH_COOKIE,
  type Self,
} from './login-answer.ts';
import { logIn, renew, type AuthParts } from './login.ts';

/** Refuses requests of other sites, also in a browser that ignores SameSite. */
function refuseForeignPages(c: AppContext): void {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new HttpProblem(403, 'unauthorised');
}

/** Ends the session of an access token; returns it, or nothing when the token or its session is over. */
async function endSessionOf(
  token: string,
  { accessTokens, sessions }: Pick<AuthParts, 'accessTokens' | 'sessions'>,
): Promise<string[]> {
  const verified = await accessTokens.verify(token);
  if (!verified) return [];
  const { userId, sessionId } = verified.principal;
  return sessions.end(userId, { id: sessionId });
}

/** `/auth/login`, `/auth/refresh` and `/auth/logout`. */
export function loginRoutes(parts: AuthParts): ServedCall[] {
  return [
    serve(auth.login, async ({ c, body }) => answerLogin(c, await logIn(c, body, parts), parts)),
    serve(auth.refresh, async ({ c }) => {
      refuseForeignPages(c);
      const token = getCookie(c, REFRESH_COOKIE);
      const session = token ? await renew(c, token, parts) : null;
      if (!session) {
        deleteCookie(c, REFRESH_COOKIE, COOKIE_OPTIONS);
        throw new HttpProblem(401, 'unauthorised');
      }
      return answerSession(c, session, parts);
    }),
    serve(auth.logout, async ({ c }) => {
      refuseForeignPages(c);
      const cookie = getCookie(c, REFRESH_COOKIE);
      const family = cookie === undefined ? null : await parts.refreshTokens.revoke(cookie);
      const bearer = bearerOf(c);
      const ended = bearer === null ? [] : await endSessionOf(bearer, parts);
      await Promise.all([...(family === null ? [] : [family]), ...ended].map(parts.onSessionEnd));
      deleteCookie(c, REFRESH_COOKIE, COOKIE_OPTIONS);
      if (cookie === undefined && bearer !== null && ended.length === 0)
        throw new HttpProblem(401, 'unauthorised');
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
  const { users, sessions, areas, onSessionEnd, accessTokens, audit } = needs;

  /** An API key has its own roles and rights. */
  const self = async (principal: Principal): Promise<Self> => {
    const person = await personOf(users, principal.organisationId, principal.userId);
    if (principal.apiKeyId === undefined) return person;
    return { ...person, roles: builtInRoles(principal), rights: allRights(principal) };
  };

  return [
    serve(auth.me, ({ principal }) => self(principal)),
    serve(auth.updateMe, async ({ principal, body }) => {
      const { organisationId, userId } = principal;
      await checkPerson(principal, needs);
      await users.change(organisationId, userId, await profileValues(body, areas), true);
      return self(principal);
    }),
    serve(auth.switchOrganisation, async ({ c, principal, body: { organisationId } }) => {
      const { userId, sessionId } = principal;
      await checkPerson(principal, needs);
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
      const old = { password: body.oldPassword, field: 'oldPassword' };
      const user = await checkOwnPassword(c, principal, old, needs);
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
