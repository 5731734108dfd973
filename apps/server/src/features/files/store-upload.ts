import type { Blobs } from './blob-store.ts';
import type { FileRepository, FileRow } from './repository.ts';
import type { ImageSize } from './images.ts';
import { receiveUpload, UploadError, type ReceivedFile, type UploadRefusal } from './receive-upload.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { isDiskFull } from '../../platform/storage/disk-space.ts';

const REFUSALS: Readonly<Record<UploadRefusal, () => HttpProblem>> = {
  mediaType: () => new HttpProblem(415, 'file.form'),
  encoding: () => new HttpProblem(415, 'file.encoding'),
  missing: () => new HttpProblem(400, 'file.required', { field: 'file' }),
  tooLarge: () => new HttpProblem(413, 'file.tooLarge', { field: 'file', error: 'file_too_large' }),
  type: () => new HttpProblem(400, 'file.type', { field: 'file', error: 'file_type' }),
  noSpace: () => new HttpProblem(507, 'file.noSpace', { error: 'disk_full' }),
  malformed: () => new HttpProblem(400, 'file.form', { field: 'file' }),
};

/** Accepted files, beside the general limits. */
export interface UploadRules<Found> {
  /** An expected text type, which bytes do not identify. */
  readonly text?: 'csv' | 'json';
  /** See {@link FileRepository.add}. */
  readonly requestKey?: string | undefined;
  /**
   * Checks the file before it is stored.
   * @throws {HttpProblem} what is wrong with it
   */
  readonly check: (received: ReceivedFile) => Promise<Found>;
}

/** A stored file with the result of its check. */
export interface StoredUpload<Found> {
  readonly file: FileRow;
  readonly found: Found;
}

/**
 * Receives the file of a request into the folder of uploads in progress.
 * @throws {HttpProblem} why it was refused
 */
export async function receive(
  c: AppContext,
  blobs: Pick<Blobs, 'incoming' | 'slots'>,
  text?: 'csv' | 'json',
): Promise<ReceivedFile> {
  try {
    return await blobs.slots.run(c.get('principal').userId, () =>
      receiveUpload(c.env.incoming, blobs.incoming.next(), text ? { text } : {}),
    );
  } catch (error) {
    if (!(error instanceof UploadError)) {
      // Refused before it was read: the client gets its answer after it has sent the body.
      c.env.incoming.resume();
      throw error;
    }
    // The rest of the body is not awaited.
    c.header('Connection', 'close');
    throw REFUSALS[error.refusal]();
  }
}

/** Stores received bytes under their hash. */
async function put(blobs: Blobs, { sha256, path }: ReceivedFile): Promise<void> {
  try {
    await blobs.store.put(sha256, path);
  } catch (error) {
    throw isDiskFull(error) ? REFUSALS.noSpace() : error;
  }
}

/**
 * Stores the file of a request for the caller's organisation: received, checked, counted, stored. Nothing is left of
 * a refused one.
 * @throws {HttpProblem} also 413 when the organisation's storage is full
 */
export async function storeUpload<Found extends { readonly picture: ImageSize | null }>(
  c: AppContext,
  blobs: Blobs,
  files: FileRepository,
  { text, requestKey, check }: UploadRules<Found>,
): Promise<StoredUpload<Found>> {
  const { organisationId, userId } = c.get('principal');
  const received = await receive(c, blobs, text);
  try {
    const found = await check(received);
    const { picture } = found;
    const file = await files.add(
      {
        organisation_id: organisationId,
        created_by: userId,
        sha256: received.sha256,
        size: received.size,
        media_type: received.mediaType,
        extension: received.extension,
        original_name: received.originalName,
        width: picture?.width ?? null,
        height: picture?.height ?? null,
        request_key: requestKey,
      },
      () => put(blobs, received),
    );
    if (!file) throw new HttpProblem(413, 'file.quota', { error: 'file_quota' });
    return { file, found };
  } finally {
    await blobs.incoming.discard(received.path);
  }
}
