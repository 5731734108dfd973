import type {
  Box3,
  BufferGeometry,
  DirectionalLight,
  IUniform,
  Material,
  Matrix4,
  Mesh,
  Object3D,
  Texture,
  WebGLRenderer,
} from 'three';
import type { Atmosphere } from '../view/atmosphere.ts';
import type { SurfaceState } from '../view/surface.ts';
import type { ClipData } from '../workers/model.contract.ts';

/** A drawable part of a model: one primitive at one node. */
export interface LoadedModelPart {
  /** Name of its node. */
  readonly nodeName: string;
  /** Shared; in the space of the node. */
  readonly geometry: BufferGeometry;
  /** Index for {@link LoadedModel.createMaterial}. */
  readonly material: number;
  /** Node space → model space, at rest. */
  readonly matrix: Matrix4;
}

/** A decoded model, shared by all who use it. */
export interface LoadedModel {
  /** Bounds at rest, in model space, metres. */
  readonly box: Box3;
  /** Its parts, in the order of the file. */
  readonly parts: readonly LoadedModelPart[];
  /** Its nodes, parents first. */
  readonly nodes: readonly { readonly name: string }[];
  /** Its animations. */
  readonly clips: readonly ClipData[];
  /** A new material of the model, with shared textures. The caller disposes it. */
  createMaterial(index: number): Material;
}

/** Keeps a model alive until it is released. */
export interface LoadedModelHandle {
  /** The model. */
  readonly model: LoadedModel;
  /** A second call has no effect. */
  release(): void;
}

/** The models of a viewer. */
export interface ModelStore {
  /**
   * Loads and decodes a model, once for all who use it.
   * @throws FarmError `aborted`, `disposed`, or the code of what is wrong with the file
   */
  acquire(path: string, options?: { readonly signal?: AbortSignal }): Promise<LoadedModelHandle>;
}

/** The base model of a scene. */
export interface BaseModel {
  /** Its objects; empty without a base model. */
  readonly group: Object3D;
  /** World box of the model or of its main part; empty without a model. */
  readonly box: Box3;
  /** The model; undefined without one. */
  readonly model: LoadedModel | undefined;
}

/** Sky, light and ground of a scene. The caller of a change requests a frame. */
export interface SceneSurroundings {
  /** The atmosphere that was applied last. */
  readonly atmosphere: Atmosphere;
  /** The lights. */
  readonly lights: {
    /** The sun, or the moon by night; casts shadows. */
    readonly sun: DirectionalLight;
  };
  /** The sky. */
  readonly sky: {
    /** Its colours, shared with all that reflects it. */
    readonly uniforms: Readonly<Record<string, IUniform>>;
    /** Its dome, drawn first. */
    readonly mesh: Object3D;
  };
  /** Ground, grass, and the hills and trees around. */
  readonly land: readonly Object3D[];
  /** The grass of the meadow. */
  readonly grass: {
    /** Its mesh; not in the scene at the low tier. */
    readonly mesh: Mesh<BufferGeometry, Material>;
  };
  /** Wetness, snow, lamps and wind on all surfaces. */
  readonly surface: SurfaceState;
  /** Noise of clouds and ground, tiling. */
  readonly noise: Texture;
  /** The environment map. */
  readonly environment: {
    /** Side of its faces, texels; 0 before the first frame. */
    readonly side: number;
    /** Runs a function whenever the map is baked, also after a lost context. @returns a function that removes it */
    alsoBake(bake: (renderer: WebGLRenderer) => void): () => void;
  };
  /** Applies a time of day and a weather. Then call `rebakeEnvironment` and `refreshShadows`. */
  apply(atmosphere: Atmosphere): void;
  /** Sets the time of clouds, leaves and water, seconds. */
  setTime(seconds: number): void;
}
