import type { AuditLog } from '../../platform/audit/audit-log.ts';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { LoginGuard } from '../../platform/auth/login-guard.ts';
import type { UserSessions } from '../../platform/auth/sessions.ts';
import { addressOf, clientSourceOf, type AppContext } from '../../platform/http/context.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { verifyPassword } from '../users/passwords.ts';
import type { Account, UserRepository } from '../users/repository.ts';
import { refuseCode, type CodeCheck, type TwoFactors } from './two-factors.ts';

export interface OwnAccountNeeds {
  readonly users: Pick<UserRepository, 'byId'>;
  readonly sessions: Pick<UserSessions, 'userOf'>;
  readonly guard: LoginGuard;
}

export interface ProofNeeds extends OwnAccountNeeds {
  readonly twoFactors: TwoFactors;
  readonly audit: AuditLog;
}

/** Only the person themselves: API keys and embed tokens are refused. */
export async function checkPerson(
  { userId, sessionId }: Principal,
  { sessions }: Pick<OwnAccountNeeds, 'sessions'>,
): Promise<void> {
  const who = await sessions.userOf(sessionId);
  if (who?.userId !== userId) throw new HttpProblem(403, 'forbidden');
}

/**
 * The caller's account, once they have given its password again.
 * @param field that of the password in the body
 * @throws {HttpProblem} 403 for a program, 400 for a wrong password, 429 as `checkPassword`
 */
export async function checkOwnPassword(
  c: AppContext,
  principal: Principal,
  { password, field }: { readonly password: string; readonly field: string },
  needs: OwnAccountNeeds,
): Promise<Account> {
  await checkPerson(principal, needs);
  const account = await needs.users.byId(principal.userId);
  if (!account) throw new HttpProblem(403, 'forbidden');
  // The session counts as a known device, until too many wrong passwords were given.
  const attempt = {
    account: account.username,
    source: clientSourceOf(c),
    device: `login ${principal.sessionId}`,
  };
  const result = await needs.guard.check(attempt, () => verifyPassword(password, account.password_hash));
  if (result === 'displaced')
    throw new HttpProblem(429, 'login.tooMany', { retryAfter: needs.guard.retryAfter(attempt) });
  if (result === 'wrong') throw new HttpProblem(400, 'user.password.wrong', { field });
  return account;
}

/**
 * The caller's account, once they have proved that they are its person: by the password, and a code where logins need one.
 * @throws {HttpProblem} as `checkOwnPassword`; 400 for a missing or wrong code, 429 while codes are locked
 */
export async function proveOwn(
  c: AppContext,
  principal: Principal,
  { password, code }: { readonly password: string; readonly code?: string | undefined },
  needs: ProofNeeds,
): Promise<Account> {
  const account = await checkOwnPassword(c, principal, { password, field: 'password' }, needs);
  if (!(await needs.twoFactors.isOn(account.id))) return account;
  if (code === undefined)
    throw new HttpProblem(400, 'login.code.required', { field: 'code', error: 'code_required' });
  const checked = await needs.twoFactors.check(account.id, code);
  return checked === 'right' ? account : refuseOwnCode(c, principal, checked, needs);
}

/** A wrong code stands in the audit log like a failed login: somebody has the password. */
export async function refuseOwnCode(
  c: AppContext,
  { organisationId, userId }: Principal,
  checked: Exclude<CodeCheck, 'right'>,
  { audit }: Pick<ProofNeeds, 'audit'>,
): Promise<never> {
  const address = addressOf(c);
  await audit.record({ organisationId, userId, address, action: 'auth.loginFailed', target: c.req.path });
  return refuseCode(checked, 400);
}
