import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { FocusReturn } from './focus-return.tsx';
import { IconButton } from './icon-button.tsx';
import { classes } from './classes.ts';

export interface DialogProps {
  open: boolean;
  /** Called on Escape, on a click outside, and on the close button. */
  onClose: () => void;
  title: string;
  closeLabel: string;
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode;
  /** Only the buttons close it: for content that must not be lost by accident. Default false. */
  keepOpen?: boolean;
  /** Default 'centre'. 'side' is at the right with full height; 'wide' has the full width. */
  placement?: 'centre' | 'side' | 'wide';
  testId?: string;
  children: ReactNode;
}

/** A modal dialog: traps the focus, closes on Escape, restores the focus. */
export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  actions,
  placement = 'centre',
  keepOpen = false,
  testId,
  children,
}: DialogProps) {
  const side = placement === 'side';
  return (
    <HeadlessDialog open={open} onClose={keepOpen ? () => {} : onClose} className="relative z-50">
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-backdrop transition-opacity duration-200 data-[closed]:opacity-0 data-[leave]:pointer-events-none"
      />
      <div
        className={classes(
          'pointer-events-none fixed inset-0 flex',
          side ? 'justify-end' : 'items-end justify-center p-0 sm:items-center sm:p-4',
        )}
      >
        <DialogPanel
          transition
          data-testid={testId}
          className={classes(
            'pointer-events-auto flex w-full flex-col bg-raised text-ink shadow-panel transition duration-200 ease-out data-[leave]:pointer-events-none',
            side
              ? 'h-full max-w-md data-[closed]:translate-x-full'
              : 'max-h-[90dvh] rounded-t-panel data-[closed]:translate-y-4 data-[closed]:opacity-0 sm:rounded-panel',
            placement === 'centre' && 'max-w-lg',
          )}
        >
          <FocusReturn />
          <header className="flex items-center justify-between gap-2 py-2 pr-2 pl-6">
            <DialogTitle className="min-w-0 truncate text-title font-semibold">{title}</DialogTitle>
            <IconButton label={closeLabel} icon={<X size={20} />} onClick={onClose} />
          </header>
          <div className="thin-scrollbar flex-1 overflow-y-auto px-6 pb-6">{children}</div>
          {actions && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-3">
              {actions}
            </footer>
          )}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}
