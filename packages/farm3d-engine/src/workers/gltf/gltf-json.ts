/**
 * The JSON of a glTF file, as far as it is read. Nothing is trusted: every list is read through `list`, any element may be
 * missing and any number invalid.
 */

interface Extended {
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GltfTextureInfo extends Extended {
  readonly index?: number;
  readonly texCoord?: number;
  /** Of a normal map. */
  readonly scale?: number;
  /** Of an occlusion map. */
  readonly strength?: number;
}

export interface GltfMaterial extends Extended {
  readonly name?: string;
  readonly pbrMetallicRoughness?: {
    readonly baseColorFactor?: readonly number[];
    readonly metallicFactor?: number;
    readonly roughnessFactor?: number;
    readonly baseColorTexture?: GltfTextureInfo;
    readonly metallicRoughnessTexture?: GltfTextureInfo;
  };
  readonly normalTexture?: GltfTextureInfo;
  readonly occlusionTexture?: GltfTextureInfo;
  readonly emissiveTexture?: GltfTextureInfo;
  readonly emissiveFactor?: readonly number[];
  readonly alphaMode?: string;
  readonly alphaCutoff?: number;
  readonly doubleSided?: boolean;
}

export interface GltfPrimitive extends Extended {
  readonly attributes?: Readonly<Record<string, number>>;
  readonly indices?: number;
  readonly material?: number;
  readonly mode?: number;
  readonly targets?: readonly Readonly<Record<string, number>>[];
}

export interface GltfMesh {
  readonly name?: string;
  readonly primitives?: readonly GltfPrimitive[];
  readonly weights?: readonly number[];
  readonly extras?: { readonly targetNames?: readonly unknown[] };
}

export interface GltfNode extends Extended {
  readonly name?: string;
  readonly children?: readonly number[];
  readonly matrix?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
  readonly mesh?: number;
  readonly skin?: number;
  readonly camera?: number;
  readonly weights?: readonly number[];
}

interface GltfAccessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType?: number;
  readonly normalized?: boolean;
  readonly count?: number;
  readonly type?: string;
  readonly sparse?: {
    readonly count?: number;
    readonly indices?: {
      readonly bufferView?: number;
      readonly byteOffset?: number;
      readonly componentType?: number;
    };
    readonly values?: { readonly bufferView?: number; readonly byteOffset?: number };
  };
}

export interface GltfBufferView extends Extended {
  readonly buffer?: number;
  readonly byteOffset?: number;
  readonly byteLength?: number;
  readonly byteStride?: number;
}

interface GltfAnimation {
  readonly name?: string;
  readonly channels?: readonly {
    readonly sampler?: number;
    readonly target?: { readonly node?: number; readonly path?: string } & Extended;
  }[];
  readonly samplers?: readonly {
    readonly input?: number;
    readonly output?: number;
    readonly interpolation?: string;
  }[];
}

export interface Gltf extends Extended {
  readonly extensionsUsed?: readonly unknown[];
  readonly extensionsRequired?: readonly unknown[];
  readonly scene?: number;
  readonly scenes?: readonly { readonly name?: string; readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly GltfMesh[];
  readonly accessors?: readonly GltfAccessor[];
  readonly bufferViews?: readonly GltfBufferView[];
  readonly buffers?: readonly ({ readonly uri?: string; readonly byteLength?: number } & Extended)[];
  readonly materials?: readonly GltfMaterial[];
  readonly textures?: readonly ({ readonly source?: number; readonly sampler?: number } & Extended)[];
  readonly images?: readonly {
    readonly name?: string;
    readonly uri?: string;
    readonly bufferView?: number;
    readonly mimeType?: string;
  }[];
  readonly samplers?: readonly {
    readonly magFilter?: number;
    readonly minFilter?: number;
    readonly wrapS?: number;
    readonly wrapT?: number;
  }[];
  readonly skins?: readonly {
    readonly joints?: readonly number[];
    readonly inverseBindMatrices?: number;
  }[];
  readonly animations?: readonly GltfAnimation[];
}

/** The list, or an empty one if the value is not a list. */
export function list<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}

/** `count` numbers, or the default if the value is something else. */
export function numbers<T extends readonly number[]>(value: unknown, otherwise: T): T {
  const isGood =
    Array.isArray(value) &&
    value.length === otherwise.length &&
    value.every((entry) => typeof entry === 'number' && Number.isFinite(entry));
  return isGood ? (value as unknown as T) : otherwise;
}

export function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
