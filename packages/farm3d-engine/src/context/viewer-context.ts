import type { Box3, Group, Matrix4, Object3D, PerspectiveCamera, Ray, Scene, Vector3 } from 'three';
import type { Clock } from '../core/clock.ts';
import type { Locale } from '../core/messages.ts';
import type { Vec3 } from '../core/vec3.ts';
import type { SceneDocument } from '../document/scene-document.ts';
import type { LabelRecord } from '../labels/label-layer.ts';
import type { ContinuousRequest } from '../render/continuous-frames.ts';
import type { QualityTier } from '../render/quality.ts';
import type { BaseModel, LoadedModel, ModelStore, SceneSurroundings } from './context-parts.ts';

/**
 * An extension of a viewer: attached by `viewer.use(plugin)`, detached by its context or when the viewer is disposed. The
 * engine's own features (weather, crops, plots, LED screens, the editor) are plugins.
 * @example
 * const context = viewer.use({ attach: (context) => context.add(fence) });
 * context.detach();
 */
export interface ViewerPlugin {
  /** Called once by `use`. If it throws, what it added is removed, and `use` throws the same error. */
  attach?(context: ViewerContext): void;
  /** Called once, before the context removes what the plugin added. */
  detach?(): void;
}

/** The frame to be drawn. One object is used for all frames: do not keep it. */
export interface ContextFrame {
  /**
   * Animation time, seconds: it advances by `delta` with each frame and stops while nothing is drawn, so that nothing jumps
   * after a rest.
   */
  readonly time: number;
  /** Seconds since the last frame, 0 … 0.1; 1/60 after a rest. */
  readonly delta: number;
  /** The camera, its matrices up to date. */
  readonly camera: PerspectiveCamera;
  /** Width of the drawing buffer, device pixels. */
  readonly width: number;
  /** Height of the drawing buffer, device pixels. */
  readonly height: number;
}

/** Events of a {@link ViewerContext}. */
export interface ViewerContextEvents {
  /** The quality tier changed. */
  'quality-changed': { readonly tier: QualityTier };
  /** Continuous frames started or stopped: without them, draw a still frame that looks right. */
  'continuous-changed': { readonly isRunning: boolean };
  /** The bounds of the base model or of the equipment changed. */
  'scene-changed': Record<string, never>;
  /** The language of the viewer changed. */
  'locale-changed': { readonly locale: Locale };
  /** The graphics context was lost; nothing is drawn until `context-restored`. */
  'context-lost': Record<string, never>;
  /** Render targets have lost their content; buffers and textures are restored by three. */
  'context-restored': Record<string, never>;
}

/** An object of a plugin that pointers find. */
export interface PickTarget {
  /** Id that `pick`, `hover` and `object-click` report; other than those of the document. */
  readonly id: string;
  /** Tested with its children by three's `raycast`; not while it is not visible. */
  readonly object: Object3D;
  /** Called when it or its label is clicked or tapped, before `object-click`. @param point world coordinates, metres */
  readonly clicked?: (point: Vec3) => void;
  /** Called when the pointer comes to rest on it, and when it leaves. */
  readonly hovered?: (isHovered: boolean) => void;
}

/** Options of {@link ViewerContext.add}. */
export interface AddOptions {
  /** It is backdrop (ground, weather, signs), which transparent screenshots leave out. Default false. */
  readonly isBackdrop?: boolean;
  /** Its geometries and materials belong to somebody else, and are not disposed. Default false. */
  readonly isShared?: boolean;
}

/** A hit of a ray with a base model. */
export interface BaseHit {
  /** Metres from the origin of the ray. */
  readonly distance: number;
  /** World coordinates. */
  readonly point: Vector3;
  /** Unit normal of the triangle in world coordinates; floors point up. */
  readonly normal: Vector3;
  /** The child scene whose base was hit; null: the scene's own base model. */
  readonly parentId: string | null;
}

/** Ground that scenes may be placed on. */
export interface PlotGround {
  /** Height of the surface, metres. */
  readonly y: number;
  /** World box: least x and z, metres. */
  readonly low: readonly [x: number, z: number];
  /** World box: greatest x and z, metres. */
  readonly high: readonly [x: number, z: number];
  /** Whether a position is on it, metres. */
  contains(x: number, z: number): boolean;
}

/** A model shown during a placement. */
export interface PreviewModel {
  /**
   * A copy that is not yet in the scene, origin at the foot. Geometries and textures belong to the viewer; who shows it
   * sets its own materials.
   */
  readonly object: Object3D;
  /** Returns the model to the viewer, after it was removed from the scene. A second call has no effect. */
  release(): void;
}

/**
 * What a plugin works with. Everything that it adds through its context is removed when it is detached; after that no call
 * has an effect.
 *
 * The viewer draws on demand: call `requestRender` after each change that can be seen, or `requestContinuousFrames` while
 * something moves by itself.
 */
export interface ViewerContext {
  /** Whether the plugin was detached. */
  readonly isDetached: boolean;
  /** The scene as plain data. */
  readonly document: SceneDocument;
  /** The three scene. Objects with `userData.isTool` are left out of transparent screenshots. */
  readonly scene: Scene;
  /** The camera; `updateMatrixWorld` it before use outside `onBeforeRender`. */
  readonly camera: PerspectiveCamera;
  /** Receives the pointer; has `touch-action: none`. Listen in the capture phase to come before the viewer. */
  readonly canvas: HTMLCanvasElement;
  /** The element of the viewer: contains the canvas and overlays. */
  readonly container: HTMLElement;
  /** Sky, light, ground, and the weather on all surfaces. */
  readonly surroundings: SceneSurroundings;
  /** The present base model. */
  readonly base: BaseModel;
  /** Models by path, shared with the equipment. */
  readonly models: ModelStore;
  /** Source of time and frames. */
  readonly clock: Clock;
  /** Seed of random placement. */
  readonly seed: number;
  /** Language of the viewer. */
  readonly locale: Locale;
  /** The present quality tier. */
  readonly tier: QualityTier;
  /** Whether reduced motion is set. */
  readonly isReducedMotion: boolean;
  /** Whether continuous frames are granted now. */
  readonly isContinuous: boolean;

  /** Listens until the plugin is detached. @returns a function that stops it */
  on<Type extends keyof ViewerContextEvents>(
    type: Type,
    listener: (payload: ViewerContextEvents[Type]) => void,
  ): () => void;

  /** Runs when the plugin is detached; the last registered runs first. @returns a function that runs it now, once */
  own(cleanup: () => void): () => void;

  /** Detaches the plugin. A second call has no effect. */
  detach(): void;

  /** Requests a frame. @param reason reported by the `render` event */
  requestRender(reason: string): void;

  /**
   * Requests continuous frames, at most 30 a second. They pause on a hidden page, off screen, under reduced motion, at the
   * low tier, and after a minute without input, and resume automatically.
   */
  requestContinuousFrames(): ContinuousRequest;

  /** Runs a function before each frame; it makes no garbage. @returns a function that removes it */
  onBeforeRender(hook: (frame: ContextFrame) => void): () => void;

  /** Bakes the environment map again with the next frame: call it after a change of the sky. */
  rebakeEnvironment(): void;

  /**
   * Resolves with the first frame, or when the viewer is disposed; at once where frames do not wait for a scene. What is not
   * in it may begin then.
   */
  readonly firstFrame: Promise<void>;

  /**
   * Compiles the shaders of objects that are not in the scene yet, after the first frame, while frames go on. Resolves when
   * no frame with them would wait for a shader: after five seconds at the latest.
   */
  compile(objects: Object3D): Promise<void>;

  /** Draws the shadow map again with the next frame: call it when the sun or a caster moved. */
  refreshShadows(): void;

  /**
   * Adds an object to the scene. When the plugin is detached it is removed, and its geometries, materials and their
   * textures are disposed.
   * @returns a function that does so now
   */
  add(object: Object3D, options?: AddOptions): () => void;

  /** Makes an object pickable. @returns a function that ends it @throws FarmError `invalid-argument` for an id in use */
  addPickTarget(target: PickTarget): () => void;

  /**
   * Shows a label in every mode; a second call with the same id changes it.
   * @throws FarmError `invalid-argument`
   */
  setLabel(label: LabelRecord): void;

  /** Removes a label. No effect if there is none. */
  removeLabel(id: string): void;

  /** Holds the camera still, without hover, until the returned function is called. */
  holdCamera(): () => void;

  /** The frame of the equipment with this parent; null: the scene's own. */
  frameOf(parentId: string | null): Object3D;

  /** World box of equipment, or of a child scene's base model, into `target`; null without one. */
  boundsOf(id: string, target: Box3): Box3 | null;

  /**
   * Draws an object at a world matrix instead of its record's transform, with marks, label and picking; null: at its record
   * again.
   */
  moveObject(id: string, matrix: Matrix4 | null): void;

  /** Ids of the objects whose centre lies in a rectangle of the window, CSS px. */
  pickRectangle(x0: number, y0: number, x1: number, y1: number): string[];

  /** All hits of a ray (world, unit direction) with base models, nearest first, walls and film included. */
  castBase(ray: Ray): readonly BaseHit[];

  /** Sets the base model of a child scene, which rays meet in its frame; null removes it. */
  setChildBase(id: string, model: LoadedModel | null): void;

  /** The base model of a child scene; null: it has none, or none yet. */
  childBase(id: string): LoadedModel | null;

  /** The plot under the scene, or null. */
  readonly plot: PlotGround | null;

  /** Adds ground for placing scenes. @returns a function that removes it */
  addPlot(plot: PlotGround): () => void;

  /** A tree of objects with the shared geometries and materials of a model, not yet in the scene. */
  createObject(model: LoadedModel): Group;

  /**
   * Loads the preview of a model; of the fallback model for null or for a file that cannot be loaded. Rejects only if
   * `signal` is aborted or the viewer is disposed.
   */
  createPreview(modelPath: string | null, signal: AbortSignal): Promise<PreviewModel>;
}
