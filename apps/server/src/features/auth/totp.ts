import { createHmac, timingSafeEqual } from 'node:crypto';

/* One-time codes by time (RFC 6238) as every authenticator app makes them: SHA-1, six digits, 30 s. */

/** Duration of a code, seconds. */
const STEP_S = 30;
const DIGITS = 6;
/** Steps by which the clock of the device may differ, in either direction. */
const SKEW_STEPS = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648), as authenticator apps read it. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >>> bits) & 31];
    }
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

/** The code of a time step. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

export const stepAt = (epochMs: number): number => Math.floor(epochMs / 1000 / STEP_S);

/**
 * The time step of a code that is right now, one step earlier or one later; null: it is wrong, or not later than `lastStep`,
 * and so was used before.
 */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { readonly now: number; readonly lastStep: number },
): number | null {
  const given = Buffer.from(code);
  let found: number | null = null;
  // All are compared: how long it takes says nothing of the code.
  for (let step = stepAt(now) - SKEW_STEPS; step <= stepAt(now) + SKEW_STEPS; step += 1) {
    const right = Buffer.from(codeAt(secret, step));
    if (given.length === right.length && timingSafeEqual(given, right) && step > lastStep) found ??= step;
  }
  return found;
}

/** Address that an authenticator app reads from a QR code. */
export function provisioningUri(secret: Uint8Array, account: string): string {
  const label = encodeURIComponent(`farm3d:${account}`);
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=farm3d&algorithm=SHA1&digits=${DIGITS}&period=${STEP_S}`;
}
