import { batch, signal } from '@preact/signals-react';
import type { AlignEdge, Axis, SceneEditor } from 'farm3d-engine/editor';
import type { CameraState, SceneDocument } from 'farm3d-engine';

/** The public members: the type that `createModel` gives a nested object. */
export type EditToolsModel = Pick<EditTools, keyof EditTools>;

/** Tools for the selected objects and their options: the editor's own state as signals. */
export class EditTools {
  readonly isSnapping = signal(false);
  /** Drags draw rectangles and taps add to the selection: for fingers and pens, which have no Shift key. */
  readonly isAreaSelect = signal(false);
  readonly canPaste = signal(false);
  readonly #editor: () => EngineEditor | undefined;

  /** @param editor the editor while it is enabled */
  constructor(editor: () => EngineEditor | undefined) {
    this.#editor = editor;
  }

  follow(editor: EngineEditor): void {
    editor.on('tools-changed', ({ snap, areaSelect }) =>
      batch(() => {
        this.isSnapping.value = snap.isOn;
        this.isAreaSelect.value = areaSelect;
      }),
    );
    editor.on('copied', () => {
      this.canPaste.value = true;
    });
  }

  readonly toggleSnapping = (): void => this.#editor()?.setSnap({ isOn: !this.isSnapping.peek() });

  /** @param grid metres @param angle radians */
  setSteps(grid: number, angle: number): void {
    this.#editor()?.setSnap({ grid, angle });
  }

  setAreaSelect(isOn: boolean): void {
    const editor = this.#editor();
    if (editor) editor.areaSelect = isOn;
  }

  clearSelection(): void {
    this.#editor()?.select([]);
  }

  align(axis: Axis, edge: AlignEdge): void {
    this.#editor()?.align(axis, edge);
  }

  distribute(axis: Axis): void {
    this.#editor()?.distribute(axis);
  }

  copy(id: string): void {
    this.#editor()?.copyTransform(id);
  }

  /** @param position also the position, not only rotation and scale; default false */
  paste(ids: readonly string[], position = false): void {
    this.#editor()?.pasteTransform(ids, { position });
  }
}

/** The part of the FarmViewer that editing uses. */
export interface EditorViewer {
  readonly document: Pick<SceneDocument, 'on' | 'toLayout' | 'markSaved'>;
  readonly camera: {
    state(): CameraState;
    /** The saved view, to which the camera returns. */
    home: CameraState | null;
  };
}

/** The part of the engine's SceneEditor that editing uses. */
export type EngineEditor = Pick<
  SceneEditor,
  | 'enabled'
  | 'areaSelect'
  | 'on'
  | 'selection'
  | 'select'
  | 'setSnap'
  | 'beginPlacement'
  | 'beginKeyboardPlacement'
  | 'beginTransform'
  | 'remove'
  | 'align'
  | 'distribute'
  | 'copyTransform'
  | 'pasteTransform'
  | 'undo'
  | 'redo'
  | 'dispose'
> & {
  readonly activeTransform: Pick<
    NonNullable<SceneEditor['activeTransform']>,
    'setMode' | 'set' | 'commit' | 'cancel'
  > | null;
};

/** Fetches the code of the engine's editor. Resolves with the function that opens one on a viewer. */
export type LoadEditor<Viewer> = () => Promise<(viewer: Viewer) => EngineEditor>;
