import { useEffect } from 'react';
import { useSignalEffect } from '@preact/signals-react';
import { guardLeaving } from '../../../platform/leave-guard.ts';
import type { EditorModel } from './editor-model.ts';

/** Confirms before unsaved work is lost: on the browser's back button, on the page's, and before the page is closed. */
export function useLeaveGuard(editor: Pick<EditorModel, 'isDirty' | 'blocksUnload' | 'openDialog'>): void {
  useEffect(
    () =>
      guardLeaving({
        hasUnsavedWork: () => editor.isDirty.peek(),
        confirmLeave: () => editor.openDialog('leave'),
      }),
    [editor],
  );
  useSignalEffect(() => {
    if (!editor.blocksUnload.value) return undefined;
    const confirmUnload = (event: BeforeUnloadEvent): void => {
      // Read again: a reload by the page itself may come before this effect has run.
      if (editor.blocksUnload.peek()) event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmUnload);
    return () => window.removeEventListener('beforeunload', confirmUnload);
  });
}
