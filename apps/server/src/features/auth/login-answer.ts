import { setCookie } from 'hono/cookie';
import { ACCESS_TOKEN_SECONDS } from '../../platform/auth/access-tokens.ts';
import { KNOWN_DEVICE_SECONDS } from '../../platform/auth/known-devices.ts';
import { REFRESH_TOKEN_SECONDS } from '../../platform/auth/refresh-tokens.ts';
import { allRights } from '../../platform/auth/policy.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { SelfRow, UserRepository } from '../users/repository.ts';
import { DEVICE_COOKIE, type AuthParts, type OpenedSession } from './login.ts';

export const REFRESH_COOKIE = 'farm3d_refresh';
/** The cookie is sent to these calls only, and never with requests of other sites. */
export const COOKIE_OPTIONS = { path: '/auth', httpOnly: true, sameSite: 'Strict' } as const;

/** A person with what only they see of themselves. */
export type Self = Omit<SelfRow, 'effectiveRoles'> & { readonly rights: string[] };

/**
 * Profile of a user.
 * @throws {HttpProblem} 401 when the user no longer exists
 */
export async function personOf(
  users: Pick<UserRepository, 'self'>,
  organisationId: string,
  userId: string,
): Promise<Self> {
  const person = await users.self(organisationId, userId);
  if (!person) throw new HttpProblem(401, 'unauthorised');
  const { effectiveRoles, ...same } = person;
  return { ...same, rights: allRights({ roles: effectiveRoles }) };
}

/** Answers an opened or renewed session: the refresh token as a cookie, the rest in the body. */
export async function answerSession(
  c: AppContext,
  { userId, organisationId, accessToken, refresh }: OpenedSession,
  { users }: Pick<AuthParts, 'users'>,
) {
  const options = { ...COOKIE_OPTIONS, secure: c.get('secure') };
  setCookie(c, REFRESH_COOKIE, refresh.token, { ...options, maxAge: REFRESH_TOKEN_SECONDS });
  c.header('Cache-Control', 'no-store');
  const person = await personOf(users, organisationId, userId);
  return { accessToken, expiresIn: ACCESS_TOKEN_SECONDS, user: person };
}

/** As `answerSession`, of a login: from now on the device is a known one. */
export async function answerLogin(c: AppContext, session: OpenedSession, parts: AuthParts) {
  const opened = await answerSession(c, session, parts);
  const options = { ...COOKIE_OPTIONS, secure: c.get('secure'), maxAge: KNOWN_DEVICE_SECONDS };
  setCookie(c, DEVICE_COOKIE, parts.knownDevices.issue(session.userId), options);
  return opened;
}
