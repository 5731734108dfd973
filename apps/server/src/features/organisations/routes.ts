import { callName, organisations as calls, pageOf } from '@farm3d/api';
import type { AuditLog } from '../../platform/audit/audit-log.ts';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import { addressOf } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import type { OrganisationLimits } from '../../platform/limits/organisation-limits.ts';
import { refusePrograms } from '../../platform/http/refuse-programs.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { UserRepository } from '../users/repository.ts';
import type { OrganisationDeletion } from './deletion.ts';
import type { InvitationRepository } from './invitation-repository.ts';
import type { OrganisationRepository } from './repository.ts';

interface Dependencies {
  readonly organisations: OrganisationRepository;
  readonly invitations: Pick<InvitationRepository, 'create'>;
  readonly users: Pick<UserRepository, 'change'>;
  readonly grants: Pick<Grants, 'changed'>;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly deletion: Pick<OrganisationDeletion, 'begin' | 'erase'>;
  readonly organisationLimits: Pick<OrganisationLimits, 'changed'>;
}

/** `/api/organisations`: all of them for the operators of the installation, and those of the caller. */
export function organisationRoutes(needs: Dependencies): ServedCall[] {
  return [...operatorRoutes(needs), ...ownRoutes(needs), deletionRoute(needs)];
}

function operatorRoutes({
  organisations,
  invitations,
  grants,
  organisationLimits,
}: Dependencies): ServedCall[] {
  const get = async (id: string) => {
    const organisation = await organisations.get(id);
    if (!organisation) throw notFound();
    return organisation;
  };
  return [
    serve(calls.list, ({ query }) => organisations.list(query, pageOf(query))),
    serve(calls.create, async ({ principal, body: { name, invitee, days } }) => {
      const organisationId = await organisations.create(name);
      const values = { invitee, roles: ['owner'], departmentId: null, days };
      const invitation = await invitations.create({ organisationId, userId: principal.userId }, values);
      return { organisation: await get(organisationId), invitation };
    }),
    serve(calls.update, async ({ principal, body: { id, ...changes } }) => {
      const { suspended } = changes;
      await get(id);
      if (suspended === true && id === principal.organisationId)
        throw new HttpProblem(409, 'organisation.suspendOwn', { field: 'suspended' });
      await organisations.update(id, changes);
      await organisationLimits.changed();
      // Streams of its people and connections of its devices end.
      if (suspended === true) await grants.changed({ of: 'organisation', id });
      return get(id);
    }),
  ];
}

function ownRoutes({ organisations, users, grants, audit }: Dependencies): ServedCall[] {
  return [
    serve(calls.mine, async ({ principal }) => {
      refusePrograms(principal);
      const rows = await organisations.ofPerson(principal.userId);
      const items = rows.map((row) => ({ ...row, current: row.organisationId === principal.organisationId }));
      return { items, total: items.length };
    }),
    serve(calls.leave, async ({ c, principal, body: { organisationId } }) => {
      refusePrograms(principal);
      const { userId } = principal;
      const result = await users.change(organisationId, userId, 'leave');
      if (result === 'missing') throw notFound();
      if (result === 'last') throw new HttpProblem(409, 'user.last');
      if (result === 'operator') throw new HttpProblem(409, 'user.operator');
      // The call is recorded where the person works; it concerns the organisation that they left.
      if (organisationId !== principal.organisationId) {
        const action = callName(calls.leave);
        await audit.record({ organisationId, userId, address: addressOf(c), action, target: c.req.path });
      }
      await grants.changed({ of: 'person', id: userId });
      return null;
    }),
  ];
}

/** For owners of the organisation, and operators of the installation. */
function deletionRoute({ organisations, deletion, grants, audit }: Dependencies): ServedCall {
  return serve(calls.remove, async ({ c, principal, body: { organisationId: id, name } }) => {
    refusePrograms(principal);
    const own = await organisations.ofPerson(principal.userId);
    const isOwner = own.some(
      ({ organisationId, roles, active }) => organisationId === id && active && roles.includes('owner'),
    );
    if (!isOwner && principal.installationOperator !== true) throw notFound();
    const refused = await deletion.begin(id, name);
    if (refused === 'missing') throw notFound();
    if (refused === 'name') throw new HttpProblem(400, 'organisation.delete.name', { field: 'name' });
    if (refused === 'operator') throw new HttpProblem(409, 'organisation.delete.operator');
    if (id !== principal.organisationId) {
      const { userId } = principal;
      const action = callName(calls.remove);
      await audit.record({ organisationId: id, userId, address: addressOf(c), action, target: c.req.path });
    }
    await grants.changed({ of: 'organisation', id });
    void deletion.erase(id);
    return null;
  });
}
