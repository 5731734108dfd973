import type { Http, RequestOptions } from '../client/http.ts';
import type { DeviceGroup, GroupMembership } from '../domain/device-group.ts';
import type { ListPage } from '../domain/list-page.ts';
import { decodeGroup, decodeMembership } from '../wire/device-group.ts';
import { decodeList } from '../wire/envelope.ts';

export interface GroupsResource {
  /** All groups, or those whose name holds `name`. */
  list(query?: { name?: string }, options?: RequestOptions): Promise<ListPage<DeviceGroup>>;
  create(draft: { name: string; parentId?: string | null }, options?: RequestOptions): Promise<DeviceGroup>;
  /** Merges. @throws {ApiError} 400 when a group would come under itself. */
  update(
    id: string,
    patch: { name?: string; parentId?: string | null },
    options?: RequestOptions,
  ): Promise<DeviceGroup>;
  /** With the groups below; devices stay. */
  remove(ids: string | readonly string[], options?: RequestOptions): Promise<void>;
}

export interface DeviceGroupsResource {
  list(
    query?: { groupId?: string; deviceId?: string },
    options?: RequestOptions,
  ): Promise<ListPage<GroupMembership>>;
  add(groupId: string, deviceId: string, options?: RequestOptions): Promise<GroupMembership>;
  /** Answers everything that the group then holds. */
  addMany(
    groupId: string,
    deviceIds: readonly string[],
    options?: RequestOptions,
  ): Promise<ListPage<GroupMembership>>;
  /** Takes a device out of a group by the id of its membership. */
  remove(id: string, options?: RequestOptions): Promise<void>;
  removeMany(ids: readonly string[], options?: RequestOptions): Promise<void>;
}

export function createGroupsResource(http: Http): GroupsResource {
  return {
    list: (query = {}, { signal } = {}) =>
      http.call('groups.list', { query, signal }, (data) => decodeList(data, decodeGroup)),
    create: (draft, { signal } = {}) => http.call('groups.create', { body: draft, signal }, decodeGroup),
    update: (id, patch, { signal } = {}) =>
      http.call('groups.update', { body: { ...patch, id }, signal }, decodeGroup),
    remove: (ids, { signal } = {}) =>
      http.call('groups.remove', { query: { ids: [ids].flat().join(',') }, signal }, () => undefined),
  };
}

export function createDeviceGroupsResource(http: Http): DeviceGroupsResource {
  return {
    list: (query = {}, { signal } = {}) =>
      http.call('deviceGroups.list', { query, signal }, (data) => decodeList(data, decodeMembership)),
    add: (groupId, deviceId, { signal } = {}) =>
      http.call('deviceGroups.add', { body: { groupId, deviceId }, signal }, decodeMembership),
    addMany: (groupId, deviceIds, { signal } = {}) =>
      http.call('deviceGroups.addMany', { body: { groupId, deviceIds }, signal }, (data) =>
        decodeList(data, decodeMembership),
      ),
    remove: (id, { signal } = {}) =>
      http.call('deviceGroups.remove', { query: { id }, signal }, () => undefined),
    removeMany: (ids, { signal } = {}) =>
      http.call('deviceGroups.removeMany', { query: { ids: ids.join(',') }, signal }, () => undefined),
  };
}
