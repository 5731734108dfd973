import { classes } from './classes.ts';

export interface StatusDotProps {
  isOn: boolean;
  /** Read aloud and shown as a tooltip; leave it out where the same word stands beside the lamp. */
  label?: string;
}

/** A status lamp: a filled glowing dot when isOn, a hollow ring when not, so that it is told without colour too. */
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
