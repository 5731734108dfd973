import type { ReactNode } from 'react';
import { createModel } from '@preact/signals-react';
import { Link } from 'wouter';
import { Badge, Skeleton } from '@farm3d/ui';
import { dataReports, workOrders, type DataReport, type WorkOrder } from '@farm3d/api';
import { Loaded } from '../../../kit/loaded.tsx';
import { useModelOf, useServices } from '../../../kit/services.tsx';
import { loadable, type Loadable } from '../../../platform/loadable.ts';
import { dataReportsPath, newWorkOrderPath, workOrderPath } from '../../../platform/paths.ts';
import type { Services } from '../../../platform/services.ts';
import { dateText } from '../../../platform/time-text.ts';
import { t } from '../zh-CN.ts';
import { Section } from './tab-parts.tsx';

/** Work orders that are listed, and reports. */
const ORDERS = 50;
const REPORTS = 20;

const RecordsModel = createModel(({ clientOf }: Services, deviceId: string) => {
  const calls = clientOf({ dataReports, workOrders });
  const orders = loadable<readonly WorkOrder[]>(
    async (abort) => (await calls.workOrders.list({ deviceId, pageSize: ORDERS }, { signal: abort })).items,
  );
  const reports = loadable<readonly DataReport[]>(
    async (abort) => (await calls.dataReports.list({ deviceId, pageSize: REPORTS }, { signal: abort })).items,
  );
  void orders.load();
  void reports.load();
  return { orders, reports };
});

/** Work orders about the device, and what people measured or saw of it; the newest first. */
export function DeviceRecords({ deviceId }: { deviceId: string }) {
  const { orders, reports } = useModelOf(RecordsModel, deviceId);
  return (
    <>
      <Records
        title={t('nav.workOrders')}
        none={t('device.orders.none')}
        testId="device-orders"
        of={orders}
        more={<More href={newWorkOrderPath(deviceId)}>{t('device.orders.new')}</More>}
      >
        {({ id, title, state, createdAt }) => (
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
        )}
      </Records>
      <Records
        title={t('device.reports')}
        none={t('device.reports.none')}
        testId="device-reports"
        of={reports}
        more={
          <More href={dataReportsPath(deviceId)} testId="device-report-new">
            {t('device.reports.new')}
          </More>
        }
      >
        {({ id, subject, value, unit, content, author, observedAt, materials }) => (
          <li
            key={id}
            data-testid="device-report"
            className="rounded-control border border-line px-3 py-2 text-body"
          >
            <p className="font-medium">
              {subject}
              {value !== null && (
                <span className="ml-2 tabular-nums">
                  {value} {unit}
                </span>
              )}
            </p>
            {content !== '' && <p className="line-clamp-2 break-words text-ink-2">{content}</p>}
            <p className="text-note text-ink-3 tabular-nums">
              {dateText(observedAt)} · {author} · {t('device.reports.materials', { n: materials.length })}
            </p>
          </li>
        )}
      </Records>
    </>
  );
}

interface RecordsProps<Row> {
  title: string;
  /** What is said without any. */
  none: string;
  testId: string;
  of: Loadable<readonly Row[]>;
  /** Leads to a new one, for those who may make it. */
  more: ReactNode;
  children: (row: Row) => ReactNode;
}

function Records<Row>({ title, none, testId, of, more, children }: RecordsProps<Row>) {
  const { session } = useServices();
  const rows = of.value.value ?? [];
  return (
    <Section title={title}>
      <Loaded of={of} skeleton={<Skeleton className="h-24" />}>
        {() => rows.length === 0 && <p className="text-note text-ink-3">{none}</p>}
      </Loaded>
      <ul className="flex flex-col gap-2" data-testid={testId}>
        {rows.map((row) => children(row))}
      </ul>
      {session.hasRight('work-orders') && more}
    </Section>
  );
}

function More({ href, testId, children }: { href: string; testId?: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      data-testid={testId}
      className="mt-2 inline-flex min-h-11 items-center text-body text-water hover:underline"
    >
      {children}
    </Link>
  );
}
