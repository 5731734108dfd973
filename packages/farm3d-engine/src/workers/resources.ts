import { FarmError } from '../core/errors.ts';
import { MAX_FILE_BYTES } from './limits.ts';

/** Loads a file beside a model. */
export type ResourceFetch = (url: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * The URL of a file that a model refers to, or undefined if it is outside the model's folder. Models are uploaded by users
 * and must not cause requests to URLs of their choice.
 */
export function resolveBeside(uri: string, modelUrl: string): string | undefined {
  let url: URL;
  try {
    url = new URL(uri, modelUrl);
  } catch {
    return undefined;
  }
  const folder = new URL('.', modelUrl);
  const isBeside = url.origin === folder.origin && url.protocol === folder.protocol;
  return isBeside && url.pathname.startsWith(folder.pathname) ? url.href : undefined;
}

const DATA_URL = /^data:([^,;]*)((?:;[^,;]*)*),/;

/** The bytes of a data: URL, or undefined for any other URL. Not by fetch: a strict connect-src forbids it. */
export function readDataUrl(
  uri: string,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly mime: string } | undefined {
  const match = DATA_URL.exec(uri.slice(0, 256));
  if (!match) return undefined;
  const content = uri.slice(match[0].length);
  if (content.length > MAX_FILE_BYTES * 1.4) throw new FarmError('model-too-large', { reason: 'data: URL' });
  try {
    const text = match[2]!.includes('base64') ? atob(content) : decodeURIComponent(content);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return { bytes, mime: match[1]! };
  } catch (error) {
    throw FarmError.from(error, 'model-invalid');
  }
}
