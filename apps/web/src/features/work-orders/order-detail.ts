import { createModel, signal } from '@preact/signals-react';
import type { DeviceDetail, WorkOrder, WorkOrderState, WorkOrderStep } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formDraft, formProblem } from '../../components/forms/form-services.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { api } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { orderApi } from './order-api.ts';
import { photosField, photosOf } from './order-fields.ts';
import { t } from './texts.ts';

interface Details {
  readonly order: WorkOrder;
  readonly steps: readonly WorkOrderStep[];
  /** Null: none, or deleted. */
  readonly device: Pick<DeviceDetail, 'id' | 'name'> | null;
}

/** One order with its steps, and the form of the next one. @param onChange called after each step */
export const OrderDetailModel = createModel((id: string, onChange: () => void) => {
  const details = loadable<Details>(async (abort) => {
    const [order, log] = await Promise.all([
      orderApi.workOrders.get(id, { signal: abort }),
      orderApi.workOrders.log(id, { signal: abort }),
    ]);
    const device =
      order.deviceId === null
        ? null
        : await api.devices.get(order.deviceId, { signal: abort }).catch(() => null);
    return { order, steps: log.items, device };
  });
  /** The state that the form leads to; null: the note alone. */
  const target = signal<WorkOrderState | null>(null);
  const form = createFormModel({
    fields: () => [
      { key: 'note', type: 'textarea', label: t('orders.field.note'), maxLength: 4000 },
      photosField(),
    ],
    locale,
    draft: formDraft(`order.step.${id}`),
    problemOf: formProblem(),
  });
  void details.load();
  return {
    details,
    form,
    aim: (state: WorkOrderState | null): void => {
      target.value = state;
    },
    send: async (values: FormValues): Promise<void> => {
      const state = target.peek();
      const { note } = values;
      await orderApi.workOrders.update(id, {
        ...(state === null ? {} : { state }),
        note: typeof note === 'string' ? note.trim() : '',
        photos: photosOf(values),
      });
      form.reset({});
      if (state !== null) showToast('success', t('orders.moved', { state: t(`orders.state.${state}`) }));
      onChange();
      await details.load();
    },
  };
});

export type OrderDetail = InstanceType<typeof OrderDetailModel>;
