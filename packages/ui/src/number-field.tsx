import { useId, useRef, type KeyboardEvent } from 'react';
import { useSignalEffect, type ReadonlySignal } from '@preact/signals-react';
import { serviceNumberFilter } from '@farm3d/api/validation';
import { classes } from './classes.ts';
import { filterField, formatNumeric, parseNumeric } from './numeric-text.ts';

export interface NumberFieldProps {
  /** Shown in front of the number. */
  label: string;
  /** Name for screen readers where `label` is only a letter. */
  description?: string;
  /** A signal: during a drag the number is written to the DOM without rendering. */
  value: ReadonlySignal<number>;
  unit?: string;
  /** Step of the arrow keys; ten times as much with Shift. Default 1. */
  step?: number;
  /** Decimals shown, default 2. */
  digits?: number;
  min?: number;
  max?: number;
  /** Called on Enter, on an arrow key and on blur, never for unfinished numbers. */
  onCommit: (value: number) => void;
  testId?: string;
}

/** Number field. Typed text is committed on Enter or blur; Escape restores the old number. */
export function NumberField(props: NumberFieldProps) {
  const { label, description, value, unit, step = 1, digits = 2, min = -Infinity, max = Infinity } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** Whether the field has uncommitted text, which `value` must not overwrite. */
  const isTyping = useRef(false);

  const write = (number: number): void => {
    isTyping.current = false;
    if (input.current) input.current.value = formatNumeric(number, digits);
  };
  useSignalEffect(() => {
    const number = value.value;
    if (!isTyping.current) write(number);
  });
  const commit = (number: number): void => {
    const clamped = Math.min(max, Math.max(min, number));
    write(clamped);
    if (clamped !== value.peek()) props.onCommit(clamped);
  };
  const finish = (): void => {
    if (!isTyping.current) return;
    const typed = parseNumeric(input.current?.value ?? '');
    if (typed === null) write(value.peek());
    else commit(typed);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      finish();
    } else if (event.key === 'Escape' && isTyping.current) {
      event.stopPropagation();
      write(value.peek());
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const from = isTyping.current
        ? (parseNumeric(input.current?.value ?? '') ?? value.peek())
        : value.peek();
      const size = step * (event.shiftKey ? 10 : 1);
      // Steps of 0.1 must not add up to 0.30000000000000004.
      commit(Number((from + (event.key === 'ArrowUp' ? size : -size)).toFixed(10)));
    }
  };

  return (
    <div
      className={classes(
        'flex h-9 min-w-0 items-center pointer-coarse:h-11 gap-1 rounded-control border border-line-strong bg-raised px-2',
        'focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-water',
      )}
    >
      <label htmlFor={id} className="shrink-0 text-note font-medium text-ink-3">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={description}
        data-testid={props.testId}
        onChange={(event) => {
          isTyping.current = true;
          filterField(event.target, serviceNumberFilter);
        }}
        onBlur={finish}
        onKeyDown={onKeyDown}
        className="tabular-nums -my-px w-full min-w-0 self-stretch bg-transparent text-right text-note text-ink outline-none"
      />
      {unit && <span className="shrink-0 text-note text-ink-3">{unit}</span>}
    </div>
  );
}
