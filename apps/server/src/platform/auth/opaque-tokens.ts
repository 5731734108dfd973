import { createHash, randomBytes } from 'node:crypto';

/** How a token of a kind begins: who finds one in a log or a repository knows what it opens. */
export const API_KEY_PREFIX = 'f3k_';
export const EMBED_TOKEN_PREFIX = 'f3e_';

export const hashOpaque = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A new token and what of it is stored. */
export function makeOpaque(prefix: string): { token: string; hash: Buffer } {
  const token = prefix + randomBytes(32).toString('base64url');
  return { token, hash: hashOpaque(token) };
}
