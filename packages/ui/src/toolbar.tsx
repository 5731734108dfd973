import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from './classes.ts';

export interface ToolbarProps {
  label: string;
  /** Default: a frosted bar. 'plain' inside a card. */
  plain?: boolean;
  children: ReactNode;
}

/** A toolbar; arrow keys move between its buttons. */
export function Toolbar({ label, plain = false, children }: ToolbarProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || event.target instanceof HTMLInputElement) return;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (at === -1) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    // The buttons have the focus; their arrow keys bubble to the toolbar.
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className={classes('flex items-center outline-none', plain ? 'gap-1' : 'frosted gap-0.5 p-0.5')}
    >
      {children}
    </div>
  );
}

export interface ToolbarButtonProps {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  /** Shows the icon alone. Default: the label is hidden in a window with no room for all of them; it is always the accessible name. */
  iconOnly?: boolean;
  variant?: 'plain' | 'primary' | 'danger';
  pressed?: boolean;
  disabled?: boolean;
  testId?: string;
}

/** A toolbar button: icon and label. */
export function ToolbarButton(props: ToolbarButtonProps) {
  const { label, icon, iconOnly = false, variant = 'plain', pressed, disabled } = props;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      data-testid={props.testId}
      onClick={props.onClick}
      className={classes(
        'inline-flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-[10px] px-3 text-note font-medium whitespace-nowrap transition-colors duration-150 disabled:opacity-40',
        variant === 'primary'
          ? 'bg-leaf text-on-leaf hover:bg-leaf-strong'
          : variant === 'danger'
            ? 'text-alarm hover:bg-alarm-soft'
            : pressed
              ? 'bg-leaf-soft text-leaf-ink'
              : 'text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      {icon}
      {!iconOnly && <span className="hidden xl:inline">{label}</span>}
    </button>
  );
}
