import {
  accessRules,
  createClientOf,
  groups,
  roles,
  users,
  type Department,
  type DeviceGroup,
  type Person,
  type Role,
  type Scene,
} from '@farm3d/api';
import { api, clientOptions } from '../../platform/services.ts';
import { knownRoles } from '../../components/access/role-text.ts';

/** Users and scenes of a call. */
const PAGE_ROWS = 200;

/** Calls about roles and access rules. */
export const roleApi = createClientOf({ roles, accessRules, users, groups }, clientOptions);

/** Who and what a rule can name. */
export interface Choices {
  readonly people: readonly Person[];
  readonly roles: readonly Role[];
  readonly departments: readonly Department[];
  readonly groups: readonly DeviceGroup[];
  readonly scenes: readonly Pick<Scene, 'id' | 'name'>[];
}

/** Fetches them. */
export async function choicesOf(abort: AbortSignal): Promise<Choices> {
  const options = { signal: abort };
  const [people, known, departments, groupTree, scenes] = await Promise.all([
    roleApi.users.list({ pageSize: PAGE_ROWS }, options),
    roleApi.users.roles(options),
    api.organisation.departments(options),
    roleApi.groups.list({}, options),
    api.scenes.list({ pageSize: PAGE_ROWS }, options),
  ]);
  return {
    people: people.items,
    roles: knownRoles(known.items),
    departments: departments.items,
    groups: groupTree.items,
    scenes: scenes.items,
  };
}
