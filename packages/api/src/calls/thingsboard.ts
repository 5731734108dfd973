import * as v from 'valibot';
import { credentials } from './auth.ts';
import { call } from './call.ts';
import { integer, keyList, timeZone } from './inputs.ts';

/*
 * The part of ThingsBoard's user API that integration tools call, in its own forms. Error bodies are ours: those
 * tools only check the status.
 */

const MAX_KEYS = 100;
/** ThingsBoard's default limit of a series. */
const SERIES_LIMIT = 100;
/** Most values of one key in a response. */
const MAX_LIMIT = 50_000;

const keys = keyList(MAX_KEYS, 16_384);
const instant = v.optional(integer(0, 253_402_300_799_999));

const series = v.object({
  keys,
  startTs: instant,
  endTs: instant,
  interval: v.optional(integer(0, Number.MAX_SAFE_INTEGER), 0),
  /** Intervals of a calendar begin at local midnight; a week on Sunday, by ISO 8601 on Monday. */
  intervalType: v.optional(
    v.picklist(['MILLISECONDS', 'WEEK', 'WEEK_ISO', 'MONTH', 'QUARTER', '']),
    'MILLISECONDS',
  ),
  /** Of those intervals. Default: that of the device's plot. */
  timeZone: v.optional(timeZone),
  agg: v.optional(v.picklist(['MIN', 'MAX', 'AVG', 'SUM', 'COUNT', 'NONE', '']), 'NONE'),
  limit: v.optional(integer(1, MAX_LIMIT), SERIES_LIMIT),
  orderBy: v.optional(v.picklist(['ASC', 'DESC', '']), 'DESC'),
  useStrictDataTypes: v.pipe(
    v.optional(v.picklist(['true', 'false', '']), 'false'),
    v.transform((text) => text === 'true'),
  ),
});

const command = v.object({
  method: v.pipe(v.string('rpc.method.required'), v.nonEmpty('rpc.method.required'), v.maxLength(128)),
  params: v.optional(v.unknown(), {}),
  timeout: v.optional(v.number(), 10_000),
  persistent: v.optional(v.boolean(), false),
  /** Epoch ms. */
  expirationTime: v.optional(v.number()),
});

const attributes = v.record(v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)), v.unknown());

export const thingsboard = {
  login: call({
    method: 'POST',
    path: '/api/auth/login',
    auth: 'none',
    form: 'bare',
    origin: 'own',
    maxBody: 16 * 1024,
    summary: { zh: '登录（ThingsBoard 形式）', en: 'Logs in, in the form of ThingsBoard' },
    body: credentials,
  }),
  refresh: call({
    method: 'POST',
    path: '/api/auth/token',
    auth: 'none',
    form: 'bare',
    origin: 'own',
    maxBody: 16 * 1024,
    summary: { zh: '刷新令牌（ThingsBoard 形式）', en: 'Trades a refresh token for new tokens' },
    body: v.object({ refreshToken: v.string() }),
  }),
  device: call({
    method: 'GET',
    path: '/api/tenant/devices',
    form: 'bare',
    origin: 'own',
    summary: { zh: '按名称查找设备', en: 'The device of a name' },
    query: v.object({ deviceName: v.pipe(v.string(), v.nonEmpty()) }),
  }),
  credentials: call({
    method: 'GET',
    path: '/api/device/{id}/credentials',
    right: 'devices',
    audit: 'act',
    form: 'bare',
    origin: 'own',
    summary: { zh: '签发设备令牌', en: 'Issues a token of a device for the caller' },
  }),
  timeseries: call({
    method: 'GET',
    path: '/api/plugins/telemetry/DEVICE/{id}/values/timeseries',
    form: 'bare',
    origin: 'own',
    summary: { zh: '设备遥测：最新值或历史', en: 'Latest values or history of a device' },
    query: series,
  }),
  timeseriesKeys: call({
    method: 'GET',
    path: '/api/plugins/telemetry/DEVICE/{id}/keys/timeseries',
    form: 'bare',
    origin: 'own',
    summary: { zh: '设备的遥测键', en: 'The telemetry keys of a device' },
  }),
  attributes: call({
    method: 'GET',
    path: '/api/plugins/telemetry/DEVICE/{id}/values/attributes',
    form: 'bare',
    origin: 'own',
    summary: { zh: '设备属性，所有范围', en: 'The attributes of a device in all scopes' },
    query: v.object({ keys }),
  }),
  attributesOf: call({
    method: 'GET',
    path: '/api/plugins/telemetry/DEVICE/{id}/values/attributes/{scope}',
    form: 'bare',
    origin: 'own',
    summary: { zh: '某一范围的设备属性', en: 'The attributes of a device in one scope' },
    query: v.object({ keys }),
  }),
  attributeKeys: call({
    method: 'GET',
    path: '/api/plugins/telemetry/DEVICE/{id}/keys/attributes',
    form: 'bare',
    origin: 'own',
    summary: { zh: '设备的属性键', en: 'The attribute keys of a device' },
  }),
  saveAttributes: call({
    method: 'POST',
    path: '/api/plugins/telemetry/DEVICE/{id}/{scope}',
    right: 'devices',
    audit: 'update',
    form: 'bare',
    origin: 'own',
    summary: { zh: '保存设备属性', en: 'Saves attributes of a device' },
    body: attributes,
  }),
  saveAttributesOf: call({
    method: 'POST',
    path: '/api/plugins/telemetry/DEVICE/{id}/attributes/{scope}',
    right: 'devices',
    audit: 'update',
    form: 'bare',
    origin: 'own',
    summary: { zh: '保存设备属性', en: 'Saves attributes of a device' },
    body: attributes,
  }),
  oneway: call({
    method: 'POST',
    path: '/api/rpc/oneway/{id}',
    right: 'operate',
    audit: 'act',
    form: 'bare',
    origin: 'own',
    summary: { zh: '下发命令，不等应答', en: 'Sends a command without waiting for an answer' },
    body: command,
  }),
  twoway: call({
    method: 'POST',
    path: '/api/rpc/twoway/{id}',
    right: 'operate',
    audit: 'act',
    form: 'bare',
    origin: 'own',
    summary: { zh: '下发命令并等待应答', en: 'Sends a command and waits for its answer' },
    body: command,
  }),
  oldOneway: call({
    method: 'POST',
    path: '/api/plugins/rpc/oneway/{id}',
    right: 'operate',
    audit: 'act',
    form: 'bare',
    origin: 'own',
    summary: {
      zh: '下发命令，不等应答（旧路径）',
      en: 'Sends a command without waiting for an answer, by the older path',
    },
    body: command,
  }),
  oldTwoway: call({
    method: 'POST',
    path: '/api/plugins/rpc/twoway/{id}',
    right: 'operate',
    audit: 'act',
    form: 'bare',
    origin: 'own',
    summary: {
      zh: '下发命令并等待应答（旧路径）',
      en: 'Sends a command and waits for its answer, by the older path',
    },
    body: command,
  }),
};
