import { setImmediate } from 'node:timers/promises';
import type { LinkageTrialResult, LinkageTrigger } from '@farm3d/api';
import type { Pool } from 'pg';
import { HttpProblem } from '../../platform/http/problem.ts';
import { compileCondition } from '../../platform/rules/condition.ts';
import type { TrialObserver } from '../../platform/rules/trial-jobs.ts';
import { pastReadings, type PastDevice } from './past-readings.ts';
import type { LinkageDefinition } from './runs.ts';
import { cronRuns } from './schedule.ts';
import { LinkageTrial } from './trial.ts';

/** How much is tried: messages, cron times, and days of devices with forecasts, of two milliseconds an hour. */
interface TrialLimits {
  readonly messages: number;
  readonly times: number;
  readonly forecastDays: number;
}
/** What a call waits for. */
const IMMEDIATE: TrialLimits = { messages: 1_000_000, times: 10_000, forecastDays: 60 };
/** What a job does; the times are in memory. */
export const AS_JOB: TrialLimits = { messages: Infinity, times: 50_000, forecastDays: Infinity };
/** Messages between two looks at the progress. */
const OBSERVED_MESSAGES = 2_000;
/** Times that are computed or fired before others have their turn: devices report to the same process. */
const TIMES_AT_ONCE = 500;
/** Messages of a page with forecasts, which is evaluated at once. */
const FORECAST_PAGE_ROWS = 144;
/** Runs of a result. */
const RUNS_MAX = 200;

/** Triggers whose past is known. */
const HAS_PAST: ReadonlySet<string> = new Set(['telemetry', 'cron', 'alarm']);

const DAY_MS = 86_400_000;

interface Span {
  readonly startTs: number;
  readonly endTs: number;
}

/**
 * Tries a linkage on the past of the organisation's devices.
 * @param observe called now and then
 * @throws {HttpProblem} 413 beyond the limits, 400 without a trigger that has a past
 */
export async function tryLinkage(
  pool: Pool,
  organisationId: string,
  definition: Pick<LinkageDefinition, 'triggers' | 'condition' | 'once'>,
  span: Span,
  limits: TrialLimits = IMMEDIATE,
  observe: TrialObserver = () => undefined,
): Promise<LinkageTrialResult> {
  const crons = await checkTrialTimes(definition.triggers, span, limits);
  const alarms = await alarmTimes(pool, organisationId, definition.triggers, span);
  /** When other triggers than telemetry fired, epoch ms. */
  const times = [...crons, ...alarms].toSorted((one, other) => one - other);
  const devices = await watchedDevices(pool, organisationId, definition);
  const { startTs, endTs } = span;
  const forecasts = definition.condition !== null && compileCondition(definition.condition).forecasts;
  if (forecasts && devices.length * (endTs - startTs) > limits.forecastDays * DAY_MS) throw tooLarge();
  const pageRows = forecasts ? FORECAST_PAGE_ROWS : undefined;
  const ids = devices.map(({ id }) => id);
  const trial = new LinkageTrial(definition, ids, startTs);
  let messages = 0;
  let next = 0;
  /** A reading of the same instant comes first: it may have raised the alarm. */
  const fireBefore = async (before: number): Promise<void> => {
    for (let time = times[next]; time !== undefined && time < before; time = times[(next += 1)]) {
      trial.fire(time);
      if (next % TIMES_AT_ONCE !== 0) continue;
      await setImmediate();
      await observe(messages, (time - startTs) / (endTs - startTs));
    }
  };
  const range = { startTs: trial.fromTs, endTs, pageRows };
  for await (const batch of pastReadings(pool, devices, range)) {
    for (const { deviceId, at, values } of batch) {
      if (at >= startTs) messages += 1;
      if (messages > limits.messages) throw tooLarge();
      if (messages % OBSERVED_MESSAGES === 0)
        await observe(messages, Math.max(0, at - startTs) / (endTs - startTs));
      if ((times[next] ?? Infinity) < at) await fireBefore(at);
      trial.add(deviceId, at, values);
    }
  }
  await fireBefore(endTs);
  const { runs, parts } = trial.end(endTs);
  const fired = runs.filter(({ reason }) => reason === null).length;
  return {
    ...span,
    messages,
    fired,
    skipped: runs.length - fired,
    runs: runs.slice(-RUNS_MAX).map((run) => ({ ...run, condition: [...run.condition] })),
    parts: [...parts],
  };
}

const tooLarge = (): HttpProblem => new HttpProblem(413, 'linkage.trial.tooLarge', { field: 'days' });

/**
 * Whether triggers can be tried at all.
 * @returns when its cron triggers fire, epoch ms, ascending
 * @throws {HttpProblem} 400 without one that has a past, 413 beyond the limits
 */
export async function checkTrialTimes(
  triggers: readonly LinkageTrigger[],
  { startTs, endTs }: Span,
  limits: TrialLimits,
): Promise<number[]> {
  if (!triggers.some(({ type }) => HAS_PAST.has(type)))
    throw new HttpProblem(400, 'linkage.trial.trigger', { field: 'triggers' });
  const times: number[] = [];
  for (const at of cronRuns(triggers, startTs, endTs)) {
    if (times.push(at) > limits.times) throw tooLarge();
    if (times.length % TIMES_AT_ONCE === 0) await setImmediate();
  }
  return times;
}

async function alarmTimes(
  pool: Pool,
  organisationId: string,
  triggers: readonly LinkageTrigger[],
  { startTs, endTs }: Span,
): Promise<number[]> {
  const named = triggers.flatMap((trigger) => (trigger.type === 'alarm' ? [trigger] : []));
  if (named.length === 0) return [];
  const { rows } = await pool.query<{ at: number }>(
    `select (extract(epoch from e.at) * 1000)::float8 as at
     from unnest($2::uuid[], $3::text[]) as t(device, change)
       join device d on d.id = t.device join alarm a on a.device = d.key and a.organisation_id = $1
       join alarm_event e on e.alarm_id = a.id and e.kind = t.change
     where e.at >= to_timestamp($4::float8 / 1000) and e.at < to_timestamp($5::float8 / 1000) order by e.at`,
    [
      organisationId,
      named.map(({ deviceId }) => deviceId),
      named.map(({ change }) => change),
      startTs,
      endTs,
    ],
  );
  return rows.map(({ at }) => at);
}

/** The organisation's devices that a condition names, with the keys of each. */
async function watchedDevices(
  pool: Pool,
  organisationId: string,
  { condition }: Pick<LinkageDefinition, 'condition'>,
): Promise<PastDevice[]> {
  const watches = condition ? compileCondition(condition).watches : [];
  const byDevice = Map.groupBy(watches, ({ deviceId }) => deviceId ?? '');
  const { rows } = await pool.query<{ id: string; key: number }>(
    'select id, key from device where organisation_id = $1 and id = any($2::uuid[])',
    [organisationId, [...byDevice.keys()]],
  );
  return rows.map(({ id, key }) => {
    const keys = (byDevice.get(id) ?? []).map((watch) => watch.key);
    const named = [...new Set(keys.flatMap((name) => name ?? []))];
    return { id, key, keys: named, everyMessage: keys.includes(null) };
  });
}
