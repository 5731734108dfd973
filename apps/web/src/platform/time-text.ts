import { signal } from '@preact/signals-react';
import { locale, t } from './locale.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Present time, for relative times. */
const now = signal(Date.now());

/** Updates the present time every half minute, as long as the page is open. */
export function followTime(): void {
  setInterval(() => {
    now.value = Date.now();
  }, 30_000);
}

/** Present time, epoch milliseconds, to half a minute: reading it in a component subscribes to it. */
export const presentTime = (): number => now.value;

/** Relative time of an instant (epoch milliseconds). */
export function agoText(at: number | null): string {
  if (at === null) return t('common.never');
  const age = Math.max(0, now.value - at);
  if (age < MINUTE) return t('common.justNow');
  if (age < HOUR) return t('common.minutesAgo', { n: Math.floor(age / MINUTE) });
  if (age < DAY) return t('common.hoursAgo', { n: Math.floor(age / HOUR) });
  if (age < 30 * DAY) return t('common.daysAgo', { n: Math.floor(age / DAY) });
  return dateText(at);
}

/** Date and time in the local time zone. */
export function dateText(at: number): string {
  return new Intl.DateTimeFormat(locale.value === 'en' ? 'en-GB' : 'zh-CN', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(at);
}

/** Date in the local time zone. */
export function dayText(at: number): string {
  return new Intl.DateTimeFormat(locale.value === 'en' ? 'en-GB' : 'zh-CN', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Time of day with seconds in the local time zone. */
export function clockText(at: number): string {
  const language = locale.value === 'en' ? 'en-GB' : 'zh-CN';
  let clock = clocks.get(language);
  if (!clock) {
    clock = new Intl.DateTimeFormat(language, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hour12: false,
    });
    clocks.set(language, clock);
  }
  return clock.format(at);
}
