import { batch, signal } from '@preact/signals-react';
import type { SceneLayout, Transform } from 'farm3d-engine';
import type {
  PlacementCancelReason,
  PlacementItem,
  PlacementObstacle,
  TransformMode,
} from 'farm3d-engine/editor';
import {
  EditTools,
  type EditToolsModel,
  type EditorViewer,
  type EngineEditor,
  type LoadEditor,
} from './edit-tools.ts';

/** A device or child scene that is being placed. */
export interface Placement {
  readonly id: string;
  readonly name: string;
  readonly by: 'pointer' | 'keyboard';
  /** Whether it can be dropped here; null until the pointer is over the canvas. */
  readonly valid: boolean | null;
  /** Why it cannot be dropped here; null while it can. */
  readonly reason: PlacementObstacle | null;
}

export interface ActiveTransform {
  /** The objects that the handles transform together. */
  readonly ids: readonly string[];
  readonly mode: TransformMode;
}

/** Whether handles are shown on exactly these objects. */
export function isTransforming(transform: ActiveTransform | null, ids: readonly string[]): boolean {
  return transform?.ids.join() === ids.join();
}

export interface EditSessionOptions<Viewer> {
  readonly loadEditor: LoadEditor<Viewer>;
  readonly onPlaced: (id: string, by: Placement['by']) => void;
  readonly onPlacementCancelled: (name: string, reason: PlacementCancelReason) => void;
}

/** The engine's editor on the page: its state as signals, its commands while it is enabled. */
export class EditSession<Viewer extends EditorViewer = EditorViewer> {
  /** The layout differs from the saved one. */
  readonly isLayoutDirty = signal(false);
  readonly canUndo = signal(false);
  readonly canRedo = signal(false);
  readonly placement = signal<Placement | null>(null);
  readonly transform = signal<ActiveTransform | null>(null);
  /** Changes with each pointer move of a drag: read it outside React's render. */
  readonly transformValues = signal<Transform | null>(null);
  readonly tools: EditToolsModel = new EditTools(() => this.#enabledEditor);
  readonly #options: EditSessionOptions<Viewer>;
  #viewer: Viewer | undefined;
  #editor: EngineEditor | undefined;

  constructor(options: EditSessionOptions<Viewer>) {
    this.#options = options;
  }

  readonly attach = (viewer: Viewer): (() => void) => {
    this.#viewer = viewer;
    const stop = viewer.document.on('history-changed', (history) =>
      batch(() => {
        this.canUndo.value = history.canUndo;
        this.canRedo.value = history.canRedo;
        this.isLayoutDirty.value = history.isDirty;
      }),
    );
    return () => {
      stop();
      this.#editor?.dispose();
      this.#editor = undefined;
      this.#viewer = undefined;
    };
  };

  /** Fetches the editor's code and opens the editor, disabled. @throws the error of fetching the code */
  async prepare(): Promise<void> {
    const open = await this.#options.loadEditor();
    if (!this.#viewer || this.#editor) return;
    const editor = open(this.#viewer);
    editor.enabled = false;
    this.#editor = editor;
    this.tools.follow(editor);
    this.#followPlacement(editor);
    this.#followTransform(editor);
  }

  setEnabled(isEnabled: boolean): void {
    if (this.#editor) this.#editor.enabled = isEnabled;
  }

  /** Adds an object to the selection, or removes it. A transform in progress is committed first. */
  readonly toggle = (id: string): void => {
    const editor = this.#enabledEditor;
    if (!editor) return;
    const { selection } = editor;
    editor.select(selection.includes(id) ? selection.filter((other) => other !== id) : [...selection, id]);
  };

  placeByPointer(item: PlacementItem, pointer: PointerEvent): void {
    const editor = this.#beginPlacement(item, 'pointer');
    editor?.beginPlacement(item, pointer);
  }

  placeByKeyboard(item: PlacementItem): void {
    const editor = this.#beginPlacement(item, 'keyboard');
    editor?.beginKeyboardPlacement(item);
  }

  /** Shows handles on these objects; on objects that have handles already, only the mode changes. */
  setTransformMode(ids: readonly string[], mode: TransformMode): void {
    const editor = this.#enabledEditor;
    if (!editor) return;
    const session = editor.activeTransform;
    if (session && isTransforming(this.transform.peek(), ids)) session.setMode(mode);
    else editor.beginTransform(ids, mode);
    // The requested ids: the engine leaves out an object inside a child scene that is transformed too.
    this.transform.value = { ids, mode };
  }

  setTransform(part: Partial<Transform>): void {
    this.#editor?.activeTransform?.set(part);
  }

  readonly commitTransform = (): void => this.#editor?.activeTransform?.commit();

  readonly cancelTransform = (): void => this.#editor?.activeTransform?.cancel();

  remove(ids: readonly string[]): void {
    this.#enabledEditor?.remove(ids);
  }

  readonly undo = (): void => this.#enabledEditor?.undo();

  readonly redo = (): void => this.#enabledEditor?.redo();

  /** The layout to save: skipped records included, with the present camera. Null without a viewer. */
  layout(): SceneLayout | null {
    if (!this.#viewer) return null;
    const { skipped, ...layout } = this.#viewer.document.toLayout();
    return {
      ...layout,
      equipment: [...layout.equipment, ...((skipped?.equipment ?? []) as typeof layout.equipment)],
      childScenes: [...layout.childScenes, ...((skipped?.childScenes ?? []) as typeof layout.childScenes)],
      camera: this.#viewer.camera.state(),
    };
  }

  /** The layout was saved: its camera becomes the view that the camera returns to. */
  markSaved({ camera }: SceneLayout): void {
    if (!this.#viewer) return;
    this.#viewer.document.markSaved();
    this.#viewer.camera.home = camera;
  }

  /** Before editing begins, and while a save is in progress, nothing may change. */
  get #enabledEditor(): EngineEditor | undefined {
    return this.#editor?.enabled ? this.#editor : undefined;
  }

  #beginPlacement({ id, name }: PlacementItem, by: Placement['by']): EngineEditor | undefined {
    const editor = this.#enabledEditor;
    if (!editor || this.placement.peek()) return undefined;
    this.placement.value = { id, name, by, valid: null, reason: null };
    return editor;
  }

  #followPlacement(editor: EngineEditor): void {
    editor.on('placement-preview', ({ id, valid: fits, reason = null }) => {
      const placement = this.placement.peek();
      if (placement?.id !== id) return;
      const valid = reason === 'outside-canvas' ? null : fits;
      if (placement.valid !== valid || placement.reason !== reason) {
        this.placement.value = { ...placement, valid, reason };
      }
    });
    editor.on('placed', ({ id }) => {
      const by = this.placement.peek()?.by ?? 'pointer';
      this.placement.value = null;
      this.#options.onPlaced(id, by);
    });
    editor.on('placement-cancelled', ({ reason }) => {
      const name = this.placement.peek()?.name;
      this.placement.value = null;
      if (name !== undefined) this.#options.onPlacementCancelled(name, reason);
    });
  }

  #followTransform(editor: EngineEditor): void {
    editor.on('transform-start', ({ ids, mode, transform }) =>
      batch(() => {
        this.transform.value = { ids, mode };
        this.transformValues.value = transform;
      }),
    );
    editor.on('transform-change', ({ transform }) => {
      this.transformValues.value = transform;
    });
    for (const type of ['transform-commit', 'transform-cancel'] as const) {
      editor.on(type, () =>
        batch(() => {
          this.transform.value = null;
          this.transformValues.value = null;
        }),
      );
    }
  }
}
