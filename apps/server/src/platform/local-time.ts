/** The local time of an instant, written as UTC; both epoch ms. */
export function localTime(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

const offsetAt = (instant: number, timeZone: string): number =>
  localTime(instant, timeZone) - Math.floor(instant / 1000) * 1000;

/** The instant of a local time, written as UTC. Of the hour that a clock change leaves out: the one after it. */
export function instantOf(local: number, timeZone: string): number {
  const first = local - offsetAt(local, timeZone);
  return local - offsetAt(first, timeZone);
}
