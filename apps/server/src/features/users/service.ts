import type { BodyOf, users as calls } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import { can, mayGrant } from '../../platform/auth/policy.ts';
import type { UserSessions } from '../../platform/auth/sessions.ts';
import { platformNow } from '../../platform/clock.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import type { AreaDirectory } from '../areas/area-directory.ts';
import type { DepartmentRepository } from '../departments/repository.ts';
import { grantable, type Roles } from '../roles/granting.ts';
import { hashPassword, makePassword } from './passwords.ts';
import { profileValues } from './profile.ts';
import type { AccountValues, PersonRow, Removal, UserRepository, UserValues } from './repository.ts';

/** Dependencies of the user service. */
export interface UserServiceNeeds {
  readonly users: UserRepository;
  readonly sessions: Pick<UserSessions, 'end'>;
  readonly departments: Pick<DepartmentRepository, 'get'>;
  readonly areas: Pick<AreaDirectory, 'get'>;
  readonly grants: Pick<Grants, 'changed'>;
  readonly roles: Roles;
}

/** A user as a call returns it, with the password when the call generated one. */
type PersonAnswer = PersonRow & { password?: string };

/** The values of a request that differ from the stored ones: forms send all that they show. */
function changedProfile(
  before: PersonRow,
  { display_name, phone, email, area_code, picture }: AccountValues,
): AccountValues {
  return {
    display_name: display_name === before.displayName ? undefined : display_name,
    phone: phone === before.phone ? undefined : phone,
    email: email === before.email ? undefined : email,
    area_code: area_code === before.areaCode ? undefined : area_code,
    picture: picture === before.picture ? undefined : picture,
  };
}

/** Creates, changes and removes users of the caller's organisation. */
export class UserService {
  readonly #needs: UserServiceNeeds;

  constructor(needs: UserServiceNeeds) {
    this.#needs = needs;
  }

  /** @throws {HttpProblem} 409 for a taken name, 403 for roles above one's own. */
  async create(principal: Principal, body: BodyOf<typeof calls.create>): Promise<PersonAnswer> {
    const { username, roles, password, deptId, ...profile } = body;
    await grantable(principal, roles, this.#needs.roles);
    await this.#checkDepartment(principal, deptId);
    const values = await profileValues(profile, this.#needs.areas);
    const chosen = password ?? makePassword();
    const user = await this.#needs.users.create(principal.organisationId, {
      ...values,
      username,
      roles,
      department_id: deptId,
      password_hash: await hashPassword(chosen),
      must_change_password: password === undefined,
    });
    if (!user) throw new HttpProblem(409, 'user.taken', { field: 'username' });
    // A generated password is returned only here.
    return password === undefined ? { ...user, password: chosen } : user;
  }

  /**
   * Merges. A password of null is generated. The account of a person with several organisations is theirs alone.
   * @throws {HttpProblem} 409 for the last administrator and for the account of such a person, 403 for roles above one's
   *   own
   */
  async update(principal: Principal, body: BodyOf<typeof calls.update>): Promise<PersonAnswer> {
    const { id, password, roles, deptId, enabled, ...profile } = body;
    const generated = password === null ? makePassword() : undefined;
    const chosen = generated ?? password;
    // Users with higher roles cannot be changed either.
    const before = await this.#governed(principal, id);
    if (roles) await grantable(principal, roles, this.#needs.roles);
    await this.#checkDepartment(principal, deptId);
    const about = await profileValues(profile, this.#needs.areas);
    await this.#change(principal, id, {
      ...changedProfile(before, about),
      // Single sign-on may find the account by it from now on.
      confirmed_email: about.email === before.email && before.email !== '' ? before.email : undefined,
      roles,
      department_id: deptId,
      disabled_at: enabled === undefined ? undefined : enabled ? null : new Date(platformNow()),
      password_hash: typeof chosen === 'string' ? await hashPassword(chosen) : undefined,
      must_change_password: password === undefined ? undefined : password === null,
    });
    // Sessions with the old rights or password end; they log in again.
    if (roles !== undefined || password !== undefined || enabled === false) {
      const { organisationId } = principal;
      await this.#needs.sessions.end(id, password === undefined ? { organisationId } : {});
      await this.#needs.grants.changed({ of: 'person', id });
    } else if (deptId !== undefined) await this.#needs.grants.changed({ of: 'person', id });
    const user = await this.#get(principal, id);
    return generated === undefined ? user : { ...user, password: generated };
  }

  /**
   * Takes the person out of the organisation; the account goes with the last one. Open work passes to the successor.
   * @throws {HttpProblem} as `update`; 400 for a successor who cannot have it
   */
  async remove(principal: Principal, id: string, successorId?: string): Promise<void> {
    const user = await this.#governed(principal, id);
    if (successorId !== undefined) {
      const next = await this.#needs.users.self(principal.organisationId, successorId);
      const works = next?.enabled === true && can({ roles: next.effectiveRoles }, 'work-orders');
      if (!works || next.userId === user.userId)
        throw new HttpProblem(400, 'user.successor', { field: 'successorId' });
    }
    await this.#change(principal, user.userId, {
      remove: true,
      successorId: successorId ?? null,
      byId: principal.userId,
    });
    await this.#needs.grants.changed({ of: 'person', id: user.userId });
  }

  /**
   * One's own second factor is taken away by its own call, which asks for a code.
   * @throws {HttpProblem} as `update`
   */
  async removeTwoFactors(principal: Principal, id: string): Promise<void> {
    const user = await this.#governed(principal, id);
    const result =
      user.userId === principal.userId
        ? 'shared'
        : await this.#needs.users.removeTwoFactors(principal.organisationId, user.userId);
    if (result === 'shared') throw new HttpProblem(409, 'user.account.shared');
    await this.#needs.sessions.end(user.userId, {});
    await this.#needs.grants.changed({ of: 'person', id: user.userId });
  }

  async #get({ organisationId }: Principal, id: string): Promise<PersonRow> {
    const user = await this.#needs.users.get(organisationId, id);
    if (!user) throw notFound();
    return user;
  }

  /** Somebody whose roles are not above the caller's. */
  async #governed(principal: Principal, id: string): Promise<PersonRow> {
    const user = await this.#needs.users.self(principal.organisationId, id);
    if (!user) throw notFound();
    if (!mayGrant(principal, user.effectiveRoles))
      throw new HttpProblem(403, 'user.roleTooHigh', { field: 'roles' });
    return user;
  }

  async #change(principal: Principal, id: string, values: UserValues | Removal): Promise<void> {
    const { organisationId, userId, apiKeyId } = principal;
    // A program acts in one organisation, also on the account of its maker.
    const isOwn = id === userId && apiKeyId === undefined;
    const result = await this.#needs.users.change(organisationId, id, values, isOwn);
    if (result === 'missing') throw notFound();
    if (result === 'last') throw new HttpProblem(409, 'user.last');
    if (result === 'operator') throw new HttpProblem(409, 'user.operator');
    // An administrator of one organisation must not get at the rights that a person has elsewhere.
    if (result === 'shared') throw new HttpProblem(409, 'user.account.shared');
  }

  async #checkDepartment({ organisationId }: Principal, id: string | null | undefined): Promise<void> {
    if (id && !(await this.#needs.departments.get(organisationId, id))) throw notFound();
  }
}
