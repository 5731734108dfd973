import { callName, invitations as calls, type BodyOf } from '@farm3d/api';
import { addressOf, type AppContext } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { refusePrograms } from '../../platform/http/refuse-programs.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { checkPassword, type AuthParts } from '../auth/login.ts';
import type { DepartmentRepository } from '../departments/repository.ts';
import { grantable, type Roles } from '../roles/granting.ts';
import { hashPassword } from '../users/passwords.ts';
import type { Accepting, InvitationRepository, OpenInvitation } from './invitation-repository.ts';

interface Dependencies extends Pick<
  AuthParts,
  'users' | 'sessions' | 'guard' | 'knownDevices' | 'audit' | 'twoFactors'
> {
  readonly invitations: InvitationRepository;
  readonly departments: Pick<DepartmentRepository, 'get'>;
  readonly roles: Roles;
}

/** `/api/invitations` and `/auth/invitation`: into an organisation by a link that works once. */
export function invitationRoutes(needs: Dependencies): ServedCall[] {
  return [...invitingRoutes(needs), ...acceptingRoutes(needs)];
}

function invitingRoutes({ invitations, departments, roles: ownRoles }: Dependencies): ServedCall[] {
  return [
    serve(calls.list, async ({ principal }) => {
      const items = await invitations.list(principal.organisationId);
      return { items, total: items.length };
    }),
    serve(calls.create, async ({ principal, body: { invitee, roles, deptId, days } }) => {
      const { organisationId } = principal;
      await grantable(principal, roles, ownRoles);
      if (deptId !== null && !(await departments.get(organisationId, deptId))) throw notFound();
      return invitations.create(principal, { invitee, roles, departmentId: deptId, days });
    }),
    serve(calls.remove, async ({ principal, path }) => {
      if (!(await invitations.remove(principal.organisationId, path.id))) throw notFound();
      return null;
    }),
  ];
}

function acceptingRoutes(needs: Dependencies): ServedCall[] {
  const { invitations, users, audit } = needs;
  const opened = async (token: string): Promise<OpenInvitation> => {
    const invitation = await invitations.open(token);
    if (!invitation) throw notFound();
    return invitation;
  };
  /** An invitation for a user name is not for another account. */
  const checkInvitee = async ({ invitee }: OpenInvitation, username: string): Promise<void> => {
    if (invitee !== username && (await users.byName(invitee)))
      throw new HttpProblem(403, 'invitation.other', { field: 'username' });
  };
  const accept = async (
    c: AppContext,
    token: string,
    { organisationId, organisationName }: OpenInvitation,
    who: Accepting,
    username: string,
  ) => {
    const accepted = await invitations.accept(token, who);
    if (accepted === 'gone') throw notFound();
    if (accepted === 'taken') throw new HttpProblem(409, 'user.taken', { field: 'username' });
    const action = callName(calls.accept);
    const address = addressOf(c);
    await audit.record({ organisationId, ...accepted, username, address, action, target: c.req.path });
    return { organisationId, organisationName, username };
  };
  return [
    serve(calls.offer, async ({ body: { token } }) => {
      const { organisationName, invitee, roles, expireTime } = await opened(token);
      return { organisationName, invitee, roles, expireTime };
    }),
    serve(calls.accept, async ({ c, body }) => {
      const invitation = await opened(body.token);
      await checkInvitee(invitation, body.username);
      return accept(c, body.token, invitation, await accountOf(c, body, needs), body.username);
    }),
    serve(calls.join, async ({ c, principal, body: { token } }) => {
      refusePrograms(principal);
      const account = await users.byId(principal.userId);
      if (!account) throw new HttpProblem(401, 'unauthorised');
      const invitation = await opened(token);
      await checkInvitee(invitation, account.username);
      return accept(c, token, invitation, { userId: account.id }, account.username);
    }),
  ];
}

/**
 * The account that accepts, by its password, or the new one.
 * @throws {HttpProblem} 401 for a wrong name or password, 403 for an account that needs a code as well: it joins once logged
 *   in; 429 after too many
 */
async function accountOf(
  c: AppContext,
  body: BodyOf<typeof calls.accept>,
  needs: Dependencies,
): Promise<Accepting> {
  const { username, password } = body;
  if (body.account === 'new')
    return { username, password_hash: await hashPassword(password), display_name: body.displayName };
  const account = await needs.users.byName(username);
  if (!(await checkPassword(c, { username, password }, account, needs)) || !account)
    throw new HttpProblem(401, 'login.failed');
  if (await needs.twoFactors.isOn(account.id)) throw new HttpProblem(403, 'invitation.logInFirst');
  return { userId: account.id };
}
