import type { Blobs } from './blob-store.ts';
import type { FileRepository, FileRow } from './repository.ts';
import type { PictureSize } from './pictures.ts';
import { receiveUpload, UploadError, type ReceivedFile, type UploadRefusal } from './receive-upload.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { HttpProblem } from '../../platform/http/problem.ts';

const REFUSALS: Readonly<Record<UploadRefusal, () => HttpProblem>> = {
  mediaType: () => new HttpProblem(415, 'file.form'),
  missing: () => new HttpProblem(400, 'file.required', { field: 'file' }),
  tooLarge: () => new HttpProblem(413, 'file.tooLarge', { field: 'file', error: 'file_too_large' }),
  type: () => new HttpProblem(400, 'file.type', { field: 'file', error: 'file_type' }),
  malformed: () => new HttpProblem(400, 'file.form', { field: 'file' }),
};

/** What is taken, beside what every upload may be. */
export interface UploadRules<Found> {
  /** A text that is expected: no bytes tell it. */
  readonly text?: 'csv' | 'json';
  /**
   * Looks into the file before it is kept.
   * @throws {HttpProblem} what is wrong with it
   */
  readonly check: (received: ReceivedFile) => Promise<Found>;
}

/** A file that was kept, and what was found in it. */
export interface StoredUpload<Found> {
  readonly file: FileRow;
  readonly found: Found;
}

/**
 * Receives the file of a request at the place `path`.
 * @throws {HttpProblem} why it was not taken, for who sent it.
 */
export function receive(c: AppContext, path: string, text?: 'csv' | 'json'): Promise<ReceivedFile> {
  return receiveUpload(c.env.incoming, path, text ? { text } : {}).catch((error: unknown) => {
    if (!(error instanceof UploadError)) throw error;
    // What is left of the body is not waited for.
    c.header('Connection', 'close');
    throw REFUSALS[error.refusal]();
  });
}

/**
 * Takes the file of a request into the caller's organisation: received, looked into, counted, kept. Nothing is left of
 * one that is refused.
 * @throws {HttpProblem} also 413 when the organisation's room is used up
 */
export async function storeUpload<Found extends { readonly picture: PictureSize | null }>(
  c: AppContext,
  blobs: Blobs,
  files: FileRepository,
  { text, check }: UploadRules<Found>,
): Promise<StoredUpload<Found>> {
  const { organisationId, userId } = c.get('principal');
  const received = await receive(c, blobs.incoming.next(), text);
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
      },
      () => blobs.store.put(received.sha256, received.path),
    );
    if (!file) throw new HttpProblem(413, 'file.quota', { error: 'file_quota' });
    return { file, found };
  } finally {
    await blobs.incoming.discard(received.path);
  }
}
