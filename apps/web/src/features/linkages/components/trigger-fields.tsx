import { CircleAlert, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton, classes } from '@farm3d/ui';
import type { Catalogue } from '../catalogue.ts';
import { Section } from '../../../kit/blocks.tsx';
import type { Editor } from '../editor-model.ts';
import {
  CHANGES,
  LIMITS,
  TRIGGERS,
  WEEK,
  type OnceForm,
  type TriggerForm,
  type TriggerType,
} from '../linkage-form.ts';
import { dayText } from '../sentence.ts';
import { t } from '../zh-CN.ts';
import { Choice, DeviceField, NumberText, Text, placesIn } from './fields.tsx';

const TRIGGERS_MAX = 10;

interface FieldsProps {
  trigger: TriggerForm;
  /** Such as 'triggers.0'. */
  path: string;
  at: ReturnType<typeof placesIn>;
  onChange: (part: Partial<TriggerForm>) => void;
}

/** 'When': what makes the linkage run, and how often at most. */
export function TriggerFields({ model }: { model: Editor }) {
  const { triggers } = model.form.value;
  return (
    <Section title={t('linkages.when')} hint={triggers.length > 1 ? t('linkages.triggers.hint') : undefined}>
      <div className="flex flex-col gap-3">
        {triggers.map((trigger, at) => (
          <Trigger key={at} model={model} trigger={trigger} index={at} isOnly={triggers.length === 1} />
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
  index: number;
  isOnly: boolean;
}

function Trigger({ model, trigger, index, isOnly }: TriggerProps) {
  const catalogue = model.catalogue.value;
  const { type } = trigger;
  const path = `triggers.${index}`;
  const fields = {
    trigger,
    path,
    at: placesIn(path, model.errors.value),
    onChange: (part: Partial<TriggerForm>): void => model.changeTrigger(index, part),
  };
  return (
    <fieldset
      aria-label={t('linkages.trigger.numbered', { n: index + 1 })}
      data-testid="linkage-trigger"
      data-type={type}
      className={classes('flex min-w-0 flex-col gap-3', !isOnly && 'rounded-control border border-line p-3')}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Choice<TriggerType>
            {...fields.at('type')}
            label={t('linkages.trigger')}
            hint={t(`linkages.trigger.${type}.hint`)}
            value={type}
            options={TRIGGERS.map((value) => ({ value, label: t(`linkages.trigger.${value}`) }))}
            onChange={(type) => fields.onChange({ type })}
          />
        </div>
        {!isOnly && (
          <IconButton
            tone="danger"
            label={t('linkages.trigger.remove', { n: index + 1 })}
            data-testid={`remove-trigger-${index}`}
            icon={<Trash2 size={18} />}
            onClick={() => model.removeTrigger(index)}
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
function DeviceTrigger({ catalogue, trigger, at, onChange }: FieldsProps & { catalogue: Catalogue }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <DeviceField
        {...at('deviceId')}
        catalogue={catalogue}
        value={trigger.deviceId}
        onChange={(deviceId) => onChange({ deviceId })}
      />
      {trigger.type === 'alarm' ? (
        <Choice<TriggerForm['change']>
          {...at('change')}
          label={t('linkages.change')}
          value={trigger.change}
          options={CHANGES.map((value) => ({ value, label: t(`linkages.change.${value}`) }))}
          onChange={(change) => onChange({ change })}
        />
      ) : (
        <Choice
          {...at('online')}
          label={t('linkages.change')}
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
function ClockTrigger(props: FieldsProps) {
  const { trigger, at, onChange } = props;
  const zones = new Set([
    trigger.timeZone,
    new Intl.DateTimeFormat().resolvedOptions().timeZone,
    'Asia/Shanghai',
    'UTC',
  ]);
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <Choice
          {...at('isDaily')}
          label={t('linkages.schedule')}
          value={String(trigger.isDaily)}
          options={[
            { value: 'true', label: t('linkages.schedule.daily') },
            { value: 'false', label: t('linkages.expression') },
          ]}
          onChange={(next) => onChange({ isDaily: next === 'true' })}
        />
        {trigger.isDaily ? (
          <Text
            {...at('time')}
            label={t('linkages.time')}
            required
            type="time"
            value={trigger.time}
            onValueChange={(time) => onChange({ time })}
          />
        ) : (
          <Text
            {...at('expression')}
            label={t('linkages.expression')}
            required
            hint={t('linkages.expression.hint')}
            autoComplete="off"
            value={trigger.expression}
            onValueChange={(expression) => onChange({ expression })}
          />
        )}
        <Choice
          {...at('timeZone')}
          label={t('linkages.timeZone')}
          value={trigger.timeZone}
          options={[...zones].map((value) => ({ value, label: value }))}
          onChange={(timeZone) => onChange({ timeZone })}
        />
      </div>
      {trigger.isDaily && <Days {...props} />}
    </div>
  );
}

function Days({ trigger: { days }, path, at, onChange }: FieldsProps) {
  const { error } = at('days');
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
  const at = placesIn('once', model.errors.value);
  // Its hours and days are those of its clock.
  const timeZone = triggers.find(({ type }) => type === 'cron')?.timeZone ?? once.timeZone;
  const change = (part: Partial<OnceForm>): void => model.change({ once: { ...once, timeZone, ...part } });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Choice<OnceForm['per']>
        {...at('per')}
        label={t('linkages.once')}
        hint={once.per === '' ? undefined : t('linkages.once.hint')}
        value={once.per}
        options={LIMITS.map((value) => ({ value, label: t(LABELS[value]) }))}
        onChange={(per) => change({ per })}
      />
      {once.per === 'minutes' && (
        <NumberText
          {...at('minutes')}
          label={t('linkages.once.minutes')}
          required
          inputMode="numeric"
          unit={t('linkages.minutes')}
          value={once.minutes}
          onValueChange={(minutes) => change({ minutes })}
        />
      )}
    </div>
  );
}
