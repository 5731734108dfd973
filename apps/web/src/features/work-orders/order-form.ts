import { createModel, effect } from '@preact/signals-react';
import type { WorkOrder } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formDraft, formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import type { Orders } from './model.ts';
import { orderApi } from './order-api.ts';
import { draftOf, ORDER_BODY_FIELDS, orderFields, orderValues, templateValues } from './order-fields.ts';

export interface OrderFormOptions {
  readonly model: Orders;
  /** Null: a new order. */
  readonly order: WorkOrder | null;
  /** Device of a new order; null: none. */
  readonly deviceId: string | null;
  readonly onSaved: (order: WorkOrder) => void;
}

const EMPTY: FormValues = { priority: 'normal', assignee: '', scene: '', template: '' };

/** Form of a new or an existing order. What was typed is kept until it is saved. */
export const OrderFormModel = createModel(({ model, order, deviceId, onSaved }: OrderFormOptions) => {
  const templates = () => (order === null ? (model.templates.value.value ?? []) : []);
  const form = createFormModel({
    fields: () =>
      orderFields(
        model.people.value.value ?? [],
        model.scenes.value.value ?? [],
        order === null,
        templates(),
      ),
    locale,
    initial: order ? orderValues(order) : EMPTY,
    draft: formDraft(order ? `order.${order.id}` : 'order.new'),
    problemOf: formProblem(ORDER_BODY_FIELDS),
  });
  let chosen = form.values.peek()['template'];
  effect(() => {
    const { template: next } = form.values.value;
    if (next === chosen) return;
    chosen = next;
    const template = templates().find(({ id }) => id === next);
    if (!template) return;
    for (const [key, value] of Object.entries(templateValues(template))) form.set(key, value);
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const draft = draftOf(values, order?.checklist);
      const saved = order
        ? await orderApi.workOrders.update(order.id, { ...draft, version: order.version })
        : await orderApi.workOrders.create(deviceId === null ? draft : { ...draft, deviceId });
      if (!order) form.reset(EMPTY);
      onSaved(saved);
    },
  };
});
