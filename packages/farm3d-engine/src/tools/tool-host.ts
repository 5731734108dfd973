import type { Box3, Object3D, PerspectiveCamera, Ray, Scene, Vector3 } from 'three';
import type { ChildBaseRays } from '../view/child-bases.ts';
import type { SceneDocument } from '../document/scene-document.ts';

/** A place where a ray meets a base model. */
export interface BaseHit {
  /** World coordinates. */
  readonly point: Vector3;
  /** Unit normal of the triangle in world coordinates, outward as its winding says: floors point up. */
  readonly normal: Vector3;
  /** The child scene whose base was hit, or null for the scene's own base model. */
  readonly parentId: string | null;
}

/** Land that scenes may be placed on. */
export interface PlotGround {
  /** Height of its surface, metres. */
  readonly y: number;
  /** World box: x and z of two corners. */
  readonly low: readonly [x: number, z: number];
  readonly high: readonly [x: number, z: number];
  contains(x: number, z: number): boolean;
}

/** A model shown while it is being placed. */
export interface PreviewModel {
  /**
   * A tree of its own, not yet in the scene, origin at the foot. Geometries and textures stay the host's;
   * the tool puts materials of its own on the meshes.
   */
  readonly object: Object3D;
  /** Tells the host that the tool is done with it. The tool has taken it out of the scene. Called once. */
  release(): void;
}

/**
 * What the tools need of a viewer, and nothing else. `toolHostOf(viewer)` gives it; it is not public.
 *
 * The host draws on demand: a tool calls `requestRender` after each change that can be seen.
 */
export interface ToolHost {
  readonly document: SceneDocument;
  /** Gizmo and preview are added to it and taken out again. Picking must not see what has `userData.isTool`. */
  readonly scene: Scene;
  /** The camera that draws. Its matrices are brought up to date by the tool where it needs them. */
  readonly camera: PerspectiveCamera;
  /** Receives the pointer; `touch-action: none` is set on it. Tools listen on it in the capture phase, so they come first. */
  readonly canvas: HTMLCanvasElement;
  /** Holds the canvas and what lies over it. */
  readonly container: HTMLElement;

  requestRender(reason: string): void;

  /**
   * Freezes the camera: no user input, and a running tween stops or waits. The camera does not move by a hair until
   * the returned function is called. Holds count: it is free again when each has been let go (calling one twice is harmless).
   * Hovering rests meanwhile.
   */
  holdCamera(): () => void;

  /**
   * An object that stands for a device or a child scene while a tool moves it: child of `frameOf(parentId)` (of the scene's
   * frame for a child scene), its position, rotation (XYZ) and scale being the record's. The tool moves it and calls
   * `promotedMoved`.
   * A second call for the same id returns the same object.
   * @throws FarmError `unknown-equipment`.
   */
  promote(id: string): Object3D;

  /** Ends that: the device is drawn where its record says. Harmless when it was not promoted or is gone. */
  demote(id: string): void;

  /** The promoted object was moved: what is drawn, picked, marked and labelled follows it. */
  promotedMoved(id: string): void;

  /** World box of the base model (all rolling-film bays included) into `target`; null while there is none. */
  baseBounds(target: Box3): Box3 | null;

  /** World box of a device, or of a child scene's base model, into `target`; null while there is none. */
  boundsOf(id: string, target: Box3): Box3 | null;

  /** Things whose middle lies in a rectangle of the window, CSS px. */
  pickRectangle(x0: number, y0: number, x1: number, y1: number): string[];

  /** Every crossing of the ray (world, unit direction) with base models, nearest first, walls and film included. */
  castBase(ray: Ray): readonly BaseHit[];

  /** The plot under the scene, or null without one. */
  readonly plot: PlotGround | null;

  /** Tells of land to place scenes on. @returns the function that takes it back. */
  addPlot(plot: PlotGround): () => void;

  /** Lends the base models of child scenes, so that rays meet them; undefined takes them back. */
  setChildBases(rays: ChildBaseRays | undefined): void;

  /** The object whose local frame the equipment of this parent uses; null is the scene's own frame. */
  frameOf(parentId: string | null): Object3D;

  /**
   * The model to show while placing; the fallback model for null or for a file that cannot be read.
   * Rejects only when `signal` is aborted or the viewer is disposed.
   */
  createPreview(modelPath: string | null, signal: AbortSignal): Promise<PreviewModel>;
}

/** Key under which a viewer carries what its {@link ToolHost} is made of. */
export const TOOL_PARTS: unique symbol = Symbol('farm3d-engine.tool-parts');
