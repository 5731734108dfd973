import type { Box3, Object3D, PerspectiveCamera, Ray, Scene, Vector3 } from 'three';
import type { ChildBaseRays } from '../view/child-bases.ts';
import type { SceneDocument } from '../document/scene-document.ts';

/** A hit of a ray with a base model. */
export interface BaseHit {
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
  /** World box: x and z of two corners. */
  readonly low: readonly [x: number, z: number];
  readonly high: readonly [x: number, z: number];
  contains(x: number, z: number): boolean;
}

/** A model shown during a placement. */
export interface PreviewModel {
  /**
   * A copy that is not yet in the scene, origin at the foot. Geometries and textures belong to the host; the tool sets its
   * own materials.
   */
  readonly object: Object3D;
  /** Returns the model to the host, after the tool has removed it from the scene. Called once. */
  release(): void;
}

/**
 * What the tools need of a viewer. `toolHostOf(viewer)` returns it; it is not public.
 *
 * The host draws on demand: a tool calls `requestRender` after each visible change.
 */
export interface ToolHost {
  readonly document: SceneDocument;
  /** The three scene. Objects with `userData.isTool` are not picked. */
  readonly scene: Scene;
  /** The camera. Tools update its matrices where they need them. */
  readonly camera: PerspectiveCamera;
  /** Receives the pointer; has `touch-action: none`. Tools listen in the capture phase, before the viewer. */
  readonly canvas: HTMLCanvasElement;
  /** Contains the canvas and its overlays. */
  readonly container: HTMLElement;

  requestRender(reason: string): void;

  /**
   * Freezes the camera: no user input, no tween, no hover, until the returned function is called. Calls are counted; a
   * second call of the function has no effect.
   */
  holdCamera(): () => void;

  /**
   * An object for equipment or a child scene while a tool moves it: child of `frameOf(parentId)` (for a child scene of the
   * scene's frame), with position, rotation (XYZ) and scale of the record. The tool moves it and calls `promotedMoved`.
   * A second call for the same id returns the same object.
   * @throws FarmError `unknown-equipment`.
   */
  promote(id: string): Object3D;

  /** Ends that: the equipment is drawn at its record's transform. No effect if it was not promoted or was removed. */
  demote(id: string): void;

  /** The promoted object was moved: its instance, picking, marks and label follow. */
  promotedMoved(id: string): void;

  /** World box of the base model (with all rolling-film bays) into `target`; null without one. */
  baseBounds(target: Box3): Box3 | null;

  /** World box of equipment, or of a child scene's base model, into `target`; null without one. */
  boundsOf(id: string, target: Box3): Box3 | null;

  /** Ids of the objects whose centre lies in a rectangle of the window, CSS px. */
  pickRectangle(x0: number, y0: number, x1: number, y1: number): string[];

  /** All hits of a ray (world, unit direction) with base models, nearest first, walls and film included. */
  castBase(ray: Ray): readonly BaseHit[];

  /** The plot under the scene, or null. */
  readonly plot: PlotGround | null;

  /** Adds ground for placing scenes. @returns a function that removes it */
  addPlot(plot: PlotGround): () => void;

  /** Sets the base models of child scenes for ray tests; undefined removes them. */
  setChildBases(rays: ChildBaseRays | undefined): void;

  /** The frame of the equipment with this parent; null: the scene's own. */
  frameOf(parentId: string | null): Object3D;

  /**
   * Loads the preview model; the fallback model for null or for a file that cannot be loaded.
   * Rejects only if `signal` is aborted or the viewer is disposed.
   */
  createPreview(modelPath: string | null, signal: AbortSignal): Promise<PreviewModel>;
}

/** Key of a viewer's {@link ToolHost} dependencies. */
export const TOOL_PARTS: unique symbol = Symbol('farm3d-engine.tool-parts');
