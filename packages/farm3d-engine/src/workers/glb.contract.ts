import type { FarmErrorCode, FarmErrorDetails } from '../core/errors.ts';

/*
 * What crosses between the page and a model worker: plain values and typed arrays, never a three object.
 * Arrays and bitmaps are transferred, so whoever sends them no longer has them.
 */

/** A numeric array that a vertex attribute or an index can hold. */
export type NumericArray =
  | Float32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Int8Array<ArrayBuffer>;

/** [minX, minY, minZ, maxX, maxY, maxZ], metres. */
export type BoxArray = readonly [number, number, number, number, number, number];

export interface NodeData {
  readonly name: string;
  /** Index in `nodes`, always smaller than the node's own; -1 for a root. */
  readonly parent: number;
  readonly position: readonly [number, number, number];
  /** x, y, z, w. */
  readonly quaternion: readonly [number, number, number, number];
  readonly scale: readonly [number, number, number];
  /** Indices in `primitives`. */
  readonly primitives: readonly number[];
}

export interface AttributeData {
  /** three's name: position, normal, uv, color, … */
  readonly name: string;
  readonly array: NumericArray;
  readonly itemSize: number;
  readonly normalized: boolean;
}

export interface PrimitiveData {
  readonly attributes: readonly AttributeData[];
  readonly index: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | null;
  /** Index in `materials`. */
  readonly material: number;
  /** In the primitive's own space. */
  readonly box: BoxArray;
  readonly triangles: number;
  /** Roots of the bounding volume hierarchy over `index`, for picking; null for an empty primitive. */
  readonly bvhRoots: readonly ArrayBuffer[] | null;
}

/** Texture slots of a material, by three's property name. */
export const TEXTURE_SLOTS = [
  'map',
  'normalMap',
  'roughnessMap',
  'metalnessMap',
  'emissiveMap',
  'aoMap',
] as const;
export type TextureSlot = (typeof TEXTURE_SLOTS)[number];

export interface MaterialData {
  readonly name: string;
  readonly unlit: boolean;
  /** Linear RGB, 0 to 1. */
  readonly color: readonly [number, number, number];
  readonly opacity: number;
  readonly transparent: boolean;
  readonly alphaTest: number;
  readonly doubleSided: boolean;
  readonly metalness: number;
  readonly roughness: number;
  readonly emissive: readonly [number, number, number];
  readonly emissiveIntensity: number;
  readonly vertexColors: boolean;
  readonly flatShading: boolean;
  readonly normalScale: number;
  /** Indices in `textures`. */
  readonly textures: Readonly<Partial<Record<TextureSlot, number>>>;
}

export interface TextureData {
  /** Index in `images`. */
  readonly image: number;
  readonly flipY: boolean;
  readonly srgb: boolean;
  readonly wrapS: number;
  readonly wrapT: number;
  readonly magFilter: number;
  readonly minFilter: number;
  readonly channel: number;
  readonly offset: readonly [number, number];
  readonly repeat: readonly [number, number];
  readonly rotation: number;
}

export interface TrackData {
  /** Index in `nodes`. */
  readonly node: number;
  readonly path: 'position' | 'quaternion' | 'scale';
  readonly times: Float32Array<ArrayBuffer>;
  readonly values: Float32Array<ArrayBuffer>;
  /** three's interpolation constant. */
  readonly interpolation: number;
}

export interface ClipData {
  readonly name: string;
  /** Seconds. */
  readonly duration: number;
  readonly tracks: readonly TrackData[];
}

/** One decoded model, ready to become GPU resources. */
export interface ModelData {
  readonly nodes: readonly NodeData[];
  readonly primitives: readonly PrimitiveData[];
  readonly materials: readonly MaterialData[];
  readonly textures: readonly TextureData[];
  readonly images: readonly ImageBitmap[];
  readonly clips: readonly ClipData[];
  /** Of the whole model at rest, in its own space. */
  readonly box: BoxArray;
  readonly triangles: number;
  /** Of the file. */
  readonly sizeBytes: number;
  /** Of the file's content: equal files have equal hashes. */
  readonly hash: string;
}

export type ModelResult =
  | { readonly ok: true; readonly model: ModelData }
  | { readonly ok: false; readonly code: FarmErrorCode; readonly details: FarmErrorDetails };

/** What a model worker answers to, over Comlink. */
export interface GlbWorkerApi {
  /** Resolves once the worker runs: proves that its script was found and allowed. */
  ready(): true;
  /** Downloads (unless `bytes` are given) and decodes one model. Never rejects for a bad file: see ModelResult. */
  load(job: number, url: string, bytes: ArrayBuffer | null): Promise<ModelResult>;
  /** Stops the job's download. Its `load` then answers `aborted`. */
  abort(job: number): void;
}

/** Posted beside Comlink's messages while a job downloads. */
export interface GlbProgressMessage {
  readonly type: 'farm3d-progress';
  readonly job: number;
  readonly loadedBytes: number;
  /** 0 when the server does not say. */
  readonly totalBytes: number;
}
