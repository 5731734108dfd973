import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js';
import { invalid, type MemoryBudget } from '../limits.ts';
import type { NumericArray } from '../model.contract.ts';
import { type Gltf, type GltfBufferView, list } from './gltf-json.ts';

/** glTF's component types. */
export const COMPONENTS = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
} as const;
type ComponentType = keyof typeof COMPONENTS;

const SIZES: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

/** Tightly packed values; shared only if the file shares them. */
export interface Accessor {
  readonly array: NumericArray;
  readonly itemSize: number;
  readonly count: number;
  readonly normalized: boolean;
}

const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;
/** Limit of the codec: vertices of at most 256 bytes. */
const MAX_MESHOPT_STRIDE = 256;

interface MeshoptView extends GltfBufferView {
  readonly count?: number;
  readonly mode?: string;
  readonly filter?: string;
}

/** Whether the meshopt decoder is needed. */
export function usesMeshopt(json: Gltf): boolean {
  return list(json.bufferViews).some((view) => meshoptOf(view) !== undefined);
}

function meshoptOf(view: GltfBufferView): MeshoptView | undefined {
  const name = MESHOPT.find((extension) => view?.extensions?.[extension]);
  return name && (view.extensions![name] as MeshoptView);
}

/** Reads the accessors of a file, within its buffers and the memory budget. */
export class AccessorReader {
  readonly #json: Gltf;
  readonly #buffers: readonly (Uint8Array<ArrayBuffer> | null)[];
  readonly #budget: MemoryBudget;
  readonly #views = new Map<number, Uint8Array<ArrayBuffer>>();
  readonly #accessors = new Map<number, Accessor>();

  constructor(json: Gltf, buffers: readonly (Uint8Array<ArrayBuffer> | null)[], budget: MemoryBudget) {
    this.#json = json;
    this.#buffers = buffers;
    this.#budget = budget;
  }

  /** The decoded bytes of a buffer view. A view of the file, not a copy. */
  view(index: number): Uint8Array<ArrayBuffer> {
    const cached = this.#views.get(index);
    if (cached) return cached;
    const view = list(this.#json.bufferViews)[index];
    if (!view) throw invalid(`no bufferView ${index}`);
    const packed = meshoptOf(view);
    const bytes = packed ? this.#unpack(packed) : this.#part(view);
    this.#views.set(index, bytes);
    return bytes;
  }

  accessor(index: number): Accessor {
    const cached = this.#accessors.get(index);
    if (cached) return cached;
    const read = this.#read(index);
    this.#accessors.set(index, read);
    return read;
  }

  /** Type and count only, for attributes in a Draco stream. */
  shape(index: number): {
    Type: (typeof COMPONENTS)[ComponentType];
    itemSize: number;
    count: number;
    normalized: boolean;
  } {
    const accessor = list(this.#json.accessors)[index];
    const Type = COMPONENTS[accessor?.componentType as ComponentType];
    const itemSize = SIZES[accessor?.type ?? ''];
    const count = accessor?.count;
    if (!accessor || !Type || !itemSize || !Number.isSafeInteger(count) || count! < 0)
      throw invalid(`accessor ${index}`);
    return { Type, itemSize, count: count!, normalized: accessor.normalized === true };
  }

  /** As floats; normalised integers between −1 and 1. */
  floats(index: number): {
    readonly array: Float32Array<ArrayBuffer>;
    readonly itemSize: number;
    readonly count: number;
  } {
    const { array, itemSize, count, normalized } = this.accessor(index);
    if (array instanceof Float32Array) return { array, itemSize, count };
    this.#budget.take(array.length * 4);
    const scale = normalized ? 1 / maxOf(array) : 1;
    return {
      array: Float32Array.from(array, (value) => Math.max(value * scale, normalized ? -1 : -Infinity)),
      itemSize,
      count,
    };
  }

  #read(index: number): Accessor {
    const { Type, itemSize, count, normalized } = this.shape(index);
    const accessor = list(this.#json.accessors)[index]!;
    const elementBytes = itemSize * Type.BYTES_PER_ELEMENT;
    let array: NumericArray;
    if (accessor.bufferView === undefined) {
      this.#budget.take(count * elementBytes);
      array = new Type(count * itemSize);
    } else {
      const bytes = this.view(accessor.bufferView);
      const stride = list(this.#json.bufferViews)[accessor.bufferView]?.byteStride ?? elementBytes;
      array = this.#values(bytes, accessor.byteOffset ?? 0, stride, count, itemSize, Type);
    }
    if (accessor.sparse) this.#applySparse(accessor.sparse, array, itemSize, count, Type);
    return { array, itemSize, count, normalized };
  }

  #values(
    bytes: Uint8Array<ArrayBuffer>,
    offset: number,
    stride: number,
    count: number,
    itemSize: number,
    Type: (typeof COMPONENTS)[ComponentType],
  ): NumericArray {
    const width = Type.BYTES_PER_ELEMENT;
    const elementBytes = itemSize * width;
    const isSound =
      Number.isSafeInteger(offset) && offset >= 0 && Number.isSafeInteger(stride) && stride >= elementBytes;
    if (!isSound) throw invalid('accessor offset or stride');
    if (count > 0 && offset + stride * (count - 1) + elementBytes > bytes.byteLength)
      throw invalid('accessor reaches past its buffer');
    this.#budget.take(count * elementBytes);
    const array = new Type(count * itemSize);
    const target = new Uint8Array(array.buffer);
    const source = bytes.subarray(offset);
    if (stride === elementBytes) target.set(source.subarray(0, count * elementBytes));
    else if (stride % width === 0 && (bytes.byteOffset + offset) % width === 0) {
      const from = new Type(bytes.buffer, bytes.byteOffset + offset, Math.floor(source.byteLength / width));
      const step = stride / width;
      for (let i = 0, to = 0; i < count; i++)
        for (let c = 0; c < itemSize; c++) array[to++] = from[i * step + c]!;
    } else {
      for (let i = 0; i < count; i++)
        target.set(source.subarray(i * stride, i * stride + elementBytes), i * elementBytes);
    }
    return array;
  }

  #applySparse(
    sparse: NonNullable<NonNullable<Gltf['accessors']>[number]['sparse']>,
    array: NumericArray,
    itemSize: number,
    count: number,
    Type: (typeof COMPONENTS)[ComponentType],
  ): void {
    const { count: changed, indices, values } = sparse;
    const IndexType = COMPONENTS[indices?.componentType as ComponentType];
    if (!Number.isSafeInteger(changed) || changed! < 0 || !IndexType || indices?.bufferView === undefined)
      throw invalid('sparse accessor');
    if (values?.bufferView === undefined) throw invalid('sparse accessor');
    const targetIndices = this.#values(
      this.view(indices.bufferView),
      indices.byteOffset ?? 0,
      IndexType.BYTES_PER_ELEMENT,
      changed!,
      1,
      IndexType,
    );
    const newValues = this.#values(
      this.view(values.bufferView),
      values.byteOffset ?? 0,
      itemSize * Type.BYTES_PER_ELEMENT,
      changed!,
      itemSize,
      Type,
    );
    for (const [i, targetIndex] of targetIndices.entries()) {
      if (targetIndex >= count) throw invalid('sparse accessor');
      for (let c = 0; c < itemSize; c++) array[targetIndex * itemSize + c] = newValues[i * itemSize + c]!;
    }
  }

  #part({ buffer, byteOffset = 0, byteLength }: GltfBufferView): Uint8Array<ArrayBuffer> {
    const bytes = this.#buffers[buffer ?? -1];
    if (!bytes) throw invalid(`no buffer ${buffer}`);
    const isSound =
      Number.isSafeInteger(byteOffset) &&
      byteOffset >= 0 &&
      Number.isSafeInteger(byteLength) &&
      byteLength! >= 0 &&
      byteOffset + byteLength! <= bytes.byteLength;
    if (!isSound) throw invalid('bufferView reaches past its buffer');
    return bytes.subarray(byteOffset, byteOffset + byteLength!);
  }

  #unpack(packed: MeshoptView): Uint8Array<ArrayBuffer> {
    const source = this.#part(packed);
    const { count, byteStride, mode = '', filter } = packed;
    const isSound =
      Number.isSafeInteger(count) && count! >= 0 && Number.isSafeInteger(byteStride) && byteStride! > 0;
    if (!isSound || byteStride! > MAX_MESHOPT_STRIDE) throw invalid('meshopt bufferView');
    this.#budget.take(count! * byteStride!);
    const target = new Uint8Array(count! * byteStride!);
    MeshoptDecoder.decodeGltfBuffer(target, count!, byteStride!, source, mode, filter);
    return target;
  }
}

function maxOf(array: NumericArray): number {
  return (
    2 ** (array.BYTES_PER_ELEMENT * 8 - (array instanceof Int8Array || array instanceof Int16Array ? 1 : 0)) -
    1
  );
}
