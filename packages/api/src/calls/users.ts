import * as v from 'valibot';
import { optionalTextSchema } from '../wire/codes.ts';
import { call, growingListOf, listOf, nothing } from './call.ts';
import { cursorEntries, optionalQueryText, uuid } from './inputs.ts';
import { password } from './password.ts';
import { person, personWire, roleName, toPerson } from './person.ts';
import { profile } from './profile.ts';

const role = v.object({
  /** Name of a built-in role, id of an own one. */
  role: v.string(),
  /** Of a built-in role in Chinese. */
  name: v.string(),
  rights: v.array(v.string()),
  /** Whether the organisation made it. */
  own: v.optional(v.boolean(), false),
});

export type Role = v.InferOutput<typeof role>;

/** Roles of a person. */
const MAX_ROLES = 20;

/** At least one role of a person. */
export const roleList = v.pipe(
  v.array(roleName),
  v.minLength(1, 'user.role'),
  v.maxLength(MAX_ROLES, 'user.role'),
);

/** Name of an account, unique in the installation. */
export const usernameText = v.pipe(
  v.string('login.username.required'),
  v.trim(),
  v.nonEmpty('login.username.required'),
  v.maxLength(64, 'field.tooLong'),
  v.regex(/^[\p{L}\p{N}._@-]+$/u),
);

const draft = v.object({
  ...profile.entries,
  username: usernameText,
  /** Generated, returned once and to be changed when omitted. At least 15 characters, and not a common one. */
  password: v.optional(password),
  roles: roleList,
  deptId: v.optional(v.nullable(uuid), null),
});

const patch = v.object({
  ...profile.entries,
  id: uuid,
  /** Null: the server makes one, returned once and to be changed at the next login. */
  password: v.optional(v.nullable(password)),
  roles: v.optional(roleList),
  deptId: v.optional(v.nullable(uuid)),
  /** Whether they may log in. */
  enabled: v.optional(v.boolean()),
});

type Written<Body> = Omit<Body, 'id' | 'roles' | 'deptId'> & { departmentId?: string | null };
export type PersonDraft = Written<v.InferInput<typeof draft>> & { roles: readonly string[] };
export type PersonPatch = Written<v.InferInput<typeof patch>> & { roles?: readonly string[] };

/** A user with the password that the call generated. */
const personWithPassword = v.pipe(
  v.object({ ...personWire.entries, password: optionalTextSchema }),
  v.transform(({ password: generatedPassword, ...same }) => ({
    ...toPerson(same),
    /** Returned only here; null unless it was generated. */
    password: generatedPassword,
  })),
);

export type PersonWithPassword = v.InferOutput<typeof personWithPassword>;

const encode = ({ departmentId, ...same }: PersonDraft | PersonPatch) => ({ ...same, deptId: departmentId });

const list = v.object({ ...cursorEntries, name: optionalQueryText, deptId: optionalQueryText });

/** `name`: part of the user name or the display name. */
export type PersonQuery = Omit<v.InferInput<typeof list>, 'deptId'> & { departmentId?: string };

/** Users of the organisation. */
export const users = {
  list: call({
    method: 'GET',
    path: '/system/user/list',
    service: 'system',
    origin: 'own',
    summary: { zh: '用户列表', en: 'Lists the users of the organisation' },
    query: list,
    answer: growingListOf(person),
    send: (query?: PersonQuery) => ({
      query: { ...query, departmentId: undefined, deptId: query?.departmentId },
    }),
  }),
  /** @throws {ApiError} 409 for a taken name, 403 for roles above one's own */
  create: call({
    method: 'POST',
    path: '/system/user',
    service: 'system',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: { zh: '新建用户', en: 'Makes a user' },
    body: draft,
    answer: personWithPassword,
    send: (user: PersonDraft) => ({ body: encode(user) }),
  }),
  /**
   * New roles and a lock end the user's logins in the organisation, a new password all of them and the
   * passkeys.
   * @throws {ApiError} 409 for the last administrator, and for profile or password of a person who belongs to other
   *   organisations too or operates the installation
   */
  update: call({
    method: 'PUT',
    path: '/system/user',
    service: 'system',
    right: 'administer',
    audit: 'update',
    origin: 'own',
    summary: { zh: '修改用户', en: 'Changes a user' },
    body: patch,
    answer: personWithPassword,
    send: (id: string, changes: PersonPatch) => ({ body: { ...encode(changes), id } }),
  }),
  /**
   * Takes the person out of the organisation; the account is deleted with the last one. Open work orders and alarms of theirs
   * pass to the successor, else to nobody; their keys and embed tokens end.
   * @throws {ApiError} 400 for a successor who may do no work orders, 409 for the last administrator
   */
  remove: call({
    method: 'DELETE',
    path: '/system/user/{id}',
    service: 'system',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: {
      zh: '删除用户，其未完成的工作交给接手人',
      en: 'Removes a user; open work passes to a successor',
    },
    query: v.object({ successorId: v.optional(uuid) }),
    answer: nothing,
    send: (id: string, successorId?: string) => ({ path: { id }, query: { successorId } }),
  }),
  /**
   * Takes the second factor and the passkeys of a person away who has lost them; their logins end.
   * @throws {ApiError} 409 for oneself and for a person who belongs to other organisations too or operates the installation
   */
  removeTwoFactors: call({
    method: 'DELETE',
    path: '/system/user/{id}/two-factors',
    service: 'system',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '为丢失设备的用户停用两步验证', en: 'Takes the second factor of a user away' },
    answer: nothing,
  }),
  roles: call({
    method: 'GET',
    path: '/system/role/list',
    service: 'system',
    origin: 'own',
    summary: { zh: '角色及其权限', en: 'Lists the roles and their rights' },
    answer: listOf(role),
  }),
};
