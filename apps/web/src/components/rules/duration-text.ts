import { t } from './zh-CN.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A length of time, milliseconds, in its two largest units. */
export function durationText(ms: number): string {
  const [days, hours, minutes] = [
    Math.floor(ms / DAY_MS),
    Math.floor((ms % DAY_MS) / HOUR_MS),
    Math.floor((ms % HOUR_MS) / MINUTE_MS),
  ];
  if (days > 0) return t('rule.duration.days', { days, hours });
  if (hours > 0) return t('rule.duration.hours', { hours, minutes });
  if (minutes > 0) return t('rule.duration.minutes', { minutes });
  return t('rule.duration.seconds', { seconds: Math.max(0, Math.round(ms / 1000)) });
}
