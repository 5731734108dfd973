import { Label, Listbox, ListboxButton, ListboxOption, ListboxOptions, Field } from '@headlessui/react';
import type { ReactNode } from 'react';
import { Check, ChevronDown, CircleAlert } from 'lucide-react';
import { INPUT_CLASSES } from './field.tsx';
import { classes } from './classes.ts';

export interface SelectOption {
  value: string;
  label: string;
  /** Second line, such as a product code. */
  note?: string;
  icon?: ReactNode;
}

interface SharedProps {
  label: string;
  placeholder: string;
  options: readonly SelectOption[];
  hint?: ReactNode;
  error?: string | null | undefined;
  required?: boolean | undefined;
  /** The list was closed. */
  onLeave?: () => void;
  testId?: string;
}

export interface SelectFieldProps extends SharedProps {
  value: string | null;
  onChange: (value: string) => void;
}

export interface MultiSelectFieldProps extends SharedProps {
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

/** Select field of one entry. */
export function SelectField(props: SelectFieldProps) {
  const { options, value } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Field className="flex flex-col gap-1">
      <SelectLabel {...props} />
      <Listbox value={value ?? ''} onChange={props.onChange}>
        <Choice
          {...props}
          selected={value === null ? [] : [value]}
          shown={
            chosen && (
              <span className="flex min-w-0 items-center gap-2">
                {chosen.icon}
                <span className="truncate">{chosen.label}</span>
                {chosen.note && <span className="shrink-0 text-note text-ink-3">{chosen.note}</span>}
              </span>
            )
          }
        />
      </Listbox>
      <SelectMessage {...props} />
    </Field>
  );
}

/** Select field of several entries; the list stays open while they are selected. */
export function MultiSelectField(props: MultiSelectFieldProps) {
  const { options, values } = props;
  const labels = options.flatMap((option) => (values.includes(option.value) ? [option.label] : []));
  return (
    <Field className="flex flex-col gap-1">
      <SelectLabel {...props} />
      <Listbox multiple value={[...values]} onChange={props.onChange}>
        <Choice
          {...props}
          selected={values}
          shown={labels.length > 0 && <span className="truncate">{labels.join(' · ')}</span>}
        />
      </Listbox>
      <SelectMessage {...props} />
    </Field>
  );
}

/** Label of a select field. */
export function SelectLabel({ label, required }: SharedProps) {
  return (
    <Label className="text-note font-medium text-ink-2">
      {label}
      {required && (
        <span aria-hidden className="ml-0.5 text-alarm">
          *
        </span>
      )}
    </Label>
  );
}

/** Error or hint of a select field. */
export function SelectMessage({ error, hint }: SharedProps) {
  if (!error) return hint ? <p className="text-note text-ink-3">{hint}</p> : null;
  return (
    <p role="alert" className="flex items-center gap-1 text-note text-alarm">
      <CircleAlert aria-hidden size={14} className="shrink-0" />
      {error}
    </p>
  );
}

/** Button and list of a Listbox. */
function Choice(props: SharedProps & { selected: readonly string[]; shown: ReactNode }) {
  const { options, error, selected } = props;
  return (
    <>
      <ListboxButton
        data-testid={props.testId}
        aria-invalid={error ? true : undefined}
        onBlur={props.onLeave}
        className={classes(
          INPUT_CLASSES,
          'flex h-11 items-center justify-between gap-2 text-left',
          error ? 'border-alarm' : 'border-line-strong hover:border-ink-3',
        )}
      >
        {props.shown || <span className="text-ink-3">{props.placeholder}</span>}
        <ChevronDown aria-hidden size={16} className="shrink-0 text-ink-3" />
      </ListboxButton>
      <ListboxOptions
        // The rest of the page stays usable while the list fades out.
        modal={false}
        anchor={{ to: 'bottom start', gap: 4 }}
        className="thin-scrollbar z-[70] max-h-72 w-(--button-width) overflow-y-auto rounded-control border border-line bg-raised p-1 text-ink shadow-panel transition-opacity duration-150 outline-none starting:opacity-0"
      >
        {options.map((option) => (
          <ListboxOption
            key={option.value}
            value={option.value}
            data-testid={props.testId ? `${props.testId}-option` : undefined}
            data-value={option.value}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-2 data-[focus]:bg-hover"
          >
            {option.icon}
            <span className="min-w-0 flex-1 truncate text-body">{option.label}</span>
            {option.note && <span className="shrink-0 text-note text-ink-3">{option.note}</span>}
            {selected.includes(option.value) && (
              <Check aria-hidden size={16} className="shrink-0 text-leaf" />
            )}
          </ListboxOption>
        ))}
      </ListboxOptions>
    </>
  );
}
