import { AgronomyError } from './reason.ts';

/** The zone of the platform's farms unless an area says otherwise. */
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai';
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

/**
 * Zones have moved on quarter hours only since 1970, so a local date holds for a whole quarter of an hour: asking
 * Intl (some microseconds) once a quarter serves every device of the zone.
 */
const QUARTER_MS = 900_000;
/** Quarters of five years; then the table starts afresh. */
const MOST_REMEMBERED = 175_000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly days: Map<number, string>;
}

const zones = new Map<string, Zone>();

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    try {
      zone = {
        format: new Intl.DateTimeFormat('en-CA', {
          timeZone,
          hourCycle: 'h23',
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
          hour: '2-digit',
          minute: '2-digit',
        }),
        days: new Map(),
      };
    } catch {
      throw new AgronomyError('unknown_time_zone', 'timeZone', timeZone);
    }
    zones.set(timeZone, zone);
  }
  return zone;
}

function parts(format: Intl.DateTimeFormat, ts: number): Record<string, string> {
  const found: Record<string, string> = {};
  for (const part of format.formatToParts(ts)) found[part.type] = part.value;
  return found;
}

/** Local date `yyyy-MM-dd` of an instant in epoch ms. @throws AgronomyError for a bad instant or zone */
export function localDate(ts: number, timeZone: string = DEFAULT_TIME_ZONE): string {
  if (!Number.isFinite(ts)) throw new AgronomyError('not_a_number', 'ts', ts);
  const zone = zoneOf(timeZone);
  const quarter = Math.floor(ts / QUARTER_MS);
  const known = quarter >= 0 ? zone.days.get(quarter) : undefined;
  if (known !== undefined) return known;
  const { year, month, day } = parts(zone.format, ts);
  const date = `${(year ?? '').padStart(4, '0')}-${month}-${day}`;
  if (quarter >= 0) {
    if (zone.days.size >= MOST_REMEMBERED) zone.days.clear();
    zone.days.set(quarter, date);
  }
  return date;
}

/** Local date and time `MM-dd HH:mm`, for texts. */
export function localMinute(ts: number, timeZone: string = DEFAULT_TIME_ZONE): string {
  const { month, day, hour, minute } = parts(zoneOf(timeZone).format, ts);
  return `${month}-${day} ${hour}:${minute}`;
}

/** Local hour of the day, 0–24, with minutes as its fraction. */
export function localHour(ts: number, timeZone: string = DEFAULT_TIME_ZONE): number {
  const { hour, minute } = parts(zoneOf(timeZone).format, ts);
  return Number(hour) + Number(minute) / 60;
}

/** Local date of an ISO 8601 instant: the vector form of {@link localDate}. */
export function localDay(input: { iso: string; timeZone?: string }): string {
  return localDate(Date.parse(input.iso), input.timeZone);
}

/** Days since 1970-01-01 of a date. @throws AgronomyError when it is no date */
export function dayNumber(date: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  // Date.parse takes 30 February for 1 March; reading it back shows it.
  if (!Number.isFinite(ms) || new Date(ms).toISOString().slice(0, 10) !== date) {
    throw new AgronomyError('out_of_range', 'date', date);
  }
  return Math.round(ms / DAY_MS);
}

/** The date of a day number. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Day of the year, 1–366. */
export function dayOfYear(date: string): number {
  return dayNumber(date) - dayNumber(`${date.slice(0, 4)}-01-01`) + 1;
}
