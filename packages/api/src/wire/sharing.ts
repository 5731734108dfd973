import * as v from 'valibot';
import type { DeviceShare, ShareDraft } from '../domain/sharing.ts';
import { instantSchema, parseWire, textSchema } from './codes.ts';

export const shareSchema = v.looseObject({
  id: v.string(),
  direction: v.picklist(['shared', 'received']),
  deviceId: v.string(),
  deviceName: textSchema,
  partner: textSchema,
  permissions: v.array(v.picklist(['view', 'history', 'control', 'configure'])),
  expireTime: instantSchema,
  state: v.picklist(['active', 'expired', 'stopped']),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeShare(value: unknown): DeviceShare {
  const { id, direction, deviceId, deviceName, partner, permissions, expireTime, state } = parseWire(
    shareSchema,
    value,
  );
  return { id, direction, deviceId, deviceName, partner, permissions, expiresAt: expireTime, state };
}

/** Epoch milliseconds become ISO 8601; a missing field stays missing. */
export function encodeShareTerms({ expiresAt, ...same }: Partial<ShareDraft>): Record<string, unknown> {
  return {
    ...same,
    ...(expiresAt === undefined
      ? {}
      : { expireTime: expiresAt === null ? null : new Date(expiresAt).toISOString() }),
  };
}
