import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_SIZE = 22;
const MAX_ENTRIES = 500;

/**
 * Whether an archive unpacks to at most `maxBytes`. It is unpacked to find out, up to this limit: sizes in its
 * headers are not trusted.
 */
export function unpacksWithin(zip: Buffer, maxBytes: number): boolean {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + END_SIZE > zip.length || zip.readUInt32LE(end) !== END_OF_DIRECTORY) return false;
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  let left = maxBytes;
  if (entries > MAX_ENTRIES) return false;
  try {
    for (let i = 0; i < entries; i += 1) {
      if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) return false;
      const method = zip.readUInt16LE(at + 10);
      const packed = zip.readUInt32LE(at + 20);
      const local = zip.readUInt32LE(at + 42);
      if (zip.readUInt32LE(local) !== LOCAL_HEADER) return false;
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const content = zip.subarray(from, from + packed);
      // Throws above the limit.
      left -= method === 0 ? packed : inflateRawSync(content, { maxOutputLength: Math.max(1, left) }).length;
      if (left < 0) return false;
      at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    return true;
  } catch {
    return false;
  }
}
