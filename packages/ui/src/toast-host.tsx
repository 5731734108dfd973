import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { classes } from './classes.ts';

export type ToastTone = 'success' | 'info' | 'warning' | 'error';

/** A button in a toast. */
export interface ToastAction {
  label: string;
  run: () => void;
}

export interface ToastItem {
  id: number;
  tone: ToastTone;
  text: string;
  action?: ToastAction;
}

export interface ToastHostProps {
  items: readonly ToastItem[];
  dismissLabel: string;
  onDismiss: (id: number) => void;
}

const ICONS = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert };
const TONES: Record<ToastTone, string> = {
  success: 'text-leaf',
  info: 'text-water',
  warning: 'text-amber',
  error: 'text-alarm',
};

/** Toasts below the head of the window (`--toast-top` from the top in a narrow window), read aloud politely; errors stay until dismissed. */
export function ToastHost({ items, dismissLabel, onDismiss }: ToastHostProps) {
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[var(--toast-top,4.25rem)] z-[60] flex md:top-20 flex-col items-center gap-2 px-4"
    >
      {items.map((item) => {
        const Icon = ICONS[item.tone];
        return (
          <div
            key={item.id}
            role={item.tone === 'error' ? 'alert' : 'status'}
            data-testid="toast"
            data-tone={item.tone}
            className="pointer-events-auto flex max-w-lg animate-rise items-center gap-2 rounded-panel border border-line bg-raised py-0.5 pr-1 pl-4 text-ink shadow-panel"
          >
            <Icon aria-hidden size={20} className={classes('shrink-0', TONES[item.tone])} />
            <span className="py-2 text-body">{item.text}</span>
            {item.action && (
              <Button size="sm" onClick={item.action.run} data-testid="toast-action">
                {item.action.label}
              </Button>
            )}
            <IconButton
              size="sm"
              label={dismissLabel}
              icon={<X size={16} />}
              onClick={() => onDismiss(item.id)}
            />
          </div>
        );
      })}
    </div>
  );
}
