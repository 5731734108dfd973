import * as v from 'valibot';
import { instantSchema, optionalTextSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { optionalQueryText, uuid } from './inputs.ts';

/** Groups nest; a device may be in any number of them. */
const group = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    parentId: optionalTextSchema,
    /** Devices directly in it. */
    deviceCount: v.optional(v.number(), 0),
    createTime: instantSchema,
  }),
  v.transform(({ createTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    createdAt: createTime ?? 0,
  })),
);

export type DeviceGroup = v.InferOutput<typeof group>;

const name = v.pipe(
  v.string('group.name.required'),
  v.trim(),
  v.nonEmpty('group.name.required'),
  v.maxLength(64, 'field.tooLong'),
);
const parentId = v.optional(
  v.pipe(
    v.nullable(v.union([uuid, v.literal('')])),
    v.transform((id) => id || null),
  ),
);
const patch = v.object({ id: uuid, name: v.optional(name), parentId });

export const groups = {
  /** All groups, or those whose name contains `name`. */
  list: call({
    method: 'GET',
    path: '/group/list',
    reach: 'own',
    summary: { zh: '设备分组列表', en: 'Lists the groups of devices' },
    query: v.object({ name: optionalQueryText }),
    answer: listOf(group),
  }),
  create: call({
    method: 'POST',
    path: '/group',
    right: 'devices',
    audit: 'create',
    summary: { zh: '新建设备分组', en: 'Makes a group of devices' },
    example: { name: 'North field' },
    body: v.object({ name, parentId }),
    answer: group,
  }),
  /**
   * Merges.
   * @throws {ApiError} 400 when a group would become its own descendant
   */
  update: call({
    method: 'PUT',
    path: '/group',
    right: 'devices',
    audit: 'update',
    summary: { zh: '修改设备分组', en: 'Changes a group of devices' },
    body: patch,
    answer: group,
    send: (id: string, changes: Omit<v.InferInput<typeof patch>, 'id'>) => ({ body: { ...changes, id } }),
  }),
  /** With its descendants; devices stay. */
  remove: call({
    method: 'DELETE',
    path: '/group',
    right: 'devices',
    audit: 'delete',
    summary: { zh: '删除设备分组及其下级', en: 'Removes groups with those below them' },
    ids: true,
    answer: nothing,
  }),
};
