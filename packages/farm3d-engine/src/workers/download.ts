import { FarmError } from '../core/errors.ts';
import { MAX_FILE_BYTES } from './limits.ts';

/** Files up to this length report progress only at the end, which halves the time. Bytes. */
const SMALL_FILE_BYTES = 256 * 2 ** 10;

/**
 * Downloads a model and reports its progress.
 * @param onProgress received bytes and content length (0 if unknown)
 * @throws FarmError `aborted`, `model-missing` (an HTTP error status), `model-network`, `model-truncated` or
 * `model-too-large`
 */
export async function download(
  url: string,
  onProgress: (loadedBytes: number, totalBytes: number) => void,
  signal: AbortSignal,
  request: typeof fetch = fetch,
): Promise<ArrayBuffer> {
  let received = 0;
  let isAnswered = false;
  try {
    const response = await request(url, { signal });
    if (!response.ok) throw new FarmError('model-missing', { path: url, status: response.status });
    isAnswered = true;
    // With a content encoding the length is that of the encoded bytes: unusable for progress and truncation.
    const isPacked = (response.headers.get('content-encoding') ?? 'identity') !== 'identity';
    const total = isPacked ? 0 : Number(response.headers.get('content-length') ?? 0);
    if (total > MAX_FILE_BYTES) throw tooLarge(url);
    if (!response.body || (total > 0 && total <= SMALL_FILE_BYTES)) {
      const body = await response.arrayBuffer();
      received = body.byteLength;
      if (total > 0 && received < total) throw new FarmError('model-truncated', { path: url });
      onProgress(received, total);
      return body;
    }
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      received += value.byteLength;
      if (received > MAX_FILE_BYTES) throw tooLarge(url);
      onProgress(received, total);
    }
    if (total > 0 && received < total) throw new FarmError('model-truncated', { path: url });
    const bytes = new Uint8Array(received);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
    return bytes.buffer;
  } catch (error) {
    // A connection that is lost within the body rejects the read: the file exists, but is incomplete.
    throw FarmError.from(error, isAnswered ? 'model-truncated' : 'model-network', { path: url });
  }
}

function tooLarge(path: string): FarmError {
  return new FarmError('model-too-large', { path, reason: `more than ${MAX_FILE_BYTES / 2 ** 20} MiB` });
}
