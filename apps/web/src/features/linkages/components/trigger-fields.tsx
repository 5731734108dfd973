import { CircleAlert, Plus, Trash2 } from 'lucide-react';
import { serviceNumberFilter } from '@farm3d/api/validation';
import { Button, IconButton, SelectField, TextField, classes } from '@farm3d/ui';
import type { Catalogue } from '../catalogue.ts';
import { Section } from '../../../components/section.tsx';
import type { Editor } from '../editor-model.ts';
import {
  CHANGES,
  LIMITS,
  TRIGGERS,
  type OnceForm,
  type TriggerForm,
  type TriggerType,
} from '../linkage-form.ts';
import { WEEK } from '../schedule.ts';
import { dayText } from '../sentence.ts';
import { t } from '../zh-CN.ts';
import { DeviceField } from './device-field.tsx';

const TRIGGERS_MAX = 10;

interface FieldsProps {
  trigger: TriggerForm;
  /** Such as 'triggers.0'. */
  path: string;
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<TriggerForm>) => void;
}

/** 'When': what makes the linkage run, and how often at most. */
export function TriggerFields({ model }: { model: Editor }) {
  const { triggers } = model.form.value;
  return (
    <Section title={t('linkages.when')} hint={triggers.length > 1 ? t('linkages.triggers.hint') : undefined}>
      <div className="flex flex-col gap-3">
        {triggers.map((trigger, at) => (
          <Trigger key={at} model={model} trigger={trigger} at={at} isOnly={triggers.length === 1} />
        ))}
        {triggers.length < TRIGGERS_MAX && (
          <div>
            <Button size="sm" icon={<Plus size={16} />} data-testid="add-trigger" onClick={model.addTrigger}>
              {t('linkages.trigger.add')}
            </Button>
          </div>
        )}
        <OnceFields model={model} />
      </div>
    </Section>
  );
}

interface TriggerProps {
  model: Editor;
  trigger: TriggerForm;
  at: number;
  isOnly: boolean;
}

function Trigger({ model, trigger, at, isOnly }: TriggerProps) {
  const catalogue = model.catalogue.value;
  const { type } = trigger;
  const fields = {
    trigger,
    path: `triggers.${at}`,
    errors: model.errors.value,
    onChange: (part: Partial<TriggerForm>): void => model.changeTrigger(at, part),
  };
  return (
    <fieldset
      aria-label={t('linkages.trigger.numbered', { n: at + 1 })}
      data-testid="linkage-trigger"
      data-type={type}
      className={classes('flex min-w-0 flex-col gap-3', !isOnly && 'rounded-control border border-line p-3')}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <SelectField
            label={t('linkages.trigger')}
            placeholder={t('linkages.trigger')}
            hint={t(`linkages.trigger.${type}.hint`)}
            testId={`field-${fields.path}.type`}
            value={type}
            error={fields.errors[`${fields.path}.type`]}
            options={TRIGGERS.map((value) => ({ value, label: t(`linkages.trigger.${value}`) }))}
            onChange={(next) => fields.onChange({ type: next as TriggerType })}
          />
        </div>
        {!isOnly && (
          <IconButton
            tone="danger"
            label={t('linkages.trigger.remove', { n: at + 1 })}
            data-testid={`remove-trigger-${at}`}
            icon={<Trash2 size={18} />}
            onClick={() => model.removeTrigger(at)}
          />
        )}
      </div>
      {(type === 'alarm' || type === 'online') && catalogue && (
        <DeviceTrigger {...fields} catalogue={catalogue} />
      )}
      {type === 'cron' && <ClockTrigger {...fields} />}
    </fieldset>
  );
}

/** An alarm of a device, or its connection. */
function DeviceTrigger({
  catalogue,
  trigger,
  path,
  errors,
  onChange,
}: FieldsProps & { catalogue: Catalogue }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <DeviceField
        catalogue={catalogue}
        path={`${path}.deviceId`}
        value={trigger.deviceId}
        error={errors[`${path}.deviceId`]}
        onChange={(deviceId) => onChange({ deviceId })}
      />
      {trigger.type === 'alarm' ? (
        <SelectField
          label={t('linkages.change')}
          placeholder={t('linkages.change')}
          testId={`field-${path}.change`}
          value={trigger.change}
          options={CHANGES.map((value) => ({ value, label: t(`linkages.change.${value}`) }))}
          onChange={(next) => onChange({ change: next as TriggerForm['change'] })}
        />
      ) : (
        <SelectField
          label={t('linkages.change')}
          placeholder={t('linkages.change')}
          testId={`field-${path}.online`}
          value={String(trigger.online)}
          options={[
            { value: 'true', label: t('linkages.change.online') },
            { value: 'false', label: t('linkages.change.offline') },
          ]}
          onChange={(next) => onChange({ online: next === 'true' })}
        />
      )}
    </div>
  );
}

/** A time on days of the week, or a cron expression. */
function ClockTrigger({ trigger, path, errors, onChange }: FieldsProps) {
  const zones = new Set([
    trigger.timeZone,
    new Intl.DateTimeFormat().resolvedOptions().timeZone,
    'Asia/Shanghai',
    'UTC',
  ]);
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          label={t('linkages.schedule')}
          placeholder={t('linkages.schedule')}
          testId={`field-${path}.isDaily`}
          value={String(trigger.isDaily)}
          options={[
            { value: 'true', label: t('linkages.schedule.daily') },
            { value: 'false', label: t('linkages.expression') },
          ]}
          onChange={(next) => onChange({ isDaily: next === 'true' })}
        />
        {trigger.isDaily ? (
          <TextField
            label={t('linkages.time')}
            required
            type="time"
            data-testid={`field-${path}.time`}
            value={trigger.time}
            error={errors[`${path}.time`]}
            onValueChange={(time) => onChange({ time })}
          />
        ) : (
          <TextField
            label={t('linkages.expression')}
            required
            hint={t('linkages.expression.hint')}
            autoComplete="off"
            data-testid={`field-${path}.expression`}
            value={trigger.expression}
            error={errors[`${path}.expression`]}
            onValueChange={(expression) => onChange({ expression })}
          />
        )}
        <SelectField
          label={t('linkages.timeZone')}
          placeholder={t('linkages.timeZone')}
          testId={`field-${path}.timeZone`}
          value={trigger.timeZone}
          error={errors[`${path}.timeZone`]}
          options={[...zones].map((value) => ({ value, label: value }))}
          onChange={(timeZone) => onChange({ timeZone })}
        />
      </div>
      {trigger.isDaily && <Days trigger={trigger} path={path} errors={errors} onChange={onChange} />}
    </div>
  );
}

function Days({ trigger: { days }, path, errors, onChange }: FieldsProps) {
  const error = errors[`${path}.days`];
  return (
    <fieldset>
      <legend className="mb-1 text-note font-medium text-ink-2">{t('linkages.days')}</legend>
      <div className="flex flex-wrap gap-2">
        {WEEK.map((day) => {
          const isOn = days.includes(day);
          return (
            <button
              key={day}
              type="button"
              aria-pressed={isOn}
              data-testid={`${path}-day-${day}`}
              onClick={() =>
                onChange({ days: WEEK.filter((one) => (one === day ? !isOn : days.includes(one))) })
              }
              className={classes(
                'min-h-11 min-w-11 rounded-control border px-2 text-note transition-colors duration-150',
                isOn
                  ? 'border-leaf bg-leaf-soft font-medium text-leaf-ink'
                  : 'border-line-strong text-ink-2 hover:bg-hover',
              )}
            >
              {dayText(day)}
            </button>
          );
        })}
      </div>
      {error && (
        <p role="alert" className="mt-1 flex items-center gap-1 text-note text-alarm">
          <CircleAlert aria-hidden size={14} className="shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

const LABELS = {
  '': 'linkages.once.always',
  hour: 'linkages.once.hour',
  day: 'linkages.once.day',
  minutes: 'linkages.once.custom',
} as const;

/** How often the linkage runs at most. */
function OnceFields({ model }: { model: Editor }) {
  const { once, triggers } = model.form.value;
  const errors = model.errors.value;
  // Its hours and days are those of its clock.
  const timeZone = triggers.find(({ type }) => type === 'cron')?.timeZone ?? once.timeZone;
  const change = (part: Partial<OnceForm>): void => model.change({ once: { ...once, timeZone, ...part } });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={t('linkages.once')}
        placeholder={t('linkages.once')}
        hint={once.per === '' ? undefined : t('linkages.once.hint')}
        testId="field-once.per"
        value={once.per}
        options={LIMITS.map((value) => ({ value, label: t(LABELS[value]) }))}
        onChange={(per) => change({ per: per as OnceForm['per'] })}
      />
      {once.per === 'minutes' && (
        <TextField
          label={t('linkages.once.minutes')}
          required
          inputMode="numeric"
          keep={serviceNumberFilter}
          trailing={<span className="pr-3 text-note text-ink-3">{t('linkages.minutes')}</span>}
          data-testid="field-once.minutes"
          value={once.minutes}
          error={errors['once.minutes']}
          onValueChange={(minutes) => change({ minutes })}
        />
      )}
    </div>
  );
}
