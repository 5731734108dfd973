/**
 * Data exchanged with a model worker: plain values and typed arrays, no three objects.
 * Arrays and bitmaps are transferred: the sender no longer has them.
 */

import type { Hierarchy } from './hierarchy.ts';

/** A numeric array of a vertex attribute or an index. */
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
  /** Index in `skins`: the node's primitives follow its joints. Absent: they follow the node. */
  readonly skin?: number;
  /** Weight of each morph target at rest, usually 0 to 1. Absent: none. */
  readonly morphWeights?: readonly number[];
}

/** Joints of primitives with `skinIndex` and `skinWeight` attributes. */
export interface SkinData {
  /** Indices in `nodes`; `skinIndex` is an index in this list. */
  readonly joints: readonly number[];
  /** Column-major, 16 per joint: from the bind space to the joint's space. */
  readonly inverseBindMatrices: Float32Array<ArrayBuffer>;
  /** Column-major: from the primitive's space to the bind space. */
  readonly bindMatrix: readonly number[];
}

/** A morph target: offsets added to the attributes at weight 1. */
export interface MorphTargetData {
  readonly name: string;
  /** position and maybe normal, as many values as the primitive has; always relative. */
  readonly attributes: readonly AttributeData[];
}

export interface AttributeData {
  /** three's name: position, normal, uv, uv1, color, skinIndex, skinWeight, … */
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
  /** Absent: none. */
  readonly morphTargets?: readonly MorphTargetData[];
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
  /** Strength of the occlusion map, 0 to 1. Default 1. */
  readonly aoIntensity?: number;
  /** Indices in `textures`. */
  readonly textures: Readonly<Partial<Record<TextureSlot, number>>>;
}

/** An image in a format of the graphics card, with mipmaps. */
export interface CompressedImage {
  readonly width: number;
  readonly height: number;
  /** three's constant: a compressed format, or RGBAFormat for plain bytes. */
  readonly format: number;
  /** Largest first. */
  readonly mipmaps: readonly {
    readonly data: Uint8Array<ArrayBuffer>;
    readonly width: number;
    readonly height: number;
  }[];
}

/** A decoded image. */
export type TextureImage = ImageBitmap | CompressedImage;

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

/** One animated value of one node. */
export interface TrackData {
  /** Index in `nodes`. */
  readonly node: number;
  /** What of the node it moves. */
  readonly path: 'position' | 'quaternion' | 'scale' | 'morphWeights';
  /** Seconds, ascending. */
  readonly times: Float32Array<ArrayBuffer>;
  /** Per time: 3 numbers, 4 of a quaternion, or one per morph target; three times as many with `spline`. */
  readonly values: Float32Array<ArrayBuffer>;
  /** `spline`: per time in-tangent, value and out-tangent (glTF's CUBICSPLINE). */
  readonly interpolation: 'step' | 'linear' | 'spline';
}

/** An animation of a model. */
export interface ClipData {
  /** As in the file. */
  readonly name: string;
  /** Seconds. */
  readonly duration: number;
  /** What moves. */
  readonly tracks: readonly TrackData[];
}

/**
 * Called for each primitive (by its index in `primitives`) when the worker has built its ray tree; with nulls, once, when
 * no more will come.
 */
export type HierarchyListener = (primitive: number | null, made: Hierarchy | null) => void;

/** One decoded model, ready to become GPU resources. */
export interface ModelData {
  readonly nodes: readonly NodeData[];
  readonly primitives: readonly PrimitiveData[];
  readonly materials: readonly MaterialData[];
  readonly textures: readonly TextureData[];
  readonly images: readonly TextureImage[];
  readonly clips: readonly ClipData[];
  /** Absent: none. */
  readonly skins?: readonly SkinData[];
  /** Bounds of the whole model at rest, in its own space. */
  readonly box: BoxArray;
  readonly triangles: number;
  /** Names of what the file contains and is not shown (see `model-warning`). Absent: nothing. */
  readonly leftOut?: readonly string[];
  /** Names of the material variants of the file. Absent: none. */
  readonly variants?: readonly string[];
  /** Format of the file, by its bytes. */
  readonly format?: 'glb' | 'gltf' | 'fbx';
  /** Size of the file. */
  readonly sizeBytes: number;
  /** Hash of the file's content: equal files have equal hashes. */
  readonly hash: string;
  /** On the main thread: subscribes to ray trees; those received already are reported at once. Absent: none will come. */
  readonly onHierarchy?: (listener: HierarchyListener) => void;
}
