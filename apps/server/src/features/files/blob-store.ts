import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { HttpProblem } from '../../platform/http/problem.ts';
import { PREVIEW_SIDES } from './images.ts';
import type { UploadSlots } from './upload-slots.ts';

/** A part of a blob, bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Store of bytes under a name derived from their hash. Names are hexadecimal digits, '-' and 'x'. */
export interface BlobStore {
  /** Moves a completely written file into the store. A file that is stored already is removed. */
  put(name: string, path: string): Promise<void>;
  /** Null when there is no such blob. */
  open(name: string, range?: ByteRange): Promise<Readable | null>;
  /** Idempotent. */
  remove(name: string): Promise<void>;
}

/** The store cannot be reached, or refuses this server. */
export class BlobsUnavailable extends HttpProblem {
  constructor(cause: Error) {
    super(503, 'file.unavailable', { retryAfter: 5, cause });
  }
}

/** Blobs as files of one folder with 256 subfolders. */
class FolderBlobStore implements BlobStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  #path(name: string): string {
    if (!/^[0-9a-f]{64}(-[0-9x]+)?$/.test(name)) throw new TypeError(`no name of a blob: ${name}`);
    return join(this.#root, name.slice(0, 2), name);
  }

  async put(name: string, path: string): Promise<void> {
    const target = this.#path(name);
    await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
    // The bytes are synced before the name exists: a crash leaves the whole blob or none.
    const file = await open(path, 'r+');
    await file.sync().finally(() => file.close());
    await rename(path, target);
    const folder = await open(join(target, '..'), 'r');
    await folder
      .sync()
      // Folders cannot be synced on all platforms.
      .catch(() => undefined)
      .finally(() => folder.close());
  }

  async open(name: string, range?: ByteRange): Promise<Readable | null> {
    const path = this.#path(name);
    try {
      await stat(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    return createReadStream(path, range ? { start: range.start, end: range.end } : {});
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }
}

/** Folder of uploads in progress. */
export interface Incoming {
  /** An unused path. */
  next(): string;
  /** Removes what is still at such a path. */
  discard(path: string): Promise<void>;
}

/** Bytes of files, with their previews. */
export class Blobs {
  readonly store: BlobStore;
  readonly incoming: Incoming;
  readonly slots: UploadSlots;

  private constructor(store: BlobStore, incoming: Incoming, slots: UploadSlots) {
    this.store = store;
    this.incoming = incoming;
    this.slots = slots;
  }

  /** `folder` is used by this server alone: unfinished uploads of the last run are removed. */
  static async open(
    folder: string,
    slots: UploadSlots,
    store: BlobStore = new FolderBlobStore(folder),
  ): Promise<Blobs> {
    const receiving = join(folder, 'incoming');
    await rm(receiving, { recursive: true, force: true });
    await mkdir(receiving, { recursive: true, mode: 0o700 });
    const incoming = {
      next: () => join(receiving, randomUUID()),
      discard: (path: string) => rm(path, { force: true }),
    };
    return new Blobs(store, incoming, slots);
  }

  /** Removes the bytes of a hash with their previews. */
  async removeAll(sha256: string): Promise<void> {
    for (const side of PREVIEW_SIDES) await this.store.remove(`${sha256}-${side}`);
    await this.store.remove(sha256);
  }
}
