import type { ReactNode } from 'react';
import { Radio, RadioGroup } from '@headlessui/react';

export interface ChoiceTilesProps<T extends string> {
  /** Name of the group for screen readers. */
  label: string;
  options: readonly { value: T; label: string; icon: ReactNode }[];
  value: T | null;
  onChange: (value: T) => void;
  /** Shown under the tiles and read aloud. */
  error?: string | undefined;
  testId?: string;
}

/** Radio buttons as tiles with icon and label; arrow keys move between them. */
export function ChoiceTiles<T extends string>(props: ChoiceTilesProps<T>) {
  return (
    <div>
      <RadioGroup
        aria-label={props.label}
        value={props.value}
        onChange={(value) => value !== null && props.onChange(value)}
        className="grid auto-cols-fr grid-flow-col gap-2"
      >
        {props.options.map(({ value, label, icon }) => (
          <Radio
            key={value}
            value={value}
            data-testid={props.testId}
            data-value={value}
            className="flex cursor-pointer flex-col items-center gap-1.5 rounded-control border border-line-strong px-1 py-3 text-note text-ink-2 transition-colors duration-150 hover:bg-hover data-checked:border-leaf data-checked:bg-leaf-soft data-checked:text-leaf-ink"
          >
            {icon}
            {label}
          </Radio>
        ))}
      </RadioGroup>
      {props.error !== undefined && (
        <p role="alert" className="mt-1 text-note text-alarm">
          {props.error}
        </p>
      )}
    </div>
  );
}
