import { FarmError } from '../core/errors.ts';
import { MAX_FILE_BYTES } from './limits.ts';

/** Up to this announced length a download's progress is told at its end: read in one go it costs half. Bytes. */
const SMALL_FILE_BYTES = 256 * 2 ** 10;

/**
 * Downloads a model, telling its progress.
 * @param onProgress received bytes and the announced length (0 when the server does not say)
 * @throws FarmError `aborted`, `model-missing` (an HTTP error status), `model-network`, `model-truncated` or `model-too-large`
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
    // With a content encoding the length is that of the packed bytes: no use for progress or for truncation.
    const isPacked = (response.headers.get('content-encoding') ?? 'identity') !== 'identity';
    const total = isPacked ? 0 : Number(response.headers.get('content-length') ?? 0);
    if (total > MAX_FILE_BYTES) throw tooLarge(url);
    if (!response.body || (total > 0 && total <= SMALL_FILE_BYTES)) {
      const whole = await response.arrayBuffer();
      received = whole.byteLength;
      if (total > 0 && received < total) throw new FarmError('model-truncated', { path: url });
      onProgress(received, total);
      return whole;
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
    // A connection cut in the middle of a body rejects the read: the file is there, its end is not.
    throw FarmError.from(error, isAnswered ? 'model-truncated' : 'model-network', { path: url });
  }
}

function tooLarge(path: string): FarmError {
  return new FarmError('model-too-large', { path, reason: `more than ${MAX_FILE_BYTES / 2 ** 20} MiB` });
}
