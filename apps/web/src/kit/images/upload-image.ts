import { ApiError, files, NetworkError, type StoredFile } from '@farm3d/api';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { NotAnImageError, shrinkImage } from './shrink-image.ts';
import { sizeText } from './size-text.ts';
import { uploadFetch } from './upload-fetch.ts';
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
