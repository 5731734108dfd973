import * as v from 'valibot';
import type { DeviceGroup, GroupMembership } from '../domain/device-group.ts';
import { optionalTextSchema, parseWire, textSchema } from './codes.ts';
import { decodeDevice } from './device.ts';

export const groupSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  parentId: optionalTextSchema,
  deviceCount: v.optional(v.number(), 0),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeGroup(value: unknown): DeviceGroup {
  const { id, name, parentId, deviceCount } = parseWire(groupSchema, value);
  return { id, name, parentId, deviceCount };
}

export const membershipSchema = v.looseObject({
  id: v.string(),
  groupId: v.string(),
  groupName: textSchema,
  device: v.unknown(),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeMembership(value: unknown): GroupMembership {
  const { id, groupId, groupName, device } = parseWire(membershipSchema, value);
  return { id, groupId, groupName, device: decodeDevice(device) };
}
