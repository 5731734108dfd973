import { computed, createModel, effect, signal } from '@preact/signals-react';
import {
  type DeviceDetail,
  type WorkOrder,
  type WorkOrderState,
  type WorkOrderStep,
  type StepPlace,
  workOrders as orderCalls,
} from '@farm3d/api';
import { createAttempts } from '../../kit/actions.ts';
import { createForm } from '../../kit/forms/create-form.ts';
import { loadable } from '../../platform/loadable.ts';
import { newKey, type QueuedStep } from '../../platform/outbox/outbox-store.ts';
import { outboxOf } from '../../platform/outbox/outbox.ts';
import { saveFile } from '../../platform/save-file.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { materialsField, pathsOf, photosField, withWaiting } from './orders.ts';
import { t } from './zh-CN.ts';

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
export const OrderDetailModel = createModel((services: Services, id: string, onChange: () => void) => {
  const { workOrders } = services.clientOf({ workOrders: orderCalls });
  const outbox = outboxOf(services);
  const details = loadable<Details>(async (abort) => {
    const [order, log] = await Promise.all([
      workOrders.get(id, { signal: abort }),
      workOrders.log(id, { signal: abort }),
    ]);
    const device =
      order.deviceId === null
        ? null
        : await services.api.devices.get(order.deviceId, { signal: abort }).catch(() => null);
    return { order, steps: log.items, device };
  });
  const waiting = computed(() => outbox.queuedSteps.value.filter(({ orderId }) => orderId === id));
  /** With what waits for the network. */
  const order = computed(() => {
    const found = details.value.value?.order;
    return found ? withWaiting(found, waiting.value) : null;
  });
  /** The state that the form leads to; null: the note alone. */
  const target = signal<WorkOrderState | null>(null);
  const signature = signal<QueuedStep['signature'] | null>(null);
  const isSigning = signal(false);
  const printing = createAttempts();
  const checking = createAttempts();
  const take = async (step: Step): Promise<'sent' | 'waiting'> => {
    const title = details.value.peek()?.order.title ?? '';
    const fate = await outbox.sendStep({
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
  const { form, send } = createForm(services, {
    fields: stepFields,
    draft: `order.step.${id}`,
    send: async (values) => {
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
  });
  void details.load();
  outbox.follow();
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
  return {
    details,
    order,
    waiting,
    form,
    isSigning,
    askSignature: (isAsked: boolean): void => {
      isSigning.value = isAsked;
    },
    isPrinting: printing.busy,
    aim: (state: WorkOrderState | null): void => {
      target.value = state;
    },
    send,
    /** Ticks an item of the checklist, or takes it back. */
    check: async (index: number, done: boolean): Promise<void> => {
      const present = order.peek();
      if (!present || checking.busy.peek()) return;
      const checklist = present.checklist.map((item, at) => ({
        text: item.text,
        done: at === index ? done : item.done,
      }));
      await checking.attempt(async () => {
        if ((await take({ checklist })) === 'sent') await details.load();
        return null;
      });
    },
    /** Keeps the signature for the step that follows. */
    sign: async (image: Blob, name: string): Promise<void> => {
      signature.value = { image: await outbox.keepFile(image, 'signature.png'), name };
      isSigning.value = false;
    },
    print: () =>
      printing.attempt(async () => {
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        saveFile(await workOrders.pdf(id, zone), `${order.peek()?.title ?? 'work-order'}.pdf`);
        return null;
      }),
  };
});

export type OrderDetail = InstanceType<typeof OrderDetailModel>;

const TIMEOUT_MS = 10_000;

/** Whether this browser can say where it is: over TLS, or on the server's own machine. */
const canLocate = (): boolean => 'geolocation' in navigator && isSecureContext;

/** Where this device is; null: it is not known, or may not be asked for. */
function here(): Promise<StepPlace | null> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          longitude: coords.longitude,
          latitude: coords.latitude,
          accuracyM: Number.isFinite(coords.accuracy) ? coords.accuracy : null,
        }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 60_000 },
    );
  });
}
