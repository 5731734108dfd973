import { statfs } from 'node:fs/promises';
import type { ReserveName } from '../config/settings.ts';
import type { Logger } from '../logger.ts';

/** How often the free space is measured, milliseconds. */
const INTERVAL_MS = 500;
const MIB = 1024 * 1024;
/** With fewer free file entries a disk is full, too. File systems that make them as needed report 0 of 0. */
const MIN_FREE_FILES = 100;

/** A folder and the space that must stay free on its disk, MiB. */
export interface Reserve {
  /** Null where the disk is not ours, as with an external database. */
  readonly folder: string | null;
  readonly reserveMiB: number;
}

/**
 * Watches the free space of the disks that files and database are on. Each use stops at a reserve of its own, files
 * first: an upload cannot take the space in which readings are committed.
 */
export class DiskSpace {
  readonly #reserves: Readonly<Record<ReserveName, Reserve>>;
  readonly #log: Logger;
  readonly #full = new Set<ReserveName>();
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(reserves: Readonly<Record<ReserveName, Reserve>>, log: Logger) {
    this.#reserves = reserves;
    this.#log = log;
  }

  /** Measures once, then regularly until `stop`. */
  async start(): Promise<void> {
    await this.#measure();
    this.#timer = setInterval(() => void this.#measure(), INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Whether the reserve of this use is reached. */
  isFull(use: ReserveName): boolean {
    return this.#full.has(use);
  }

  /** The disks with their space in bytes; null: it cannot be measured. Those that are not ours are left out. */
  async spaces() {
    const uses = (['files', 'database'] as const).filter((use) => this.#reserves[use].folder !== null);
    return Promise.all(
      uses.map(async (use) => {
        const { folder, reserveMiB } = this.#reserves[use];
        const space = await statfs(folder ?? '').catch(() => null);
        return {
          use,
          freeBytes: space && space.bavail * space.bsize,
          totalBytes: space && space.blocks * space.bsize,
          reserveBytes: reserveMiB * MIB,
        };
      }),
    );
  }

  /** Calls back when the database's disk becomes full; the returned function ends that. */
  onDatabaseFull(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #measure(): Promise<void> {
    for (const use of ['files', 'database'] as const) {
      const { folder, reserveMiB } = this.#reserves[use];
      if (folder === null) continue;
      try {
        const { bavail, bsize, files, ffree } = await statfs(folder);
        const isFull = bavail * bsize < reserveMiB * MIB || (files > 0 && ffree < MIN_FREE_FILES);
        this.#set(use, isFull, Math.floor((bavail * bsize) / MIB));
      } catch (error) {
        this.#log.warn({ err: error, folder }, 'the free space of a disk cannot be measured');
      }
    }
  }

  #set(use: ReserveName, isFull: boolean, freeMiB: number): void {
    if (isFull === this.#full.has(use)) return;
    const { folder, reserveMiB } = this.#reserves[use];
    const details = { use, folder, freeMiB, reserveMiB };
    if (!isFull) {
      this.#full.delete(use);
      this.#log.info(details, 'the disk has space again');
      return;
    }
    this.#full.add(use);
    this.#log.error(details, 'the disk is full up to its reserve');
    if (use === 'database') for (const listener of this.#listeners) listener();
  }
}

/** The space of a disk has ended: the operating system's, or PostgreSQL's error. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100';
}
