import { useEffect } from 'react';
import type { SceneObjects } from '../objects/scene-objects.ts';
import type { EditSession } from './edit-session.ts';
import type { EditorModel } from './editor-model.ts';

/** Elements over the scene that handle their own keys. */
const OVER_THE_SCENE = '[aria-modal="true"], [role="menu"], [role="listbox"]';

export interface EditKeysOptions {
  readonly editor: Pick<EditorModel, 'isEditing' | 'isSaving' | 'dialog' | 'save'>;
  readonly session: Pick<EditSession, 'undo' | 'redo' | 'tools'>;
  readonly selection: SceneObjects['selection'];
  readonly onRemove: (ids: readonly string[]) => void;
  readonly onShowShortcuts: () => void;
}

/** Undo, redo, save, remove and help by keyboard in edit mode. Fields keep their keys; the engine handles those that move objects. */
export function useEditKeys(options: EditKeysOptions): void {
  const { editor, session, selection, onRemove, onShowShortcuts } = options;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!editor.isEditing.peek() || editor.dialog.peek() !== null || event.defaultPrevented) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isTyping = target?.matches('input, textarea, [contenteditable]') === true;
      const key = event.key.toLowerCase();
      const isCommand = event.ctrlKey || event.metaKey;
      const isBehind = editor.isSaving.peek() || target?.closest(OVER_THE_SCENE);
      // Never the browser's own action, which saves the page as a file.
      if (isCommand && key === 's') {
        if (!isBehind) void editor.save();
      } else if (isBehind || isTyping) return;
      else if (isCommand && (key === 'y' || (key === 'z' && event.shiftKey))) session.redo();
      else if (isCommand && key === 'z') session.undo();
      else if (event.key === 'Delete' && selection.peek().length > 0) onRemove(selection.peek());
      else if (event.key === '?') onShowShortcuts();
      else if (key === 'g' && !isCommand) session.tools.toggleSnapping();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [editor, session, selection, onRemove, onShowShortcuts]);
}
