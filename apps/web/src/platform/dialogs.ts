import { signal, type ReadonlySignal } from '@preact/signals-react';

/** A dialog of the shell that any page may open. */
export interface ShellDialog {
  readonly isOpen: ReadonlySignal<boolean>;
  readonly open: () => void;
  readonly close: () => void;
}

function createDialog(): ShellDialog {
  const isOpen = signal(false);
  const set = (next: boolean) => (): void => {
    isOpen.value = next;
  };
  return { isOpen, open: set(true), close: set(false) };
}

/** The command palette. */
export const palette = createDialog();
/** The user's name and region. */
export const profile = createDialog();
/** The user's organisations. */
export const workplaces = createDialog();
