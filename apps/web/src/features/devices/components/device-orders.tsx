import { useEffect } from 'react';
import { createModel, useModel } from '@preact/signals-react';
import { Link } from 'wouter';
import { Badge, ErrorState, Skeleton } from '@farm3d/ui';
import type { WorkOrder } from '@farm3d/api';
import { loadable } from '../../../platform/loadable.ts';
import { newWorkOrderPath, workOrderPath } from '../../../platform/paths.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { hasRight } from '../../../platform/session.ts';
import { dateText } from '../../../platform/time-text.ts';
import { deviceApi } from '../device-api.ts';
import { t } from '../zh-CN.ts';
import { Section } from './facts.tsx';

/** Orders that are listed. */
const PAGE_SIZE = 50;

const DeviceOrdersModel = createModel((deviceId: string) =>
  loadable<readonly WorkOrder[]>(
    async (abort) =>
      (await deviceApi.workOrders.list({ deviceId, pageSize: PAGE_SIZE }, { signal: abort })).items,
  ),
);

/** Work orders about the device, the newest first. */
export function DeviceOrders({ deviceId }: { deviceId: string }) {
  const model = useModel(() => new DeviceOrdersModel(deviceId));
  useEffect(() => void model.load(), [model]);
  const orders = model.value.value;
  const error = model.error.value;
  return (
    <Section title={t('device.orders')}>
      {!orders &&
        (error === null ? (
          <Skeleton className="h-24" />
        ) : (
          <ErrorState title={problemText(error)} hint={problemHint(error)} />
        ))}
      {orders?.length === 0 && <p className="text-note text-ink-3">{t('device.orders.none')}</p>}
      <ul className="flex flex-col gap-2" data-testid="device-orders">
        {orders?.map(({ id, title, state, createdAt }) => (
          <li key={id}>
            <Link
              href={workOrderPath(id)}
              data-testid="device-order"
              data-state={state}
              className="flex min-h-11 flex-wrap items-center gap-2 rounded-control border border-line px-3 py-2 hover:bg-hover"
            >
              <span className="min-w-40 flex-1">
                <span className="block text-body font-medium">{title}</span>
                <span className="text-note text-ink-3 tabular-nums">{dateText(createdAt)}</span>
              </span>
              <Badge tone={state === 'done' ? 'leaf' : 'water'}>{t(`device.orders.${state}`)}</Badge>
            </Link>
          </li>
        ))}
      </ul>
      {hasRight('work-orders') && (
        <Link
          href={newWorkOrderPath(deviceId)}
          className="mt-2 inline-flex min-h-11 items-center text-body text-water hover:underline"
        >
          {t('device.orders.new')}
        </Link>
      )}
    </Section>
  );
}
