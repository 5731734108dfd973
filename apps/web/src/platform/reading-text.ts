import type { TelemetryValue } from '@farm3d/api';
import { t } from './locale.ts';

/** Numbers from here on show no decimals: 45,210 lux needs none. */
const WHOLE_FROM = 1000;
/** More would claim a precision that no farm sensor has. */
const MAX_DECIMALS = 2;

// Made once: making a format costs a hundred times what using it costs, and readings come by the hundred.
// Not '-0' for a little below nothing.
const [WHOLE, FINE] = [0, MAX_DECIMALS].map(
  (digits) => new Intl.NumberFormat('en-US', { maximumFractionDigits: digits, signDisplay: 'negative' }),
) as [Intl.NumberFormat, Intl.NumberFormat];

/** A reading as a person reads it: at most two decimals (none added), grouped thousands, 开 and 关 for switches. */
export function readingText(value: TelemetryValue | undefined): string {
  if (value === null || value === undefined) return t('common.noValue');
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return t('common.noValue');
    return (Math.abs(value) >= WHOLE_FROM ? WHOLE : FINE).format(value);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
