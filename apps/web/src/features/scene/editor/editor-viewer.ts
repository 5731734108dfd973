import type { CameraState, SceneDocument } from 'farm3d-engine';
import type { SceneEditor } from 'farm3d-engine/editor';

/** What editing needs of the FarmViewer. */
export interface EditorViewer {
  readonly document: Pick<SceneDocument, 'on' | 'toLayout' | 'markSaved'>;
  readonly camera: {
    state(): CameraState;
    /** The saved view, to which the camera returns. */
    home: CameraState | null;
  };
}

/** What editing needs of the engine's SceneEditor. */
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
