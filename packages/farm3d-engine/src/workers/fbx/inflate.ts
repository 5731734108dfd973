import { unzlibSync } from 'three/examples/jsm/libs/fflate.module.js';
import { brokenArray } from './faults.ts';

/** Maximum compression ratio of zlib. */
const WORST_RATIO = 1032;
/** Smaller streams are inflated in JavaScript: the platform's stream costs more than it saves. */
const SMALL_BYTES = 4096;

/**
 * Inflates a zlib stream that must give exactly `size` bytes. Large ones use the platform's decompression, which is faster
 * than JavaScript, and are read only up to the size.
 * @throws FarmError `model-invalid`
 */
export async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (size > packed.byteLength * WORST_RATIO) throw brokenArray();
  if (packed.byteLength <= SMALL_BYTES) {
    const bytes = small(packed);
    if (bytes.byteLength !== size) throw brokenArray();
    return bytes;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  try {
    // Written directly: the stream of a Blob fetches its bytes from another process.
    const { readable, writable } = new DecompressionStream('deflate');
    const writer = writable.getWriter();
    const written = Promise.all([writer.write(packed), writer.close()]);
    // Told by the reader.
    written.catch(() => undefined);
    const reader = readable.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.byteLength > size) {
        void reader.cancel();
        throw new Error('longer than it says');
      }
      bytes.set(value, at);
      at += value.byteLength;
    }
  } catch {
    throw brokenArray();
  }
  if (at !== size) throw brokenArray();
  return bytes;
}

function small(packed: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  try {
    return unzlibSync(packed);
  } catch {
    throw brokenArray();
  }
}
