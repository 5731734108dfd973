import type { OnCallRota } from '@farm3d/api';
import { localTime } from '../../platform/local-time.ts';

const DAY_MS = 86_400_000;

/** A turn of the rota. */
type Turns = Pick<OnCallRota, 'people' | 'startsOn' | 'at' | 'turnDays' | 'timeZone'>;

/** Who is on call, `later` turns after the present one; null before the first turn. @param at epoch ms */
export function onCallAt(rota: Turns, at: number, later = 0): string | null {
  const since = localTime(at, rota.timeZone) - Date.parse(`${rota.startsOn}T${rota.at}:00Z`);
  if (since < 0 || rota.people.length === 0) return null;
  const turn = Math.floor(since / (rota.turnDays * DAY_MS)) + later;
  return rota.people[turn % rota.people.length] ?? null;
}
