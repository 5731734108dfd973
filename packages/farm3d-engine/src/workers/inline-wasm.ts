/**
 * A WebAssembly file out of its data: URL, which is packed in the published files (a third smaller than plain base64 once
 * the file is sent compressed) and plain where a bundler made it. Not `fetch(dataUrl)`: a strict connect-src forbids it.
 */
export async function unpackWasm(dataUrl: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
