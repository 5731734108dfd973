import * as v from 'valibot';
import { textSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { device } from './device-answers.ts';
import { optionalQueryText, uuid } from './inputs.ts';

/** Devices of one batch. */
const MAX_BATCH = 1000;

/** Membership of a device in a group. */
const membership = v.object({
  id: v.string(),
  groupId: v.string(),
  groupName: textSchema,
  deviceId: v.string(),
  device,
});

export type GroupMembership = v.InferOutput<typeof membership>;

export const deviceGroups = {
  list: call({
    method: 'GET',
    path: '/devicegroup/list',
    reach: 'own',
    summary: { zh: '分组中的设备，或设备所在的分组', en: 'Lists which devices are in which groups' },
    query: v.object({ groupId: optionalQueryText, deviceId: optionalQueryText }),
    answer: listOf(membership),
  }),
  add: call({
    method: 'POST',
    path: '/devicegroup',
    right: 'devices',
    audit: 'create',
    summary: { zh: '将设备加入分组', en: 'Puts a device into a group' },
    body: v.object({ groupId: uuid, deviceId: uuid }),
    answer: membership,
    send: (groupId: string, deviceId: string) => ({ body: { groupId, deviceId } }),
  }),
  /** Returns all members of the group. */
  addMany: call({
    method: 'POST',
    path: '/devicegroup/batch/add',
    right: 'devices',
    audit: 'create',
    summary: { zh: '将多台设备加入分组', en: 'Puts several devices into a group' },
    body: v.object({
      groupId: uuid,
      deviceIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(MAX_BATCH, 'field.tooLong')),
    }),
    answer: listOf(membership),
    send: (groupId: string, deviceIds: readonly string[]) => ({ body: { groupId, deviceIds } }),
  }),
  /** Removes a membership by its id. */
  remove: call({
    method: 'DELETE',
    path: '/devicegroup',
    right: 'devices',
    audit: 'delete',
    summary: { zh: '将设备移出分组', en: 'Takes a device out of a group' },
    ids: true,
    answer: nothing,
    send: (id: string) => ({ query: { id } }),
  }),
  removeMany: call({
    method: 'DELETE',
    path: '/devicegroup/batch',
    right: 'devices',
    audit: 'delete',
    summary: { zh: '将多台设备移出分组', en: 'Takes several devices out of groups' },
    ids: true,
    answer: nothing,
  }),
};
