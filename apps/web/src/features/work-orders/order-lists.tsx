import { SearchField, SelectField, Button, classes, Badge, type BadgeTone } from '@farm3d/ui';
import { Camera } from 'lucide-react';
import type { WorkOrder } from '@farm3d/api';
import { useServices } from '../../kit/services.tsx';
import { dateText, presentTime } from '../../platform/time-text.ts';
import type { Orders } from './model.ts';
import { PRIORITIES, STATES, isOverdue } from './orders.ts';
import { t } from './zh-CN.ts';

/** Search, priority and assignee of the board. */
export function OrderFilters({ model }: { model: Orders }) {
  const { title, priority, assignee } = model.filter.value;
  const any = { value: '', label: t('orders.filter.any') };
  const own = useServices().session.user.value?.userId ?? '';
  return (
    <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-[2fr_1fr_1fr]">
      <div className="flex max-md:col-span-2">
        <SearchField
          label={t('orders.search')}
          clearLabel={t('common.clear')}
          value={title}
          onValueChange={model.search}
          testId="order-search"
        />
      </div>
      <SelectField
        label={t('orders.filter.who')}
        placeholder={any.label}
        testId="order-filter-who"
        value={assignee}
        options={[
          any,
          { value: own, label: t('orders.filter.mine') },
          ...(model.people.value.value ?? [])
            .filter(({ userId }) => userId !== own)
            .map(({ userId, username, displayName }) => ({ value: userId, label: displayName || username })),
        ]}
        onChange={(next) => model.change({ assignee: next })}
      />
      <SelectField
        label={t('orders.filter.priority')}
        placeholder={any.label}
        testId="order-filter-priority"
        value={priority}
        options={[any, ...PRIORITIES.map((value) => ({ value, label: t(`orders.priority.${value}`) }))]}
        onChange={(next) => model.change({ priority: PRIORITIES.find((one) => one === next) ?? '' })}
      />
    </div>
  );
}

/** Orders in a column for each state; on a phone below each other. */
export function OrderBoard({ model, onOpen }: { model: Orders; onOpen: (id: string) => void }) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-4" data-testid="order-board">
      {STATES.map((state) => {
        const { items = [], total = 0 } = model.columns[state].value.value ?? {};
        const left = total - items.length;
        return (
          <section
            key={state}
            data-testid="order-column"
            data-state={state}
            data-count={total}
            className="flex flex-col gap-2 rounded-panel bg-sunken p-3"
          >
            <h2 className="flex items-baseline justify-between text-body font-semibold">
              {t(`orders.state.${state}`)}
              <span className="text-note font-normal text-ink-3 tabular-nums">{total}</span>
            </h2>
            {items.length === 0 ? (
              <p className="py-3 text-center text-note text-ink-3">{t('orders.none')}</p>
            ) : (
              <ul className="flex flex-col gap-2">
                {items.map((order) => (
                  <OrderCard key={order.id} order={order} model={model} onOpen={onOpen} />
                ))}
              </ul>
            )}
            {left > 0 && (
              <Button size="sm" variant="quiet" onClick={() => model.more(state)}>
                {t('orders.more', { n: left })}
              </Button>
            )}
          </section>
        );
      })}
    </div>
  );
}

interface OrderCardProps {
  order: WorkOrder;
  model: Orders;
  onOpen: (id: string) => void;
}

/** An order on the board. */
function OrderCard({ order, model, onOpen }: OrderCardProps) {
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
