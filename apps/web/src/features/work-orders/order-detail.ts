import { computed, createModel, effect, signal } from '@preact/signals-react';
import type { DeviceDetail, WorkOrder, WorkOrderState, WorkOrderStep } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formDraft, formProblem } from '../../kit/forms/form-services.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { followOutbox, keepFile, queuedSteps, sendStep } from '../../platform/outbox/outbox.ts';
import { newKey, type QueuedStep } from '../../platform/outbox/outbox-store.ts';
import { problemText } from '../../platform/problem.ts';
import { saveFile } from '../../platform/save-file.ts';
import { api } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { canLocate, here } from './here.ts';
import { orderApi } from './order-api.ts';
import { materialsField, pathsOf, photosField } from './order-fields.ts';
import { t } from './zh-CN.ts';
import { withWaiting } from './waiting-steps.ts';

interface Details {
  readonly order: WorkOrder;
  readonly steps: readonly WorkOrderStep[];
  /** Null: none, or deleted. */
  readonly device: Pick<DeviceDetail, 'id' | 'name'> | null;
}
type Step = Partial<
  Pick<QueuedStep, 'state' | 'note' | 'checklist' | 'photos' | 'materials' | 'signature' | 'place'>
>;

const stepFields = () => [
  { key: 'note', type: 'textarea', label: t('orders.field.note'), maxLength: 4000 } as const,
  photosField(),
  materialsField(),
  ...(canLocate() ? [{ key: 'place', type: 'switch', label: t('orders.field.place') } as const] : []),
];

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
  const waiting = computed(() => queuedSteps.value.filter(({ orderId }) => orderId === id));
  /** With what waits for the network. */
  const order = computed(() => {
    const found = details.value.value?.order;
    return found ? withWaiting(found, waiting.value) : null;
  });
  /** The state that the form leads to; null: the note alone. */
  const target = signal<WorkOrderState | null>(null);
  const signature = signal<QueuedStep['signature'] | null>(null);
  const isSigning = signal(false);
  const isPrinting = signal(false);
  const isChecking = signal(false);
  const form = createFormModel({
    fields: stepFields,
    locale,
    draft: formDraft(`order.step.${id}`),
    problemOf: formProblem(),
  });
  void details.load();
  followOutbox();
  // What waited has arrived.
  let before = waiting.peek().length;
  effect(() => {
    const count = waiting.value.length;
    if (count < before) {
      void details.load();
      onChange();
    }
    before = count;
  });

  const take = async (step: Step): Promise<'sent' | 'waiting'> => {
    const title = details.value.peek()?.order.title ?? '';
    const fate = await sendStep({
      note: '',
      photos: [],
      materials: [],
      place: null,
      ...step,
      key: newKey(),
      orderId: id,
      title,
    });
    if (fate === 'waiting') showToast('info', t('orders.waiting.toast'), 'order.waiting');
    return fate;
  };
  return {
    details,
    order,
    waiting,
    form,
    isSigning,
    askSignature: (isAsked: boolean): void => {
      isSigning.value = isAsked;
    },
    isPrinting,
    isChecking,
    aim: (state: WorkOrderState | null): void => {
      target.value = state;
    },
    send: async (values: FormValues): Promise<void> => {
      const state = target.peek();
      const { note } = values;
      const signed = state === 'done' ? signature.peek() : null;
      const place = values['place'] === true ? await here() : null;
      if (values['place'] === true && place === null) showToast('warning', t('orders.place.none'));
      const fate = await take({
        ...(state === null ? {} : { state }),
        ...(signed ? { signature: signed } : {}),
        note: typeof note === 'string' ? note.trim() : '',
        photos: pathsOf(values, 'photos'),
        materials: pathsOf(values, 'materials'),
        place,
      });
      form.reset({});
      signature.value = null;
      if (fate === 'waiting') return;
      if (state !== null) showToast('success', t('orders.moved', { state: t(`orders.state.${state}`) }));
      onChange();
      await details.load();
    },
    /** Ticks an item of the checklist, or takes it back. */
    check: async (index: number, done: boolean): Promise<void> => {
      const present = order.peek();
      if (!present || isChecking.peek()) return;
      isChecking.value = true;
      const checklist = present.checklist.map((item, at) => ({
        text: item.text,
        done: at === index ? done : item.done,
      }));
      try {
        if ((await take({ checklist })) === 'sent') await details.load();
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        isChecking.value = false;
      }
    },
    /** Keeps the signature for the step that follows. */
    sign: async (image: Blob, name: string): Promise<void> => {
      signature.value = { image: await keepFile(image, 'signature.png'), name };
      isSigning.value = false;
    },
    print: async (): Promise<void> => {
      isPrinting.value = true;
      try {
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        saveFile(await orderApi.workOrders.pdf(id, zone), `${order.peek()?.title ?? 'work-order'}.pdf`);
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        isPrinting.value = false;
      }
    },
  };
});

export type OrderDetail = InstanceType<typeof OrderDetailModel>;
