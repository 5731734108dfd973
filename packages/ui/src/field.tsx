import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';

export interface FieldFrameProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  required?: boolean | undefined;
  /** At the right of the label, such as a count of characters. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Value of `aria-describedby`: the id of the error, else of the hint. */
export function describedBy(id: string, hint: unknown, error: unknown): string | undefined {
  if (error) return `${id}-error`;
  return hint ? `${id}-hint` : undefined;
}

export const INPUT_CLASSES =
  'w-full rounded-control border bg-raised px-3 text-body text-ink placeholder:text-ink-3 transition-colors duration-150 disabled:opacity-60';

/** Label, input, and hint or error, for every kind of input. */
export function FieldFrame({ id, label, hint, error, required, aside, children }: FieldFrameProps) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-note font-medium text-ink-2">
          {label}
          {required && (
            <span aria-hidden className="ml-0.5 text-alarm">
              *
            </span>
          )}
        </label>
        {aside}
      </div>
      {children}
      {error ? (
        <p id={`${id}-error`} role="alert" className="flex items-center gap-1 text-note text-alarm">
          <CircleAlert aria-hidden size={14} className="shrink-0" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-note text-ink-3">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
