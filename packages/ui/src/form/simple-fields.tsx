import { Label, Radio, RadioGroup } from '@headlessui/react';
import { useId, useState } from 'react';
import { CircleAlert } from 'lucide-react';
import { formMessage, limitOf, numberAfterBlur, serviceNumberFilter } from '@farm3d/api/validation';
import { classes } from '../classes.ts';
import { describedBy, FieldFrame, INPUT_CLASSES } from '../field.tsx';
import { MultiSelectField, SelectField } from '../select-field.tsx';
import { Switch } from '../switch.tsx';
import { TextAreaField, TextField } from '../text-field.tsx';
import type { FieldProps } from './field-props.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** One line or several lines of text, with the count of characters. */
export function TextInput({ field, value, error, onChange, onLeave }: FieldProps) {
  const shared = {
    label: field.label,
    hint: field.hint,
    placeholder: field.placeholder,
    required: field.required ?? false,
    error,
    value: textOf(value),
    'data-testid': `field-${field.key}`,
    onValueChange: onChange,
    onBlur: onLeave,
  };
  const limit = field.countTo ?? limitOf(field);
  const limited = limit === undefined ? shared : { ...shared, limit };
  return field.type === 'textarea' ? (
    <TextAreaField {...limited} />
  ) : (
    <TextField {...limited} inputMode={inputModeOf(field.rule)} />
  );
}

const inputModeOf = (rule: FieldProps['field']['rule']): 'tel' | 'email' | 'decimal' | 'text' =>
  rule === 'phone' || rule === 'telphone'
    ? 'tel'
    : rule === 'email'
      ? 'email'
      : rule === 'number'
        ? 'decimal'
        : 'text';

/** A number as text; what is no number becomes 0 when the field is left (Spec §5). */
export function NumberInput({ field, value, error, onChange, onLeave }: FieldProps) {
  const text = textOf(value);
  return (
    <TextField
      label={field.label}
      hint={field.hint}
      placeholder={field.placeholder}
      required={field.required ?? false}
      error={error}
      inputMode={field.decimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={limitOf(field)}
      keep={serviceNumberFilter}
      value={text}
      data-testid={`field-${field.key}`}
      trailing={field.unit && <span className="pr-3 text-note text-ink-3">{field.unit}</span>}
      onValueChange={onChange}
      onBlur={() => {
        const left = numberAfterBlur(text);
        if (left !== text) onChange(left);
        onLeave();
      }}
    />
  );
}

/** A date or a time of day, by the browser's own picker. */
export function DateInput({ field, value, error, onChange, onLeave }: FieldProps) {
  return (
    <TextField
      type={field.type === 'time' ? 'time' : 'date'}
      label={field.label}
      hint={field.hint}
      required={field.required ?? false}
      error={error}
      max={field.type === 'date' ? field.latest : undefined}
      value={textOf(value)}
      data-testid={`field-${field.key}`}
      onValueChange={onChange}
      onBlur={onLeave}
    />
  );
}

/** One entry of a list, or several up to the limit. */
export function SelectInput({ field, value, error, services, onChange, onLeave }: FieldProps) {
  const [warning, setWarning] = useState<string | null>(null);
  const shared = {
    label: field.label,
    placeholder: field.placeholder ?? services.t('form.choose'),
    options: field.options ?? [],
    hint: field.hint,
    required: field.required ?? false,
    error: warning ?? error,
    testId: `field-${field.key}`,
    onLeave,
  };
  if (!field.multiple)
    return <SelectField {...shared} value={typeof value === 'string' ? value : null} onChange={onChange} />;
  const limit = limitOf(field) ?? Infinity;
  return (
    <MultiSelectField
      {...shared}
      values={Array.isArray(value) ? (value as readonly string[]) : []}
      onChange={(values) => {
        const isTooMany = values.length > limit;
        setWarning(isTooMany ? formMessage('select.limit', services.locale, { n: limit }) : null);
        onChange(values.slice(0, limit));
      }}
    />
  );
}

/** One of a few entries, all of them in sight. */
export function RadioInput({ field, value, error, onChange, onLeave }: FieldProps) {
  const id = useId();
  return (
    <RadioGroup
      value={textOf(value)}
      onChange={(next: string) => {
        onChange(next);
        onLeave();
      }}
      aria-describedby={describedBy(id, field.hint, error)}
      className="flex flex-col gap-1"
      data-testid={`field-${field.key}`}
    >
      <Label className="text-note font-medium text-ink-2">
        {field.label}
        {field.required && (
          <span aria-hidden className="ml-0.5 text-alarm">
            *
          </span>
        )}
      </Label>
      <div className="flex flex-wrap gap-2">
        {field.options?.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            data-testid={`field-${field.key}-option`}
            data-value={option.value}
            data-invalid={error ? true : undefined}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong px-4 text-body text-ink-2 transition-colors duration-150 hover:border-ink-3 data-checked:border-leaf data-checked:bg-leaf-soft data-checked:text-leaf-ink"
          >
            {option.icon}
            {option.label}
          </Radio>
        ))}
      </div>
      <FieldMessage id={id} error={error} hint={field.hint} />
    </RadioGroup>
  );
}

/** A switch with its label in front. */
export function SwitchInput({ field, value, error, onChange, onLeave }: FieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-4">
        <span className="text-body text-ink">{field.label}</span>
        <Switch
          label={field.label}
          checked={value === true}
          testId={`field-${field.key}`}
          onChange={(next) => {
            onChange(next);
            onLeave();
          }}
        />
      </div>
      <FieldMessage id={id} error={error} hint={field.hint} />
    </div>
  );
}

/** A colour, by the browser's own picker or typed. */
export function ColourInput({ field, value, error, onChange, onLeave }: FieldProps) {
  const id = useId();
  const text = textOf(value);
  const isColour = /^#[\da-f]{6}$/i.test(text);
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required}>
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label={field.label}
          value={isColour ? text : '#000000'}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
          data-testid={`field-${field.key}-pick`}
          className="h-11 w-14 shrink-0 cursor-pointer rounded-control border border-line-strong bg-raised p-1"
        />
        <input
          id={id}
          type="text"
          spellCheck={false}
          maxLength={7}
          placeholder="#2A7A3C"
          value={text}
          onChange={(event) => onChange(event.target.value.trim())}
          onBlur={onLeave}
          aria-required={field.required}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, field.hint, error)}
          data-testid={`field-${field.key}`}
          className={classes(
            INPUT_CLASSES,
            'h-11',
            error ? 'border-alarm' : 'border-line-strong hover:border-ink-3',
          )}
        />
      </div>
    </FieldFrame>
  );
}

function FieldMessage({ id, error, hint }: { id: string; error: string | null; hint: string | undefined }) {
  if (error)
    return (
      <p id={`${id}-error`} role="alert" className="flex items-center gap-1 text-note text-alarm">
        <CircleAlert aria-hidden size={14} className="shrink-0" />
        {error}
      </p>
    );
  return hint ? (
    <p id={`${id}-hint`} className="text-note text-ink-3">
      {hint}
    </p>
  ) : null;
}
