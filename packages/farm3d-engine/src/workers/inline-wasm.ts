/**
 * Reads a WebAssembly file from its data: URL, which is gzipped in the published files (a third smaller than plain base64
 * after transfer compression) and plain if a bundler made it. Not `fetch(dataUrl)`: a strict connect-src forbids it.
 */
export async function unpackWasm(dataUrl: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = fromBase64(dataUrl.slice(dataUrl.indexOf(',') + 1));
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isPacked ? new Uint8Array(await gunzip(bytes).arrayBuffer()) : bytes;
}

/** Decompresses base64 of a gzipped file. */
export function unpackBase64(packed: string): Response {
  return gunzip(fromBase64(packed));
}

function gunzip(bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
}

function fromBase64(packed: string): Uint8Array<ArrayBuffer> {
  // Built in since 2025 (ES2026); the loop takes ten milliseconds of each worker's start.
  const { fromBase64: builtIn } = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (builtIn) return builtIn.call(Uint8Array, packed);
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
