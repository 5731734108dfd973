import * as v from 'valibot';
import type { Condition } from '../domain/condition.ts';
import type { TelemetryValue } from '../domain/telemetry.ts';
import { encodeFlag, flagSchema, instantSchema } from '../wire/codes.ts';
import { conditionSchema } from '../wire/condition.ts';
import { call, listOf, nothing } from './call.ts';
import { optionalQueryText, pageEntries } from './inputs.ts';

const NAME_MAX = 64;
const ACTIONS_MAX = 20;
const MAX_EXPIRY_MS = 30 * 86_400_000;
/** Linkages of one batch. */
const MAX_BATCH = 200;

const id = v.pipe(v.string(), v.uuid());
const title = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(128, 'field.tooLong'));
const content = v.optional(v.pipe(v.string(), v.maxLength(2000, 'field.tooLong')), '');

/** Trigger of a linkage. */
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
]);

/** A linkage: trigger, condition and actions. */
const linkage = v.object({
  id: v.string(),
  name: v.string(),
  enabled: flagSchema,
  trigger,
  /** Null: always. Its parts name their devices. */
  condition: v.nullable(conditionSchema),
  /** Executed one after the other; a failure does not stop the next. */
  actions: v.array(action),
  version: v.number(),
});

/** One run with its values and results. */
const run = v.pipe(
  v.object({
    id: v.string(),
    linkageId: v.string(),
    trigger: v.picklist(['telemetry', 'alarm', 'online', 'cron', 'manual']),
    /** 'skipped': the condition did not hold. */
    state: v.picklist(['running', 'successful', 'failed', 'skipped']),
    condition: v.array(
      v.object({
        deviceId: v.nullable(v.string()),
        key: v.nullable(v.string()),
        actual: v.pipe(
          v.unknown(),
          v.transform((actual) => (actual ?? null) as TelemetryValue),
        ),
        holds: v.nullable(v.boolean()),
      }),
    ),
    actions: v.array(
      v.object({
        type: v.picklist(['command', 'notice', 'workOrder', 'weather']),
        state: v.picklist(['successful', 'failed']),
        detail: v.string(),
      }),
    ),
    error: v.nullable(v.string()),
    startTime: v.pipe(v.string(), v.transform(Date.parse), v.finite()),
    finishTime: instantSchema,
  }),
  v.transform(({ startTime, finishTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds, as is the end. */
    startedAt: startTime,
    finishedAt: finishTime,
  })),
);

const name = v.pipe(
  v.string('linkage.name.required'),
  v.trim(),
  v.nonEmpty('linkage.name.required'),
  v.maxLength(NAME_MAX, 'field.tooLong'),
);
const actions = v.pipe(v.array(action), v.minLength(1, 'linkage.actions.required'), v.maxLength(ACTIONS_MAX));
const enabled = v.pipe(
  v.union([v.boolean(), v.picklist(['0', '1'])]),
  v.transform((value) => value === true || value === '1'),
);

const draft = v.object({
  name,
  enabled: v.optional(enabled, true),
  trigger,
  condition: v.nullish(conditionSchema, null),
  actions,
});
const patch = v.object({
  id: v.optional(v.string()),
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  name: v.optional(name),
  enabled: v.optional(enabled),
  trigger: v.optional(trigger),
  condition: v.optional(v.nullable(conditionSchema)),
  actions: v.optional(actions),
});
const list = v.object({ ...pageEntries, name: optionalQueryText });

export type Linkage = v.InferOutput<typeof linkage>;
export type LinkageTrigger = Linkage['trigger'];
export type LinkageAction = Linkage['actions'][number];
export type LinkageRun = v.InferOutput<typeof run>;
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
    summary: { zh: '联动列表，新的在前', en: 'Lists linkages, the newest first' },
    query: list,
    answer: listOf(linkage),
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
    body: v.object({ ids: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(MAX_BATCH)), enabled }),
    answer: nothing,
    send: (ids: readonly string[], on: boolean) => ({ body: { ids, enabled: encodeFlag(on) } }),
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
  /** Runs it now, if its condition holds; responds after its actions. */
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
    query: v.object(pageEntries),
    answer: listOf(run),
  }),
};
