import { createModel, effect } from '@preact/signals-react';
import {
  workOrderPlans,
  workOrders,
  type WorkOrder,
  type WorkOrderRule,
  type WorkOrderTemplate,
} from '@farm3d/api';
import type { FormField, FormValues } from '@farm3d/ui';
import { createForm } from '../../kit/forms/create-form.ts';
import { newKey } from '../../platform/outbox/outbox-store.ts';
import { outboxOf } from '../../platform/outbox/outbox.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import type { Orders, Plans, ReportsScreen } from './model.ts';
import {
  draftOf,
  itemsOf,
  materialsField,
  ORDER_BODY_FIELDS,
  orderFields,
  orderValues,
  partsOf,
  partsText,
  pathsOf,
  peopleOptions,
  PRIORITIES,
  priorityField,
  taskFields,
  templateValues,
} from './orders.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;
const UNITS = ['day', 'week', 'month'] as const;

const text = (values: FormValues, key: string): string => {
  const { [key]: value } = values;
  return typeof value === 'string' ? value.trim() : '';
};

interface OrderFormOptions {
  readonly model: Orders;
  /** Null: a new order. */
  readonly order: WorkOrder | null;
  /** Device of a new order; null: none. */
  readonly deviceId: string | null;
  readonly onSaved: (order: WorkOrder) => void;
}

const EMPTY: FormValues = { priority: 'normal', assignee: '', scene: '', template: '' };

/** Form of a new or an existing order. What was typed is kept until it is saved. */
export const OrderFormModel = createModel(
  (services: Services, { model, order, deviceId, onSaved }: OrderFormOptions) => {
    const calls = services.clientOf({ workOrders }).workOrders;
    const templates = () => (order === null ? (model.templates.value.value ?? []) : []);
    const sent = createForm(services, {
      fields: () =>
        orderFields(
          model.people.value.value ?? [],
          model.scenes.value.value ?? [],
          order === null,
          templates(),
        ),
      initial: order ? orderValues(order) : EMPTY,
      draft: order ? `order.${order.id}` : 'order.new',
      bodyFields: ORDER_BODY_FIELDS,
      send: async (values) => {
        const draft = draftOf(values, order?.checklist);
        const saved = order
          ? await calls.update(order.id, { ...draft, version: order.version })
          : await calls.create(deviceId === null ? draft : { ...draft, deviceId });
        if (!order) sent.form.reset(EMPTY);
        onSaved(saved);
      },
    });
    const { form } = sent;
    let chosen = form.values.peek()['template'];
    effect(() => {
      const { template: next } = form.values.value;
      if (next === chosen) return;
      chosen = next;
      const template = templates().find(({ id }) => id === next);
      if (!template) return;
      for (const [key, value] of Object.entries(templateValues(template))) form.set(key, value);
    });
    return sent;
  },
);

const templateFields = (): readonly FormField[] => [
  { key: 'name', type: 'text', label: t('orders.template.name'), required: true, maxLength: NAME_MAX },
  { key: 'title', type: 'text', label: t('orders.field.title'), required: true, maxLength: NAME_MAX },
  { key: 'content', type: 'textarea', label: t('orders.field.content'), maxLength: 4000 },
  priorityField(),
  {
    key: 'dueHours',
    type: 'number',
    label: t('orders.template.dueHours'),
    unit: t('orders.hours'),
    isHalf: true,
    max: 8760,
  },
  ...taskFields(),
];

/** Form of a template. @param template null: a new one */
export const TemplateFormModel = createModel(
  (services: Services, template: WorkOrderTemplate | null, onSaved: () => void) =>
    createForm(services, {
      fields: templateFields,
      initial: template
        ? {
            ...template,
            checklist: template.checklist.join('\n'),
            parts: partsText(template.parts),
            dueHours: template.dueHours === null ? '' : String(template.dueHours),
          }
        : { priority: 'normal' },
      send: async (values) => {
        const calls = services.clientOf({ workOrderPlans }).workOrderPlans;
        const dueHours = Number(text(values, 'dueHours'));
        const draft = {
          name: text(values, 'name'),
          title: text(values, 'title'),
          content: text(values, 'content'),
          priority: PRIORITIES.find((one) => one === values['priority']) ?? 'normal',
          checklist: itemsOf(values['checklist']),
          parts: partsOf(values['parts']),
          needsSignature: values['needsSignature'] === true,
          dueHours: dueHours > 0 ? dueHours : null,
        };
        if (template) await calls.setTemplate(template.id, draft);
        else await calls.addTemplate(draft);
        onSaved();
      },
    }),
);

const isHours = (values: FormValues): boolean => values['unit'] === 'hours';

function scheduleFields({ templates, people, devices }: Plans): readonly FormField[] {
  const named = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return [
    {
      key: 'template',
      type: 'select',
      label: t('orders.field.template'),
      required: true,
      options: named(templates.value.value ?? []),
    },
    {
      key: 'device',
      type: 'select',
      label: t('orders.field.device'),
      options: [{ value: '', label: t('orders.unset') }, ...named(devices.value.value ?? [])],
      check: (value, values) => (isHours(values) && !value ? t('orders.schedule.needsDevice') : null),
    },
    {
      key: 'assignee',
      type: 'select',
      label: t('orders.field.assignee'),
      options: peopleOptions(people.value.value ?? []),
    },
    {
      key: 'every',
      type: 'number',
      label: t('orders.schedule.every'),
      required: true,
      isHalf: true,
      max: 100_000,
    },
    {
      key: 'unit',
      type: 'select',
      label: t('orders.schedule.unit'),
      isHalf: true,
      options: [...UNITS, 'hours' as const].map((value) => ({
        value,
        label: t(`orders.schedule.unit.${value}`),
      })),
    },
    {
      key: 'from',
      type: 'date',
      label: t('orders.schedule.from'),
      required: true,
      isHalf: true,
      isVisible: (values) => !isHours(values),
    },
    {
      key: 'at',
      type: 'time',
      label: t('orders.schedule.at'),
      required: true,
      isHalf: true,
      isVisible: (values) => !isHours(values),
    },
    {
      key: 'hoursKey',
      type: 'text',
      label: t('orders.schedule.key'),
      hint: t('orders.schedule.key.hint'),
      required: true,
      maxLength: NAME_MAX,
      isVisible: isHours,
    },
  ];
}

/** Form keys by names of the call's body, where they differ. */
const SCHEDULE_FIELDS = {
  templateId: 'template',
  deviceId: 'device',
  'rule.key': 'hoursKey',
  'rule.every': 'every',
};

/** Form of a new schedule. */
export const ScheduleFormModel = createModel((services: Services, plans: Plans, onSaved: () => void) =>
  createForm(services, {
    fields: () => scheduleFields(plans),
    initial: {
      unit: 'month',
      every: '1',
      from: new Intl.DateTimeFormat('sv-SE').format(Date.now()),
      at: '08:00',
      device: '',
      assignee: '',
    },
    bodyFields: SCHEDULE_FIELDS,
    send: async (values) => {
      const every = Number(text(values, 'every'));
      const rule: WorkOrderRule = isHours(values)
        ? { kind: 'hours', key: text(values, 'hoursKey'), every }
        : {
            kind: 'calendar',
            every,
            unit: UNITS.find((one) => one === values['unit']) ?? 'month',
            from: text(values, 'from'),
            at: text(values, 'at'),
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          };
      await services.clientOf({ workOrderPlans }).workOrderPlans.addSchedule({
        templateId: text(values, 'template'),
        deviceId: text(values, 'device') || null,
        assignee: text(values, 'assignee') || null,
        rule,
      });
      onSaved();
    },
  }),
);

/** Form of a report. What was typed is kept until it is sent. */
export const ReportFormModel = createModel((services: Services, screen: ReportsScreen) => {
  // A second press, or a second try after a lost answer, reports the same.
  const key = newKey();
  const sent = createForm(services, {
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
    initial: { device: screen.firstDevice() },
    draft: 'report.new',
    bodyFields: { deviceId: 'device' },
    send: async (values) => {
      const value = text(values, 'value');
      const fate = await outboxOf(services).sendStep({
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
      sent.form.reset({ device: '' });
      screen.report(false);
      if (fate === 'waiting') return showToast('info', t('orders.waiting.toast'), 'order.waiting');
      showToast('success', t('orders.report.done'));
      screen.reload();
    },
  });
  return sent;
});
