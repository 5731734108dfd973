import { createModel, effect, signal } from '@preact/signals-react';
import type { DataReport, Device } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formDraft, formProblem } from '../../kit/forms/form-services.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { followOutbox, queuedSteps, sendStep } from '../../platform/outbox/outbox.ts';
import { newKey } from '../../platform/outbox/outbox-store.ts';
import { api } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { orderApi } from './order-api.ts';
import { materialsField, pathsOf } from './order-fields.ts';
import { t } from './zh-CN.ts';

const PAGE = 50;
const MAX = 200;

interface Reports {
  readonly items: readonly DataReport[];
  readonly total: number;
}

/** What people reported, the newest first. @param about device of the report whose form is open at first; null: none */
export const ReportsModel = createModel((about: string | null) => {
  const shown = signal(PAGE);
  const reports = loadable<Reports>((abort) =>
    orderApi.dataReports.list({ pageSize: shown.peek() }, { signal: abort }),
  );
  const devices = loadable<readonly Pick<Device, 'id' | 'name'>[]>(
    async (abort) => (await api.devices.list({ pageSize: MAX }, { signal: abort })).items,
  );
  const isReporting = signal(about !== null);
  const reload = (): void => {
    void reports.load();
    void devices.load();
  };
  reload();
  followOutbox();
  let waiting = 0;
  effect(() => {
    const before = waiting;
    waiting = queuedSteps.value.filter(({ orderId }) => orderId === null).length;
    // What waited has arrived.
    if (waiting < before) void reports.load();
  });
  return {
    reports,
    devices,
    /** The device that a new report is about at first; '': none. */
    firstDevice: (): string => about ?? '',
    isReporting,
    report: (isOpen: boolean): void => {
      isReporting.value = isOpen;
    },
    reload,
    more: (): void => {
      shown.value = Math.min(MAX, shown.peek() + PAGE);
      void reports.load();
    },
    nameOf: (id: string | null): string => devices.value.value?.find((one) => one.id === id)?.name ?? '',
  };
});
export type ReportsScreen = InstanceType<typeof ReportsModel>;

const text = (values: FormValues, key: string): string => {
  const { [key]: value } = values;
  return typeof value === 'string' ? value.trim() : '';
};

/** Form of a report. What was typed is kept until it is sent. */
export const ReportFormModel = createModel((screen: ReportsScreen) => {
  // A second press, or a second try after a lost answer, reports the same.
  const key = newKey();
  const form = createFormModel({
    fields: () => [
      {
        key: 'subject',
        type: 'text',
        label: t('orders.report.subject'),
        placeholder: t('orders.report.subject.placeholder'),
        required: true,
        maxLength: 64,
      },
      { key: 'value', type: 'number', label: t('orders.report.value'), isHalf: true, decimal: true },
      { key: 'unit', type: 'text', label: t('orders.report.unit'), isHalf: true, maxLength: 16 },
      {
        key: 'device',
        type: 'select',
        label: t('orders.field.device'),
        options: [
          { value: '', label: t('orders.unset') },
          ...(screen.devices.value.value ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ],
      },
      { key: 'content', type: 'textarea', label: t('orders.field.content'), maxLength: 4000 },
      { ...materialsField(), required: true },
    ],
    locale,
    initial: { device: screen.firstDevice() },
    draft: formDraft('report.new'),
    problemOf: formProblem({ deviceId: 'device' }),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const value = text(values, 'value');
      const fate = await sendStep({
        key,
        orderId: null,
        title: text(values, 'subject'),
        note: text(values, 'content'),
        report: {
          value: value === '' ? null : Number(value),
          unit: text(values, 'unit'),
          deviceId: text(values, 'device') || null,
        },
        photos: [],
        materials: pathsOf(values, 'materials'),
        place: null,
      });
      form.reset({ device: '' });
      screen.report(false);
      if (fate === 'waiting') return showToast('info', t('orders.waiting.toast'), 'order.waiting');
      showToast('success', t('orders.report.done'));
      screen.reload();
    },
  };
});
