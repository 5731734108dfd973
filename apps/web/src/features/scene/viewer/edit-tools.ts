import { batch, signal } from '@preact/signals-react';
import type { AlignEdge, Axis, SceneEditor } from 'farm3d-engine/editor';

/** Tools on what is chosen, and how they work: the editor's own state as signals. */
export function createEditTools(editorNow: () => SceneEditor | undefined) {
  const isSnapping = signal(false);
  /** Drags draw rectangles and taps add, for fingers and pens, which have no Shift. */
  const isAreaSelect = signal(false);
  const canPaste = signal(false);
  return {
    isSnapping,
    isAreaSelect,
    canPaste,
    follow: (editor: SceneEditor): void => {
      editor.on('tools-changed', ({ snap, areaSelect }) =>
        batch(() => {
          isSnapping.value = snap.isOn;
          isAreaSelect.value = areaSelect;
        }),
      );
      editor.on('copied', () => {
        canPaste.value = true;
      });
    },
    toggleSnapping: (): void => editorNow()?.setSnap({ isOn: !isSnapping.peek() }),
    /** @param grid metres @param angle radians */
    setSteps: (grid: number, angle: number): void => editorNow()?.setSnap({ grid, angle }),
    setAreaSelect: (isOn: boolean): void => {
      const editor = editorNow();
      if (editor) editor.areaSelect = isOn;
    },
    clear: (): void => editorNow()?.select([]),
    align: (axis: Axis, edge: AlignEdge): void => editorNow()?.align(axis, edge),
    distribute: (axis: Axis): void => editorNow()?.distribute(axis),
    copy: (id: string): void => editorNow()?.copyTransform(id),
    paste: (ids: readonly string[], position = false): void => editorNow()?.pasteTransform(ids, { position }),
  };
}
