import { createHmac, hkdfSync, randomUUID, timingSafeEqual, type KeyObject } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The end of a chain: its newest entry. */
export interface Anchor {
  readonly seq: number;
  readonly hash: Buffer;
}

/**
 * Remembers the end of each organisation's audit chain in a signed file outside the database: entries that were cut off
 * its end leave a whole chain behind, but a shorter one.
 */
export class AuditAnchors {
  readonly #folder: string;
  readonly #key: Buffer;
  #writing: Promise<void> = Promise.resolve();

  /** `folder` is created when needed. */
  constructor(folder: string, signingKey: KeyObject) {
    this.#folder = folder;
    const secret = signingKey.export({ type: 'pkcs8', format: 'der' });
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'farm3d audit anchor', 32));
  }

  /** Writes the end of a chain unless the file has a newer one already. One after the other. */
  write(organisationId: string, anchor: Anchor): Promise<void> {
    const writing = this.#writing.then(async () => {
      const before = await this.read(organisationId);
      if (before && before.seq >= anchor.seq) return;
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const path = this.#path(organisationId);
      const line = `${anchor.seq} ${anchor.hash.toString('hex')}`;
      const text = `${line} ${this.#signature(organisationId, line).toString('hex')}\n`;
      // Servers of a cluster share the folder.
      const made = `${path}.${randomUUID()}`;
      await writeFile(made, text, { mode: 0o600 });
      await rename(made, path);
    });
    this.#writing = writing.catch(() => undefined);
    return writing;
  }

  /** Null when there is none, or it was not written by this server. */
  async read(organisationId: string): Promise<Anchor | null> {
    let text: string;
    try {
      text = await readFile(this.#path(organisationId), 'utf8');
    } catch {
      return null;
    }
    const [seq = '', hash = '', signature = ''] = text.trim().split(' ');
    const given = Buffer.from(signature, 'hex');
    const expected = this.#signature(organisationId, `${seq} ${hash}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return { seq: Number(seq), hash: Buffer.from(hash, 'hex') };
  }

  #path(organisationId: string): string {
    return join(this.#folder, `${organisationId}.anchor`);
  }

  #signature(organisationId: string, line: string): Buffer {
    return createHmac('sha256', this.#key).update(`${organisationId} ${line}`).digest();
  }
}
