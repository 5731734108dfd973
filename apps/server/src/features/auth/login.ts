import { type BodyOf, type auth } from '@farm3d/api';
import type { AuditEvent, AuditLog } from '../../platform/audit/audit-log.ts';
import type { AccessTokens } from '../../platform/auth/access-tokens.ts';
import type { KnownDevices } from '../../platform/auth/known-devices.ts';
import { sourceOf } from '../../platform/client-address.ts';
import type { LoginGuard } from '../../platform/auth/login-guard.ts';
import type { IssuedRefreshToken, RefreshTokens } from '../../platform/auth/refresh-tokens.ts';
import type { UserSessions, Workplace } from '../../platform/auth/sessions.ts';
import { getCookie } from 'hono/cookie';
import { hashPassword, verifyPassword } from '../users/passwords.ts';
import type { Account, UserRepository } from '../users/repository.ts';
import type { Logger } from '../../platform/logger.ts';
import { addressOf, clientSourceOf, type AppContext } from '../../platform/http/context.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { refuseCode, type TwoFactors } from './two-factors.ts';

export interface AuthParts {
  readonly log: Logger;
  readonly users: UserRepository;
  readonly sessions: Pick<UserSessions, 'addressesOf' | 'end' | 'homeOf' | 'settle'>;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly guard: LoginGuard;
  readonly knownDevices: KnownDevices;
  readonly audit: AuditLog;
  readonly twoFactors: TwoFactors;
  /** Ends the streams of a session that ended before its tokens expired. */
  readonly onSessionEnd: (sessionId: string) => Promise<void>;
}

export interface OpenedSession {
  readonly userId: string;
  /** The organisation in which the session works. */
  readonly organisationId: string;
  readonly accessToken: string;
  readonly refresh: IssuedRefreshToken;
}

/** Cookie with the mark of a known device. */
export const DEVICE_COOKIE = 'farm3d_device';

/** Verified for unknown names: they take as long as known ones. */
let unknownUserHash: Promise<string> | undefined;

/**
 * Whether the password is the one of this account; undefined: of an unknown name, which takes as long. After many failures
 * it takes longer.
 * @throws {HttpProblem} 429 when so many try that this attempt was not checked
 */
export async function checkPassword(
  c: AppContext,
  { username, password }: { readonly username: string; readonly password: string },
  account: Account | undefined,
  parts: Pick<AuthParts, 'guard' | 'knownDevices' | 'sessions'>,
): Promise<boolean> {
  const { guard } = parts;
  unknownUserHash ??= hashPassword('nobody has this password');
  const unknown = unknownUserHash;
  const attempt = {
    account: username,
    source: clientSourceOf(c),
    device: account ? await knownDeviceOf(c, account.id, parts) : null,
  };
  const result = await guard.check(attempt, async () => {
    const right = await verifyPassword(password, account?.password_hash ?? (await unknown));
    return right && account !== undefined;
  });
  if (result === 'displaced')
    throw new HttpProblem(429, 'login.tooMany', { retryAfter: guard.retryAfter(attempt) });
  return result === 'right';
}

/** The known device of a request, else its address where this user logged in before. */
async function knownDeviceOf(
  c: AppContext,
  userId: string,
  { knownDevices, sessions }: Pick<AuthParts, 'knownDevices' | 'sessions'>,
): Promise<string | null> {
  const device = knownDevices.idOf(userId, getCookie(c, DEVICE_COOKIE));
  if (device !== null) return device;
  const source = clientSourceOf(c);
  const addresses = await sessions.addressesOf(userId);
  return addresses.some((address) => sourceOf(address) === source) ? `${userId} at ${source}` : null;
}

/**
 * Opens a session by name and password, and a code where the account needs one: it is asked for only after the right password,
 * so nobody else learns that it does. Whoever may work in no organisation is refused like an unknown name.
 * @throws {HttpProblem} 401, with the error `code_required` without the code; 429 as `checkPassword`
 */
export async function logIn(
  c: AppContext,
  credentials: BodyOf<typeof auth.login>,
  parts: AuthParts,
): Promise<OpenedSession> {
  const { users, sessions, log, audit } = parts;
  const user = await users.byName(credentials.username);
  const home = user ? await sessions.homeOf(user.id) : null;
  const isRight = await checkPassword(c, credentials, home ? user : undefined, parts);
  const address = addressOf(c);
  if (!isRight || !user || !home) {
    log.warn({ address }, 'a login failed');
    // Not awaited: the answer for a name that exists takes as long as for one that does not.
    if (user && home)
      audit
        .recordLater(loginEvent(c, user, home, 'auth.loginFailed'))
        .catch((error: unknown) => log.error({ err: error }));
    throw new HttpProblem(401, 'login.failed');
  }
  await checkCode(c, user, home, credentials.code, parts);
  return openFor(c, user, home, parts);
}

/** Opens a session for somebody who has proved who they are. */
export async function openFor(
  c: AppContext,
  user: Account,
  home: Workplace,
  parts: AuthParts,
): Promise<OpenedSession> {
  const userAgent = c.req.header('user-agent') ?? '';
  const { organisationId } = home;
  const issued = await parts.refreshTokens.issue(user.id, {
    organisationId,
    address: addressOf(c),
    userAgent,
  });
  await recordLogin(c, user, home, 'auth.login', parts);
  return open(user.id, home, issued, parts);
}

/** @throws {HttpProblem} 401 or 429 when the account needs a code and this is not it */
async function checkCode(
  c: AppContext,
  user: Account,
  home: Workplace,
  code: string | undefined,
  parts: AuthParts,
): Promise<void> {
  const { twoFactors } = parts;
  if (!(await twoFactors.isOn(user.id))) return;
  if (code === undefined)
    throw new HttpProblem(401, 'login.code.required', { field: 'code', error: 'code_required' });
  const checked = await twoFactors.check(user.id, code);
  if (checked === 'right') return;
  await recordLogin(c, user, home, 'auth.loginFailed', parts);
  refuseCode(checked, 401);
}

/** Writes what somebody has done to log in into the audit log. */
export function recordLogin(
  c: AppContext,
  user: Account,
  home: Workplace,
  action: LoginAction,
  { audit }: AuthParts,
): Promise<void> {
  return audit.record(loginEvent(c, user, home, action));
}

type LoginAction = 'auth.login' | 'auth.loginFailed' | 'singleSignOn.linked' | 'singleSignOn.joined';

const loginEvent = (
  c: AppContext,
  user: Account,
  { organisationId }: Workplace,
  action: LoginAction,
): AuditEvent => ({
  organisationId,
  userId: user.id,
  username: user.username,
  address: addressOf(c),
  action,
  target: c.req.path,
});

/**
 * Exchanges a refresh token for a new session; null when it is unknown, used or expired, or its user may work in no
 * organisation any more.
 */
export async function renew(c: AppContext, token: string, parts: AuthParts): Promise<OpenedSession | null> {
  const rotated = await parts.refreshTokens.rotate(token, {
    userAgent: c.req.header('user-agent') ?? '',
    source: clientSourceOf(c),
  });
  if (rotated && 'ended' in rotated) {
    await parts.onSessionEnd(rotated.ended);
    return null;
  }
  const workplace = rotated && (await parts.sessions.settle(rotated.family, rotated.userId));
  return workplace && open(rotated.userId, workplace, rotated, parts);
}

async function open(
  userId: string,
  { organisationId, roles }: Workplace,
  refresh: IssuedRefreshToken,
  { accessTokens }: AuthParts,
): Promise<OpenedSession> {
  const principal = { userId, organisationId, roles, sessionId: refresh.family };
  return { userId, organisationId, accessToken: await accessTokens.sign(principal), refresh };
}
