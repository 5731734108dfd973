const GROUP = 16;
/** Both bits of a group's header: its bytes are uncompressed. */
const PLAIN_GROUP = 3;
const TAIL_BYTES = 32;

/**
 * Vertices of at most 16 as a stream of EXT_meshopt_compression, mode ATTRIBUTES, version 0: differences of bytes, each in a
 * group that is not packed any further.
 */
export function meshoptAttributes(array: Float32Array, stride: number): Uint8Array {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const count = bytes.length / stride;
  const out = [0xa0];
  for (let k = 0; k < stride; k++) {
    out.push(PLAIN_GROUP);
    for (let v = 0; v < GROUP; v++) {
      const before = bytes[Math.max(0, v - 1) * stride + k]!;
      const difference = v < count ? ((bytes[v * stride + k]! - before) << 24) >> 24 : 0;
      out.push(((difference << 1) ^ (difference >> 31)) & 0xff);
    }
  }
  // At the end what the first vertex differs from: itself.
  const tail = new Uint8Array(Math.max(TAIL_BYTES, stride));
  tail.set(bytes.subarray(0, stride), tail.length - stride);
  return Uint8Array.from([...out, ...tail]);
}
