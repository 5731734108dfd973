import { ApiError, files, NetworkError, type StoredFile } from '@farm3d/api';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { NotAnImageError, shrinkImage } from './shrink-image.ts';
import { sizeText } from '../../platform/save-file.ts';
import { t } from './zh-CN.ts';

/** Called with the present step and its share, 0 … 1. */
export type UploadReport = (label: string, ratio: number) => void;

interface ReportedUpload {
  signal: AbortSignal;
  report: UploadReport;
  /** Sent again with the same one, the file is stored once. */
  requestKey?: string | undefined;
}

/** Uploads a file as it is. */
export async function uploadFile(
  { clientOf }: Pick<Services, 'clientOf'>,
  file: Blob,
  name: string,
  { signal, report, requestKey }: ReportedUpload,
): Promise<StoredFile> {
  const label = t('image.uploading', { size: sizeText(file.size) });
  report(label, 0);
  const client = clientOf({ files }, { fetch: uploadFetch((ratio) => report(label, ratio)) });
  return client.files.upload(file, name, requestKey, { signal });
}

/**
 * Compresses an image in a worker and uploads it.
 * @returns the stored file, and what compression did in words
 * @throws {NotAnImageError}
 */
export async function uploadImage(
  services: Pick<Services, 'clientOf'>,
  file: File,
  { signal, report, requestKey }: ReportedUpload,
): Promise<{ stored: StoredFile; note: string }> {
  const shrinking = (ratio: number): void => report(t('image.shrinking'), ratio);
  shrinking(0);
  const { blob, width, height, isOriginal } = await shrinkImage(file, { signal, onProgress: shrinking });
  const stored = await uploadFile(services, blob, file.name || 'picture', { signal, report, requestKey });
  const note = isOriginal
    ? t('image.kept', { size: sizeText(file.size) })
    : t('image.shrunk', { before: sizeText(file.size), after: sizeText(blob.size), width, height });
  return { stored, note };
}

/** Why a file was refused; null when there was no answer (readings 34). */
export function refusalText(problem: unknown): string | null {
  if (problem instanceof NotAnImageError) return t('image.none');
  if (problem instanceof NetworkError || (problem instanceof ApiError && problem.msg === '')) return null;
  return problemText(problem);
}

/**
 * `fetch` that reports the sent share of the body, 0 … 1: fetch itself does not.
 * Rejects without a response, as `fetch` does.
 */
function uploadFetch(onProgress: (ratio: number) => void): typeof globalThis.fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const { signal } = init;
      const abort = (): void => request.abort();
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : input);
      request.responseType = 'blob';
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      });
      request.addEventListener('load', () =>
        resolve(
          new Response(request.response as Blob, {
            status: request.status,
            headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
          }),
        ),
      );
      request.addEventListener('error', () => reject(new TypeError('network')));
      request.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('', 'AbortError')));
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener('abort', abort);
      request.send(init.body as XMLHttpRequestBodyInit);
    });
}
