import * as v from 'valibot';
import type { Condition } from '../domain/condition.ts';
import type { TelemetryValue } from '../domain/telemetry.ts';
import { isWebAddress } from '../validation/web-address.ts';
import { encodeFlag, flagSchema, instantSchema } from '../wire/codes.ts';
import { conditionSchema } from '../wire/condition.ts';
import { call, growingListOf, nothing } from './call.ts';
import { cursorEntries, flag, optionalQueryText, timeZone } from './inputs.ts';

const NAME_MAX = 64;
const ACTIONS_MAX = 20;
const TRIGGERS_MAX = 10;
/** Longest time between two runs of a linkage that runs once in so many minutes: 31 days. */
const MAX_ONCE_MINUTES = 44_640;
const MAX_EXPIRY_MS = 30 * 86_400_000;
/** Shortest and longest wait between two actions. */
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 7 * 86_400_000;
/** Linkages of one batch. */
const MAX_BATCH = 200;

const id = v.pipe(v.string(), v.uuid());
const title = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(128, 'field.tooLong'));
const content = v.optional(v.pipe(v.string(), v.maxLength(2000, 'field.tooLong')), '');

/** What sets a linkage off. */
const trigger = v.variant('type', [
  /** Its condition begins to hold. */
  v.strictObject({ type: v.literal('telemetry') }),
  v.strictObject({
    type: v.literal('alarm'),
    deviceId: id,
    change: v.optional(v.picklist(['raised', 'cleared', 'escalated', 'reminded']), 'raised'),
  }),
  v.strictObject({ type: v.literal('online'), deviceId: id, online: v.boolean() }),
  /** Cron expression with five or six fields, in the time zone. */
  v.strictObject({
    type: v.literal('cron'),
    expression: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
    timeZone: v.optional(v.pipe(v.string(), v.maxLength(64)), 'Asia/Shanghai'),
  }),
  v.strictObject({ type: v.literal('manual') }),
]);
/** Any of them sets it off. */
const triggers = v.pipe(
  v.array(trigger),
  v.minLength(1, 'linkage.triggers.required'),
  v.maxLength(TRIGGERS_MAX, 'linkage.triggers.tooMany'),
);

/** How often a linkage runs at most. Runs by hand are neither limited nor counted. */
const once = v.variant('per', [
  /** Once in each hour or day of the calendar of its time zone. */
  v.strictObject({
    per: v.picklist(['hour', 'day']),
    timeZone: v.optional(timeZone, 'Asia/Shanghai'),
  }),
  /** At least so many minutes between two runs. */
  v.strictObject({
    per: v.literal('minutes'),
    minutes: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1, 'number.range'),
      v.maxValue(MAX_ONCE_MINUTES, 'number.range'),
    ),
  }),
]);

const action = v.variant('type', [
  /** Queued for an offline device for `expiresInMs`; without it the action fails. */
  v.strictObject({
    type: v.literal('command'),
    deviceId: id,
    method: v.pipe(v.string(), v.nonEmpty('rpc.method.required'), v.maxLength(128)),
    params: v.optional(v.record(v.string(), v.unknown()), {}),
    expiresInMs: v.exactOptional(
      v.pipe(v.number(), v.integer(), v.minValue(1_000), v.maxValue(MAX_EXPIRY_MS)),
    ),
  }),
  v.strictObject({ type: v.literal('notice'), title, content }),
  /** Shows weather in open pages of the scene; without a kind it ends. */
  v.strictObject({
    type: v.literal('weather'),
    sceneId: id,
    kind: v.exactOptional(v.picklist(['rain', 'snow', 'sunny', 'cloudy', 'overcast'])),
  }),
  v.strictObject({ type: v.literal('workOrder'), title, content, deviceId: v.exactOptional(id) }),
  /**
   * Posts the run to an address, with this text. Signed as standardwebhooks.com has it, with the key of the call
   * `webhookKey`; an answer other than 2xx is a failure, and there is no second attempt. Who may not change linkages sees
   * only the host of the address.
   */
  v.strictObject({
    type: v.literal('webhook'),
    url: v.pipe(
      v.string(),
      v.maxLength(2048, 'field.tooLong'),
      v.check(isWebAddress, 'linkage.webhook.address'),
    ),
    content,
  }),
  /** Runs another linkage, if that is on and its condition holds. */
  v.strictObject({ type: v.literal('linkage'), linkageId: id }),
  /** The next action is executed so much later; not when the linkage was changed, deleted or switched off meanwhile. */
  v.strictObject({
    type: v.literal('wait'),
    ms: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(MIN_WAIT_MS, 'number.range'),
      v.maxValue(MAX_WAIT_MS, 'number.range'),
    ),
  }),
]);

/** A linkage: triggers, condition and actions. */
const linkage = v.object({
  id: v.string(),
  name: v.string(),
  enabled: flagSchema,
  /** Any of them sets it off. */
  triggers: v.array(trigger),
  /** Null: always. Its parts name their devices. */
  condition: v.nullable(conditionSchema),
  /** Null: every time. */
  once: v.nullable(once),
  /** Executed one after the other; a failure does not stop the next. */
  actions: v.array(action),
  version: v.number(),
});

/** What a part of the condition saw, and whether it held; null: unknown. */
const part = v.object({
  deviceId: v.nullable(v.string()),
  key: v.nullable(v.string()),
  actual: v.pipe(
    v.unknown(),
    v.transform((actual) => (actual ?? null) as TelemetryValue),
  ),
  /** What it was compared with, where that is another value (`than`); null: that was unknown. */
  bound: v.exactOptional(v.nullable(v.number())),
  holds: v.nullable(v.boolean()),
});

/** What set a run off, and what became of it. */
const outcomeEntries = {
  /** 'linkage': an action of another linkage. */
  trigger: v.picklist(['telemetry', 'alarm', 'online', 'cron', 'manual', 'linkage']),
  /** 'skipped': it did nothing; 'cancelled': nothing after a wait. Both for its `reason`. */
  state: v.picklist(['running', 'waiting', 'successful', 'failed', 'skipped', 'cancelled']),
  /**
   * Why it did nothing: its condition did not hold, automations are switched off, or it had run in this hour, day or
   * time already. Why it was cancelled: automations were switched off, the linkage was changed or switched off, or who
   * ran it by hand may no longer. Else null.
   */
  reason: v.optional(
    v.nullable(v.picklist(['condition', 'switchedOff', 'once', 'changed', 'forbidden'])),
    null,
  ),
};

/** One run with its values and results. */
const run = v.pipe(
  v.object({
    id: v.string(),
    linkageId: v.string(),
    ...outcomeEntries,
    condition: v.array(part),
    actions: v.array(
      v.object({
        type: v.picklist(['command', 'notice', 'workOrder', 'weather', 'webhook', 'linkage', 'wait']),
        state: v.picklist(['successful', 'failed']),
        detail: v.string(),
        /** When it began, epoch milliseconds, and how long it took; null in old runs. */
        at: v.optional(v.nullable(v.number()), null),
        tookMs: v.optional(v.nullable(v.number()), null),
      }),
    ),
    error: v.nullable(v.string()),
    startTime: v.pipe(v.string(), v.transform(Date.parse), v.finite()),
    finishTime: instantSchema,
    resumeTime: v.optional(instantSchema, null),
  }),
  v.transform(({ startTime, finishTime, resumeTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds, as is the end. */
    startedAt: startTime,
    finishedAt: finishTime,
    /** Until when it waits; null when it does not. */
    resumesAt: resumeTime,
  })),
);

/** A linkage in a list, with its last run; null: it never ran. */
const listed = v.object({
  ...linkage.entries,
  lastRun: v.nullable(
    v.pipe(
      v.object({
        id: v.string(),
        ...outcomeEntries,
        startTime: v.pipe(v.string(), v.transform(Date.parse), v.finite()),
      }),
      v.transform(({ startTime, ...same }) => ({ ...same, startedAt: startTime })),
    ),
  ),
});

/** The switch for all automations of an organisation. */
const automationSwitch = v.pipe(
  v.object({
    enabled: v.boolean(),
    changeTime: instantSchema,
    /** Name of the user; null before the first change, or when they were removed. */
    changedBy: v.nullable(v.string()),
  }),
  v.transform(({ changeTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds; null before the first change. */
    changedAt: changeTime,
  })),
);

const webhookKey = v.object({
  /** 'whsec_' and the key in base64. */
  key: v.string(),
});

const name = v.pipe(
  v.string('linkage.name.required'),
  v.trim(),
  v.nonEmpty('linkage.name.required'),
  v.maxLength(NAME_MAX, 'field.tooLong'),
);
const actions = v.pipe(
  v.array(action),
  v.check((list) => list.some(({ type }) => type !== 'wait'), 'linkage.actions.required'),
  v.maxLength(ACTIONS_MAX),
);

/** `trigger` is the same as `triggers` with one. */
const triggerEntries = { trigger: v.optional(trigger), triggers: v.optional(triggers) };
type Trigger = v.InferOutput<typeof trigger>;
const triggersOf = (single: Trigger | undefined, several: Trigger[] | undefined): Trigger[] | undefined =>
  several ?? (single && [single]);

const draft = v.pipe(
  v.object({
    name,
    enabled: v.optional(flag, true),
    ...triggerEntries,
    condition: v.nullish(conditionSchema, null),
    once: v.nullish(once, null),
    actions,
  }),
  v.transform(({ trigger: single, triggers: several, ...same }) => ({
    ...same,
    triggers: triggersOf(single, several) ?? [],
  })),
);
const patch = v.pipe(
  v.object({
    id: v.optional(v.string()),
    version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    name: v.optional(name),
    enabled: v.optional(flag),
    ...triggerEntries,
    condition: v.optional(v.nullable(conditionSchema)),
    once: v.optional(v.nullable(once)),
    actions: v.optional(actions),
  }),
  v.transform(({ trigger: single, triggers: several, ...same }) => ({
    ...same,
    triggers: triggersOf(single, several),
  })),
);
/** Longest past on which a linkage is tried, days. */
const MAX_TRIAL_DAYS = 30;
export const linkageTrialRequest = v.pipe(
  v.object({
    ...triggerEntries,
    condition: v.nullish(conditionSchema, null),
    once: v.nullish(once, null),
    /** Days before now. Default 30, the most. */
    days: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1, 'number.range'),
        v.maxValue(MAX_TRIAL_DAYS, 'number.range'),
      ),
      MAX_TRIAL_DAYS,
    ),
  }),
  v.transform(({ trigger: single, triggers: several, ...same }) => ({
    ...same,
    triggers: triggersOf(single, several) ?? [],
  })),
);

/** When a linkage would have run. */
export const linkageTrial = v.object({
  /** Epoch milliseconds, as all instants of it. */
  startTs: v.number(),
  endTs: v.number(),
  /** Messages of its devices with one of its keys. */
  messages: v.number(),
  /** How often it would have run, and how often a trigger came without a run. */
  fired: v.number(),
  skipped: v.number(),
  /** The last 200 of both, oldest first; why nothing would have been done, null when it would have run. */
  runs: v.array(
    v.object({
      at: v.number(),
      holds: v.boolean(),
      reason: v.nullable(v.picklist(['condition', 'once'])),
      condition: v.array(part),
    }),
  ),
  /** How long each part of the condition held, in the order of the condition. */
  parts: v.array(
    v.object({ deviceId: v.nullable(v.string()), key: v.nullable(v.string()), heldMs: v.number() }),
  ),
});

const list = v.object({ ...cursorEntries, name: optionalQueryText });

export type Linkage = v.InferOutput<typeof linkage>;
/** A linkage in a list. */
export type ListedLinkage = v.InferOutput<typeof listed>;
export type LinkageTrigger = Linkage['triggers'][number];
export type LinkageOnce = NonNullable<Linkage['once']>;
export type LinkageAction = Linkage['actions'][number];
export type LinkageRun = v.InferOutput<typeof run>;
export type LinkageTrialResult = v.InferOutput<typeof linkageTrial>;
/** What is tried. */
export type LinkageTrialDraft = Pick<LinkageDraft, 'trigger' | 'triggers' | 'condition' | 'once'> & {
  days?: number;
};
export type AutomationSwitchState = v.InferOutput<typeof automationSwitch>;
export type LinkageQuery = v.InferInput<typeof list>;
export type LinkageDraft = Omit<v.InferInput<typeof draft>, 'enabled' | 'condition'> & {
  enabled?: boolean;
  condition?: Condition | null;
};
/** Omitted fields keep their value; a stale `version` is refused with 409. */
export type LinkagePatch = Partial<LinkageDraft> & { version?: number };

const encode = ({ enabled: on, ...same }: LinkageDraft | LinkagePatch): object =>
  on === undefined ? same : { ...same, enabled: encodeFlag(on) };

export const linkages = {
  list: call({
    method: 'GET',
    path: '/api/linkages',
    summary: {
      zh: '联动列表及最近一次执行，新的在前',
      en: 'Lists linkages with their last runs, the newest first',
    },
    query: list,
    answer: growingListOf(listed),
  }),
  create: call({
    method: 'POST',
    path: '/api/linkages',
    right: 'rules',
    audit: 'create',
    summary: { zh: '新建联动', en: 'Makes a linkage' },
    body: draft,
    answer: linkage,
    send: (made: LinkageDraft) => ({ body: encode(made) }),
  }),
  /** All of them, or none when one is unknown. */
  batch: call({
    method: 'PUT',
    path: '/api/linkages/batch',
    right: 'rules',
    audit: 'update',
    summary: { zh: '批量启用或停用联动', en: 'Turns several linkages on or off' },
    body: v.object({
      ids: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(MAX_BATCH)),
      enabled: flag,
    }),
    answer: nothing,
    send: (ids: readonly string[], on: boolean) => ({ body: { ids, enabled: encodeFlag(on) } }),
  }),
  /** Whether the organisation's automations run at all. */
  switch: call({
    method: 'GET',
    path: '/api/linkages/switch',
    origin: 'own',
    summary: { zh: '全部联动的总开关', en: 'The switch for all linkages of the organisation' },
    answer: automationSwitch,
  }),
  /**
   * Switches all automations off or on. Off: runs are recorded with their reason and do nothing, and commands of
   * automations that wait for their device fail. On: conditions that began to hold meanwhile trigger now.
   */
  setSwitch: call({
    method: 'PUT',
    path: '/api/linkages/switch',
    right: 'rules',
    audit: 'update',
    origin: 'own',
    summary: { zh: '停用或启用全部联动', en: 'Switches all linkages of the organisation off or on' },
    body: v.object({ enabled: flag }),
    answer: automationSwitch,
    send: (on: boolean) => ({ body: { enabled: encodeFlag(on) } }),
  }),
  /** The key that signs the webhooks of the organisation; made by the first call. */
  webhookKey: call({
    method: 'GET',
    path: '/api/linkages/webhook-key',
    right: 'rules',
    origin: 'own',
    summary: { zh: '联动网络请求的签名密钥', en: 'The key that signs the webhooks of linkages' },
    answer: webhookKey,
  }),
  /** A new key: what the old one would have signed is signed with this from now on. */
  renewWebhookKey: call({
    method: 'POST',
    path: '/api/linkages/webhook-key',
    right: 'rules',
    audit: 'update',
    origin: 'own',
    summary: { zh: '更换联动网络请求的签名密钥', en: 'Renews the key that signs the webhooks of linkages' },
    answer: webhookKey,
  }),
  get: call({
    method: 'GET',
    path: '/api/linkages/{id}',
    summary: { zh: '联动详情', en: 'A linkage' },
    answer: linkage,
  }),
  /**
   * Merges: omitted members keep their value.
   * @throws {ApiError} 409 when `version` is stale
   */
  update: call({
    method: 'PUT',
    path: '/api/linkages/{id}',
    right: 'rules',
    audit: 'update',
    summary: { zh: '修改联动', en: 'Changes a linkage' },
    body: patch,
    answer: linkage,
    send: (of: string, changes: LinkagePatch) => ({ path: { id: of }, body: { id: of, ...encode(changes) } }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/linkages/{id}',
    right: 'rules',
    audit: 'delete',
    summary: { zh: '删除联动', en: 'Removes a linkage' },
    answer: nothing,
  }),
  /**
   * Tries triggers and a condition on the past, as the live linkages would have seen it; nothing is done or stored.
   * Triggers by telemetry, cron and alarms have a past; one of them is needed, others are left out.
   * @throws {ApiError} 413 above a million messages, 10,000 cron times or 60 days of forecasts: a job of `linkageTrials`
   *   tries it
   */
  tryOut: call({
    method: 'POST',
    path: '/api/linkages/trial',
    right: 'rules',
    origin: 'own',
    summary: { zh: '用历史数据试算联动', en: 'Tries a linkage on the past' },
    body: linkageTrialRequest,
    answer: linkageTrial,
    send: (tried: LinkageTrialDraft) => ({ body: tried }),
  }),
  /** Runs it now, if its condition holds; responds after its actions, or when it waits. */
  run: call({
    method: 'GET',
    path: '/api/linkages/{id}/run',
    right: 'operate',
    audit: 'act',
    summary: { zh: '立即执行联动', en: 'Runs a linkage now' },
    answer: run,
  }),
  /** Newest first, with the skipped ones. */
  runs: call({
    method: 'GET',
    path: '/api/linkages/{id}/runs',
    origin: 'own',
    summary: { zh: '联动的执行记录，新的在前', en: 'The runs of a linkage, the newest first' },
    query: v.object(cursorEntries),
    answer: growingListOf(run),
  }),
};
