import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  /** Makes it a toggle button: whether it is on. */
  pressed?: boolean;
  /** Default 'md' (44 px); 'sm' is 36 px inside cards and rows, 44 px on touch screens. */
  size?: 'sm' | 'md';
  tone?: 'neutral' | 'danger';
}

/** A button with an icon only. */
export function IconButton({
  label,
  icon,
  pressed,
  size = 'md',
  tone = 'neutral',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      className={classes(
        'inline-grid shrink-0 place-items-center rounded-control transition-colors duration-150 disabled:opacity-40',
        size === 'md' ? 'size-11' : 'size-9 pointer-coarse:size-11',
        pressed
          ? 'bg-leaf-soft text-leaf-ink'
          : tone === 'danger'
            ? 'text-alarm hover:bg-alarm-soft'
            : 'text-ink-2 hover:bg-hover hover:text-ink',
        className,
      )}
    >
      {icon}
    </button>
  );
}
