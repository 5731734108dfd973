import createDracoDecoder, {
  type Draco,
  type DracoDecoder,
  type DracoMesh,
} from 'draco3dgltf/draco_decoder_gltf_nodejs.js';
import { FarmError } from '../core/errors.ts';
import type { DracoAnswer, DracoNeededMessage } from './draco.contract.ts';
import { unpackWasm } from './inline-wasm.ts';
import type { MemoryBudget } from './limits.ts';
import type { NumericArray } from './model.contract.ts';

/** The first four bytes of a WebAssembly file. */
const WASM_MAGIC = 0x00_61_73_6d;

const CODES = [
  [Float32Array, 'DT_FLOAT32'],
  [Int8Array, 'DT_INT8'],
  [Int16Array, 'DT_INT16'],
  [Uint8Array, 'DT_UINT8'],
  [Uint16Array, 'DT_UINT16'],
  [Uint32Array, 'DT_UINT32'],
] as const;
type ArrayType = (typeof CODES)[number][0];

export interface DecodedMesh {
  /** In the requested order. */
  readonly attributes: readonly { readonly array: NumericArray; readonly itemSize: number }[];
  readonly index: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
}

/** Decoder of a Draco stream; tests pass a fake. */
export interface DracoMeshDecoder {
  decode(
    bytes: Uint8Array<ArrayBuffer>,
    requested: readonly { readonly id: number; readonly Type: ArrayType }[],
  ): Promise<DecodedMesh>;
}

/**
 * Draco's decoder, called in our worker. three's DRACOLoader starts its own blob: worker (three 0.187), which neither
 * resolves nor rejects under the policy `worker-src 'self'`.
 */
export class InThreadDraco {
  static #draco: Promise<Draco> | undefined;
  readonly #budget: MemoryBudget;

  /** Loads the decoder, once: for a model that needs it, before its other parts are there. */
  static ready(): Promise<Draco> {
    return (InThreadDraco.#draco ??= wasmFile()
      .then((wasmBinary) => createDracoDecoder({ wasmBinary }))
      .catch((error: unknown) => {
        // The next file asks for it again.
        InThreadDraco.#draco = undefined;
        throw FarmError.from(error, 'worker-failed');
      }));
  }

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  /** @throws Error for an invalid stream, FarmError `worker-failed` when the decoder does not load */
  async decode(
    bytes: Uint8Array<ArrayBuffer>,
    requested: readonly { readonly id: number; readonly Type: ArrayType }[],
  ): Promise<DecodedMesh> {
    const draco = await InThreadDraco.ready();
    try {
      return this.#decode(draco, bytes, requested);
    } catch (error) {
      // After an abort the decoder cannot be used: the next file gets a new one.
      if (error instanceof WebAssembly.RuntimeError) InThreadDraco.#draco = undefined;
      throw error;
    }
  }

  #decode(
    draco: Draco,
    bytes: Uint8Array<ArrayBuffer>,
    requested: readonly { readonly id: number; readonly Type: ArrayType }[],
  ): DecodedMesh {
    const decoder = new draco.Decoder();
    const mesh = new draco.Mesh();
    try {
      const stream = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (decoder.GetEncodedGeometryType(stream) !== draco.TRIANGULAR_MESH)
        throw new Error('Draco: not a triangle mesh');
      const status = decoder.DecodeArrayToMesh(stream, stream.byteLength, mesh);
      if (!status.ok() || mesh.ptr === 0) throw new Error(`Draco: ${status.error_msg()}`);
      const attributes = requested.map(({ id, Type }) => this.#attribute(draco, decoder, mesh, id, Type));
      return { attributes, index: this.#index(draco, decoder, mesh) };
    } finally {
      draco.destroy(mesh);
      draco.destroy(decoder);
    }
  }

  #attribute(draco: Draco, decoder: DracoDecoder, mesh: DracoMesh, id: number, Type: ArrayType) {
    const attribute = decoder.GetAttributeByUniqueId(mesh, id);
    if (!attribute.ptr) throw new Error(`Draco: no attribute ${id}`);
    const code = CODES.find(([Known]) => Known === Type)![1];
    const itemSize = attribute.num_components();
    const length = mesh.num_points() * itemSize;
    const sizeBytes = length * Type.BYTES_PER_ELEMENT;
    this.#budget.take(sizeBytes);
    const pointer = allocate(draco, sizeBytes);
    try {
      decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, draco[code], sizeBytes, pointer);
      return { array: new Type(draco.HEAPF32.buffer, pointer, length).slice(), itemSize };
    } finally {
      draco._free(pointer);
    }
  }

  /** 16-bit indices where possible: half the memory and upload of three's decoder. */
  #index(draco: Draco, decoder: DracoDecoder, mesh: DracoMesh) {
    const length = mesh.num_faces() * 3;
    this.#budget.take(length * 4);
    const pointer = allocate(draco, length * 4);
    try {
      decoder.GetTrianglesUInt32Array(mesh, length * 4, pointer);
      const wide = new Uint32Array(draco.HEAPF32.buffer, pointer, length);
      return mesh.num_points() < 65_536 ? new Uint16Array(wide) : wide.slice();
    } finally {
      draco._free(pointer);
    }
  }
}

async function wasmFile(): Promise<Uint8Array<ArrayBuffer>> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<DracoAnswer>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<DracoAnswer>) => resolve(data), { once: true });
    port1.start();
  });
  postMessage({ type: 'farm3d-draco', port: port2 } satisfies DracoNeededMessage, { transfer: [port2] });
  const found = await answer;
  port1.close();
  if ('reason' in found) throw new FarmError('worker-failed', { reason: found.reason });
  if (found.wasmUrl.startsWith('data:')) return unpackWasm(found.wasmUrl);
  const response = await fetch(found.wasmUrl);
  if (!response.ok) throw new FarmError('worker-failed', { reason: `${found.wasmUrl}: ${response.status}` });
  const bytes = await response.arrayBuffer();
  // Servers of single-page applications answer with their page: the decoder would wait for ever.
  if (bytes.byteLength < 4 || new DataView(bytes).getUint32(0) !== WASM_MAGIC)
    throw new FarmError('worker-failed', { reason: `${found.wasmUrl}: not a WebAssembly file` });
  return new Uint8Array(bytes);
}

function allocate(draco: Draco, sizeBytes: number): number {
  const pointer = draco._malloc(sizeBytes);
  if (pointer === 0 && sizeBytes > 0) throw new Error('Draco: out of memory');
  return pointer;
}
