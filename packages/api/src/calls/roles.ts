import * as v from 'valibot';
import { call, nothing } from './call.ts';
import { requiredText, uuid } from './inputs.ts';
import { ROLE_RIGHTS, type Right } from './rights.ts';

const rightList = v.pipe(
  v.array(v.picklist(ROLE_RIGHTS, 'role.right')),
  v.transform((rights) => [...new Set(rights)]),
);
const name = requiredText(64);

const ownRole = v.object({
  id: v.string(),
  name: v.string(),
  rights: v.array(v.string()),
  /** Raised by each change. */
  version: v.number(),
});

export type OwnRole = v.InferOutput<typeof ownRole>;

/** Roles that an organisation makes itself; `users.roles` lists them with the built-in ones. */
export const roles = {
  /** @throws {ApiError} 403 for a right that the caller does not have, 409 for a taken name */
  create: call({
    method: 'POST',
    path: '/system/role',
    service: 'system',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: { zh: '新建角色', en: 'Makes a role' },
    body: v.object({ name, rights: v.optional(rightList, []) }),
    answer: ownRole,
    send: (draft: { name: string; rights?: readonly Right[] }) => ({ body: draft }),
  }),
  /**
   * What everybody with the role may do changes at once, on open streams too.
   * @throws {ApiError} 403 for a right that the caller does not have, before or after; 409 for a taken name and for another
   *   version
   */
  update: call({
    method: 'PUT',
    path: '/system/role',
    service: 'system',
    right: 'administer',
    audit: 'update',
    origin: 'own',
    summary: { zh: '修改角色', en: 'Changes a role' },
    body: v.object({
      id: uuid,
      name: v.optional(name),
      rights: v.optional(rightList),
      version: v.optional(v.number()),
    }),
    answer: ownRole,
    send: (id: string, changes: { name?: string; rights?: readonly Right[]; version?: number }) => ({
      body: { ...changes, id },
    }),
  }),
  /** @throws {ApiError} 409 while somebody has it */
  remove: call({
    method: 'DELETE',
    path: '/system/role/{id}',
    service: 'system',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '删除没有人使用的角色', en: 'Removes a role that nobody has' },
    answer: nothing,
  }),
};
