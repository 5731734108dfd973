import type { ComponentProps, ReactNode } from 'react';
import { KeyRound, type LucideIcon } from 'lucide-react';
import { Button, Dialog } from '@farm3d/ui';
import { t } from '../platform/locale.ts';

type DialogProps = ComponentProps<typeof Dialog>;

/** A dialog that is open as long as it is there, with the usual word for its cross. */
export function PageDialog(
  props: Omit<DialogProps, 'open' | 'closeLabel'> & Partial<Pick<DialogProps, 'open'>>,
) {
  return <Dialog open closeLabel={t('common.close')} {...props} />;
}

interface DialogButtonsProps {
  onCancel: () => void;
  /** Of the button that does what the dialog is for. */
  label: string;
  /** Id of the form that it sends. Default: it calls `onSubmit`. */
  form?: string;
  onSubmit?: () => void;
  busy?: boolean;
  disabled?: boolean;
  /** Whether it cannot be undone. */
  dangerous?: boolean;
  testId: string;
}

/** The two buttons of a dialog: cancel, and what the dialog is for. */
export function DialogButtons({ onCancel, label, form, onSubmit, testId, ...rest }: DialogButtonsProps) {
  return (
    <>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button
        type={form === undefined ? 'button' : 'submit'}
        form={form}
        variant={rest.dangerous ? 'danger' : 'primary'}
        busy={rest.busy ?? false}
        disabled={rest.disabled ?? false}
        data-testid={testId}
        onClick={onSubmit}
      >
        {label}
      </Button>
    </>
  );
}

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
