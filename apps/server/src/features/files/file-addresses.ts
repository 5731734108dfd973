import { createHmac, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { FILE_PATH } from '@farm3d/api';
import { platformNow } from '../../platform/clock.ts';

/** Path of a file, without a signature. */
export const pathOf = ({ id, extension }: { readonly id: string; readonly extension: string }): string =>
  `/files/${id}.${extension}`;

/** The id in a path of a file; '' in any other. */
export const idInPath = (path: string): string => FILE_PATH.exec(path)?.[1]?.toLowerCase() ?? '';

/**
 * The part of a signed address that names its holder: it opens nothing once they may not see the file any more.
 * @param width of a preview, pixels
 */
export const heldPath = (path: string, holder: string, width?: number): string =>
  `${path}?v=${holder}${width === undefined ? '' : `&w=${width}`}`;

/** Validity of a signed address, seconds: an image element cannot send a token. */
export const ADDRESS_SECONDS = 60 * 60;

/** Signed addresses that open one resource for a while, without a token. */
export class SignedAddresses {
  readonly #key: Buffer;
  readonly #now: () => number;

  /** `purpose` separates the signatures of different kinds of resources. */
  constructor(signingKey: KeyObject, purpose: string, now: () => number = platformNow) {
    const secret = signingKey.export({ type: 'pkcs8', format: 'der' });
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', `farm3d ${purpose}`, 32));
    this.#now = now;
  }

  #signature(path: string, expires: number): Buffer {
    return createHmac('sha256', this.#key).update(`${expires} ${path}`).digest();
  }

  /** `path` may have a query; all of it is signed. */
  sign(path: string, seconds: number = ADDRESS_SECONDS): string {
    // Rounded to a quarter of an hour: the address of an image stays the same for a while, so that browsers can cache
    // it.
    const step = Math.min(900, seconds);
    const expires = (Math.floor(this.#now() / 1000 / step) + 1) * step + seconds;
    const mark = path.includes('?') ? '&' : '?';
    return `${path}${mark}e=${expires}&s=${this.#signature(path, expires).toString('base64url')}`;
  }

  /** Whether the signature is valid for this path and has not expired. */
  verify(path: string, expires: string | undefined, signature: string | undefined): boolean {
    if (!/^\d{1,12}$/.test(expires ?? '') || signature === undefined) return false;
    if (Number(expires) * 1000 < this.#now()) return false;
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#signature(path, Number(expires));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
