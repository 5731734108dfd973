import { useId, useState, type KeyboardEvent } from 'react';
import { classes } from './classes.ts';
import { formatNumeric, keepNumeric, parseNumeric } from './numeric-text.ts';

export interface NumberFieldProps {
  /** Read aloud, and shown in front of the number. */
  label: string;
  /** Longer name for screen readers where `label` is only a letter. */
  description?: string;
  value: number;
  unit?: string;
  /** Step of the arrow keys; ten times as much with Shift. Default 1. */
  step?: number;
  /** Decimals shown, default 2. */
  digits?: number;
  min?: number;
  max?: number;
  disabled?: boolean;
  /** Called on Enter, on an arrow key and when the field is left, never for half-typed numbers. */
  onCommit: (value: number) => void;
  testId?: string;
}

/** An exact number. What is half typed stays in the field until Enter or until it is left; Escape puts the old number back. */
export function NumberField(props: NumberFieldProps) {
  const { label, description, value, unit, step = 1, digits = 2, min = -Infinity, max = Infinity } = props;
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);

  const commit = (next: number) => {
    setDraft(null);
    const clamped = Math.min(max, Math.max(min, next));
    if (clamped !== value) props.onCommit(clamped);
  };
  const leave = () => {
    if (draft === null) return;
    const parsed = parseNumeric(draft);
    if (parsed === null) setDraft(null);
    else commit(parsed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      leave();
    } else if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation();
      setDraft(null);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const from = draft === null ? value : (parseNumeric(draft) ?? value);
      const size = step * (event.shiftKey ? 10 : 1);
      commit(Number((from + (event.key === 'ArrowUp' ? size : -size)).toFixed(10)));
    }
  };

  return (
    <div
      className={classes(
        'flex h-9 min-w-0 items-center gap-1 rounded-control border border-line-strong bg-raised px-2',
        'focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-water',
        props.disabled && 'opacity-50',
      )}
    >
      <label htmlFor={id} aria-label={description} className="shrink-0 text-note font-medium text-ink-3">
        {label}
      </label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        disabled={props.disabled}
        data-testid={props.testId}
        value={draft ?? formatNumeric(value, digits)}
        onChange={(event) => setDraft(keepNumeric(event.target.value))}
        onBlur={leave}
        onKeyDown={onKeyDown}
        className="figures w-full min-w-0 bg-transparent text-right text-note text-ink outline-none"
      />
      {unit && <span className="shrink-0 text-note text-ink-3">{unit}</span>}
    </div>
  );
}
