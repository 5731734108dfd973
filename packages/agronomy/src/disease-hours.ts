import { given } from './checked.ts';
import { dateOfDay, dayNumber, DEFAULT_TIME_ZONE, HOUR_MS, localDate } from './local-calendar.ts';

/** One hour of the air over the crop. */
export interface CropHour {
  /** Epoch ms of its start. */
  ts: number;
  /** °C. */
  t?: number | null;
  /** %. */
  rh?: number | null;
  /** A leaf wetness sensor; without it humidity decides. */
  wet?: boolean | null;
  /** mm. */
  rain?: number | null;
  /** Soil temperature, °C. */
  soilT?: number | null;
}

/** An hour with the inputs of the models. */
export interface KnownHour {
  ts: number;
  date: string;
  /** Date of the next noon: all hours from one noon to the next share it, so that a night has one date. */
  night: string;
  t: number;
  /** Null without a humidity sensor. */
  rh: number | null;
  wetSensor: boolean | null;
  rain: number | null;
  soilT: number | null;
}

/** Hours with a possible temperature, in order; humidity outside 0–105 % counts as missing. */
export function knownHours(
  hours: readonly CropHour[],
  timeZone: string = DEFAULT_TIME_ZONE,
): readonly KnownHour[] {
  return hours
    .filter((hour) => given(hour.t) && Number.isFinite(hour.t) && Math.abs(hour.t) < 75)
    .map((hour) => ({
      ts: hour.ts,
      date: localDate(hour.ts, timeZone),
      night: localDate(hour.ts + 12 * HOUR_MS, timeZone),
      t: hour.t as number,
      rh: given(hour.rh) && hour.rh >= 0 && hour.rh <= 105 ? Math.min(100, hour.rh) : null,
      wetSensor: hour.wet ?? null,
      rain: given(hour.rain) && hour.rain >= 0 ? hour.rain : null,
      soilT: given(hour.soilT) && Math.abs(hour.soilT) < 75 ? hour.soilT : null,
    }))
    .sort((a, b) => a.ts - b.ts);
}

/** Wet by sensor, else by humidity (default 90 %, or that of the disease); null when neither is known. */
export function isWet(hour: KnownHour, wetRh = 90): boolean | null {
  if (hour.wetSensor !== null) return hour.wetSensor;
  return hour.rh === null ? null : hour.rh >= wetRh;
}

/** A run of wet hours, with the day it belongs to: the one it ends on. */
export interface WetSpell {
  date: string;
  hours: number;
  meanT: number;
}

export function wetSpells(hours: readonly KnownHour[], wetRh: number): readonly WetSpell[] {
  return wetRuns(hours, wetRh).map((run) => spellOf(run, run.at(-1)?.date ?? ''));
}

/** A spell longer than this, hours, is more than one night's and is cut at its noons. */
const MAX_NIGHT_HOURS = 30;

/**
 * Wet spells by the day from noon to noon in which they end, named by its second date: a night is one spell on both
 * sides of midnight (as in BLITECAST; Krause 1975).
 */
export function nightSpells(hours: readonly KnownHour[], wetRh: number): readonly WetSpell[] {
  return wetRuns(hours, wetRh).flatMap((run) => {
    if (run.length <= MAX_NIGHT_HOURS) return [spellOf(run, run.at(-1)?.night ?? '')];
    return [...hoursByDay(run, 'night')].map(([night, part]) => spellOf(part, night));
  });
}

function spellOf(run: readonly KnownHour[], date: string): WetSpell {
  const meanT = run.reduce((total, hour) => total + hour.t, 0) / run.length;
  return { date, hours: run.length, meanT };
}

function wetRuns(hours: readonly KnownHour[], wetRh: number): readonly (readonly KnownHour[])[] {
  const runs: KnownHour[][] = [];
  let run: KnownHour[] = [];
  const close = () => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const hour of hours) {
    const before = run.at(-1);
    // A gap of more than two hours ends a spell: the leaves may have dried.
    if (before !== undefined && hour.ts - before.ts > 2 * HOUR_MS) close();
    if (isWet(hour, wetRh) === true) run.push(hour);
    else close();
  }
  close();
  return runs;
}

/** Days of a gap in the hours that are listed before it ends: no model looks back further. */
const MAX_GAP_DAYS = 14;

/**
 * Hours by local day, or from noon to noon, in order. Days without any hour are listed too: two days running are two of
 * the calendar.
 */
export function hoursByDay(
  hours: readonly KnownHour[],
  by: 'date' | 'night' = 'date',
): ReadonlyMap<string, readonly KnownHour[]> {
  const days = new Map<string, KnownHour[]>();
  let before: string | null = null;
  for (const hour of hours) {
    const date = hour[by];
    if (before !== null && date !== before) {
      const own = dayNumber(date);
      const first = Math.max(dayNumber(before) + 1, own - MAX_GAP_DAYS);
      for (let day = first; day < own; day++) days.set(dateOfDay(day), []);
    }
    before = date;
    const day = days.get(date);
    if (day === undefined) days.set(date, [hour]);
    else day.push(hour);
  }
  return days;
}

/** Longest run of hours that satisfy a condition. */
export function longestRun(hours: readonly KnownHour[], holds: (hour: KnownHour) => boolean): number {
  let longest = 0;
  let run = 0;
  for (const hour of hours) {
    run = holds(hour) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
