import * as v from 'valibot';
import { instantSchema, textSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { deviceCounts } from './device-answers.ts';
import { optionalQueryText, uuid } from './inputs.ts';

/** Devices or shares of one call. */
const MAX_BATCH = 200;

const permission = v.picklist(['view', 'history', 'control', 'configure']);
const direction = v.picklist(['shared', 'received']);

/** 'view' is the device and its latest values, 'history' the earlier ones; every share includes 'view'. */
export type DevicePermission = v.InferOutput<typeof permission>;

/** A key of telemetry or of an attribute. */
const key = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(128, 'field.tooLong'));
/** Keys that a share can name. */
const MAX_KEYS = 100;
const attributes = v.nullable(
  v.pipe(v.array(key), v.minLength(1, 'share.attributes.none'), v.maxLength(MAX_KEYS, 'field.tooLong')),
);

/** A share given by an organisation, or received by a person or their organisation. */
export const deviceShare = v.pipe(
  v.object({
    id: v.string(),
    direction,
    deviceId: v.string(),
    deviceName: textSchema,
    /** The recipient, or the organisation of the owner. */
    partner: textSchema,
    /** Whether a person or a whole organisation receives it. */
    recipient: v.picklist(['person', 'organisation']),
    permissions: v.array(permission),
    /** Keys that the recipient sees; null: all. */
    attributes: v.nullable(v.array(v.string())),
    expireTime: instantSchema,
    state: v.picklist(['active', 'expired', 'stopped']),
    createTime: instantSchema,
  }),
  v.transform(({ expireTime, createTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds; null: until it is stopped. */
    expiresAt: expireTime,
    /** Epoch milliseconds. */
    createdAt: createTime ?? 0,
  })),
);

export type DeviceShare = v.InferOutput<typeof deviceShare>;

const ids = v.pipe(v.array(uuid), v.minLength(1), v.maxLength(MAX_BATCH, 'field.tooLong'));
const permissions = v.array(permission);
const expireTime = v.nullable(
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((instant) => new Date(instant)),
  ),
);

/** What a share allows, shows, and how long. */
export interface ShareTerms {
  /** Default of a new share: only 'view'. */
  permissions?: readonly DevicePermission[];
  /** Keys that the recipient sees; null: all, the default of a new share. Not together with 'configure'. */
  attributes?: readonly string[] | null;
  /** Epoch milliseconds; null: until it is stopped, the default of a new share. */
  expiresAt?: number | null;
}

export interface ShareDraft extends ShareTerms {
  deviceIds: readonly string[];
  /** A user of another organisation; or `organisation`. */
  username?: string;
  /** Another organisation by its id or its exact name: everybody who works there. */
  organisation?: string;
}

const recipientName = v.optional(
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64, 'field.tooLong')),
);

/** Epoch milliseconds become ISO 8601; a missing member stays missing. */
function encode({ expiresAt, ...same }: ShareTerms): object {
  if (expiresAt === undefined) return same;
  return { ...same, expireTime: expiresAt === null ? null : new Date(expiresAt).toISOString() };
}

export const sharing = {
  /**
   * A running share of the same device and recipient gets the new terms.
   * @throws {ApiError} 400 for an unknown recipient, and for chosen attributes together with 'configure'
   */
  share: call({
    method: 'POST',
    path: '/api/devices/share/info',
    right: 'share',
    audit: 'create',
    summary: {
      zh: '将设备分享给其他组织或其中的用户',
      en: 'Shares devices with another organisation or with a user of it',
    },
    body: v.object({
      deviceIds: ids,
      username: recipientName,
      organisation: recipientName,
      permissions: v.optional(permissions, ['view']),
      attributes: v.optional(attributes, null),
      expireTime: v.optional(expireTime, null),
    }),
    answer: listOf(deviceShare),
    send: (draft: ShareDraft) => ({ body: encode(draft) }),
  }),
  /** Shares given by the organisation (default), or received by the user or the organisation, newest first. */
  ledger: call({
    method: 'GET',
    path: '/api/devices/sharedsettings',
    summary: { zh: '分享记录，新的在前', en: 'Lists shares, the newest first' },
    query: v.object({ direction: v.optional(direction, 'shared'), deviceId: optionalQueryText }),
    answer: listOf(deviceShare),
  }),
  /** Changes the terms of running shares of the organisation, all or none. */
  change: call({
    method: 'POST',
    path: '/api/devices/sharedsettings/batch',
    right: 'share',
    audit: 'update',
    summary: { zh: '批量修改分享的权限与期限', en: 'Gives running shares new terms' },
    body: v.object({
      ids,
      permissions: v.optional(permissions),
      attributes: v.optional(attributes),
      expireTime: v.optional(expireTime),
    }),
    answer: listOf(deviceShare),
    send: (shareIds: readonly string[], terms: ShareTerms) => ({ body: { ids: shareIds, ...encode(terms) } }),
  }),
  /** Ends a share of the organisation; open streams of the recipient end within a second. */
  stop: call({
    method: 'DELETE',
    path: '/api/devices/shared/{id}/stop',
    right: 'share',
    audit: 'act',
    summary: { zh: '停止分享', en: 'Ends a share that the organisation gave' },
    answer: nothing,
  }),
  /**
   * Ends a received share.
   * @throws {ApiError} 403 for one that the organisation received, without the right to share
   */
  leave: call({
    method: 'DELETE',
    path: '/api/devices/received/{id}/stop',
    right: 'personal',
    audit: 'act',
    summary: { zh: '退出收到的分享', en: 'Gives a received share back' },
    answer: nothing,
  }),
  receivedCount: call({
    method: 'GET',
    path: '/api/devices/receive/count',
    summary: { zh: '收到的设备数量及在线情况', en: 'How many devices others share, and how many are online' },
    answer: deviceCounts,
  }),
};
