import type { Alarm } from '@farm3d/api';
import { SEVERITIES, type AlarmSort } from './alarm-filter.ts';

/** Alarms of one setting or device that follow each other within this time belong together, milliseconds. */
export const STORM_GAP_MS = 60_000;
/** So many alarms of one setting make one row. */
export const SETTING_STORM = 10;
/** So many alarms of one device make one row. */
export const DEVICE_STORM = 5;

/** Many alarms at once, shown as one row. */
export interface Storm {
  readonly kind: 'storm';
  readonly key: string;
  /** What they have in common. */
  readonly of: 'setting' | 'device';
  /** The newest first. */
  readonly alarms: readonly Alarm[];
}

/** A row of the list. */
export type AlarmRow =
  | Storm
  | { readonly kind: 'alarm'; readonly key: string; readonly alarm: Alarm; readonly inStorm: boolean };

const rank = ({ severity }: Alarm): number => SEVERITIES.indexOf(severity);
/** Of alarms that were raised in the same instant, by one message, the most severe comes first. */
const worseFirst = (a: Alarm, b: Alarm): number => rank(a) - rank(b) || (a.id < b.id ? -1 : 1);
const newestFirst = (a: Alarm, b: Alarm): number => b.raisedAt - a.raisedAt || worseFirst(a, b);
/** The most severe alarm of a row, and of those the newest. */
export const worstOf = (row: Storm): Alarm =>
  row.alarms.reduce((worst, alarm) => (rank(alarm) < rank(worst) ? alarm : worst));

/** Parts of a list (the newest first) without a longer pause. */
function withoutPauses(alarms: readonly Alarm[]): Alarm[][] {
  const parts: Alarm[][] = [];
  let last: Alarm | undefined;
  for (const alarm of alarms) {
    const part = parts.at(-1);
    if (part && last && last.raisedAt - alarm.raisedAt <= STORM_GAP_MS) part.push(alarm);
    else parts.push([alarm]);
    last = alarm;
  }
  return parts;
}

/** Splits alarms (the newest first) into storms with something in common, and the rest. */
function fold(
  alarms: readonly Alarm[],
  of: Storm['of'],
  most: number,
  keyOf: (alarm: Alarm) => string,
): { storms: Storm[]; rest: Alarm[] } {
  const storms: Storm[] = [];
  const rest: Alarm[] = [];
  for (const [key, list] of Map.groupBy(alarms, keyOf)) {
    for (const part of withoutPauses(list)) {
      if (part.length < most) rest.push(...part);
      // By its first alarm: it stays the same row while more follow.
      else storms.push({ kind: 'storm', key: `${of}:${key}:${part.at(-1)?.id}`, of, alarms: part });
    }
  }
  return { storms, rest: rest.toSorted(newestFirst) };
}

/**
 * The rows of a list of alarms: each alarm in exactly one row or one storm; those of the opened storms have rows of
 * their own below it.
 */
export function rowsOf(
  alarms: Iterable<Alarm>,
  sort: AlarmSort,
  opened: ReadonlySet<string>,
): readonly AlarmRow[] {
  const all = [...alarms].toSorted(newestFirst);
  const bySetting = fold(all, 'setting', SETTING_STORM, ({ settingId, name }) => settingId ?? name);
  const byDevice = fold(bySetting.rest, 'device', DEVICE_STORM, ({ deviceId }) => deviceId);
  const rows: AlarmRow[] = [
    ...bySetting.storms,
    ...byDevice.storms,
    ...byDevice.rest.map((alarm): AlarmRow => ({ kind: 'alarm', key: alarm.id, alarm, inStorm: false })),
  ];
  const headOf = (row: AlarmRow): Alarm | undefined => (row.kind === 'alarm' ? row.alarm : row.alarms[0]);
  const rankOf = (row: AlarmRow): number => rank(row.kind === 'alarm' ? row.alarm : worstOf(row));
  rows.sort((a, b) => {
    const [first, second] = [headOf(a), headOf(b)];
    if (!first || !second) return 0;
    const byAge = (second.raisedAt - first.raisedAt) * (sort === 'oldest' ? -1 : 1);
    return (sort === 'severity' ? rankOf(a) - rankOf(b) : 0) || byAge || worseFirst(first, second);
  });
  return rows.flatMap((row): AlarmRow[] =>
    row.kind === 'storm' && opened.has(row.key)
      ? [
          row,
          ...row.alarms.map((alarm): AlarmRow => ({ kind: 'alarm', key: alarm.id, alarm, inStorm: true })),
        ]
      : [row],
  );
}
