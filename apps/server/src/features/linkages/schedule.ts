import type { LinkageOnce, LinkageTrigger } from '@farm3d/api';
import { Cron } from 'croner';

const MINUTE_MS = 60_000;
const PERIODS = { hour: '0 * * * *', day: '0 0 * * *' } as const;

/**
 * The next time of a cron expression after `after`, epoch ms; null: never.
 * @throws when the expression is invalid
 */
export function nextRun(expression: string, timeZone: string, after: number): number | null {
  return (
    new Cron(expression, { timezone: timeZone, paused: true }).nextRun(new Date(after))?.getTime() ?? null
  );
}

/** The next time of any cron trigger after `after`, epoch ms; null: never. */
export function nextRunOf(triggers: readonly LinkageTrigger[], after: number): number | null {
  const times = triggers.flatMap((trigger) =>
    trigger.type === 'cron' ? (nextRun(trigger.expression, trigger.timeZone, after) ?? []) : [],
  );
  return times.length === 0 ? null : Math.min(...times);
}

/** The times of any cron trigger after `after` and before `before`, epoch ms, ascending, each once. */
export function* cronRuns(
  triggers: readonly LinkageTrigger[],
  after: number,
  before: number,
): Generator<number> {
  const crons = triggers.flatMap((trigger) =>
    trigger.type === 'cron'
      ? [new Cron(trigger.expression, { timezone: trigger.timeZone, paused: true })]
      : [],
  );
  const next = crons.map((cron) => cron.nextRun(new Date(after))?.getTime() ?? Infinity);
  for (let at = Math.min(...next); at < before; at = Math.min(...next)) {
    yield at;
    for (const [index, cron] of crons.entries())
      if (next[index] === at) next[index] = cron.nextRun(new Date(at))?.getTime() ?? Infinity;
  }
}

/** A run at or after this instant, epoch ms, is the one that is allowed beside `at`; null: there is no limit. */
export function onceSince(once: LinkageOnce | null, at: number): number | null {
  if (once === null) return null;
  if (once.per === 'minutes') return at - once.minutes * MINUTE_MS + 1;
  const period = new Cron(PERIODS[once.per], { timezone: once.timeZone, paused: true });
  // The run at `at` itself is before a reference of one millisecond later.
  return period.previousRuns(1, new Date(at + 1))[0]?.getTime() ?? null;
}
