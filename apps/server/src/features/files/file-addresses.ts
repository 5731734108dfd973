import { createHmac, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { FILE_PATH } from '@farm3d/api';

/** The path that names a file, without its signature. */
export const pathOf = ({ id, extension }: { readonly id: string; readonly extension: string }): string =>
  `/files/${id}.${extension}`;

/** The id of the file that a path of ours names; '' of every other. */
export const idInPath = (path: string): string => FILE_PATH.exec(path)?.[1]?.toLowerCase() ?? '';

/** How long an address that was given out opens its file: an image element cannot send a token. */
export const ADDRESS_SECONDS = 60 * 60;

/** Addresses that open one thing for a while, without a token. */
export class SignedAddresses {
  readonly #key: Buffer;
  readonly #now: () => number;

  /** `purpose` keeps the addresses of two kinds of things apart. */
  constructor(signingKey: KeyObject, purpose: string, now: () => number = Date.now) {
    const secret = signingKey.export({ type: 'pkcs8', format: 'der' });
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', `farm3d ${purpose}`, 32));
    this.#now = now;
  }

  #signature(path: string, expires: number): Buffer {
    return createHmac('sha256', this.#key).update(`${expires} ${path}`).digest();
  }

  /** `path` may carry a query; what is signed is all of it. */
  sign(path: string, seconds: number = ADDRESS_SECONDS): string {
    // By the quarter of an hour: the same picture keeps its address for a while, so that browsers keep the picture.
    const step = Math.min(900, seconds);
    const expires = (Math.floor(this.#now() / 1000 / step) + 1) * step + seconds;
    const mark = path.includes('?') ? '&' : '?';
    return `${path}${mark}e=${expires}&s=${this.#signature(path, expires).toString('base64url')}`;
  }

  /** Whether the signature was made for this path and has not run out. */
  verify(path: string, expires: string | undefined, signature: string | undefined): boolean {
    if (!/^\d{1,12}$/.test(expires ?? '') || signature === undefined) return false;
    if (Number(expires) * 1000 < this.#now()) return false;
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#signature(path, Number(expires));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
