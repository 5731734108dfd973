import { credentials } from '@farm3d/api';
import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import * as v from 'valibot';
import { ACCESS_TOKEN_SECONDS } from '../../platform/auth/access-tokens.ts';
import { REFRESH_TOKEN_SECONDS } from '../../platform/auth/refresh-tokens.ts';
import { hashPassword, MAX_PASSWORD_LENGTH, verifyPassword } from '../users/passwords.ts';
import { userToWire, type UserRow } from '../users/repository.ts';
import { authenticate } from '../../platform/http/authenticate.ts';
import { addressOf, type AppContext, type AppEnv } from '../../platform/http/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { readBody } from '../../platform/http/input.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { passwordSchema, profileEntries, profileValues } from '../users/routes.ts';
import { logIn, recordAct, renew, type AuthParts, type OpenedSession } from './login.ts';

const REFRESH_COOKIE = 'farm3d_refresh';
/** The cookie goes to these calls only, and never along with a foreign page's request. */
const COOKIE_OPTIONS = { path: '/auth', httpOnly: true, sameSite: 'Strict' } as const;

/** A page of another site must not use the cookie, also in a browser that ignores SameSite. */
function refuseForeignPages(c: AppContext): void {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new HttpProblem(403, 'unauthorised');
}

export const profileSchema = v.object(profileEntries);
export const changeSchema = v.object({
  oldPassword: v.pipe(v.string(), v.nonEmpty('login.password.required'), v.maxLength(MAX_PASSWORD_LENGTH)),
  newPassword: passwordSchema,
});

export function authRoutes(parts: AuthParts): Hono<AppEnv> {
  const { users, refreshTokens, principals, sessions, areas, guard, audit } = parts;
  const app = new Hono<AppEnv>();

  const answer = (c: AppContext, { user, accessToken, refresh }: OpenedSession): Response => {
    const secure = new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
    setCookie(c, REFRESH_COOKIE, refresh.token, { ...COOKIE_OPTIONS, secure, maxAge: REFRESH_TOKEN_SECONDS });
    c.header('Cache-Control', 'no-store');
    return ok(c, { accessToken, expiresIn: ACCESS_TOKEN_SECONDS, user: userToWire(user) });
  };

  app.post('/login', async (c) => answer(c, await logIn(c, await readBody(c, credentials), parts)));

  app.post('/refresh', async (c) => {
    refuseForeignPages(c);
    const token = getCookie(c, REFRESH_COOKIE);
    const session = token ? await renew(token, parts) : null;
    if (!session) {
      deleteCookie(c, REFRESH_COOKIE, COOKIE_OPTIONS);
      throw new HttpProblem(401, 'unauthorised');
    }
    return answer(c, session);
  });

  app.post('/logout', async (c) => {
    refuseForeignPages(c);
    const token = getCookie(c, REFRESH_COOKIE);
    const family = token ? await refreshTokens.revoke(token) : null;
    if (family !== null) parts.onSessionEnd(family);
    deleteCookie(c, REFRESH_COOKIE, COOKIE_OPTIONS);
    return ok(c);
  });

  /** The caller as a person: a program's key changes nobody's password. */
  const person = async (c: AppContext): Promise<UserRow> => {
    const { userId, sessionId } = c.get('principal');
    const who = await sessions.who(sessionId);
    const user = who?.userId === userId ? await users.byId(userId) : undefined;
    if (!user) throw new HttpProblem(403, 'forbidden');
    return user;
  };
  const mine = authenticate(principals);
  const self = async (c: AppContext): Promise<UserRow> => {
    const { userId, sceneId, roles } = c.get('principal');
    const user = await users.byId(userId);
    if (!user) throw new HttpProblem(401, 'unauthorised');
    // A key and a foreign page act for somebody, but are not that person.
    if (sceneId !== undefined) throw new HttpProblem(403, 'forbidden');
    return { ...user, roles: [...roles] };
  };

  app.get('/me', mine, async (c) => ok(c, userToWire(await self(c))));

  app.put('/me', mine, async (c) => {
    const user = await person(c);
    const body = await readBody(c, profileSchema);
    await users.change(user.organisation_id, user.id, await profileValues(body, areas));
    await recordAct(c, audit, user, 'auth.updateMe');
    return ok(c, userToWire(await self(c)));
  });

  app.post('/password', mine, async (c) => {
    const user = await person(c);
    const { oldPassword, newPassword } = await readBody(c, changeSchema);
    const address = addressOf(c);
    const waitMs = guard.waitMs(user.username, address);
    if (waitMs > 0) throw new HttpProblem(429, 'login.tooMany', { retryAfter: waitMs / 1000 });
    const right = await guard.hash(() => verifyPassword(oldPassword, user.password_hash));
    if (!right) {
      guard.failed(user.username, address);
      throw new HttpProblem(400, 'user.password.wrong', { field: 'oldPassword' });
    }
    const values = { password_hash: await hashPassword(newPassword) };
    await users.change(user.organisation_id, user.id, values);
    // Whoever knew the old password is out; who changed it stays.
    for (const id of await sessions.end(user.id, { except: c.get('principal').sessionId })) {
      parts.onSessionEnd(id);
    }
    await recordAct(c, audit, user, 'auth.changePassword');
    return ok(c);
  });

  return app;
}
