import * as v from 'valibot';
import type { Linkage, LinkageAction, LinkageRun, LinkageTrigger } from '../domain/linkage.ts';
import type { TelemetryValue } from '../domain/telemetry.ts';
import { encodeFlag, flagSchema, instantSchema, parseWire } from './codes.ts';
import { conditionSchema } from './condition.ts';

const LINKAGE_NAME_MAX = 64;
const ACTIONS_MAX = 20;
const MAX_EXPIRY_MS = 30 * 86_400_000;

const idSchema = v.pipe(v.string(), v.uuid());
const titleSchema = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(128, 'field.tooLong'));
const contentSchema = v.optional(v.pipe(v.string(), v.maxLength(2000, 'field.tooLong')), '');

const triggerSchema: v.GenericSchema<unknown, LinkageTrigger> = v.variant('type', [
  v.strictObject({ type: v.literal('telemetry') }),
  v.strictObject({
    type: v.literal('alarm'),
    deviceId: idSchema,
    change: v.optional(v.picklist(['raised', 'cleared', 'escalated', 'reminded']), 'raised'),
  }),
  v.strictObject({ type: v.literal('online'), deviceId: idSchema, online: v.boolean() }),
  v.strictObject({
    type: v.literal('cron'),
    expression: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
    timeZone: v.optional(v.pipe(v.string(), v.maxLength(64)), 'Asia/Shanghai'),
  }),
  v.strictObject({ type: v.literal('manual') }),
]);

const actionSchema: v.GenericSchema<unknown, LinkageAction> = v.variant('type', [
  v.strictObject({
    type: v.literal('command'),
    deviceId: idSchema,
    method: v.pipe(v.string(), v.nonEmpty('rpc.method.required'), v.maxLength(128)),
    params: v.optional(v.record(v.string(), v.unknown()), {}),
    expiresInMs: v.exactOptional(
      v.pipe(v.number(), v.integer(), v.minValue(1_000), v.maxValue(MAX_EXPIRY_MS)),
    ),
  }),
  v.strictObject({ type: v.literal('notice'), title: titleSchema, content: contentSchema }),
  v.strictObject({
    type: v.literal('weather'),
    sceneId: idSchema,
    kind: v.exactOptional(v.picklist(['rain', 'snow', 'sunny', 'cloudy', 'overcast'])),
  }),
  v.strictObject({
    type: v.literal('workOrder'),
    title: titleSchema,
    content: contentSchema,
    deviceId: v.exactOptional(idSchema),
  }),
]);

const nameSchema = v.pipe(
  v.string('linkage.name.required'),
  v.trim(),
  v.nonEmpty('linkage.name.required'),
  v.maxLength(LINKAGE_NAME_MAX, 'field.tooLong'),
);
const actionsSchema = v.pipe(
  v.array(actionSchema),
  v.minLength(1, 'linkage.actions.required'),
  v.maxLength(ACTIONS_MAX),
);
const enabledSchema = v.pipe(
  v.union([v.boolean(), v.picklist(['0', '1'])]),
  v.transform((value) => value === true || value === '1'),
);

/** A linkage as a client sends it. */
export const linkageCreateSchema = v.object({
  name: nameSchema,
  enabled: v.optional(enabledSchema, true),
  trigger: triggerSchema,
  condition: v.nullish(conditionSchema, null),
  actions: actionsSchema,
});

export const linkageUpdateSchema = v.object({
  id: v.optional(v.string()),
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  name: v.optional(nameSchema),
  enabled: v.optional(enabledSchema),
  trigger: v.optional(triggerSchema),
  condition: v.optional(v.nullable(conditionSchema)),
  actions: v.optional(actionsSchema),
});

export const linkageSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  enabled: flagSchema,
  trigger: triggerSchema,
  condition: v.nullable(conditionSchema),
  actions: v.array(actionSchema),
  version: v.number(),
});

/** @throws {WireError} */
export function decodeLinkage(value: unknown): Linkage {
  const { id, name, enabled, trigger, condition, actions, version } = parseWire(linkageSchema, value);
  return { id, name, enabled, trigger, condition, actions, version };
}

export function encodeLinkage<T extends { enabled?: boolean }>({ enabled, ...rest }: T) {
  return { ...rest, ...(enabled === undefined ? {} : { enabled: encodeFlag(enabled) }) };
}

export const runSchema = v.looseObject({
  id: v.string(),
  linkageId: v.string(),
  trigger: v.picklist(['telemetry', 'alarm', 'online', 'cron', 'manual']),
  state: v.picklist(['running', 'successful', 'failed', 'skipped']),
  condition: v.array(
    v.object({
      deviceId: v.nullable(v.string()),
      key: v.nullable(v.string()),
      actual: v.unknown(),
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
});

/** @throws {WireError} */
export function decodeLinkageRun(value: unknown): LinkageRun {
  const { id, linkageId, trigger, state, condition, actions, error, startTime, finishTime } = parseWire(
    runSchema,
    value,
  );
  return {
    id,
    linkageId,
    trigger,
    state,
    condition: condition.map((part) => ({ ...part, actual: (part.actual ?? null) as TelemetryValue })),
    actions,
    error,
    startedAt: startTime,
    finishedAt: finishTime,
  };
}
