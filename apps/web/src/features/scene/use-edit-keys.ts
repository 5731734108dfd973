import { useEffect } from 'react';
import type { SceneScreen } from './model.ts';

/** Undo, redo, save, removal and help by keyboard while the scene is edited. Fields keep their own keys; the engine hears those that move things. */
export function useEditKeys(screen: SceneScreen): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { editing, stage } = screen;
      if (!editing.editing.peek() || editing.question.peek() !== null || event.defaultPrevented) return;
      const target = event.target;
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');
      const key = event.key.toLowerCase();
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && key === 's') void editing.save();
      else if (isTyping) return;
      else if (isCommand && (key === 'y' || (key === 'z' && event.shiftKey))) stage.redo();
      else if (isCommand && key === 'z') stage.undo();
      else if (event.key === 'Delete' && stage.selection.peek().length > 0) {
        screen.removeThings(stage.selection.peek());
      } else if (event.key === '?') screen.showShortcuts(true);
      else if (key === 'g' && !isCommand) stage.tools.toggleSnapping();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [screen]);
}
