import { FarmError } from '../core/errors.ts';

const GLB_MAGIC = 0x46546c67; // 'glTF'
const HEADER_BYTES = 12;

/**
 * Checks that the bytes are a whole binary glTF 2 file before any parser sees them.
 * @throws FarmError `model-wrong-type` or `model-truncated`
 */
export function assertGlb(bytes: ArrayBuffer, path: string): void {
  const view = new DataView(bytes);
  if (bytes.byteLength === 0) throw new FarmError('model-truncated', { path });
  if (!startsLikeMagic(view)) throw new FarmError('model-wrong-type', { path });
  if (bytes.byteLength < HEADER_BYTES) throw new FarmError('model-truncated', { path });
  const version = view.getUint32(4, true);
  if (version !== 2) throw new FarmError('model-wrong-type', { path });
  if (view.getUint32(8, true) > bytes.byteLength) throw new FarmError('model-truncated', { path });
}

function startsLikeMagic(view: DataView): boolean {
  const length = Math.min(4, view.byteLength);
  for (let i = 0; i < length; i++) if (view.getUint8(i) !== ((GLB_MAGIC >>> (8 * i)) & 255)) return false;
  return true;
}

/**
 * A 64-bit content hash as hex with the length, for "is this the same file". Not for security, and not
 * crypto.subtle, which a page on plain http does not have.
 */
export function contentHash(bytes: ArrayBuffer): string {
  const words = new Uint32Array(bytes, 0, bytes.byteLength >>> 2);
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  for (const word of words) {
    a = Math.imul(a ^ word, 0x01000193);
    b = Math.imul((b << 13) | (b >>> 19), 5) ^ word;
  }
  for (const byte of new Uint8Array(bytes, words.byteLength)) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995);
  }
  const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0');
  return `${hex(a)}${hex(b)}-${bytes.byteLength}`;
}
