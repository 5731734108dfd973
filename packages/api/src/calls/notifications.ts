import * as v from 'valibot';
import { alarmSeverity } from '../wire/alarm.ts';
import { instantSchema, optionalTextSchema } from '../wire/codes.ts';
import { isWebAddress } from '../validation/web-address.ts';
import { call, growingListOf, listOf, nothing } from './call.ts';
import { cursorEntries, integer, optionalQueryFlag, requiredText, timeZone, uuid } from './inputs.ts';

/** What people are notified of. */
export const NOTIFICATION_KINDS = [
  'alarmRaised',
  'alarmEscalated',
  'alarmCleared',
  /** Nobody acknowledged it: to the next one on call. */
  'alarmUnattended',
  'workOrderAssigned',
  'workOrderDue',
  /** What came together, once a day. */
  'digest',
] as const;
/** Ways to reach a person outside of the application. */
export const CHANNEL_KINDS = [
  'push',
  'email',
  'webhook',
  'dingtalk',
  'wecom',
  'feishu',
  'telegram',
  'sms',
] as const;
const LANGUAGES = ['zh-CN', 'en'] as const;
const MAX_GROUPS = 100;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

const kind = v.picklist(NOTIFICATION_KINDS);
const language = v.picklist(LANGUAGES);

const notification = v.pipe(
  v.object({
    id: v.string(),
    /** 'test': made by the test of a channel. */
    kind: v.picklist([...NOTIFICATION_KINDS, 'test']),
    severity: v.nullable(alarmSeverity),
    /** Id of the alarm or the work order. */
    subjectId: optionalTextSchema,
    /** In the language of the caller's preferences. */
    subject: v.string(),
    content: v.string(),
    createTime: instantSchema,
    readTime: instantSchema,
  }),
  v.transform(({ createTime, readTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    at: createTime ?? 0,
    isRead: readTime !== null,
  })),
);
export type Notification = v.InferOutput<typeof notification>;

const clockTime = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'notification.time'));

const preferences = v.object({
  kinds: v.pipe(v.array(kind), v.maxLength(NOTIFICATION_KINDS.length)),
  /** Alarms below it are not notified. */
  minSeverity: alarmSeverity,
  /** Only alarms of devices in these groups and those below; empty: of all. */
  groups: v.pipe(v.array(uuid), v.maxLength(MAX_GROUPS, 'field.tooLong')),
  /** Channels wait from `from` to `to`, HH:MM; null: never. The application shows notifications at once. */
  quiet: v.nullable(v.object({ from: clockTime, to: clockTime })),
  timeZone,
  /** Whether critical alarms are sent in quiet hours, too. */
  urgentAlways: v.boolean(),
  language,
  /** Alarms only while the person is on call; without a rota: always. Default false. */
  onCallOnly: v.optional(v.boolean(), false),
  /** HH:MM: channels get alarms below MAJOR together at this time; null: each at once. Default null. */
  digestAt: v.optional(v.nullable(clockTime), null),
});
export type NotificationPreferences = v.InferOutput<typeof preferences>;

const rota = v.object({
  /** Ids of people, in turn. */
  people: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(50, 'field.tooLong')),
  /** Day of the first turn, yyyy-MM-dd, and the time at which turns change. */
  startsOn: v.pipe(v.string(), v.isoDate()),
  at: clockTime,
  turnDays: integer(1, 366),
  timeZone,
  /** An alarm that nobody acknowledges goes on to the next one after so long; null: it does not. */
  escalateMinutes: v.nullable(integer(1, 1440)),
});
export type OnCallRota = v.InferOutput<typeof rota>;

const onCall = v.object({
  rota: v.nullable(rota),
  /** Id of who is on call now; null: nobody. */
  now: v.nullable(v.string()),
});
export type OnCall = v.InferOutput<typeof onCall>;

const channel = v.object({
  id: v.string(),
  kind: v.picklist(CHANNEL_KINDS),
  name: v.string(),
  enabled: v.boolean(),
  /** The address of the account, or the host of a webhook; '' when the account has none. */
  target: v.string(),
});
export type NotificationChannel = v.InferOutput<typeof channel>;

const channelName = { name: requiredText(64) };
const url = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2048, 'field.tooLong'),
  v.check(isWebAddress, 'linkage.webhook.address'),
);
/** Of a robot: signs its requests, when it is set to ask for a signature. */
const optionalSecret = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(256, 'field.tooLong')), '');

const base64url = v.pipe(v.string(), v.regex(/^[\w-]{16,256}$/));

const channelDraft = v.variant('kind', [
  /** A browser, as its push service names it (RFC 8030, RFC 8291). */
  v.object({
    kind: v.literal('push'),
    ...channelName,
    url,
    keys: v.object({ p256dh: base64url, auth: base64url }),
  }),
  v.object({ kind: v.literal('email'), ...channelName }),
  v.object({ kind: v.literal('webhook'), ...channelName, url }),
  /** The address of a custom robot of a group, with its access token. */
  v.object({ kind: v.literal('dingtalk'), ...channelName, url, secret: optionalSecret }),
  v.object({ kind: v.literal('wecom'), ...channelName, url }),
  v.object({ kind: v.literal('feishu'), ...channelName, url, secret: optionalSecret }),
  v.object({
    kind: v.literal('telegram'),
    ...channelName,
    /** Of an own Bot API server; default: that of Telegram. */
    url: v.optional(url, 'https://api.telegram.org'),
    /** Token of the bot. */
    secret: v.pipe(v.string(), v.trim(), v.regex(/^\d+:[\w-]+$/, 'notification.bot')),
    /** Id of the chat, or @channel. */
    to: requiredText(64),
  }),
  /** A gateway that takes `{"to", "text", "id"}`, with the secret as a bearer token. */
  v.object({
    kind: v.literal('sms'),
    ...channelName,
    url,
    secret: optionalSecret,
    to: v.pipe(v.string(), v.trim(), v.regex(/^\+?[\d-]{5,20}$/, 'user.phone')),
  }),
]);
export type NotificationChannelDraft = v.InferInput<typeof channelDraft>;
/** As it is stored: with what was left out. */
export type CheckedChannelDraft = v.InferOutput<typeof channelDraft>;

const failure = v.object({
  /** Epoch milliseconds. */
  at: v.number(),
  /** forbiddenAddress, unreachable, timeout, refused, gone, later, wrongSecret, notConfigured, noAddress, noMember, off */
  reason: v.string(),
  detail: v.string(),
});

const delivery = v.pipe(
  v.object({
    id: v.string(),
    channel: v.string(),
    channelKind: v.picklist(CHANNEL_KINDS),
    subject: v.string(),
    state: v.picklist(['waiting', 'sent', 'failed']),
    attempts: v.number(),
    failures: v.array(failure),
    createTime: instantSchema,
    nextTime: instantSchema,
    finishTime: instantSchema,
  }),
  v.transform(({ createTime, nextTime, finishTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds, as all of these. */
    at: createTime ?? 0,
    /** Of the next attempt; null: there is none. */
    nextAt: nextTime,
    finishedAt: finishTime,
  })),
);
export type NotificationDelivery = v.InferOutput<typeof delivery>;

const template = v.object({
  kind,
  language,
  /** With variables such as `{{device}}`. */
  subject: requiredText(200),
  content: requiredText(2000),
});
const storedTemplate = v.object({
  ...template.entries,
  /** Whether the organisation has its own. */
  own: v.boolean(),
  /** Names of the variables that are replaced. */
  variables: v.array(v.string()),
});
export type NotificationTemplate = v.InferOutput<typeof storedTemplate>;

const ownPart = { right: 'personal', origin: 'own' } as const;

export const notifications = {
  /** Those of the caller, newest first. */
  list: call({
    ...ownPart,
    method: 'GET',
    path: '/api/notifications',
    summary: { zh: '本人的通知，新的在前', en: "Lists the caller's notifications, the newest first" },
    query: v.object({
      ...cursorEntries,
      unread: optionalQueryFlag,
    }),
    answer: v.object({ ...growingListOf(notification).entries, unread: v.number() }),
    send: (query?: { page?: number; pageSize?: number; cursor?: string; unread?: boolean }) => ({
      query: { ...query, unread: query?.unread === undefined ? undefined : query.unread ? '1' : '0' },
    }),
  }),
  /** Without ids: all. */
  read: call({
    ...ownPart,
    method: 'POST',
    path: '/api/notifications/read',
    audit: 'act',
    summary: { zh: '标记为已读', en: 'Marks notifications as read' },
    body: v.object({ ids: v.optional(v.pipe(v.array(uuid), v.maxLength(1000, 'field.tooLong'))) }),
    answer: nothing,
    send: (ids?: readonly string[]) => ({ body: { ids } }),
  }),
  preferences: call({
    ...ownPart,
    method: 'GET',
    path: '/api/notifications/preferences',
    summary: { zh: '本人的通知设置', en: 'What the caller is notified of' },
    answer: preferences,
  }),
  setPreferences: call({
    ...ownPart,
    method: 'PUT',
    path: '/api/notifications/preferences',
    audit: 'update',
    summary: { zh: '修改本人的通知设置', en: 'Changes what the caller is notified of' },
    body: preferences,
    answer: preferences,
    send: (body: NotificationPreferences) => ({ body }),
  }),
  channels: call({
    ...ownPart,
    method: 'GET',
    path: '/api/notifications/channels',
    summary: { zh: '本人的通知渠道', en: 'Lists how the caller is reached' },
    answer: v.object({
      ...listOf(channel).entries,
      /** Whether this server can send e-mail. */
      mail: v.boolean(),
    }),
  }),
  /** With it a browser subscribes to what this server pushes (RFC 8292). */
  pushKey: call({
    ...ownPart,
    method: 'GET',
    path: '/api/notifications/push/key',
    summary: { zh: '浏览器推送的公钥', en: 'The key that browsers subscribe with' },
    answer: v.object({ publicKey: v.string() }),
  }),
  /** `secret` signs the requests of a webhook and is answered this once. */
  addChannel: call({
    ...ownPart,
    method: 'POST',
    path: '/api/notifications/channels',
    audit: 'create',
    summary: { zh: '添加通知渠道', en: 'Adds a channel' },
    body: channelDraft,
    answer: v.object({ ...channel.entries, secret: v.nullable(v.string()) }),
    send: (body: NotificationChannelDraft) => ({ body }),
  }),
  switchChannel: call({
    ...ownPart,
    method: 'PUT',
    path: '/api/notifications/channels/{id}',
    audit: 'update',
    summary: { zh: '启用或停用通知渠道', en: 'Switches a channel on or off' },
    body: v.object({ enabled: v.boolean() }),
    answer: nothing,
    send: (id: string, enabled: boolean) => ({ path: { id }, body: { enabled } }),
  }),
  removeChannel: call({
    ...ownPart,
    method: 'DELETE',
    path: '/api/notifications/channels/{id}',
    audit: 'delete',
    summary: { zh: '删除通知渠道', en: 'Removes a channel' },
    answer: nothing,
  }),
  /** Sends a test at once and answers what came of it. */
  test: call({
    ...ownPart,
    method: 'POST',
    path: '/api/notifications/channels/{id}/test',
    audit: 'act',
    summary: { zh: '测试通知渠道', en: 'Sends a test through a channel' },
    answer: delivery,
  }),
  /** The newest first. */
  deliveries: call({
    ...ownPart,
    method: 'GET',
    path: '/api/notifications/deliveries',
    summary: { zh: '本人通知的发送记录', en: "The log of the caller's deliveries" },
    query: v.object(cursorEntries),
    answer: growingListOf(delivery),
    send: (query?: { page?: number; pageSize?: number; cursor?: string }) => ({ query: { ...query } }),
  }),
  onCall: call({
    ...ownPart,
    method: 'GET',
    path: '/api/notifications/oncall',
    summary: { zh: '值班表与当前值班人', en: 'The on-call rota, and who is on call' },
    answer: onCall,
  }),
  setOnCall: call({
    method: 'PUT',
    path: '/api/notifications/oncall',
    right: 'administer',
    origin: 'own',
    audit: 'update',
    summary: { zh: '修改值班表', en: 'Changes the on-call rota' },
    body: v.object({ rota: v.nullable(rota) }),
    answer: onCall,
    send: (body: OnCallRota | null) => ({ body: { rota: body } }),
  }),
  templates: call({
    ...ownPart,
    method: 'GET',
    path: '/api/notifications/templates',
    summary: { zh: '通知模板', en: 'The texts of notifications' },
    answer: listOf(storedTemplate),
  }),
  /** @throws {ApiError} 400 for an unknown variable */
  setTemplate: call({
    method: 'PUT',
    path: '/api/notifications/templates',
    right: 'administer',
    origin: 'own',
    audit: 'update',
    summary: { zh: '修改通知模板', en: 'Changes a text of notifications' },
    body: template,
    answer: nothing,
    send: (body: v.InferInput<typeof template>) => ({ body }),
  }),
};
