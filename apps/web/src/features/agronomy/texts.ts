import { locale } from '../../platform/locale.ts';

/** The one of two texts that the screen's language asks for. */
export function local(text: { zh: string; en: string }): string {
  return locale.value === 'en' ? text.en : text.zh;
}

/** A number with so many decimals at most, grouped; '–' for nothing and for what is no number. */
export function figure(value: number | null | undefined, digits = 1): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, signDisplay: 'negative' });
}

/** '5月20日' or '20 May' of a yyyy-MM-dd. */
export function dayText(date: string): string {
  const at = Date.parse(`${date}T12:00:00`);
  if (!Number.isFinite(at)) return date;
  return new Intl.DateTimeFormat(locale.value === 'en' ? 'en-GB' : 'zh-CN', {
    month: 'short',
    day: 'numeric',
  }).format(at);
}

/** Noon of a local date, epoch milliseconds: where a day's value stands on a time axis. */
export function noonOf(date: string): number {
  return Date.parse(`${date}T12:00:00`);
}
