type Numbers = Float32Array | Uint8Array | Uint16Array | Uint32Array | Int8Array | Int16Array;
type Json = Record<string, unknown>;

const COMPONENTS = new Map<unknown, number>([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
]);

/** A glTF 2 file in the making: one node with one mesh, unless it is changed. */
export class GltfFile {
  readonly json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'thing', mesh: 0 } as Json],
    meshes: [] as Json[],
    materials: [] as Json[],
    textures: [] as Json[],
    images: [] as Json[],
    samplers: [] as Json[],
    skins: [] as Json[],
    cameras: [] as Json[],
    animations: [] as Json[],
    accessors: [] as Json[],
    bufferViews: [] as Json[],
    buffers: [] as Json[],
    extensionsUsed: [] as string[],
  };
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  /** A buffer view over these bytes. */
  view(bytes: Uint8Array, more: Json = {}): number {
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    this.#chunks.push(padded);
    const byteOffset = this.#length;
    this.#length += padded.length;
    return this.json.bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length, ...more }) - 1;
  }

  accessor(array: Numbers, type: string, more: Json = {}): number {
    const size = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[type]!;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    return (
      this.json.accessors.push({
        bufferView: this.view(bytes),
        componentType: COMPONENTS.get(array.constructor),
        count: array.length / size,
        type,
        ...more,
      }) - 1
    );
  }

  /** @returns the index of a texture with this image */
  texture(picture: { readonly uri: string } | Uint8Array, mimeType = 'image/png', sampler?: Json): number {
    const image = picture instanceof Uint8Array ? { bufferView: this.view(picture), mimeType } : picture;
    const source = this.json.images.push(image) - 1;
    const texture = { source, ...(sampler && { sampler: this.json.samplers.push(sampler) - 1 }) };
    return this.json.textures.push(texture) - 1;
  }

  toString(): string {
    const bytes = Buffer.concat(this.#chunks);
    const uri = `data:application/octet-stream;base64,${bytes.toString('base64')}`;
    const buffers = bytes.length > 0 ? [{ byteLength: bytes.length, uri }] : [];
    const whole: Json = { ...this.json, buffers: [...buffers, ...this.json.buffers] };
    // glTF allows no empty lists.
    return JSON.stringify(
      Object.fromEntries(
        Object.entries(whole).filter(([, value]) => !Array.isArray(value) || value.length > 0),
      ),
    );
  }
}

/** A square of four metres that faces +z. */
export const SQUARE = {
  position: Float32Array.of(-2, 0, 0, 2, 0, 0, 2, 4, 0, -2, 4, 0),
  normal: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1),
  uv: Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0),
  index: Uint16Array.of(0, 1, 2, 0, 2, 3),
} as const;

/** A file that shows the square, in one material. */
export function squareFile(material: Json = {}): GltfFile {
  const file = new GltfFile();
  file.json.materials.push({
    pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.9 },
    ...material,
  });
  const attributes = {
    POSITION: file.accessor(SQUARE.position, 'VEC3', { min: [-2, 0, 0], max: [2, 4, 0] }),
    NORMAL: file.accessor(SQUARE.normal, 'VEC3'),
    TEXCOORD_0: file.accessor(SQUARE.uv, 'VEC2'),
  };
  const indices = file.accessor(SQUARE.index, 'SCALAR');
  file.json.meshes.push({ primitives: [{ attributes, indices, material: 0 }] });
  return file;
}

/** The primitive of {@link squareFile}. */
export function primitiveOf(file: GltfFile): Json & { attributes: Record<string, number> } {
  return (file.json.meshes[0]!['primitives'] as never[])[0]!;
}

/** A square so small that it is not seen. */
export function emptyFile(): GltfFile {
  const file = squareFile();
  file.json.nodes[0]!['scale'] = [1e-4, 1e-4, 1e-4];
  return file;
}
