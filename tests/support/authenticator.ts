import { createHmac } from 'node:crypto';
import { waitFor } from './wait.ts';

/** Milliseconds of one code. */
const STEP_MS = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(secret: string): Buffer {
  const bits = secret
    .split('')
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** An authenticator app with one secret, like those on phones. */
export class Authenticator {
  readonly #secret: Buffer;
  #lastStep = 0;

  /** @param secret base32 */
  constructor(secret: string) {
    this.#secret = bytesOf(secret);
  }

  /** The code of the present time, moved by so many steps of 30 s. */
  codeAt(steps: number): string {
    return this.#code(Math.floor(Date.now() / STEP_MS) + steps);
  }

  /** A code that is right and was not given out yet; the server takes those of one step before and after the present, too. */
  async next(): Promise<string> {
    const now = (): number => Math.floor(Date.now() / STEP_MS);
    await waitFor(() => this.#lastStep <= now(), { what: 'the next code' });
    this.#lastStep = Math.max(this.#lastStep + 1, now());
    return this.#code(this.#lastStep);
  }

  #code(step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeUIntBE(step, 2, 6);
    const mac = createHmac('sha1', this.#secret).update(counter).digest();
    const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
  }
}
