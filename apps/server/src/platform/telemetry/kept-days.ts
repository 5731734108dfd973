export const DAY_MS = 86_400_000;
/** Days of UTC for which messages stay as they came: alarm settings are tried on the last thirty. */
const KEPT_DAYS = 35;

/** Beginning of the first day (UTC) whose messages are as they came, epoch ms; days before it may be packed. */
export const firstKeptDay = (now: number): number => (Math.floor(now / DAY_MS) - KEPT_DAYS) * DAY_MS;

/** Whether a reading of this instant (epoch ms) may belong to a packed day: the clocks of servers differ, by less than a day. */
export const mayBeArchived = (ts: number, now: number): boolean => ts < firstKeptDay(now) + DAY_MS;
