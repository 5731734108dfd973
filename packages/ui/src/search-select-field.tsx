import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions, Field } from '@headlessui/react';
import { useState } from 'react';
import { Check, ChevronDown } from 'lucide-react';
import { classes } from './classes.ts';
import { INPUT_CLASSES } from './field.tsx';
import { SelectLabel, SelectMessage, type SelectFieldProps } from './select-field.tsx';

/** More matches are found by typing more. */
const MAX_SHOWN = 50;

export interface SearchSelectFieldProps extends SelectFieldProps {
  /** Shown when no option matches what was typed. */
  noMatch: string;
}

/** Select field of one entry among many: typing narrows the list. */
export function SearchSelectField(props: SearchSelectFieldProps) {
  const { options, value, error, testId } = props;
  const [query, setQuery] = useState('');
  const text = query.trim().toLocaleLowerCase();
  const matching = options.filter(({ label, note = '' }) =>
    `${label}\n${note}`.toLocaleLowerCase().includes(text),
  );
  const labelOf = (chosen: string | null): string =>
    options.find((option) => option.value === chosen)?.label ?? '';
  return (
    <Field className="flex flex-col gap-1">
      <SelectLabel {...props} />
      <Combobox
        immediate
        value={value}
        // Null: the text was deleted. The former choice stays until another one is made.
        onChange={(next: string | null) => next !== null && props.onChange(next)}
        onClose={() => setQuery('')}
      >
        <div className="relative">
          <ComboboxInput
            data-testid={testId}
            data-value={value ?? ''}
            autoComplete="off"
            placeholder={props.placeholder}
            aria-required={props.required}
            aria-invalid={error ? true : undefined}
            displayValue={labelOf}
            onChange={(event) => setQuery(event.target.value)}
            onBlur={props.onLeave}
            className={classes(
              INPUT_CLASSES,
              'h-11 truncate pr-9',
              error ? 'border-alarm' : 'border-line-strong hover:border-ink-3',
            )}
          />
          <ChevronDown
            aria-hidden
            size={16}

            className="pointer-events-none absolute inset-y-0 right-3 my-auto text-ink-3"
          />
        </div>
        <ComboboxOptions
          modal={false}
          anchor={{ to: 'bottom start', gap: 4 }}
          className="thin-scrollbar z-[70] w-(--input-width) min-w-64 overflow-y-auto [--anchor-max-height:18rem] rounded-control border border-line bg-raised p-1 text-ink shadow-panel transition-opacity duration-150 outline-none starting:opacity-0"
        >
          {matching.slice(0, MAX_SHOWN).map((option) => (
            <ComboboxOption
              key={option.value}
              value={option.value}
              data-testid={testId ? `${testId}-option` : undefined}
              data-value={option.value}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-2 data-[focus]:bg-hover"
            >
              {option.icon}
              <span className="min-w-0 flex-1 truncate text-body">{option.label}</span>
              {option.note && <span className="shrink-0 text-note text-ink-3">{option.note}</span>}
              {option.value === value && <Check aria-hidden size={16} className="shrink-0 text-leaf" />}
            </ComboboxOption>
          ))}
          {matching.length === 0 && <p className="px-2 py-3 text-note text-ink-3">{props.noMatch}</p>}
        </ComboboxOptions>
      </Combobox>
      <SelectMessage {...props} />
    </Field>
  );
}
