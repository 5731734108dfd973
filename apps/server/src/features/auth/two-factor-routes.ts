import { twoFactors as calls } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { UserSessions } from '../../platform/auth/sessions.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { AuthParts } from './login.ts';
import {
  checkOwnPassword,
  checkPerson,
  proveOwn,
  refuseOwnCode,
  type OwnAccountNeeds,
  type ProofNeeds,
} from './own-account.ts';

interface Dependencies extends ProofNeeds, Pick<AuthParts, 'onSessionEnd'> {
  readonly sessions: OwnAccountNeeds['sessions'] & Pick<UserSessions, 'end'>;
}

/** `/auth/two-factors`: the second factor of the caller's logins. */
export function twoFactorRoutes(needs: Dependencies): ServedCall[] {
  const { twoFactors, sessions, onSessionEnd } = needs;

  /** What was opened by the password alone ends. */
  const endOthers = async ({ userId, sessionId }: Principal): Promise<void> => {
    await Promise.all((await sessions.end(userId, { except: sessionId })).map(onSessionEnd));
  };

  const checkOn = async ({ userId }: Principal): Promise<void> => {
    if (!(await twoFactors.isOn(userId))) throw new HttpProblem(409, 'twoFactors.off');
  };

  return [
    serve(calls.get, async ({ principal }) => {
      await checkPerson(principal, needs);
      const [totp, recoveryCodesLeft] = await Promise.all([
        twoFactors.isOn(principal.userId),
        twoFactors.recoveryCodesLeft(principal.userId),
      ]);
      return { totp, recoveryCodesLeft };
    }),
    serve(calls.begin, async ({ c, principal, body: { password } }) => {
      const account = await checkOwnPassword(c, principal, { password, field: 'password' }, needs);
      const begun = await twoFactors.begin(account.id, account.username);
      if (!begun) throw new HttpProblem(409, 'twoFactors.on');
      c.header('Cache-Control', 'no-store');
      return begun;
    }),
    serve(calls.confirm, async ({ c, principal, body: { code } }) => {
      await checkPerson(principal, needs);
      const confirmed = await twoFactors.confirm(principal.userId, code);
      if (confirmed === 'missing') throw notFound();
      if (confirmed === 'wrong' || 'lockedUntil' in confirmed)
        return refuseOwnCode(c, principal, confirmed, needs);
      await endOthers(principal);
      c.header('Cache-Control', 'no-store');
      return { recoveryCodes: [...confirmed] };
    }),
    serve(calls.renewRecoveryCodes, async ({ c, principal, body }) => {
      await checkOn(principal);
      await proveOwn(c, principal, body, needs);
      c.header('Cache-Control', 'no-store');
      return { recoveryCodes: [...(await twoFactors.renewRecoveryCodes(principal.userId))] };
    }),
    serve(calls.end, async ({ c, principal, body }) => {
      await checkOn(principal);
      await proveOwn(c, principal, body, needs);
      await twoFactors.end(principal.userId);
      return null;
    }),
  ];
}
