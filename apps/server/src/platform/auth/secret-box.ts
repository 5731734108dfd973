import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets in the database (AES-256-GCM) with a key made of the server's signing key. */
export class SecretBox {
  readonly #key: Buffer;

  /** `purpose` separates the keys of different kinds of secrets. */
  constructor(signingKey: KeyObject, purpose: string) {
    const secret = signingKey.export({ type: 'pkcs8', format: 'der' });
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', `farm3d ${purpose}`, 32));
  }

  /** `place` is where it is stored: moved to another place it does not open. */
  seal(value: object, place: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(place));
    const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  /** Null when it was sealed with another key, or for another place. */
  open(sealed: Buffer, place: string): unknown {
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = Buffer.concat([
        decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
      return JSON.parse(text.toString()) as unknown;
    } catch {
      return null;
    }
  }
}
