import { useEffect } from 'react';
import { useModel } from '@preact/signals-react';
import { Plus } from 'lucide-react';
import { useLocation, useSearch, useSearchParams } from 'wouter';
import { Button, EmptyState, ErrorState, OfflineBanner, Skeleton } from '@farm3d/ui';
import { allLoaded, LoadingDialog } from '../../components/loading-dialog.tsx';
import { PATHS } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { live } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { Shell } from '../../shell/shell.tsx';
import { OrderBoard } from './components/order-board.tsx';
import { OrderDialog } from './components/order-dialog.tsx';
import { OrderFilters } from './components/order-filters.tsx';
import { OrderPanel } from './components/order-panel.tsx';
import { OrdersModel, type Orders } from './model.ts';
import { t } from './texts.ts';

/** Value of `order` in the address that opens the form of a new one; `device` may name its device. */
const NEW = 'new';

/** `/iotManagement/workOrders`: work orders. Its address holds the filters and the opened order. */
export default function WorkOrdersPage() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const opened = parameters.get('order');
  const deviceId = parameters.get('device');
  const model = useModel(() => new OrdersModel(search));
  /** What the form of a new order is made of. */
  const parts = [model.people, model.scenes];
  const filters = model.address.value;
  const pathOf = (order: string | null, device: string | null = null): string => {
    const given = new URLSearchParams(filters);
    if (order !== null) given.set('order', order);
    if (device !== null) given.set('device', device);
    const text = given.toString();
    return text === '' ? PATHS.workOrders : `${PATHS.workOrders}?${text}`;
  };
  const address = pathOf(opened, deviceId);
  useEffect(() => {
    // Rendered once more while a link leads elsewhere.
    if (path === PATHS.workOrders) navigate(address, { replace: true });
  }, [address, path, navigate]);
  const close = (): void => {
    // Also called when the panel disappears because one of its links is being opened.
    if (location.pathname === PATHS.workOrders) navigate(pathOf(null), { replace: true });
  };
  return (
    <Shell
      group={t('nav.rules')}
      title={t('orders.title')}
      subtitle={
        model.hasLoaded.value ? (
          <span className="tabular-nums" data-testid="order-count" data-count={model.left.value}>
            {t('orders.count', { n: model.left.value })}
          </span>
        ) : (
          t('orders.subtitle')
        )
      }
      actions={
        <Button
          variant="primary"
          icon={<Plus size={18} strokeWidth={1.5} />}
          data-testid="order-new"
          onClick={() => navigate(pathOf(NEW))}
        >
          {t('orders.new')}
        </Button>
      }
    >
      {live.status.value === 'offline' && (
        <div className="mb-4">
          <OfflineBanner text={t('live.offline')} />
        </div>
      )}
      <div className="flex flex-col gap-4">
        <OrderFilters model={model} />
        <Content model={model} onOpen={(id) => navigate(pathOf(id))} />
      </div>
      {opened === NEW && !allLoaded(parts) && (
        <LoadingDialog title={t('orders.new')} parts={parts} onClose={close} />
      )}
      {opened === NEW && allLoaded(parts) && (
        <OrderDialog
          model={model}
          order={null}
          deviceId={deviceId}
          onClose={close}
          onSaved={({ id }) => {
            showToast('success', t('orders.created'));
            model.refresh();
            navigate(pathOf(id), { replace: true });
          }}
        />
      )}
      {opened !== null && opened !== NEW && (
        <OrderPanel key={opened} model={model} orderId={opened} onClose={close} />
      )}
    </Shell>
  );
}

function Content({ model, onOpen }: { model: Orders; onOpen: (id: string) => void }) {
  const error = model.error.value;
  if (error !== null && !model.hasLoaded.value)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={model.reload}>{t('common.retry')}</Button>}
      />
    );
  if (!model.hasLoaded.value)
    return (
      <div aria-busy="true" className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
        {Array.from({ length: 4 }, (_, at) => (
          <Skeleton key={at} className="h-56" />
        ))}
      </div>
    );
  if (model.total.value > 0) return <OrderBoard model={model} onOpen={onOpen} />;
  return model.isFiltered.value ? (
    <EmptyState
      testId="orders-no-match"
      title={t('orders.noMatch.title')}
      hint={t('orders.noMatch.hint')}
      action={<Button onClick={model.clear}>{t('common.clear')}</Button>}
    />
  ) : (
    <EmptyState testId="orders-empty" title={t('orders.empty.title')} hint={t('orders.empty.hint')} />
  );
}
