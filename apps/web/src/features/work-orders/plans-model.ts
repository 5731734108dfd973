import { createModel, signal } from '@preact/signals-react';
import type { Device, WorkOrderRule, WorkOrderSchedule, WorkOrderTemplate } from '@farm3d/api';
import { createFormModel, type FormField, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { api } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import type { Orders } from './model.ts';
import { orderApi } from './order-api.ts';
import { itemsOf, partsOf, partsText, taskFields } from './order-fields.ts';
import { PRIORITIES } from './order-states.ts';
import { t } from './zh-CN.ts';

const DEVICES_MAX = 200;
const NAME_MAX = 64;
const UNITS = ['day', 'week', 'month'] as const;

const text = (values: FormValues, key: string): string => {
  const { [key]: value } = values;
  return typeof value === 'string' ? value.trim() : '';
};

/** Templates and schedules of the organisation. */
export const PlansModel = createModel((orders: Orders) => {
  const schedules = loadable<readonly WorkOrderSchedule[]>(
    async (abort) => (await orderApi.workOrderPlans.schedules({ signal: abort })).items,
  );
  const devices = loadable<readonly Pick<Device, 'id' | 'name'>[]>(
    async (abort) => (await api.devices.list({ pageSize: DEVICES_MAX }, { signal: abort })).items,
  );
  /** 'new', or the template that is changed; null: none. */
  const editing = signal<WorkOrderTemplate | 'new' | null>(null);
  const isScheduling = signal(false);
  const removing = signal<{
    readonly kind: 'template' | 'schedule';
    readonly id: string;
    readonly name: string;
  } | null>(null);
  const isBusy = signal(false);
  const reload = (): void => {
    void orders.templates.load();
    void schedules.load();
    void devices.load();
  };
  reload();
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    isBusy.value = true;
    try {
      await work();
    } catch (error) {
      showToast('error', problemText(error));
    } finally {
      isBusy.value = false;
      reload();
    }
  };
  return {
    templates: orders.templates,
    people: orders.people,
    schedules,
    devices,
    editing,
    edit: (template: WorkOrderTemplate | 'new' | null): void => {
      editing.value = template;
    },
    isScheduling,
    schedule: (isOpen: boolean): void => {
      isScheduling.value = isOpen;
    },
    removing,
    ask: (one: (typeof removing)['value']): void => {
      removing.value = one;
    },
    isBusy,
    reload,
    toggle: ({ id, enabled }: WorkOrderSchedule): Promise<void> =>
      run(() => orderApi.workOrderPlans.switchSchedule(id, !enabled)),
    remove: (): Promise<void> =>
      run(async () => {
        const one = removing.peek();
        if (one?.kind === 'template') await orderApi.workOrderPlans.removeTemplate(one.id);
        else if (one) await orderApi.workOrderPlans.removeSchedule(one.id);
        removing.value = null;
      }),
  };
});
export type Plans = InstanceType<typeof PlansModel>;

const templateFields = (): readonly FormField[] => [
  { key: 'name', type: 'text', label: t('orders.template.name'), required: true, maxLength: NAME_MAX },
  { key: 'title', type: 'text', label: t('orders.field.title'), required: true, maxLength: NAME_MAX },
  { key: 'content', type: 'textarea', label: t('orders.field.content'), maxLength: 4000 },
  {
    key: 'priority',
    type: 'select',
    label: t('orders.field.priority'),
    isHalf: true,
    options: PRIORITIES.map((value) => ({ value, label: t(`orders.priority.${value}`) })),
  },
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
export const TemplateFormModel = createModel((template: WorkOrderTemplate | null, onSaved: () => void) => {
  const form = createFormModel({
    fields: templateFields,
    locale,
    initial: template
      ? {
          ...template,
          checklist: template.checklist.join('\n'),
          parts: partsText(template.parts),
          dueHours: template.dueHours === null ? '' : String(template.dueHours),
        }
      : { priority: 'normal' },
    problemOf: formProblem(),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
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
      if (template) await orderApi.workOrderPlans.setTemplate(template.id, draft);
      else await orderApi.workOrderPlans.addTemplate(draft);
      onSaved();
    },
  };
});

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
      options: [
        { value: '', label: t('orders.nobody') },
        ...(people.value.value ?? []).map(({ userId, username, displayName }) => ({
          value: userId,
          label: displayName || username,
        })),
      ],
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
export const ScheduleFormModel = createModel((plans: Plans, onSaved: () => void) => {
  const form = createFormModel({
    fields: () => scheduleFields(plans),
    locale,
    initial: {
      unit: 'month',
      every: '1',
      from: new Intl.DateTimeFormat('sv-SE').format(Date.now()),
      at: '08:00',
      device: '',
      assignee: '',
    },
    problemOf: formProblem(SCHEDULE_FIELDS),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
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
      await orderApi.workOrderPlans.addSchedule({
        templateId: text(values, 'template'),
        deviceId: text(values, 'device') || null,
        assignee: text(values, 'assignee') || null,
        rule,
      });
      onSaved();
    },
  };
});
