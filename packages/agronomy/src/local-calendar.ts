import { AgronomyError } from './reason.ts';

/** Default time zone. */
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai';
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
/** The years 1–9999, which a date of ten characters can name; ms from the epoch. */
const MAX_INSTANT = 62_000_000_000_000;

/** Since 1970 zones have changed their clocks on quarter hours only. */
const QUARTER_MS = 900_000;
/** What a cache keeps (days: more than a century); when there is more it is cleared. */
const MAX_REMEMBERED = 50_000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** Offset at the start of a UTC day, which is also that at the end of the day before. */
  readonly starts: Map<number, number>;
  /**
   * Offset from UTC in ms by UTC day, NaN for a day of a clock change. Intl takes microseconds: one call a day serves
   * all devices of the zone.
   */
  readonly offsets: Map<number, number>;
  /** Offset by quarter hour of the days on which the clocks move. */
  readonly quarters: Map<number, number>;
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
          second: '2-digit',
        }),
        starts: new Map(),
        offsets: new Map(),
        quarters: new Map(),
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

/** UTC offset of the zone at an instant, ms, from Intl. */
function askOffset(zone: Zone, ts: number): number {
  const { year, month, day, hour, minute, second } = parts(zone.format, ts);
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const time = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return date + time * 1000 - Math.floor(ts / 1000) * 1000;
}

/** Keeps a value in a cache. */
function kept<K, V>(cache: Map<K, V>, key: K, value: V): V {
  if (cache.size >= MAX_REMEMBERED) cache.clear();
  cache.set(key, value);
  return value;
}

const startOffset = (zone: Zone, utcDay: number): number =>
  zone.starts.get(utcDay) ?? kept(zone.starts, utcDay, askOffset(zone, utcDay * DAY_MS));

function dayOffset(zone: Zone, utcDay: number): number {
  const atStart = startOffset(zone, utcDay);
  return atStart === startOffset(zone, utcDay + 1) ? atStart : Number.NaN;
}

function offsetAt(zone: Zone, ts: number): number {
  const utcDay = Math.floor(ts / DAY_MS);
  const offset = zone.offsets.get(utcDay) ?? kept(zone.offsets, utcDay, dayOffset(zone, utcDay));
  if (!Number.isNaN(offset)) return offset;
  const quarter = Math.floor(ts / QUARTER_MS);
  return zone.quarters.get(quarter) ?? kept(zone.quarters, quarter, askOffset(zone, quarter * QUARTER_MS));
}

/** Local date as days since 1970-01-01. @throws AgronomyError for a bad instant or zone */
export function localDayNumber(ts: number, timeZone: string = DEFAULT_TIME_ZONE): number {
  if (!(Math.abs(ts) <= MAX_INSTANT)) throw new AgronomyError('not_a_number', 'ts', ts);
  return Math.floor((ts + offsetAt(zoneOf(timeZone), ts)) / DAY_MS);
}

/** What the zone's clock shows at an instant, as ms since 1970-01-01 00:00 of that clock. @throws AgronomyError */
export function localClockMs(ts: number, timeZone: string = DEFAULT_TIME_ZONE): number {
  if (!(Math.abs(ts) <= MAX_INSTANT)) throw new AgronomyError('not_a_number', 'ts', ts);
  return ts + offsetAt(zoneOf(timeZone), ts);
}

/** Local date `yyyy-MM-dd` of an instant in epoch ms. @throws AgronomyError for a bad instant or zone */
export function localDate(ts: number, timeZone: string = DEFAULT_TIME_ZONE): string {
  return dateOfDay(localDayNumber(ts, timeZone));
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

const dayNumbers = new Map<string, number>();

/** Days since 1970-01-01 of a date. @throws AgronomyError with the name of the field when it is no date */
export function dayNumber(date: string, field = 'date'): number {
  const known = dayNumbers.get(date);
  if (known !== undefined) return known;
  const ms = Date.parse(`${date}T00:00:00Z`);
  // Date.parse reads 30 February as 1 March, and other forms of dates; formatting it again reveals that.
  if (!Number.isFinite(ms) || new Date(ms).toISOString().slice(0, 10) !== date) {
    throw new AgronomyError('out_of_range', field, date);
  }
  return kept(dayNumbers, date, ms / DAY_MS);
}

const dates = new Map<number, string>();

/** The date of a day number. */
export function dateOfDay(day: number): string {
  return dates.get(day) ?? kept(dates, day, new Date(day * DAY_MS).toISOString().slice(0, 10));
}

/** Day of the year, 1–366. */
export function dayOfYear(date: string): number {
  return dayNumber(date) - dayNumber(`${date.slice(0, 4)}-01-01`) + 1;
}
