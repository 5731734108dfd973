import { Readable } from 'node:stream';
import ZipStream from 'zip-stream';
import type { Logger } from '../../platform/logger.ts';
import type { Blobs } from './blob-store.ts';
import type { FileRow } from './repository.ts';

/** Several files as one zip, written while it is sent. Equal names are numbered. */
export function archiveOf(files: readonly FileRow[], blobs: Blobs, log: Logger): Response {
  // Images and videos are compressed already: deflate costs time and saves nothing.
  const zip = new ZipStream({ store: true });
  const names = new Map<string, number>();
  const fill = async (): Promise<void> => {
    for (const file of files) {
      const source = await blobs.store.open(file.sha256);
      if (!source) throw new Error(`the bytes of file ${file.id} are missing`);
      await addEntry(zip, source, { name: uniqueName(file, names), date: file.created_at });
    }
    zip.finish();
  };
  fill().catch((error: unknown) => {
    log.warn({ err: error }, 'an archive broke off');
    zip.destroy(error instanceof Error ? error : undefined);
  });
  return new Response(Readable.toWeb(zip) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="files.zip"',
      'Cache-Control': 'no-store',
    },
  });
}

/** Adds one entry to a zip; resolves when its bytes are read. */
export async function addEntry(
  zip: ZipStream,
  source: Readable | string,
  options: { readonly name: string; readonly date?: Date; readonly store?: boolean },
): Promise<void> {
  let left = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      left = () => reject(new Error('the archive was left'));
      if (typeof source !== 'string') source.once('error', reject);
      zip.once('close', left);
      zip.entry(source, options, (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    zip.off('close', left);
  }
}

function uniqueName(file: FileRow, taken: Map<string, number>): string {
  const count = (taken.get(file.original_name) ?? 0) + 1;
  taken.set(file.original_name, count);
  if (count === 1) return file.original_name;
  const dot = file.original_name.lastIndexOf('.');
  const stem = dot > 0 ? file.original_name.slice(0, dot) : file.original_name;
  return `${stem} (${count})${dot > 0 ? file.original_name.slice(dot) : ''}`;
}
