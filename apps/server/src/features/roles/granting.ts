import { mayGrant, type RightsHolder } from '../../platform/auth/policy.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { RoleRepository } from './repository.ts';

/** Looks up what roles stand for. */
export type Roles = Pick<RoleRepository, 'effective'>;

/**
 * What the roles of a request stand for. Nobody grants roles above their own.
 * @throws {HttpProblem} 400 for an own role of another organisation, 403 for a right that the caller does not have
 */
export async function grantable(
  own: RightsHolder & { readonly organisationId: string },
  wanted: readonly string[],
  roles: Roles,
): Promise<string[]> {
  const effective = await roles.effective(own.organisationId, wanted);
  if (!effective) throw new HttpProblem(400, 'user.role', { field: 'roles' });
  if (!mayGrant(own, effective)) throw new HttpProblem(403, 'user.roleTooHigh', { field: 'roles' });
  return effective;
}
