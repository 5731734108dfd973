import { buffer } from 'node:stream/consumers';
import type { Blobs } from './blob-store.ts';
import { idInPath } from './file-addresses.ts';
import { PreviewMaker } from './images.ts';
import type { FileRepository } from './repository.ts';

/** Pixels of the longer side: 300 dpi at a width of 8 cm. */
const SIDE = 960;

/** Uploaded images for documents, which take JPEG. */
export class PrintedImages {
  readonly #files: FileRepository;
  readonly #blobs: Blobs;
  readonly #maker = new PreviewMaker();

  constructor(files: FileRepository, blobs: Blobs) {
    this.#files = files;
    this.#blobs = blobs;
  }

  /** Null when the organisation has no such image any more, or it cannot be decoded. */
  async jpeg(organisationId: string, path: string): Promise<Buffer | null> {
    const file = await this.#files.get(organisationId, idInPath(path));
    const source = file?.width ? await this.#blobs.store.open(file.sha256) : null;
    if (!source) return null;
    return this.#maker.draw(await buffer(source), SIDE, 'jpeg').catch(() => null);
  }
}
