import { Button } from '@farm3d/ui';
import type { Orders } from '../model.ts';
import { STATES } from '../order-states.ts';
import { t } from '../zh-CN.ts';
import { OrderCard } from './order-card.tsx';

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
