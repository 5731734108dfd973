/** A time of day on some days of the week. */
interface DailySchedule {
  /** 'HH:mm' */
  readonly time: string;
  /** 1 = Monday … 7 = Sunday, ascending. */
  readonly days: readonly number[];
}

export const WEEK: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** Minute, hour, any date, and days of the week; a leading second must be 0. */
const DAILY = /^(?:0 )?(\d{1,2}) (\d{1,2}) \* \* (\*|[0-7](?:,[0-7])*)$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Whether a text is a time of day, 'HH:mm'. */
export const isTime = (text: string): boolean => TIME.test(text);

/** The time and days of a cron expression; null: it says more than that. */
export function dailyOf(expression: string): DailySchedule | null {
  const parts = DAILY.exec(expression.trim().replaceAll(/\s+/g, ' '));
  if (!parts) return null;
  const [, minute = '', hour = '', weekdays = ''] = parts;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (!isTime(time)) return null;
  if (weekdays === '*') return { time, days: WEEK };
  // 0 and 7 are both Sunday.
  const days = new Set(weekdays.split(',').map((day) => Number(day) || 7));
  return { time, days: WEEK.filter((day) => days.has(day)) };
}

/** The cron expression of a time and days; empty without both. */
export function expressionOf({ time, days }: DailySchedule): string {
  if (!isTime(time) || days.length === 0) return '';
  const [hour, minute] = time.split(':').map(Number);
  return `${minute} ${hour} * * ${days.length === WEEK.length ? '*' : days.join(',')}`;
}
