import createDracoDecoder, {
  type Draco,
  type DracoDecoder,
  type DracoMesh,
} from 'draco3dgltf/draco_decoder_gltf_nodejs.js';
import { BufferAttribute, BufferGeometry } from 'three';
import wasmDataUrl from 'draco3dgltf/draco_decoder_gltf.wasm?url&inline';

/**
 * Stands in for three's DRACOLoader, which starts a blob: worker of its own (three 0.187): under the policy
 * `worker-src 'self'` that load neither resolves nor rejects. This one decodes where it is called, and it is
 * called in a worker of our pool already. The decoder is in the worker's file, so nothing needs an address.
 */
export class InThreadDraco {
  #draco: Promise<Draco> | undefined;

  /** GLTFLoader calls this when a file names the extension. */
  preload(): this {
    this.#draco ??= createDracoDecoder({ wasmBinary: decodeDataUrl(wasmDataUrl) });
    return this;
  }

  /** The one call GLTFLoader makes: attribute name → Draco id, attribute name → typed array name. */
  decodeDracoFile(
    buffer: ArrayBuffer,
    callback: (geometry: BufferGeometry) => void,
    attributeIds: Record<string, number>,
    attributeTypes: Record<string, string>,
    _vertexColorSpace: string,
    onError: (error: unknown) => void,
  ): void {
    void this.#decode(new Int8Array(buffer), attributeIds, attributeTypes, callback, onError);
  }

  async #decode(
    bytes: Int8Array,
    attributeIds: Record<string, number>,
    attributeTypes: Record<string, string>,
    callback: (geometry: BufferGeometry) => void,
    onError: (error: unknown) => void,
  ): Promise<void> {
    try {
      this.preload();
      callback(decode(await this.#draco!, bytes, attributeIds, attributeTypes));
    } catch (error) {
      onError(error);
    }
  }
}

const ARRAY_TYPES = {
  Float32Array: { make: Float32Array, code: 'DT_FLOAT32' },
  Int8Array: { make: Int8Array, code: 'DT_INT8' },
  Int16Array: { make: Int16Array, code: 'DT_INT16' },
  Int32Array: { make: Int32Array, code: 'DT_INT32' },
  Uint8Array: { make: Uint8Array, code: 'DT_UINT8' },
  Uint16Array: { make: Uint16Array, code: 'DT_UINT16' },
  Uint32Array: { make: Uint32Array, code: 'DT_UINT32' },
} as const;

function decode(
  draco: Draco,
  bytes: Int8Array,
  attributeIds: Record<string, number>,
  attributeTypes: Record<string, string>,
): BufferGeometry {
  const decoder = new draco.Decoder();
  const mesh = new draco.Mesh();
  try {
    if (decoder.GetEncodedGeometryType(bytes) !== draco.TRIANGULAR_MESH)
      throw new Error('Draco: not a triangle mesh');
    const status = decoder.DecodeArrayToMesh(bytes, bytes.byteLength, mesh);
    if (!status.ok() || mesh.ptr === 0) throw new Error(`Draco: ${status.error_msg()}`);
    const geometry = new BufferGeometry();
    for (const [name, id] of Object.entries(attributeIds)) {
      geometry.setAttribute(
        name,
        decodeAttribute(draco, decoder, mesh, id, attributeTypes[name] ?? 'Float32Array'),
      );
    }
    geometry.setIndex(decodeIndex(draco, decoder, mesh));
    return geometry;
  } finally {
    draco.destroy(mesh);
    draco.destroy(decoder);
  }
}

function decodeAttribute(
  draco: Draco,
  decoder: DracoDecoder,
  mesh: DracoMesh,
  id: number,
  typeName: string,
): BufferAttribute {
  const type = ARRAY_TYPES[typeName as keyof typeof ARRAY_TYPES];
  if (!type) throw new Error(`Draco: unknown component type ${typeName}`);
  const attribute = decoder.GetAttributeByUniqueId(mesh, id);
  const itemSize = attribute.num_components();
  const length = mesh.num_points() * itemSize;
  const sizeBytes = length * type.make.BYTES_PER_ELEMENT;
  const pointer = draco._malloc(sizeBytes);
  try {
    decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, draco[type.code], sizeBytes, pointer);
    return new BufferAttribute(new type.make(draco.HEAPF32.buffer, pointer, length).slice(), itemSize);
  } finally {
    draco._free(pointer);
  }
}

/** 16-bit indices where they suffice: half the memory and upload of three's own decoder. */
function decodeIndex(draco: Draco, decoder: DracoDecoder, mesh: DracoMesh): BufferAttribute {
  const length = mesh.num_faces() * 3;
  const pointer = draco._malloc(length * 4);
  try {
    decoder.GetTrianglesUInt32Array(mesh, length * 4, pointer);
    const wide = new Uint32Array(draco.HEAPF32.buffer, pointer, length);
    return new BufferAttribute(mesh.num_points() < 65_536 ? Uint16Array.from(wide) : wide.slice(), 1);
  } finally {
    draco._free(pointer);
  }
}

/** Not `fetch(dataUrl)`: a strict connect-src forbids it. */
function decodeDataUrl(dataUrl: string): Uint8Array<ArrayBuffer> {
  const text = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
