import { createHash, randomBytes } from 'node:crypto';

/** Prefixes by the kind of token: a leaked one can be recognised. */
export const API_KEY_PREFIX = 'f3k_';
export const EMBED_TOKEN_PREFIX = 'f3e_';

export const hashOpaque = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A new token with its hash. */
export function makeOpaque(prefix: string): { token: string; hash: Buffer } {
  const token = prefix + randomBytes(32).toString('base64url');
  return { token, hash: hashOpaque(token) };
}
