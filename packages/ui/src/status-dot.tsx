import { classes } from './classes.ts';

export interface StatusDotProps {
  isOn: boolean;
  /** Accessible name and tooltip; left out where the same text is beside the dot. */
  label?: string;
}

/** Status indicator: a filled dot when on, a ring when off, so that it does not depend on colour. */
export function StatusDot({ isOn, label }: StatusDotProps) {
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true })}
      className={classes(
        'inline-block size-2 shrink-0 rounded-full',
        isOn
          ? 'bg-online shadow-[0_0_0_3px_color-mix(in_srgb,var(--farm-online)_25%,transparent)]'
          : 'border-[1.5px] border-ink-3',
      )}
    />
  );
}
