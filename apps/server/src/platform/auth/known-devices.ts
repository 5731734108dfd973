import { createHmac, hkdfSync, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { platformNow } from '../clock.ts';

/** How long a device is known after a login, seconds. */
export const KNOWN_DEVICE_SECONDS = 180 * 24 * 60 * 60;

/**
 * Signed marks of the devices on which a user logged in. A mark gives access to nothing: with it, wrong passwords that
 * others try do not delay this user's own login.
 */
export class KnownDevices {
  readonly #key: Buffer;
  readonly #now: () => number;

  constructor(signingKey: KeyObject, now: () => number = platformNow) {
    const secret = signingKey.export({ type: 'pkcs8', format: 'der' });
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'farm3d known device', 32));
    this.#now = now;
  }

  /** A new mark for a user's device. */
  issue(userId: string): string {
    const expires = Math.floor(this.#now() / 1000) + KNOWN_DEVICE_SECONDS;
    const body = `${randomBytes(12).toString('base64url')}.${expires}`;
    return `${body}.${this.#signature(userId, body).toString('base64url')}`;
  }

  /** Id of the device, or null when the mark is not one of this user. */
  idOf(userId: string, mark: string | undefined): string | null {
    const [id = '', expires = '', signature = ''] = (mark ?? '').split('.');
    if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < this.#now()) return null;
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#signature(userId, `${id}.${expires}`);
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
  }

  #signature(userId: string, body: string): Buffer {
    return createHmac('sha256', this.#key).update(`${userId} ${body}`).digest();
  }
}
