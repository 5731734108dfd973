import type { WorkOrder } from '@farm3d/api';
import { Badge, Button, classes } from '@farm3d/ui';
import { dateText, presentTime } from '../../../platform/time-text.ts';
import type { Orders } from '../model.ts';
import { isOverdue, STATES } from '../order-states.ts';
import { t } from '../zh-CN.ts';
import { PriorityMark } from './priority-mark.tsx';

/** The orders of the board as a table, state after state; on a phone a row has two lines. */
export function OrderList({ model, onOpen }: { model: Orders; onOpen: (id: string) => void }) {
  const orders = STATES.flatMap((state) => model.columns[state].value.value?.items ?? []);
  const left = model.total.value - orders.length;
  return (
    <div className="flex flex-col overflow-x-auto rounded-panel border border-line bg-raised">
      <table className="w-full text-left text-body" data-testid="order-list" data-count={orders.length}>
        <thead className="text-note text-ink-3">
          <tr className="border-b border-line">
            <th className="px-4 py-2 font-medium">{t('orders.field.title')}</th>
            <th className="px-4 py-2 font-medium">{t('orders.field.state')}</th>
            <th className="px-4 py-2 font-medium max-md:hidden">{t('orders.field.assignee')}</th>
            <th className="px-4 py-2 font-medium max-md:hidden">{t('orders.field.day')}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {orders.map((order) => (
            <Row key={order.id} order={order} model={model} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <Button
          size="sm"
          variant="quiet"
          className="m-2 self-center"
          data-testid="order-list-more"
          onClick={() => {
            for (const state of STATES) model.more(state);
          }}
        >
          {t('orders.more', { n: left })}
        </Button>
      )}
    </div>
  );
}

function Row({ order, model, onOpen }: { order: WorkOrder; model: Orders; onOpen: (id: string) => void }) {
  const isLate = isOverdue(order, presentTime());
  const who = model.nameOf(order.assignee) ?? t('orders.nobody');
  const time = order.deadline === null ? '' : dateText(order.deadline);
  const due = time && t(isLate ? 'orders.overdue' : 'orders.due', { time });
  return (
    <tr>
      <td className="px-4 py-1">
        <button
          type="button"
          data-testid="order-row"
          data-order-id={order.id}
          className="flex min-h-11 w-full flex-wrap content-center items-center gap-x-2 text-left font-medium text-water hover:underline"
          onClick={() => onOpen(order.id)}
        >
          <span className="min-w-0 break-words">{order.title}</span>
          <PriorityMark priority={order.priority} />
          <span className="w-full text-note font-normal text-ink-3 tabular-nums md:hidden">
            {who} <span className={classes(isLate && 'font-medium text-amber')}>{due}</span>
          </span>
        </button>
      </td>
      <td className="px-4 py-1">
        <Badge tone={order.state === 'done' ? 'leaf' : 'water'}>{t(`orders.state.${order.state}`)}</Badge>
      </td>
      <td className="px-4 py-1 max-md:hidden">{who}</td>
      <td className={classes('px-4 py-1 tabular-nums max-md:hidden', isLate && 'font-medium text-amber')}>
        {isLate ? due : time}
      </td>
    </tr>
  );
}
