import { useId, type ComponentProps, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { FieldFrame, INPUT_CLASSES, describedBy } from './field.tsx';
import { filterField } from './numeric-text.ts';

interface Shared {
  label: string;
  hint?: ReactNode;
  /** Shown under the field and read aloud; marks the field as invalid. */
  error?: string | null | undefined;
  /** Shows the number of characters and this limit. Longer text is accepted, so that a paste can be shortened. */
  limit?: number;
  onValueChange?: (value: string) => void;
}

export interface TextFieldProps extends Shared, Omit<ComponentProps<'input'>, 'id' | 'children'> {
  /** At the right end inside the field, such as a reveal button. */
  trailing?: ReactNode;
  /** Filters typed or pasted text. Default: no filter. */
  keep?: ((text: string) => string) | undefined;
}

/** Number of code points, not of UTF-16 units. */
const lengthOf = (value: unknown): number => (typeof value === 'string' ? Array.from(value).length : 0);

function Count({ used, limit }: { used: number; limit: number }) {
  return (
    <span className={classes('text-note tabular-nums', used > limit ? 'text-alarm' : 'text-ink-3')}>
      {used}/{limit}
    </span>
  );
}

/** One line of text with its label, hint and error. */
export function TextField({
  label,
  hint,
  error,
  limit,
  trailing,
  keep,
  className,
  onValueChange,
  required,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const used = lengthOf(rest.value);
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={required}
      aside={limit === undefined ? undefined : <Count used={used} limit={limit} />}
    >
      <div className="relative">
        <input
          {...rest}
          id={id}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => {
            rest.onChange?.(event);
            onValueChange?.(keep ? filterField(event.target, keep) : event.target.value);
          }}
          className={classes(
            INPUT_CLASSES,
            'h-11',
            trailing ? 'pr-12' : null,
            error ? 'border-alarm' : 'border-line-strong hover:border-ink-3',
            className,
          )}
        />
        {trailing && <div className="absolute inset-y-0 right-0 grid place-items-center">{trailing}</div>}
      </div>
    </FieldFrame>
  );
}

export interface TextAreaFieldProps extends Shared, Omit<ComponentProps<'textarea'>, 'id' | 'children'> {}

/** Several lines of text. */
export function TextAreaField({
  label,
  hint,
  error,
  limit,
  className,
  onValueChange,
  required,
  ...rest
}: TextAreaFieldProps) {
  const id = useId();
  const used = lengthOf(rest.value);
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={required}
      aside={limit === undefined ? undefined : <Count used={used} limit={limit} />}
    >
      <textarea
        rows={3}
        {...rest}
        id={id}
        aria-required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        onChange={(event) => {
          rest.onChange?.(event);
          onValueChange?.(event.target.value);
        }}
        className={classes(
          INPUT_CLASSES,
          'resize-none py-2',
          error ? 'border-alarm' : 'border-line-strong hover:border-ink-3',
          className,
        )}
      />
    </FieldFrame>
  );
}
