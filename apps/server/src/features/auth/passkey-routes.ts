import { passkeys as calls } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { answerLogin } from './login-answer.ts';
import { openFor, type AuthParts } from './login.ts';
import { checkPerson, proveOwn, type ProofNeeds } from './own-account.ts';
import type { Passkeys, RelyingParty } from './passkeys.ts';

interface Dependencies extends AuthParts {
  readonly sessions: AuthParts['sessions'] & ProofNeeds['sessions'];
  readonly passkeys: Passkeys;
  /** Address of the platform for people; undefined: the one of the request. */
  readonly publicUrl: string | undefined;
}

/** The site that the request is for. */
function partyOf(c: AppContext, publicUrl: string | undefined): RelyingParty {
  const own = `${c.get('secure') ? 'https' : 'http'}://${c.req.header('host') ?? ''}`;
  const address = publicUrl ?? own;
  if (!URL.canParse(address)) throw new HttpProblem(400, 'body.invalid');
  const { origin, hostname } = new URL(address);
  return { origin, id: hostname };
}

/** Only the session that asked for the options adds the passkey. */
const purposeOf = ({ userId, sessionId }: Principal): string => `register ${userId} ${sessionId}`;

/** `/auth/passkeys`: the caller's own; `/auth/passkey`: the login by one. */
export function passkeyRoutes(needs: Dependencies): ServedCall[] {
  return [...ownRoutes(needs), ...loginRoutes(needs)];
}

function ownRoutes(needs: Dependencies): ServedCall[] {
  const { passkeys, publicUrl } = needs;
  return [
    serve(calls.list, async ({ principal }) => {
      await checkPerson(principal, needs);
      const items = await passkeys.list(principal.userId);
      return { items, total: items.length };
    }),
    serve(calls.begin, async ({ c, principal, body }) => {
      const account = await proveOwn(c, principal, body, needs);
      const options = await passkeys.begin(account, purposeOf(principal), partyOf(c, publicUrl));
      return { options: { ...options } };
    }),
    serve(calls.create, async ({ c, principal, body }) => {
      await checkPerson(principal, needs);
      const added = await passkeys.add(principal.userId, body, purposeOf(principal), partyOf(c, publicUrl));
      if (added === 'invalid') throw new HttpProblem(400, 'passkey.invalid', { field: 'credential' });
      if (added === 'taken') throw new HttpProblem(409, 'passkey.taken', { field: 'credential' });
      return added;
    }),
    serve(calls.remove, async ({ principal, path }) => {
      await checkPerson(principal, needs);
      if (!isUuid(path.id) || !(await passkeys.remove(principal.userId, path.id))) throw notFound();
      return null;
    }),
  ];
}

function loginRoutes(needs: Dependencies): ServedCall[] {
  const { passkeys, publicUrl, users, sessions, log } = needs;
  return [
    serve(calls.challenge, async ({ c }) => {
      c.header('Cache-Control', 'no-store');
      return { options: { ...(await passkeys.challenge(partyOf(c, publicUrl))) } };
    }),
    serve(calls.login, async ({ c, body: { credential } }) => {
      const userId = await passkeys.userOf(credential, partyOf(c, publicUrl));
      const user = userId === null ? undefined : await users.byId(userId);
      const home = user && (await sessions.homeOf(user.id));
      if (!user || !home) {
        log.warn({ address: c.get('address') }, 'a login by a passkey failed');
        throw new HttpProblem(401, 'passkey.failed');
      }
      return answerLogin(c, await openFor(c, user, home, needs), needs);
    }),
  ];
}
