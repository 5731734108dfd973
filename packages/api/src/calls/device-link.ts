import * as v from 'valibot';
import { instantSchema } from '../wire/codes.ts';
import { call } from './call.ts';
import { rotatedToken } from './device-answers.ts';
import { deviceToken } from './device-drafts.ts';
import { integer } from './inputs.ts';

/** Shared attributes that one call may change. */
const MAX_CHANGES = 100;
/** Longest time that a device may be left running: a week. */
const MAX_RUN_MINUTES = 10_080;

/** Longest time that a device's former token works beside its new one: a week. */
const MAX_FORMER_TOKEN_MINUTES = 10_080;
const DEFAULT_FORMER_TOKEN_MINUTES = 60;

const attributes = v.record(v.string(), v.unknown());

/** Characters of a certificate (PEM). */
const MAX_CERTIFICATE = 16_384;

const certificate = v.pipe(
  v.object({
    /** SHA-256, 64 hexadecimal digits. */
    fingerprint: v.string(),
    subject: v.string(),
    endTime: instantSchema,
  }),
  v.transform(({ endTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    endsAt: endTime ?? 0,
  })),
);

export type DeviceCertificate = v.InferOutput<typeof certificate>;

const interlock = v.object({
  /** Running time after which the server switches it off; at most a week. Null: never. */
  maxRunMinutes: v.nullable(v.number()),
  /** Of the devices of an organisation with the same group name only one runs at a time; at most 64 characters. */
  exclusion: v.nullable(v.string()),
});

const changes = v.pipe(
  v.record(v.pipe(v.string(), v.minLength(1), v.maxLength(256)), v.unknown()),
  v.check((entries) => Object.keys(entries).length <= MAX_CHANGES),
);

export const deviceLink = {
  /** Attributes of a device: those that it reported, those that the platform gives to it, and those that it keeps for itself. */
  attributes: call({
    method: 'GET',
    path: '/api/device/{id}/attributes',
    reach: 'device',
    origin: 'own',
    summary: {
      zh: '设备的属性：上报、共享与服务器',
      en: 'The attributes of a device: reported, shared, and of the server',
    },
    answer: v.object({ client: attributes, shared: attributes, server: v.optional(attributes, {}) }),
  }),
  /** Shared attributes of a device. */
  shared: call({
    method: 'GET',
    path: '/api/device/{id}/attributes/shared',
    reach: 'device',
    origin: 'own',
    summary: { zh: '下发给设备的共享属性', en: 'The attributes that the platform gives to a device' },
    answer: attributes,
  }),
  /** Merges into the shared attributes and notifies the device; null deletes a key. Returns them all. */
  share: call({
    method: 'POST',
    path: '/api/device/{id}/attributes/shared',
    reach: 'device',
    right: 'devices',
    audit: 'update',
    origin: 'own',
    summary: { zh: '修改共享属性并通知设备', en: 'Changes shared attributes and tells the device' },
    example: { interval: 60 },
    body: changes,
    answer: attributes,
  }),
  /**
   * Merges into the server attributes, which the device does not learn; null deletes a key. Returns them all.
   * `inactivityTimeout` (ms) is the time of silence after which the device is offline.
   */
  keep: call({
    method: 'POST',
    path: '/api/device/{id}/attributes/server',
    reach: 'device',
    right: 'devices',
    audit: 'update',
    origin: 'own',
    summary: { zh: '修改服务器属性', en: 'Changes server attributes' },
    example: { inactivityTimeout: 3_600_000 },
    body: changes,
    answer: attributes,
  }),
  /** Interlock rules of a device. */
  interlock: call({
    method: 'GET',
    path: '/api/device/{id}/interlock',
    reach: 'device',
    origin: 'own',
    summary: { zh: '设备的互锁与最长运行时间', en: 'The interlock and longest run of a device' },
    answer: interlock,
  }),
  /** Sets them; null removes a rule. */
  setInterlock: call({
    method: 'POST',
    path: '/api/device/{id}/interlock',
    right: 'devices',
    audit: 'update',
    origin: 'own',
    summary: {
      zh: '设置设备的互锁与最长运行时间',
      en: 'Sets the interlock and longest run of a device',
    },
    example: { maxRunMinutes: 30, exclusion: 'well 1' },
    body: v.object({
      maxRunMinutes: v.optional(
        v.nullable(
          v.pipe(v.number(), v.gtValue(0, 'number.range'), v.maxValue(MAX_RUN_MINUTES, 'number.range')),
        ),
        null,
      ),
      exclusion: v.optional(
        v.nullable(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64, 'field.tooLong'))),
        null,
      ),
    }),
    answer: interlock,
  }),
  /**
   * Makes a device a gateway (ThingsBoard's gateway API), or an ordinary device again. Its connection is closed.
   */
  setGateway: call({
    method: 'POST',
    path: '/api/device/{id}/gateway',
    right: 'devices',
    audit: 'update',
    origin: 'own',
    summary: { zh: '设置设备是否为网关', en: 'Lets a device speak for others, or no longer' },
    example: { gateway: true },
    body: v.object({ gateway: v.boolean() }),
    answer: v.pipe(
      v.object({ gateway: v.boolean() }),
      v.transform(({ gateway }) => gateway),
    ),
    send: (id: string, gateway: boolean) => ({ path: { id }, body: { gateway } }),
  }),
  /**
   * Gives a device another token: the given one, else a generated one. The former one works until a stated time; with
   * 0 minutes its connections are closed at once.
   * @throws {ApiError} 409 when the given token is in use
   */
  /** The client certificate by which the device may connect over TLS, beside its token; null: none. */
  certificate: call({
    method: 'GET',
    path: '/api/device/{id}/certificate',
    reach: 'device',
    origin: 'own',
    summary: { zh: '设备的客户端证书', en: 'The client certificate of a device' },
    answer: v.nullable(certificate),
  }),
  /**
   * Gives the device a client certificate (PEM), or takes it away (null); its connections end.
   * @throws {ApiError} 409 for one of another device
   */
  setCertificate: call({
    method: 'POST',
    path: '/api/device/{id}/certificate',
    reach: 'device',
    right: 'devices',
    audit: 'update',
    origin: 'own',
    summary: { zh: '设置或移除设备的客户端证书', en: 'Sets or removes the client certificate of a device' },
    body: v.object({
      certificate: v.nullable(
        v.pipe(
          v.string('device.certificate.unreadable'),
          v.nonEmpty('device.certificate.unreadable'),
          v.maxLength(MAX_CERTIFICATE, 'field.tooLong'),
        ),
      ),
    }),
    answer: v.nullable(certificate),
    send: (id: string, pem: string | null) => ({ path: { id }, body: { certificate: pem } }),
  }),
  rotateToken: call({
    method: 'POST',
    path: '/api/device/{id}/token',
    reach: 'device',
    right: 'devices',
    audit: 'update',
    origin: 'own',
    summary: { zh: '更换设备令牌', en: 'Gives a device another token' },
    body: v.object({
      accessToken: v.optional(deviceToken),
      /** How long the former token works, too; default an hour, at most a week. */
      keepFormerMinutes: v.optional(integer(0, MAX_FORMER_TOKEN_MINUTES), DEFAULT_FORMER_TOKEN_MINUTES),
    }),
    answer: rotatedToken,
  }),
};
