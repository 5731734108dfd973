import type { ReactNode } from 'react';
import { useModel } from '@preact/signals-react';
import { Plus } from 'lucide-react';
import { Button, ConfirmDialog, EmptyState, ErrorState, Skeleton, Switch } from '@farm3d/ui';
import type { WorkOrderSchedule, WorkOrderTemplate } from '@farm3d/api';
import { FormFrame } from '../../../kit/forms/form-dialog.tsx';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { dateText } from '../../../platform/time-text.ts';
import type { Orders } from '../model.ts';
import { PlansModel, ScheduleFormModel, TemplateFormModel, type Plans as Model } from '../plans-model.ts';
import { t } from '../zh-CN.ts';

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ROW = 'flex flex-wrap items-center justify-end gap-x-4 gap-y-1 px-4 py-2';

/** Templates of work orders, and the schedules that make orders of them. */
export function Plans({ orders }: { orders: Orders }) {
  const model = useModel(() => new PlansModel(orders));
  const { editing, isScheduling, removing } = model;
  const error = model.templates.error.value ?? model.schedules.error.value;
  if (!model.templates.hasLoaded.value || !model.schedules.hasLoaded.value)
    return error === null ? (
      <Skeleton className="h-56" />
    ) : (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={model.reload}>{t('common.retry')}</Button>}
      />
    );
  const templates = model.templates.value.value ?? [];
  return (
    <div className="flex flex-col gap-8">
      <Templates model={model} templates={templates} />
      {templates.length > 0 && <Schedules model={model} templates={templates} />}
      {editing.value !== null && <TemplateDialog model={model} />}
      {isScheduling.value && <ScheduleDialog model={model} />}
      <ConfirmDialog
        open={removing.value !== null}
        dangerous
        title={t('common.prompt')}
        message={
          removing.value &&
          t(removing.value.kind === 'template' ? 'orders.template.remove' : 'orders.schedule.remove', {
            name: removing.value.name,
          })
        }
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        busy={model.isBusy.value}
        onConfirm={() => void model.remove()}
        onCancel={() => model.ask(null)}
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
            onClick={() => model.edit('new')}
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
                onClick={() => model.edit(template)}
              >
                {t('orders.edit')}
              </Button>
              <Button
                size="sm"
                variant="quiet"
                data-testid="template-remove"
                onClick={() => model.ask({ kind: 'template', id: template.id, name: template.name })}
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
            onClick={() => model.schedule(true)}
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
                onClick={() => model.ask({ kind: 'schedule', id: schedule.id, name: nameOf(schedule) })}
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
  const template = model.editing.value;
  const close = (): void => model.edit(null);
  const { form, send } = useModel(
    () =>
      new TemplateFormModel(template === 'new' ? null : template, () => {
        close();
        model.reload();
      }),
  );
  return (
    <FormFrame
      id="template"
      title={t(template === 'new' ? 'orders.template.new' : 'orders.template.edit')}
      submitLabel={t('orders.save')}
      form={form}
      send={send}
      onClose={close}
    />
  );
}

function ScheduleDialog({ model }: { model: Model }) {
  const close = (): void => model.schedule(false);
  const { form, send } = useModel(
    () =>
      new ScheduleFormModel(model, () => {
        close();
        model.reload();
      }),
  );
  return (
    <FormFrame
      id="schedule"
      title={t('orders.schedule.new')}
      submitLabel={t('orders.create')}
      form={form}
      send={send}
      onClose={close}
    />
  );
}
