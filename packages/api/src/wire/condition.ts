import * as v from 'valibot';
import type { Condition, WeeklySchedule } from '../domain/condition.ts';

/** Limits of a condition tree: what a screen can show and a server can evaluate at every reading. */
export const CONDITION_MAX_DEPTH = 8;
export const CONDITION_MAX_LEAVES = 100;
/** Longest silence of a condition: 31 days. */
const MAX_SILENCE_MS = 31 * 86_400_000;

const keySchema = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
const deviceSchema = v.exactOptional(v.pipe(v.string(), v.uuid()));

/** Least and most time to the past value of a comparison: a minute, and a week. */
const MIN_AGO_MS = 60_000;
const MAX_AGO_MS = 7 * 86_400_000;

const referenceSchema = v.union([
  v.strictObject({ key: keySchema, deviceId: deviceSchema }),
  v.strictObject({
    agoMs: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(MIN_AGO_MS, 'number.range'),
      v.maxValue(MAX_AGO_MS, 'number.range'),
    ),
  }),
  v.strictObject({
    forecastHours: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1, 'number.range'),
      v.maxValue(24, 'number.range'),
    ),
  }),
]);

const comparisonSchema = v.pipe(
  v.strictObject({
    key: keySchema,
    op: v.picklist(['>', '>=', '<', '<=', '==', '!=']),
    value: v.union([v.pipe(v.number(), v.finite()), v.pipe(v.string(), v.maxLength(256)), v.boolean()]),
    than: v.exactOptional(referenceSchema),
    hysteresis: v.exactOptional(v.pipe(v.number(), v.finite(), v.minValue(0))),
    deviceId: deviceSchema,
  }),
  v.check(({ op, value }) => op === '==' || op === '!=' || typeof value === 'number'),
  v.check(
    ({ op, hysteresis, than }) =>
      (hysteresis === undefined && than === undefined) || (op !== '==' && op !== '!='),
  ),
);

const silenceSchema = v.strictObject({
  silentForMs: v.pipe(v.number(), v.integer(), v.minValue(1_000), v.maxValue(MAX_SILENCE_MS)),
  key: v.exactOptional(keySchema),
  deviceId: deviceSchema,
});

const nodeSchema: v.GenericSchema<unknown, Condition> = v.lazy((node) => {
  if (typeof node === 'object' && node !== null) {
    if ('all' in node) return v.strictObject({ all: v.pipe(v.array(nodeSchema), v.minLength(1)) });
    if ('any' in node) return v.strictObject({ any: v.pipe(v.array(nodeSchema), v.minLength(1)) });
    if ('not' in node) return v.strictObject({ not: nodeSchema });
    if ('silentForMs' in node) return silenceSchema;
  }
  return comparisonSchema;
});

/** Checked level by level, so that a tree of any depth is refused without recursion. */
function withinBounds(root: unknown): boolean {
  let level: unknown[] = [root];
  let leaves = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > CONDITION_MAX_DEPTH) return false;
    const next: unknown[] = [];
    for (const node of level) {
      const children = childrenOf(node);
      if (children.length === 0) leaves += 1;
      next.push(...children.slice(0, CONDITION_MAX_LEAVES + 1));
      if (leaves + next.length > CONDITION_MAX_LEAVES) return false;
    }
    level = next;
  }
  return true;
}

function childrenOf(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  for (const name of ['all', 'any'] as const) {
    const children = (node as Record<string, unknown>)[name];
    if (Array.isArray(children)) return children;
  }
  return 'not' in node ? [node.not] : [];
}

/** A condition tree within its limits. */
export const conditionSchema = v.pipe(v.unknown(), v.check(withinBounds, 'condition.tooLarge'), nodeSchema);

const timeSchema = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const weeklyScheduleSchema: v.GenericSchema<unknown, WeeklySchedule> = v.object({
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone)), 'Asia/Shanghai'),
  days: v.optional(
    v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
      v.minLength(1),
      v.maxLength(7),
    ),
    [1, 2, 3, 4, 5, 6, 7],
  ),
  from: v.optional(timeSchema, '00:00'),
  to: v.optional(timeSchema, '00:00'),
});

/** Ids of the devices of a condition, each once. */
export function conditionDevices(condition: Condition): string[] {
  if ('all' in condition) return [...new Set(condition.all.flatMap(conditionDevices))];
  if ('any' in condition) return [...new Set(condition.any.flatMap(conditionDevices))];
  if ('not' in condition) return conditionDevices(condition.not);
  const other =
    'than' in condition && condition.than && 'key' in condition.than ? condition.than.deviceId : undefined;
  return [...new Set([condition.deviceId, other])].filter((id) => id !== undefined);
}
