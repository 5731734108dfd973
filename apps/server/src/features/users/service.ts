import type { BodyOf, users as calls } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { mayGrant } from '../../platform/auth/policy.ts';
import type { UserSessions } from '../../platform/auth/sessions.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import type { AreaDirectory } from '../areas/area-directory.ts';
import type { DepartmentRepository } from '../departments/repository.ts';
import { hashPassword, makePassword } from './passwords.ts';
import { profileValues } from './profile.ts';
import type { PersonRow, UserRepository, UserValues } from './repository.ts';

/** Dependencies of the user service. */
export interface UserServiceNeeds {
  readonly users: UserRepository;
  readonly sessions: Pick<UserSessions, 'list' | 'end'>;
  readonly departments: Pick<DepartmentRepository, 'get'>;
  readonly areas: Pick<AreaDirectory, 'get'>;
  /** Called when a login ends before its tokens do. */
  readonly onSessionEnd: (sessionId: string) => void;
}

/**
 * Nobody grants roles above their own.
 * @throws {HttpProblem} 403
 */
function checkRoles(principal: Principal, roles: readonly string[] | undefined): void {
  if (roles && !mayGrant(principal.roles, roles))
    throw new HttpProblem(403, 'user.roleTooHigh', { field: 'roles' });
}

/** Creates, changes and removes users of the caller's organisation. */
export class UserService {
  readonly #needs: UserServiceNeeds;

  constructor(needs: UserServiceNeeds) {
    this.#needs = needs;
  }

  /** @throws {HttpProblem} 409 for a taken name, 403 for roles above one's own. */
  async create(
    principal: Principal,
    body: BodyOf<typeof calls.create>,
  ): Promise<PersonRow & { password?: string }> {
    const { username, roles, password, deptId, ...profile } = body;
    checkRoles(principal, roles);
    await this.#checkDepartment(principal, deptId);
    const values = await profileValues(profile, this.#needs.areas);
    const chosen = password ?? makePassword();
    const user = await this.#needs.users.create(principal.organisationId, {
      ...values,
      username,
      roles,
      department_id: deptId,
      password_hash: await hashPassword(chosen),
    });
    if (!user) throw new HttpProblem(409, 'user.taken', { field: 'username' });
    // A generated password is returned only here.
    return password === undefined ? { ...user, password: chosen } : user;
  }

  /**
   * Merges.
   * @throws {HttpProblem} 409 for the last administrator, 403 for roles above one's own
   */
  async update(principal: Principal, body: BodyOf<typeof calls.update>): Promise<PersonRow> {
    const { id, password, roles, deptId, enabled, ...profile } = body;
    // Users with higher roles cannot be changed either.
    checkRoles(principal, (await this.#get(principal, id)).roles);
    checkRoles(principal, roles);
    await this.#checkDepartment(principal, deptId);
    await this.#change(principal, id, {
      ...(await profileValues(profile, this.#needs.areas)),
      roles,
      department_id: deptId,
      disabled_at: enabled === undefined ? undefined : enabled ? null : new Date(),
      password_hash: password === undefined ? undefined : await hashPassword(password),
    });
    // Sessions with the old rights or password end; they log in again.
    if (roles !== undefined || password !== undefined || enabled === false) {
      for (const ended of await this.#needs.sessions.end(id, {})) this.#needs.onSessionEnd(ended);
    }
    return this.#get(principal, id);
  }

  /** @throws {HttpProblem} as `update`. */
  async remove(principal: Principal, id: string): Promise<void> {
    const user = await this.#get(principal, id);
    checkRoles(principal, user.roles);
    const running = await this.#needs.sessions.list(user.userId);
    await this.#change(principal, user.userId, null);
    for (const session of running) this.#needs.onSessionEnd(session.id);
  }

  async #get({ organisationId }: Principal, id: string): Promise<PersonRow> {
    const user = await this.#needs.users.get(organisationId, id);
    if (!user) throw notFound();
    return user;
  }

  async #change({ organisationId }: Principal, id: string, values: UserValues | null): Promise<void> {
    const result = await this.#needs.users.change(organisationId, id, values);
    if (result === 'missing') throw notFound();
    if (result === 'last') throw new HttpProblem(409, 'user.last');
  }

  async #checkDepartment({ organisationId }: Principal, id: string | null | undefined): Promise<void> {
    if (id && !(await this.#needs.departments.get(organisationId, id))) throw notFound();
  }
}
