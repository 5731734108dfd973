import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import * as v from 'valibot';
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from '../../domain/auth/access-tokens.ts';
import type { LoginGuard } from '../../domain/auth/login-guard.ts';
import {
  REFRESH_TOKEN_SECONDS,
  type IssuedRefreshToken,
  type RefreshTokens,
} from '../../domain/auth/refresh-tokens.ts';
import { hashPassword, MAX_PASSWORD_LENGTH, verifyPassword } from '../../domain/users/passwords.ts';
import { userToWire, type UserRepository, type UserRow } from '../../domain/users/user-repository.ts';
import type { Logger } from '../../logger.ts';
import { authenticate } from '../authenticate.ts';
import { addressOf, type AppContext, type AppEnv } from '../context.ts';
import { ok } from '../envelope.ts';
import { readBody } from '../input.ts';
import { HttpProblem } from '../problem.ts';

const REFRESH_COOKIE = 'farm3d_refresh';
/** The cookie goes to these calls only, and never along with a foreign page's request. */
const COOKIE_OPTIONS = { path: '/auth', httpOnly: true, sameSite: 'Strict' } as const;

const loginSchema = v.object({
  username: v.pipe(
    v.string('login.username.required'),
    v.trim(),
    v.nonEmpty('login.username.required'),
    v.maxLength(128),
  ),
  password: v.pipe(
    v.string('login.password.required'),
    v.nonEmpty('login.password.required'),
    v.maxLength(MAX_PASSWORD_LENGTH, 'field.tooLong'),
  ),
});

export interface AuthParts {
  readonly log: Logger;
  readonly users: UserRepository;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly guard: LoginGuard;
  /** Called when a login ends before its tokens do. */
  readonly onSessionEnd: (sessionId: string) => void;
}

/** A page of another site must not use the cookie, also in a browser that ignores SameSite. */
function refuseForeignPages(c: AppContext): void {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new HttpProblem(403, 'unauthorised');
}

export function authRoutes(parts: AuthParts): Hono<AppEnv> {
  const { users, accessTokens, refreshTokens, guard, log } = parts;
  const app = new Hono<AppEnv>();
  /** Checked for names that do not exist: they take as long as those that do. */
  const nobody = hashPassword('nobody has this password');

  const openSession = async (
    c: AppContext,
    user: UserRow,
    refresh: IssuedRefreshToken,
  ): Promise<Response> => {
    const accessToken = await accessTokens.sign({
      userId: user.id,
      organisationId: user.organisation_id,
      roles: user.roles,
      sessionId: refresh.family,
    });
    const secure = new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
    setCookie(c, REFRESH_COOKIE, refresh.token, { ...COOKIE_OPTIONS, secure, maxAge: REFRESH_TOKEN_SECONDS });
    c.header('Cache-Control', 'no-store');
    return ok(c, { accessToken, expiresIn: ACCESS_TOKEN_SECONDS, user: userToWire(user) });
  };

  app.post('/login', async (c) => {
    const { username, password } = await readBody(c, loginSchema);
    const address = addressOf(c);
    const waitMs = guard.waitMs(username, address);
    if (waitMs > 0) throw new HttpProblem(429, 'login.tooMany', { retryAfter: waitMs / 1000 });
    const user = await users.byName(username);
    const right = await guard.hash(async () =>
      verifyPassword(password, user?.password_hash ?? (await nobody)),
    );
    if (right === null) throw new HttpProblem(429, 'login.tooMany', { retryAfter: 1 });
    if (!right || !user) {
      guard.failed(username, address);
      log.warn({ address }, 'a login failed');
      throw new HttpProblem(401, 'login.failed');
    }
    guard.succeeded(username, address);
    return openSession(c, user, await refreshTokens.issue(user.id));
  });

  app.post('/refresh', async (c) => {
    refuseForeignPages(c);
    const token = getCookie(c, REFRESH_COOKIE);
    const rotated = token ? await refreshTokens.rotate(token) : null;
    const user = rotated ? await users.byId(rotated.userId) : undefined;
    if (!rotated || !user) {
      deleteCookie(c, REFRESH_COOKIE, COOKIE_OPTIONS);
      throw new HttpProblem(401, 'unauthorised');
    }
    return openSession(c, user, rotated);
  });

  app.post('/logout', async (c) => {
    refuseForeignPages(c);
    const token = getCookie(c, REFRESH_COOKIE);
    const family = token ? await refreshTokens.revoke(token) : null;
    if (family !== null) parts.onSessionEnd(family);
    deleteCookie(c, REFRESH_COOKIE, COOKIE_OPTIONS);
    return ok(c);
  });

  app.get('/me', authenticate(accessTokens), async (c) => {
    const user = await users.byId(c.get('principal').userId);
    if (!user) throw new HttpProblem(401, 'unauthorised');
    return ok(c, userToWire(user));
  });

  return app;
}
