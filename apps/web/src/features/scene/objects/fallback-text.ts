import { t, type MessageKey } from '../../../platform/locale.ts';
import type { Fallback } from './scene-objects.ts';

const REASONS: Partial<Record<Fallback['reason'], MessageKey>> = {
  'model-missing': 'fallback.missing',
  'model-network': 'fallback.network',
  'model-truncated': 'fallback.truncated',
  'model-wrong-type': 'fallback.wrongType',
};

/** Which file could not be shown and why, in the present language. */
export function fallbackText({ path, reason }: Fallback): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return t('objects.fallback.title', { file, reason: t(REASONS[reason] ?? 'fallback.invalid') });
}
