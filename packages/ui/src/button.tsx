import type { ComponentProps, ReactNode } from 'react';
import { LoaderCircle } from 'lucide-react';
import { classes } from './classes.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps extends ComponentProps<'button'> {
  /** Default 'secondary'. At most one primary button on a screen. */
  variant?: ButtonVariant;
  /** Default 'md' (44 px high, a touch target); 'sm' is 36 px for dense bars, 44 px on touch screens. */
  size?: 'sm' | 'md';
  icon?: ReactNode;
  /** Shows a spinner instead of the icon; clicks have no effect. It keeps the focus, which a disabled button loses. */
  busy?: boolean;
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-leaf text-on-leaf hover:bg-leaf-strong',
  secondary: 'bg-raised text-ink border border-line-strong hover:bg-hover',
  quiet: 'text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'bg-alarm text-on-alarm hover:bg-alarm-strong',
};

/** A text button. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      // Prevented: a submit button would submit its form.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(
        'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap',
        'transition-colors duration-150 disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-50',
        size === 'md' ? 'h-11 px-4 text-body' : 'h-9 px-3 text-note pointer-coarse:h-11',
        VARIANTS[variant],
        className,
      )}
    >
      {busy ? <LoaderCircle aria-hidden size={16} className="animate-spin" /> : icon}
      {children}
    </button>
  );
}
