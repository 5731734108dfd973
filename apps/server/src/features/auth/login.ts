import { type BodyOf, type auth } from '@farm3d/api';
import type { AuditLog } from '../../platform/audit/audit-log.ts';
import type { AccessTokens } from '../../platform/auth/access-tokens.ts';
import type { LoginGuard } from '../../platform/auth/login-guard.ts';
import type { IssuedRefreshToken, RefreshTokens } from '../../platform/auth/refresh-tokens.ts';
import { hashPassword, verifyPassword } from '../users/passwords.ts';
import type { Account, UserRepository } from '../users/repository.ts';
import type { Logger } from '../../platform/logger.ts';
import { addressOf, type AppContext } from '../../platform/http/context.ts';
import { HttpProblem } from '../../platform/http/problem.ts';

export interface AuthParts {
  readonly log: Logger;
  readonly users: UserRepository;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly guard: LoginGuard;
  readonly audit: AuditLog;
  /** Called when a login ends before its tokens do. */
  readonly onSessionEnd: (sessionId: string) => void;
}

export interface OpenedSession {
  readonly user: Account;
  readonly accessToken: string;
  readonly refresh: IssuedRefreshToken;
}

/** Verified for unknown names: they take as long as known ones. */
let unknownUserHash: Promise<string> | undefined;

/**
 * Opens a session by name and password.
 * @throws {HttpProblem} 401; 429 after too many failures
 */
export async function logIn(
  c: AppContext,
  { username, password }: BodyOf<typeof auth.login>,
  parts: AuthParts,
): Promise<OpenedSession> {
  const { users, guard, log, refreshTokens } = parts;
  unknownUserHash ??= hashPassword('nobody has this password');
  const unknown = unknownUserHash;
  const address = addressOf(c);
  const waitMs = guard.waitMs(username, address);
  if (waitMs > 0) throw new HttpProblem(429, 'login.tooMany', { retryAfter: waitMs / 1000 });
  const user = await users.byName(username);
  const right = await guard.hash(async () =>
    verifyPassword(password, user?.password_hash ?? (await unknown)),
  );
  if (right === null) throw new HttpProblem(429, 'login.tooMany', { retryAfter: 1 });
  if (!right || !user || user.disabled_at !== null) {
    guard.failed(username, address);
    log.warn({ address }, 'a login failed');
    throw new HttpProblem(401, 'login.failed');
  }
  guard.succeeded(username, address);
  const userAgent = c.req.header('user-agent') ?? '';
  const issued = await refreshTokens.issue(user.id, { address, userAgent });
  await parts.audit.record({
    organisationId: user.organisation_id,
    userId: user.id,
    username: user.username,
    address,
    action: 'auth.login',
    target: c.req.path,
  });
  return open(user, issued, parts);
}

/** Exchanges a refresh token for a new session; null when it is unknown, used or expired. */
export async function renew(token: string, parts: AuthParts): Promise<OpenedSession | null> {
  const rotated = await parts.refreshTokens.rotate(token);
  const user = rotated ? await parts.users.byId(rotated.userId) : undefined;
  return rotated && user && user.disabled_at === null ? open(user, rotated, parts) : null;
}

async function open(
  user: Account,
  refresh: IssuedRefreshToken,
  { accessTokens }: AuthParts,
): Promise<OpenedSession> {
  const accessToken = await accessTokens.sign({
    userId: user.id,
    organisationId: user.organisation_id,
    roles: user.roles,
    sessionId: refresh.family,
  });
  return { user, accessToken, refresh };
}
