import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIB = 1024 * 1024;

/** A small file system that a test fills and empties. Only root can create one. */
export class SmallDisk {
  readonly folder: string;
  readonly #ballast: string;

  constructor(sizeMiB: number) {
    this.folder = mkdtempSync(join(tmpdir(), 'farm3d-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m,mode=755`, 'farm3d-test', this.folder]);
    chmodSync(this.folder, 0o755);
    this.#ballast = join(this.folder, 'ballast');
  }

  static get isPossible(): boolean {
    return process.platform === 'linux' && process.getuid?.() === 0;
  }

  get freeMiB(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return (bavail * bsize) / MIB;
  }

  /** Extends or truncates the filler file until so many bytes are free; 0: none. */
  leave(freeMiB: number): void {
    rmSync(this.#ballast, { force: true });
    const file = openSync(this.#ballast, 'w');
    const block = Buffer.alloc(MIB / 4);
    try {
      while (this.freeMiB > freeMiB) writeSync(file, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  empty(): void {
    const file = openSync(this.#ballast, 'a');
    ftruncateSync(file, 0);
    closeSync(file);
  }

  remove(): void {
    execFileSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
