import type { Pool } from 'pg';

/** Intervals of a calendar. A week begins on Monday, as in ISO 8601; `sundayWeek` on Sunday. */
export type CalendarUnit = 'day' | 'week' | 'sundayWeek' | 'month' | 'quarter';

const STEPS: Readonly<Record<CalendarUnit, { field: string; step: string; shift: string }>> = {
  day: { field: 'day', step: '1 day', shift: '0 days' },
  week: { field: 'week', step: '1 week', shift: '0 days' },
  sundayWeek: { field: 'week', step: '1 week', shift: '1 day' },
  month: { field: 'month', step: '1 month', shift: '0 days' },
  quarter: { field: 'quarter', step: '3 months', shift: '0 days' },
};

/** Where the intervals of a range lie. */
export interface LocalIntervals {
  /** Boundaries, ascending, epoch ms: the first is the start of the range, the last its end. */
  readonly boundaries: readonly number[];
  /** Local date of the begin of each interval, yyyy-MM-dd; of the first one, that of its whole interval. */
  readonly dates: readonly string[];
}

/** The intervals of a calendar that a range [startTs, endTs) touches, by the history of an IANA time zone. */
export async function localIntervals(
  pool: Pool,
  { startTs, endTs }: { readonly startTs: number; readonly endTs: number },
  unit: CalendarUnit,
  timeZone: string,
): Promise<LocalIntervals> {
  const { field, step, shift } = STEPS[unit];
  const { rows } = await pool.query<{ at: number; date: string }>({
    name: `local-intervals-${unit}`,
    text: `select (extract(epoch from d at time zone $3) * 1000)::float8 as at, to_char(d, 'YYYY-MM-DD') as date
           from generate_series(
             date_trunc('${field}', ($1::timestamptz at time zone $3) + interval '${shift}') - interval '${shift}',
             $2::timestamptz at time zone $3, interval '${step}') as d`,
    values: [new Date(startTs), new Date(endTs), timeZone],
  });
  // Where clocks are put back over midnight two local days may begin at one instant.
  const begins = rows.filter(
    ({ at }, i) => i === 0 || (at > startTs && at < endTs && at > (rows[i - 1]?.at ?? 0)),
  );
  return {
    boundaries: [startTs, ...begins.slice(1).map(({ at }) => at), endTs],
    dates: begins.map(({ date }) => date),
  };
}
