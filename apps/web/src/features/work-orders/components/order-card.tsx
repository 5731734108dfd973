import { Camera } from 'lucide-react';
import { classes } from '@farm3d/ui';
import type { WorkOrder } from '@farm3d/api';
import { dateText, presentTime } from '../../../platform/time-text.ts';
import type { Orders } from '../model.ts';
import { isOverdue } from '../order-states.ts';
import { t } from '../zh-CN.ts';
import { PriorityMark } from './priority-mark.tsx';

interface OrderCardProps {
  order: WorkOrder;
  model: Orders;
  onOpen: (id: string) => void;
}

/** An order on the board. */
export function OrderCard({ order, model, onOpen }: OrderCardProps) {
  const isLate = isOverdue(order, presentTime());
  return (
    <li>
      <button
        type="button"
        data-testid="order-card"
        data-order-id={order.id}
        onClick={() => onOpen(order.id)}
        className="flex w-full flex-col gap-2 rounded-control border border-line bg-raised p-3 text-left transition-shadow duration-150 hover:shadow-panel"
      >
        <span className="flex items-start justify-between gap-2">
          <span className="line-clamp-2 min-w-0 text-body font-medium">{order.title}</span>
          <PriorityMark priority={order.priority} />
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-ink-3">
          <span>{model.nameOf(order.assignee) ?? t('orders.nobody')}</span>
          {order.source !== 'manual' && <span>{t(`orders.source.${order.source}`)}</span>}
          {order.deadline !== null && (
            <span className={classes('tabular-nums', isLate && 'font-medium text-amber')}>
              {t(isLate ? 'orders.overdue' : 'orders.due', { time: dateText(order.deadline) })}
            </span>
          )}
          {order.photos.length > 0 && (
            <span
              className="inline-flex items-center gap-1"
              title={t('orders.photos', { n: order.photos.length })}
            >
              <Camera aria-hidden size={14} />
              {order.photos.length}
              <span className="sr-only">{t('orders.photos', { n: order.photos.length })}</span>
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
