import type { TelemetryValue } from '@farm3d/api';
import { t } from './locale.ts';

/** Numbers from this value on show no decimals, as in 45,210 lux. */
const WHOLE_FROM = 1000;
/** Farm sensors are not more precise. */
const MAX_DECIMALS = 2;

// Created once: creating a format costs a hundred times as much as using it.
// `signDisplay`: no '-0' for small negative numbers.
const [WHOLE, FINE] = [0, MAX_DECIMALS].map(
  (digits) => new Intl.NumberFormat('en-US', { maximumFractionDigits: digits, signDisplay: 'negative' }),
) as [Intl.NumberFormat, Intl.NumberFormat];

/** Readable value of a reading: at most two decimals (none added), grouped thousands, 开 and 关 for switches. */
export function readingText(value: TelemetryValue | undefined): string {
  if (value === null || value === undefined) return t('common.noValue');
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return t('common.noValue');
    return (Math.abs(value) >= WHOLE_FROM ? WHOLE : FINE).format(value);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
