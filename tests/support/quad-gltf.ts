/** A textured square metre as glTF text: its buffer as a data: URL, its image in a separate file. */
export function quadGltf(picture: string, bufferUri?: string): string {
  const bytes = Buffer.from(
    Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0).buffer,
  );
  const index = Buffer.from(Uint16Array.of(0, 1, 2, 0, 2, 3).buffer);
  const buffer = Buffer.concat([bytes, index]);
  return JSON.stringify({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'quad', mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 2, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ uri: picture }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      { bufferView: 0, byteOffset: 48, componentType: 5126, count: 4, type: 'VEC2' },
      { bufferView: 1, componentType: 5123, count: 6, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: bytes.length },
      { buffer: 0, byteOffset: bytes.length, byteLength: index.length },
    ],
    buffers: [
      {
        byteLength: buffer.length,
        uri: bufferUri ?? `data:application/octet-stream;base64,${buffer.toString('base64')}`,
      },
    ],
  });
}

/** The bytes of {@link quadGltf}'s buffer, for a separate file. */
export function quadBuffer(): Uint8Array {
  const { buffers } = JSON.parse(quadGltf('')) as { buffers: [{ uri: string }] };
  return Buffer.from(buffers[0].uri.split(',')[1]!, 'base64');
}
