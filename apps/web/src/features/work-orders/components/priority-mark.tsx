import { Badge, type BadgeTone } from '@farm3d/ui';
import type { WorkOrder } from '@farm3d/api';
import { t } from '../zh-CN.ts';

/** Red is kept for alarms. */
const TONES: Record<WorkOrder['priority'], BadgeTone> = {
  urgent: 'amber',
  high: 'amber',
  normal: 'neutral',
  low: 'neutral',
};

/** Priority of an order in words; the usual one is not worth a mark. */
export function PriorityMark({ priority }: { priority: WorkOrder['priority'] }) {
  return priority === 'normal' ? null : (
    <Badge tone={TONES[priority]}>{t(`orders.priority.${priority}`)}</Badge>
  );
}
