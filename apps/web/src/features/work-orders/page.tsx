import { useState } from 'react';
import { Columns3, Download, List, Plus } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import { Button, EmptyState, Skeleton, Tabs } from '@farm3d/ui';
import { allLoaded, Loaded, LoadingDialog } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { PATHS, withSearch } from '../../platform/paths.ts';
import { showToast } from '../../platform/toasts.ts';
import { OrdersModel, type Orders } from './model.ts';
import { OrderBoard, OrderFilters, OrderList } from './order-lists.tsx';
import { OrderDialog, OrderPanel } from './order-panel.tsx';
import { STATES } from './orders.ts';
import { Plans } from './plans.tsx';
import { Reports } from './reports.tsx';
import { WaitingSteps } from './waiting-steps.tsx';
import { t } from './zh-CN.ts';

/** Value of `order` in the address that opens the form of a new one; `device` may name its device. */
const NEW = 'new';
const FIRST_TAB = 'orders';

/** `/iotManagement/workOrders`: work orders. Its address holds the filters and the opened order. */
export default function WorkOrdersPage() {
  const [, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const opened = parameters.get('order');
  const deviceId = parameters.get('device');
  const model = useModelOf(OrdersModel, location.search);
  /** What the form of a new order is made of. */
  const parts = [model.people, model.scenes, model.templates];
  const tab = parameters.get('tab') ?? FIRST_TAB;
  const filters = model.address.value;
  const searchOf = (order: string | null, device: string | null = null): string => {
    const given = new URLSearchParams(filters);
    if (order !== null) given.set('order', order);
    if (device !== null) given.set('device', device);
    if (tab !== FIRST_TAB) given.set('tab', tab);
    return given.toString();
  };
  const pathOf = (order: string | null): string => withSearch(PATHS.workOrders, searchOf(order));
  const close = (): void => {
    // Also called when the panel disappears because one of its links is being opened.
    if (location.pathname === PATHS.workOrders) navigate(pathOf(null), { replace: true });
  };
  return (
    <Page
      hint={t('orders.subtitle')}
      search={searchOf(opened, deviceId)}
      summary={
        allLoaded(model.parts) && (
          <span className="tabular-nums" data-testid="order-count" data-count={model.left.value}>
            {t('orders.count', { n: model.left.value })}
          </span>
        )
      }
      actions={
        <Button
          variant="primary"
          icon={<Plus size={18} />}
          data-testid="order-new"
          onClick={() => navigate(pathOf(NEW))}
        >
          {t('orders.new')}
        </Button>
      }
    >
      <Tabs
        label={t('orders.title')}
        selected={tab}
        onSelect={(next) =>
          navigate(next === FIRST_TAB ? PATHS.workOrders : `${PATHS.workOrders}?tab=${next}`, {
            replace: true,
          })
        }
        tabs={[
          {
            id: FIRST_TAB,
            label: t('orders.title'),
            content: (
              <div className="flex flex-col gap-4">
                <WaitingSteps />
                <OrderFilters model={model} />
                <Loaded
                  of={model.parts}
                  skeleton={
                    <div aria-busy="true" className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
                      {STATES.map((state) => (
                        <Skeleton key={state} className="h-56" />
                      ))}
                    </div>
                  }
                  onRetry={model.reload}
                >
                  {() => <Content model={model} onOpen={(id) => navigate(pathOf(id))} />}
                </Loaded>
              </div>
            ),
          },
          { id: 'plans', label: t('orders.plans'), content: <Plans orders={model} /> },
          { id: 'reports', label: t('orders.reports'), content: <Reports deviceId={deviceId} /> },
        ]}
      />
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
    </Page>
  );
}

function Content({ model, onOpen }: { model: Orders; onOpen: (id: string) => void }) {
  const [isList, setList] = useState(false);
  if (model.total.value > 0)
    return (
      <>
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            size="sm"
            variant="quiet"
            icon={isList ? <Columns3 size={16} /> : <List size={16} />}
            data-testid="order-view"
            onClick={() => setList(!isList)}
          >
            {t(isList ? 'orders.board' : 'orders.list')}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            icon={<Download size={16} />}
            busy={model.isExporting.value}
            data-testid="order-export"
            onClick={() => void model.exportAll()}
          >
            CSV
          </Button>
        </div>
        {isList ? <OrderList model={model} onOpen={onOpen} /> : <OrderBoard model={model} onOpen={onOpen} />}
      </>
    );
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
