import type { WorkOrder } from '@farm3d/api';
import { csvText } from '../../platform/csv.ts';
import { saveFile } from '../../platform/save-file.ts';
import { partsText } from './order-fields.ts';
import { t } from './zh-CN.ts';

const instantText = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());

/** Saves orders as a table. @param nameOf name of a person by id */
export function exportOrders(
  orders: readonly WorkOrder[],
  nameOf: (id: string | null) => string | null,
): void {
  const head = [
    t('orders.field.title'),
    t('orders.field.state'),
    t('orders.field.priority'),
    t('orders.field.assignee'),
    t('orders.field.day'),
    t('orders.field.source'),
    t('orders.field.checklist'),
    t('orders.field.parts'),
    t('orders.field.signature'),
    t('orders.field.content'),
    'id',
  ];
  const rows = orders.map((order) => [
    order.title,
    t(`orders.state.${order.state}`),
    t(`orders.priority.${order.priority}`),
    nameOf(order.assignee) ?? '',
    instantText(order.deadline),
    t(`orders.source.${order.source}`),
    `${order.checklist.filter(({ done }) => done).length}/${order.checklist.length}`,
    partsText(order.parts).replaceAll('\n', '; '),
    order.signature?.name ?? '',
    order.content,
    order.id,
  ]);
  saveFile(new Blob([csvText(head, rows)], { type: 'text/csv' }), 'work-orders.csv');
}
