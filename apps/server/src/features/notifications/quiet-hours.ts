export interface QuietHours {
  /** HH:MM; null: no quiet hours. */
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly timeZone: string;
}

const DAY_MINUTES = 24 * 60;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The end of the quiet hours that contain `at`, epoch ms; null outside of them. From and to the same: none. */
export function quietUntil(at: number, { quietFrom, quietTo, timeZone }: QuietHours): number | null {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return null;
  const clock = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(at);
  const now = minutesOf(clock);
  const sinceBegin = (now - minutesOf(quietFrom) + DAY_MINUTES) % DAY_MINUTES;
  const length = (minutesOf(quietTo) - minutesOf(quietFrom) + DAY_MINUTES) % DAY_MINUTES;
  if (sinceBegin >= length) return null;
  // From the begin of this minute.
  return Math.floor(at / 60_000) * 60_000 + (length - sinceBegin) * 60_000;
}
