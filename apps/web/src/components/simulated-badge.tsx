import { Badge } from '@farm3d/ui';
import { t } from '../platform/locale.ts';

/** Marks data of the built-in simulator. */
export function SimulatedBadge({ title }: { title?: string }) {
  return (
    <Badge tone="amber" testId="simulated-badge" title={title ?? t('common.simulated.title')}>
      {t('common.simulated')}
    </Badge>
  );
}
