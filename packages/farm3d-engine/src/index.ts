export { TypedEmitter, type ListenOptions } from './core/emitter.ts';
export { FarmError, type FarmErrorCode, type FarmErrorDetails } from './core/errors.ts';
export type { Locale, Messages } from './core/messages.ts';
export type { Vec3 } from './core/vec3.ts';
export type { Clock } from './core/clock.ts';
export type { Padding } from './core/padding.ts';
export type { IDisposable } from './core/disposer.ts';

export type { ChangeSource, DocumentDiff } from './document/diff.ts';
export type {
  CameraState,
  ChildSceneRecord,
  EquipmentRecord,
  SceneLayout,
  Transform,
} from './document/records.ts';
export type { ChildScenePatch, EquipmentPatch, Transaction } from './document/transaction.ts';
export type { SkippedRecord } from './document/validate-layout.ts';
export type { UnreadRecords } from './document/records.ts';
export {
  SceneDocument,
  type DocumentChange,
  type HistoryState,
  type SceneDocumentEvents,
  type TransactOptions,
} from './document/scene-document.ts';

export type {
  AddOptions,
  BaseHit,
  ContextFrame,
  PickTarget,
  PlotGround,
  PreviewModel,
  ViewerContext,
  ViewerContextEvents,
  ViewerPlugin,
} from './context/viewer-context.ts';
export type {
  BaseModel,
  LoadedModel,
  LoadedModelHandle,
  LoadedModelPart,
  ModelStore,
  SceneSurroundings,
} from './context/context-parts.ts';
export type { ClipData, TrackData } from './workers/model.contract.ts';
export type { ContinuousRequest } from './render/continuous-frames.ts';
export { type Atmosphere, MORNING } from './view/atmosphere.ts';
export {
  COVER_GLSL,
  patchSurface,
  SURFACE,
  surfaceKind,
  type PatchedMaterial,
  type PatchedShader,
  type SurfaceState,
} from './view/surface.ts';

export type { LabelContent, LabelState, LabelTier } from './labels/label-content.ts';
export type { LabelLayer, LabelMode, LabelRecord, ShownLabel } from './labels/label-layer.ts';
export type { CameraRig, CameraRigEvents, CameraRigLimits, CameraSource } from './render/camera-rig.ts';
export type { QualityTier } from './render/quality.ts';
export type { TweenAdapter, TweenHandle } from './render/tween.ts';
export type { LoadProgress } from './resources/load-progress.ts';

export type { DeviceKind, KindReading, KindThreshold } from './engine/kind-types.ts';
export type { EquipmentKind } from './engine/equipment-kind.ts';
export type { ModelLevelSource } from './engine/model-levels.ts';
export type { FarmViewerEvents, ModelFallback, ModelWarning, ObjectClick } from './engine/events.ts';
export { FarmViewer } from './engine/farm-viewer.ts';
export type { LiveState, LoadReport, Pick, ViewerScene, ViewerStats } from './engine/viewer-types.ts';
export type { LabelPoint } from './engine/label-tracker.ts';
export type { FarmViewerOptions, QualityChoice, ScreenshotOptions } from './engine/options.ts';

export type { AnimationPlayer, PlayOptions } from './animation/animation-player.ts';
export type { Drive } from './animation/drive.ts';
