import type { ReactNode } from 'react';
import { KeyRound, type LucideIcon } from 'lucide-react';
import { Button } from '@farm3d/ui';
import { PageDialog } from './dialog.tsx';

/** Says that what stands below it is shown this once. */
export function OnceNote({ icon: Icon = KeyRound, children }: { icon?: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex gap-3 rounded-control bg-amber-soft px-3 py-2 text-note text-amber">
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0" />
      {children}
    </p>
  );
}

interface OnceDialogProps<Made> {
  /** Null: closed. */
  made: Made | null;
  onDone: () => void;
  title: (made: Made) => string;
  note: (made: Made) => string;
  icon?: LucideIcon;
  doneLabel: string;
  testId: string;
  doneTestId: string;
  children: (made: Made) => ReactNode;
}

/** Shows a secret that was just made, once: a click outside does not lose it. */
export function OnceDialog<Made>({
  made,
  onDone,
  title,
  note,
  icon,
  children,
  ...rest
}: OnceDialogProps<Made>) {
  return (
    <PageDialog
      open={made !== null}
      onClose={onDone}
      title={made === null ? '' : title(made)}
      testId={rest.testId}
      keepOpen
      actions={
        <Button variant="primary" data-testid={rest.doneTestId} onClick={onDone}>
          {rest.doneLabel}
        </Button>
      }
    >
      {made !== null && (
        <div className="flex flex-col gap-4 pt-1">
          <OnceNote {...(icon && { icon })}>{note(made)}</OnceNote>
          {children(made)}
        </div>
      )}
    </PageDialog>
  );
}
