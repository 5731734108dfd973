/*
 * What crosses between the page and a model worker: plain values and typed arrays, never a three object.
 * Arrays and bitmaps are transferred, so whoever sends them no longer has them.
 */

import type { Hierarchy } from './hierarchy.ts';

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
  /** Index in `skins`: the node's primitives follow its joints. Absent: they follow the node. */
  readonly skin?: number;
  /** How much of each morph target its primitives show at rest, usually 0 to 1. Absent: none. */
  readonly morphWeights?: readonly number[];
}

/** Joints that primitives with `skinIndex` and `skinWeight` attributes follow. */
export interface SkinData {
  /** Indices in `nodes`; an attribute's joint number is a place in this list. */
  readonly joints: readonly number[];
  /** Column-major, 16 a joint: from the space that the skin was bound in to the joint's. */
  readonly inverseBindMatrices: Float32Array<ArrayBuffer>;
  /** Column-major: from the primitive's space to the space that the skin was bound in. */
  readonly bindMatrix: readonly number[];
}

/** One shape that a primitive can be blended towards: what is added to its attributes at weight 1. */
export interface MorphTargetData {
  readonly name: string;
  /** position and maybe normal, as many values as the primitive has; always relative to the primitive's own. */
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
  /** Indices in `textures`. */
  readonly textures: Readonly<Partial<Record<TextureSlot, number>>>;
}

/** A picture in a form that the graphics card reads as it is, with its smaller copies. */
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

/** A decoded picture. */
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

export interface TrackData {
  /** Index in `nodes`. */
  readonly node: number;
  readonly path: 'position' | 'quaternion' | 'scale' | 'morphWeights';
  /** Seconds, ascending. */
  readonly times: Float32Array<ArrayBuffer>;
  /** For each time: 3 numbers, 4 of a quaternion, or one a morph target; three times as many with `spline`. */
  readonly values: Float32Array<ArrayBuffer>;
  /** `spline`: for each time the tangent before it, the value and the tangent behind it (glTF's CUBICSPLINE). */
  readonly interpolation: 'step' | 'linear' | 'spline';
}

export interface ClipData {
  readonly name: string;
  /** Seconds. */
  readonly duration: number;
  readonly tracks: readonly TrackData[];
}

/**
 * Called for each primitive (by its place in `primitives`) when the worker has made its ray tree; with nulls, once, when no
 * more are going to come.
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
  /** Of the whole model at rest, in its own space. */
  readonly box: BoxArray;
  readonly triangles: number;
  /** What the file was, by its bytes. */
  readonly format?: 'glb' | 'gltf' | 'fbx';
  /** Of the file. */
  readonly sizeBytes: number;
  /** Of the file's content: equal files have equal hashes. */
  readonly hash: string;
  /** On the page: ray trees come after the model, those that have come already at once. Absent: none will come. */
  readonly onHierarchy?: (listener: HierarchyListener) => void;
}
