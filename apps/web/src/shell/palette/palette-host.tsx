import { Suspense, lazy, useEffect } from 'react';
import { useComputed } from '@preact/signals-react';
import { useServices } from '../../kit/services.tsx';
import type { PageEntry } from '../../kit/page.tsx';
import { withTexts } from '../../platform/locale.ts';
import { palette } from '../../platform/dialogs.ts';

// Its code is fetched when it is first opened.
const Palette = lazy(() => withTexts(import('./palette.tsx')));

/** Opens the command palette by Ctrl-K or ⌘K, on every page of a logged-in user. */
export function PaletteHost({ pages }: { pages: readonly PageEntry[] }) {
  const { user } = useServices().session;
  // Before the first password is changed nothing else is open.
  const mayOpen = useComputed(() => user.value !== null && !user.value.mustChangePassword);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (event.ctrlKey === event.metaKey || !mayOpen.peek()) return;
      // The browser's own command would move the focus to its address bar.
      event.preventDefault();
      // Another dialog is finished first.
      const isBehindDialog = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
      if (palette.isOpen.peek()) palette.close();
      else if (!isBehindDialog) palette.open();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [mayOpen]);
  return <Suspense>{palette.isOpen.value && mayOpen.value && <Palette pages={pages} />}</Suspense>;
}
