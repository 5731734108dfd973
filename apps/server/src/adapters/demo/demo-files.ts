import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Blobs } from '../../features/files/blob-store.ts';
import { FileRepository, type FileRow, type NewFile } from '../../features/files/repository.ts';
import type { Database } from '../../platform/storage/schema.ts';

type DemoFile = Pick<NewFile, 'media_type' | 'extension' | 'original_name' | 'width' | 'height'> & {
  readonly bytes: Uint8Array;
};

/** Stores a file of the demo farm as if somebody had uploaded it. @returns null when there is no room */
export async function storeDemoFile(
  db: Kysely<Database>,
  blobs: Blobs,
  organisationId: string,
  { bytes, ...file }: DemoFile,
): Promise<FileRow | null> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = blobs.incoming.next();
  await writeFile(path, bytes, { mode: 0o600 });
  return new FileRepository(db).add(
    { organisation_id: organisationId, created_by: null, sha256, size: bytes.byteLength, ...file },
    () => blobs.store.put(sha256, path),
  );
}
