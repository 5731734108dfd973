import * as v from 'valibot';
import { instantSchema, optionalTextSchema, textSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { uuid } from './inputs.ts';
import { roleName } from './person.ts';
import { ACCESS_LEVELS, type AccessLevel } from './rights.ts';

const level = v.picklist(ACCESS_LEVELS, 'access.level');

/** A right by group or scene. */
export const accessRule = v.pipe(
  v.object({
    id: v.string(),
    /** Who, one of the three: a person, everybody with a role, or everybody in a department and those below it. */
    userId: optionalTextSchema,
    role: optionalTextSchema,
    departmentId: optionalTextSchema,
    /** Name of the person, the department or the own role; a built-in role by its code. */
    who: textSchema,
    /** What, one of the two: the devices of a group and those below it, or a scene with its devices. */
    groupId: optionalTextSchema,
    sceneId: optionalTextSchema,
    /** Name of the group or the scene. */
    what: textSchema,
    level,
    createTime: instantSchema,
  }),
  v.transform(({ createTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    createdAt: createTime ?? 0,
  })),
);

export type AccessRule = v.InferOutput<typeof accessRule>;

const one = (...parts: (string | undefined)[]): boolean =>
  parts.filter((part) => part !== undefined).length === 1;

const draft = v.pipe(
  v.object({
    userId: v.optional(uuid),
    role: v.optional(roleName),
    departmentId: v.optional(uuid),
    groupId: v.optional(uuid),
    sceneId: v.optional(uuid),
    level,
  }),
  v.forward(
    v.check(({ userId, role, departmentId }) => one(userId, role, departmentId), 'access.who'),
    ['userId'],
  ),
  v.forward(
    v.check(({ groupId, sceneId }) => one(groupId, sceneId), 'access.what'),
    ['groupId'],
  ),
);

/** Names one of `userId`, `role` and `departmentId`, and one of `groupId` and `sceneId`. */
export interface AccessRuleDraft {
  readonly userId?: string;
  readonly role?: string;
  readonly departmentId?: string;
  readonly groupId?: string;
  readonly sceneId?: string;
  readonly level: AccessLevel;
}

/** Rights by group of devices and by scene, beside those that roles give in the whole organisation. */
export const accessRules = {
  list: call({
    method: 'GET',
    path: '/api/rights/rules',
    right: 'administer',
    origin: 'own',
    summary: { zh: '按分组和场景的授权列表', en: 'Lists the rights by group and scene' },
    answer: listOf(accessRule),
  }),
  /**
   * Makes the rule, or gives it another level; it acts at once, on open streams too.
   * @throws {ApiError} 403 for a level with a right that the caller does not have
   */
  save: call({
    method: 'PUT',
    path: '/api/rights/rules',
    right: 'administer',
    audit: 'update',
    origin: 'own',
    summary: { zh: '按分组或场景授权', en: 'Gives rights on a group or a scene' },
    body: draft,
    answer: accessRule,
    send: (body: AccessRuleDraft) => ({ body }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/rights/rules/{id}',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '撤销授权', en: 'Takes a right back' },
    answer: nothing,
  }),
};
