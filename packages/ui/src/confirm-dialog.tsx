import {
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
  Description,
} from '@headlessui/react';
import { useRef, type ReactNode } from 'react';
import { CircleQuestionMark, TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { FocusReturn } from './focus-return.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  message: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** The action cannot be undone: its button is red, and cancel has the initial focus. */
  dangerous?: boolean;
  /** Something moves at once: cancel has the initial focus. Red is kept for what cannot be undone, and for alarms. */
  careful?: boolean;
  busy?: boolean;
  /** A third button, between the two. */
  alternative?: { label: string; onSelect: () => void } | undefined;
  onConfirm: () => void;
  onCancel: () => void;
  testId?: string;
}

/** Confirmation dialog with two or three buttons. Escape and a click outside cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, dangerous = false, careful = false, busy = false, alternative } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const Icon = dangerous || careful ? TriangleAlert : CircleQuestionMark;
  return (
    <HeadlessDialog
      open={open}
      onClose={props.onCancel}
      role="alertdialog"
      initialFocus={dangerous || careful ? cancel : confirm}
      className="relative z-50"
    >
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-backdrop transition-opacity duration-200 data-[closed]:opacity-0 data-[leave]:pointer-events-none"
      />
      <div className="pointer-events-none fixed inset-0 flex items-end justify-center sm:items-center sm:p-4">
        <DialogPanel
          transition
          data-testid={props.testId}
          className={`pointer-events-auto w-full ${alternative ? 'max-w-xl' : 'max-w-md'} rounded-t-panel bg-raised p-6 text-ink shadow-panel transition duration-200 ease-out data-[leave]:pointer-events-none data-[closed]:translate-y-4 data-[closed]:opacity-0 sm:rounded-panel`}
        >
          <FocusReturn />
          <div className="flex gap-4">
            <span
              className={`grid size-10 shrink-0 place-items-center rounded-full ${dangerous ? 'bg-alarm-soft text-alarm' : careful ? 'bg-amber-soft text-amber' : 'bg-water-soft text-water'}`}
            >
              <Icon aria-hidden size={20} />
            </span>
            <div className="min-w-0">
              <DialogTitle className="text-title font-semibold">{props.title}</DialogTitle>
              <Description as="div" className="mt-1 text-body text-ink-2">
                {props.message}
              </Description>
            </div>
          </div>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Button ref={cancel} onClick={props.onCancel} data-testid="confirm-cancel">
              {props.cancelLabel}
            </Button>
            {alternative && (
              <Button onClick={alternative.onSelect} data-testid="confirm-alternative">
                {alternative.label}
              </Button>
            )}
            <Button
              ref={confirm}
              variant={dangerous ? 'danger' : 'primary'}
              busy={busy}
              onClick={props.onConfirm}
              data-testid="confirm-ok"
            >
              {props.confirmLabel}
            </Button>
          </div>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}
