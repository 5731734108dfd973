import { Switch as HeadlessSwitch } from '@headlessui/react';
import { classes } from './classes.ts';

export interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Waiting for the response: the knob is in the middle, and toggling has no effect. It keeps the focus. */
  busy?: boolean;
  testId?: string;
}

/** A switch. Shows the reported state, not the requested one: the caller updates `checked`. */
export function Switch({ label, checked, onChange, disabled = false, busy = false, testId }: SwitchProps) {
  return (
    <HeadlessSwitch
      checked={checked}
      onChange={(next) => {
        if (!busy) onChange(next);
      }}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-label={label}
      aria-busy={busy || undefined}
      data-testid={testId}
      className={classes(
        'inline-flex h-11 items-center rounded-full px-1 disabled:cursor-not-allowed',
        disabled && 'opacity-50',
      )}
    >
      <span
        className={classes(
          'relative block h-6 w-11 rounded-full transition-colors duration-150',
          checked ? 'bg-leaf' : 'bg-line-strong',
        )}
      >
        <span
          className={classes(
            'absolute top-0.5 size-5 rounded-full bg-white shadow transition-[left] duration-150',
            busy ? 'left-3 animate-pulse' : checked ? 'left-[1.375rem]' : 'left-0.5',
          )}
        />
      </span>
    </HeadlessSwitch>
  );
}
