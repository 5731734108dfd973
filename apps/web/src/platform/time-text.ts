import { signal } from '@preact/signals-react';
import { locale, t } from './locale.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The present, to the half minute: what is shown as 'n minutes ago' follows it. */
const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 30_000);

/** How long ago an instant (epoch milliseconds) was, in words. */
export function agoText(at: number | null): string {
  if (at === null) return t('common.never');
  const age = Math.max(0, now.value - at);
  if (age < MINUTE) return t('common.justNow');
  if (age < HOUR) return t('common.minutesAgo', { n: Math.floor(age / MINUTE) });
  if (age < DAY) return t('common.hoursAgo', { n: Math.floor(age / HOUR) });
  if (age < 30 * DAY) return t('common.daysAgo', { n: Math.floor(age / DAY) });
  return dateText(at);
}

/** A day and a time, in the reader's own zone. */
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

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of day, to the second, in the reader's own zone. */
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
