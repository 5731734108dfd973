import { FarmError } from '../core/errors.ts';
import { MAX_FILE_BYTES } from './limits.ts';

/** Loads a file beside a model. */
export type ResourceFetch = (url: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;

/** Where a model is, and which other places its files may be in. */
export interface ModelPlace {
  /** Absolute URL of the model. */
  readonly url: string;
  /** Absolute URLs of folders, with a slash at the end. */
  readonly resourceFolders: readonly string[];
}

/**
 * The URL of a file that a model refers to, or undefined if it is neither in the model's folder nor in one that the host
 * allows. Models are uploaded by users and must not cause requests to URLs of their choice.
 */
export function resolveAllowed(
  uri: string,
  { url: modelUrl, resourceFolders }: ModelPlace,
): string | undefined {
  let url: URL;
  try {
    url = new URL(uri, modelUrl);
  } catch {
    return undefined;
  }
  const folders = [new URL('.', modelUrl), ...resourceFolders.map((folder) => new URL(folder))];
  const isAllowed = folders.some(
    (folder) =>
      url.origin === folder.origin &&
      url.protocol === folder.protocol &&
      url.pathname.startsWith(folder.pathname),
  );
  return isAllowed ? url.href : undefined;
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
