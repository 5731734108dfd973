import type { CameraState, SceneDocument } from 'farm3d-engine';
import type { SceneEditor } from 'farm3d-engine/editor';

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
