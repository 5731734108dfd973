import { roles as calls, users, type Right } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import { can, ROLES } from '../../platform/auth/policy.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { isUniqueViolation } from '../../platform/storage/unique-violation.ts';
import type { OwnRoleRow, RoleRepository } from './repository.ts';

interface Dependencies {
  readonly roles: RoleRepository;
  readonly grants: Pick<Grants, 'changed'>;
}

/** @throws {HttpProblem} 403 when the caller lacks one of the rights */
function checkRights(principal: Principal, rights: readonly string[]): void {
  if (!rights.every((right) => can(principal, right as Right)))
    throw new HttpProblem(403, 'user.roleTooHigh', { field: 'rights' });
}

/** @throws {HttpProblem} 409 when another role of the organisation has the name */
async function unique<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (!isUniqueViolation(error, 'own_role_organisation_id_name_key')) throw error;
    throw new HttpProblem(409, 'role.taken', { field: 'name' });
  }
}

/** `/system/role`: the roles of the organisation, built-in and own ones. */
export function roleRoutes({ roles, grants }: Dependencies): ServedCall[] {
  /** A role that the caller may change. */
  const find = async (principal: Principal, id: string): Promise<OwnRoleRow> => {
    const role = await roles.get(principal.organisationId, id);
    if (!role) throw notFound();
    checkRights(principal, role.rights);
    return role;
  };
  return [
    serve(users.roles, async ({ principal }) => {
      const own = await roles.list(principal.organisationId);
      const items = [
        ...ROLES,
        ...own.map(({ id: role, name, rights }) => ({ role, name, rights, own: true })),
      ];
      return { items, total: items.length };
    }),
    serve(calls.create, ({ principal, body }) => {
      checkRights(principal, body.rights);
      return unique(roles.create(principal.organisationId, body));
    }),
    serve(calls.update, async ({ principal, body: { id, version, ...values } }) => {
      const { organisationId } = principal;
      await find(principal, id);
      checkRights(principal, values.rights ?? []);
      const changed = await unique(roles.update(organisationId, id, values, version));
      if (changed === 'missing') throw notFound();
      if (changed === 'stale') throw new HttpProblem(409, 'role.stale', { error: 'stale_version' });
      await grants.changed({ of: 'organisation', id: organisationId });
      return changed;
    }),
    serve(calls.remove, async ({ principal, path: { id } }) => {
      await find(principal, id);
      const removed = await roles.remove(principal.organisationId, id.toLowerCase());
      if (removed === 'missing') throw notFound();
      if (removed === 'used') throw new HttpProblem(409, 'role.used');
      await grants.changed({ of: 'organisation', id: principal.organisationId });
      return null;
    }),
  ];
}
