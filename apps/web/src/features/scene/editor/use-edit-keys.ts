import { useEffect } from 'react';
import type { SceneScreen } from '../scene-model.ts';

/** Their keys are their own: the scene behind them hears none. */
const OVER_THE_SCENE = '[aria-modal="true"], [role="menu"], [role="listbox"]';

/** Undo, redo, save, removal and help by keyboard while the scene is edited. Fields keep their own keys; the engine hears those that move things. */
export function useEditKeys(screen: SceneScreen): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { editing, stage } = screen;
      if (!editing.editing.peek() || editing.question.peek() !== null || event.defaultPrevented) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isTyping = target?.matches('input, textarea, [contenteditable]') === true;
      const key = event.key.toLowerCase();
      const isCommand = event.ctrlKey || event.metaKey;
      const isBehind = editing.saving.peek() || target?.closest(OVER_THE_SCENE);
      // Never the browser's own, which would keep the page as a file.
      if (isCommand && key === 's') {
        if (!isBehind) void editing.save();
      } else if (isBehind) return;
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
