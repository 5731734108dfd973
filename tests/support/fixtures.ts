import { deflateSync } from 'node:zlib';
import { Document, NodeIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';

let encoder: Promise<unknown> | undefined;

/**
 * A bumpy ball on the ground, Draco compressed unless `isPlain`, with about `triangles` triangles; every seed gives another
 * one.
 */
export async function dracoModel(
  seed: number,
  triangles = 2_000,
  isPlain = false,
): Promise<Uint8Array<ArrayBuffer>> {
  const rows = Math.max(4, Math.round(Math.sqrt(triangles / 4)));
  const columns = rows * 2;
  const position: number[] = [];
  const uv: number[] = [];
  const index: number[] = [];
  for (let r = 0; r <= rows; r++) {
    for (let c = 0; c <= columns; c++) {
      const theta = (r / rows) * Math.PI;
      const phi = (c / columns) * Math.PI * 2;
      const radius =
        0.5 + 0.06 * Math.sin(phi * (2 + (seed % 5)) + seed) * Math.sin(theta * (3 + (seed % 3)));
      position.push(
        radius * Math.sin(theta) * Math.cos(phi),
        0.6 + radius * Math.cos(theta),
        radius * Math.sin(theta) * Math.sin(phi),
      );
      uv.push(c / columns, r / rows);
      if (r === rows || c === columns) continue;
      const a = r * (columns + 1) + c;
      const b = a + columns + 1;
      index.push(a, a + 1, b, b, a + 1, b + 1);
    }
  }
  const document = new Document();
  if (!isPlain) document.createExtension(KHRDracoMeshCompression).setRequired(true);
  const buffer = document.createBuffer();
  const accessor = (
    type: 'SCALAR' | 'VEC2' | 'VEC3',
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const hue = (seed * 0.37) % 1;
  const texture = document
    .createTexture('dots')
    .setImage(png(8, (x, y) => ((x + y) % 2 ? [255, 255, 255] : [200 + (seed % 50), 120, 60])))
    .setMimeType('image/png');
  const material = document
    .createMaterial('skin')
    .setBaseColorFactor([0.4 + 0.6 * hue, 0.5, 1 - 0.6 * hue, 1])
    .setBaseColorTexture(texture)
    .setRoughnessFactor(0.8)
    .setMetallicFactor(0);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(position)))
    .setAttribute('TEXCOORD_0', accessor('VEC2', Float32Array.from(uv)))
    .setIndices(accessor('SCALAR', Uint32Array.from(index)))
    .setMaterial(material);
  const node = document.createNode('ball').setMesh(document.createMesh().addPrimitive(primitive));
  document.createScene().addChild(node);
  encoder ??= draco.createEncoderModule();
  const io = new NodeIO()
    .registerExtensions([KHRDracoMeshCompression])
    .registerDependencies({ 'draco3d.encoder': await encoder });
  return await io.writeBinary(document);
}

/** A short file that counts as a PDF. */
export const PDF = '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF';

/** A PNG with a gradient. */
export function picture(width: number, height: number): Uint8Array<ArrayBuffer> {
  return png(width, (x, y) => [(x * 255) / width, (y * 255) / height, 90], height);
}

/** A PNG in 8-bit RGB; square unless a height is given. */
function png(
  width: number,
  colorAt: (x: number, y: number) => readonly [number, number, number],
  height = width,
): Uint8Array<ArrayBuffer> {
  const raw = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) raw.set(colorAt(x, y), y * (1 + width * 3) + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Uint8Array.from(Buffer.concat(parts));
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function crc32(bytes: Buffer): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
