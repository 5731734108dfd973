import { FarmError } from '../core/errors.ts';

/** Format of a model file. */
export type ModelFormat = 'glb' | 'gltf' | 'fbx';

const GLB_MAGIC = new TextEncoder().encode('glTF');
const FBX_MAGIC = new TextEncoder().encode('Kaydara FBX Binary  ');
/** Bytes of a text in which the format is searched, after comments of an exporter. */
const HEAD_BYTES = 4096;

/**
 * Detects a model's format by its bytes. Names are unreliable: servers send HTML as `.glb`, users rename files.
 * @throws FarmError `model-truncated` (empty, or only the first bytes of a known format) or `model-wrong-type`
 */
export function sniffFormat(bytes: ArrayBuffer, path: string): ModelFormat {
  if (bytes.byteLength === 0) throw new FarmError('model-truncated', { path });
  const start = new Uint8Array(bytes, 0, Math.min(HEAD_BYTES, bytes.byteLength));
  if (startsWith(start, GLB_MAGIC)) return whole(start, GLB_MAGIC, 'glb', path);
  if (startsWith(start, FBX_MAGIC)) return whole(start, FBX_MAGIC, 'fbx', path);
  const text = new TextDecoder('utf-8').decode(start);
  if (/^\s*\{/.test(text)) return 'gltf';
  // A comment line, or the first node of every ASCII FBX.
  if (/^\s*;\s*FBX\b/.test(text) || /^\s*(?:;[^\n]*\n\s*)*FBXHeaderExtension\s*:/.test(text)) return 'fbx';
  throw new FarmError('model-wrong-type', { path });
}

function startsWith(bytes: Uint8Array, magic: Uint8Array): boolean {
  const length = Math.min(bytes.length, magic.length);
  for (let i = 0; i < length; i++) if (bytes[i] !== magic[i]) return false;
  return true;
}

function whole(bytes: Uint8Array, magic: Uint8Array, format: ModelFormat, path: string): ModelFormat {
  if (bytes.length < magic.length) throw new FarmError('model-truncated', { path });
  return format;
}

/**
 * A content hash as hex with the length, to detect equal files within a page. The browser's SHA where available: many times
 * faster in a new worker, whose code is not compiled yet. Not available on plain http.
 */
export async function contentHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) return plainHash(bytes);
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return `${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}-${bytes.byteLength}`;
}

/** 64 bits, not for security. */
export function plainHash(data: Uint8Array<ArrayBuffer>): string {
  const isAligned = data.byteOffset % 4 === 0;
  const { buffer, byteOffset, byteLength } = isAligned ? data : data.slice();
  const words = new Uint32Array(buffer, byteOffset, byteLength >>> 2);
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  // By index: an iterator is several times slower until it is compiled.
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    a = Math.imul(a ^ word, 0x01000193);
    b = Math.imul((b << 13) | (b >>> 19), 5) ^ word;
  }
  for (const byte of new Uint8Array(buffer, byteOffset + words.byteLength, byteLength % 4)) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995);
  }
  const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0');
  return `${hex(a)}${hex(b)}-${byteLength}`;
}
