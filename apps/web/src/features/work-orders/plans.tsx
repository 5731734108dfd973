import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { Button, EmptyState, Skeleton, Switch } from '@farm3d/ui';
import type { WorkOrderSchedule, WorkOrderTemplate } from '@farm3d/api';
import { Confirm } from '../../kit/confirm.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { dateText } from '../../platform/time-text.ts';
import { ScheduleFormModel, TemplateFormModel } from './forms.ts';
import { PlansModel, type Orders, type Plans as Model } from './model.ts';
import { t } from './zh-CN.ts';

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ROW = 'flex flex-wrap items-center justify-end gap-x-4 gap-y-1 px-4 py-2';

/** Templates of work orders, and the schedules that make orders of them. */
export function Plans({ orders }: { orders: Orders }) {
  const model = useModelOf(PlansModel, orders);
  return (
    <Loaded
      of={[model.templates, model.schedules]}
      skeleton={<Skeleton className="h-56" />}
      onRetry={model.reload}
    >
      {() => <Content model={model} />}
    </Loaded>
  );
}

function Content({ model }: { model: Model }) {
  const templates = model.templates.value.value ?? [];
  return (
    <div className="flex flex-col gap-8">
      <Templates model={model} templates={templates} />
      {templates.length > 0 && <Schedules model={model} templates={templates} />}
      <TemplateDialog model={model} />
      <ScheduleDialog model={model} />
      <Confirm
        question={model.removing}
        message={({ kind, name }) =>
          t(kind === 'template' ? 'orders.template.remove' : 'orders.schedule.remove', { name })
        }
      />
    </div>
  );
}

function Head({ title, action }: { title: string; action: ReactNode }) {
  return (
    <div className="mb-3 flex items-center justify-between gap-3">
      <h2 className="text-body font-semibold">{title}</h2>
      {action}
    </div>
  );
}

function Templates({ model, templates }: { model: Model; templates: readonly WorkOrderTemplate[] }) {
  return (
    <section>
      <Head
        title={t('orders.templates')}
        action={
          <Button
            size="sm"
            icon={<Plus size={16} />}
            data-testid="template-new"
            onClick={() => model.editing.open('new')}
          >
            {t('orders.template.new')}
          </Button>
        }
      />
      {templates.length === 0 ? (
        <EmptyState
          testId="templates-none"
          title={t('orders.templates.none')}
          hint={t('orders.templates.none.hint')}
        />
      ) : (
        <ul
          data-testid="order-templates"
          className="divide-y divide-line rounded-panel border border-line bg-raised"
        >
          {templates.map((template) => (
            <li key={template.id} data-testid="order-template" className={ROW}>
              <span className="min-w-0 flex-1 basis-full md:basis-56">
                <span className="block text-body font-medium">{template.name}</span>
                <span className="text-note text-ink-3">
                  {template.title} ·{' '}
                  {t('orders.template.summary', { n: template.checklist.length, m: template.parts.length })}
                </span>
              </span>
              <Button
                size="sm"
                variant="quiet"
                data-testid="template-edit"
                onClick={() => model.editing.open(template)}
              >
                {t('orders.edit')}
              </Button>
              <Button
                size="sm"
                variant="quiet"
                data-testid="template-remove"
                onClick={() => model.removing.ask({ kind: 'template', id: template.id, name: template.name })}
              >
                {t('common.delete')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Schedules({ model, templates }: { model: Model; templates: readonly WorkOrderTemplate[] }) {
  const schedules = model.schedules.value.value ?? [];
  const nameOf = ({ templateId }: WorkOrderSchedule): string =>
    templates.find(({ id }) => id === templateId)?.name ?? '';
  return (
    <section>
      <Head
        title={t('orders.schedules')}
        action={
          <Button
            size="sm"
            icon={<Plus size={16} />}
            data-testid="schedule-new"
            onClick={() => model.scheduling.open(true)}
          >
            {t('orders.schedule.new')}
          </Button>
        }
      />
      {schedules.length === 0 ? (
        <p className="text-note text-ink-3" data-testid="schedules-none">
          {t('orders.schedules.none')}
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-panel border border-line bg-raised">
          {schedules.map((schedule) => (
            <li
              key={schedule.id}
              data-testid="order-schedule"
              data-enabled={schedule.enabled}
              className={ROW}
            >
              <span className="min-w-0 flex-1 basis-full md:basis-56">
                <span className="block text-body font-medium">{nameOf(schedule)}</span>
                <span className="text-note text-ink-3 tabular-nums">
                  {ruleText(schedule)} · {nextText(schedule)} ·{' '}
                  {t('orders.schedule.made', { n: schedule.made })}
                </span>
              </span>
              <Switch
                label={t('orders.schedule.enabled', { name: nameOf(schedule) })}
                checked={schedule.enabled}
                busy={model.isBusy.value}
                testId="schedule-enabled"
                onChange={() => void model.toggle(schedule)}
              />
              <Button
                size="sm"
                variant="quiet"
                data-testid="schedule-remove"
                onClick={() =>
                  model.removing.ask({ kind: 'schedule', id: schedule.id, name: nameOf(schedule) })
                }
              >
                {t('common.delete')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const ruleText = ({ rule }: WorkOrderSchedule): string =>
  rule.kind === 'hours'
    ? t('orders.schedule.each.hours', { n: rule.every, key: rule.key })
    : t(`orders.schedule.each.${rule.unit}`, {
        n: rule.every,
        at: rule.timeZone === HERE ? rule.at : `${rule.at} (${rule.timeZone})`,
      });

function nextText({ enabled, nextAt, nextHours }: WorkOrderSchedule): string {
  if (!enabled) return t('orders.schedule.off');
  return nextAt === null
    ? t('orders.schedule.nextHours', { n: nextHours ?? 0 })
    : t('orders.schedule.next', { time: dateText(nextAt) });
}

function TemplateDialog({ model }: { model: Model }) {
  const services = useServices();
  const { subject, close } = model.editing;
  const template = subject.value;
  if (template === null) return null;
  return (
    <FormDialog
      id="template"
      title={t(template === 'new' ? 'orders.template.new' : 'orders.template.edit')}
      submitLabel={t('orders.save')}
      model={() =>
        new TemplateFormModel(services, template === 'new' ? null : template, () => {
          close();
          model.reload();
        })
      }
      onClose={close}
    />
  );
}

function ScheduleDialog({ model }: { model: Model }) {
  const services = useServices();
  const { subject, close } = model.scheduling;
  if (subject.value === null) return null;
  return (
    <FormDialog
      id="schedule"
      title={t('orders.schedule.new')}
      submitLabel={t('orders.create')}
      model={() =>
        new ScheduleFormModel(services, model, () => {
          close();
          model.reload();
        })
      }
      onClose={close}
    />
  );
}
