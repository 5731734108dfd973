import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { fileTypeFromBuffer } from 'file-type';
import { isDiskFull } from '../../platform/storage/disk-space.ts';

/** Bytes of one file: 'each under 20MB' (specification, section 9; readings 34). */
const FILE_MAX_BYTES = 20 * 1024 * 1024;
/** Bytes that identify every accepted type. */
const SNIFF_BYTES = 4100;

/** Media type of FBX, which has no registered one. */
const FBX = 'application/x.autodesk.fbx';
/** First bytes of FBX, binary and as text. */
const FBX_BEGIN = /^(?:Kaydara FBX Binary  \0|; FBX \d)/;

/** Accepted media types, identified by their bytes, those of office documents included. */
const TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'model/gltf-binary': 'glb',
  [FBX]: 'fbx',
};

/** Text types, which bytes do not identify: accepted only where one is expected. */
const TEXTS = { csv: 'text/csv', json: 'application/geo+json' } as const;

/** Why an upload was refused. */
export type UploadRefusal =
  | 'mediaType'
  | 'encoding'
  | 'missing'
  | 'tooLarge'
  | 'type'
  | 'malformed'
  | 'noSpace';

export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly refusal: UploadRefusal;

  constructor(refusal: UploadRefusal) {
    super(`the upload was refused: ${refusal}`);
    this.refusal = refusal;
  }
}

export interface ReceivedFile {
  /** Path of the bytes. */
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  readonly mediaType: string;
  readonly extension: string;
  /** Without folders and control characters, at most 200 characters. */
  readonly originalName: string;
}

/** Counts and hashes the bytes and checks the first ones; an unaccepted type ends here, not after 20 MB. */
class Inspector extends Transform {
  readonly #hash = createHash('sha256');
  #head = Buffer.alloc(0);
  readonly #text: keyof typeof TEXTS | undefined;
  #judged: { mime: string; ext: string } | undefined;
  size = 0;

  constructor(text: keyof typeof TEXTS | undefined) {
    super();
    this.#text = text;
  }

  override async _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error?: Error | null, data?: Buffer) => void,
  ): Promise<void> {
    this.size += chunk.length;
    this.#hash.update(chunk);
    if (!this.#judged) {
      this.#head = Buffer.concat([this.#head, chunk]);
      if (this.#head.length >= SNIFF_BYTES && !(await this.#judge())) return done(new UploadError('type'));
    }
    done(null, chunk);
  }

  override async _flush(done: (error?: Error | null) => void): Promise<void> {
    done(this.#judged || (await this.#judge()) ? null : new UploadError('type'));
  }

  async #judge(): Promise<boolean> {
    const isFbx = FBX_BEGIN.test(this.#head.toString('latin1', 0, 32));
    const sniffed = isFbx ? FBX : (await fileTypeFromBuffer(this.#head))?.mime;
    const isText = this.#text !== undefined && sniffed === undefined && !this.#head.includes(0);
    const mime = isText ? TEXTS[this.#text] : (sniffed ?? '');
    const ext = isText ? this.#text : TYPES[mime];
    if (ext !== undefined) this.#judged = { mime, ext };
    return ext !== undefined;
  }

  result(): { sha256: string; mediaType: string; extension: string } {
    if (!this.#judged) throw new UploadError('type');
    return { sha256: this.#hash.digest('hex'), mediaType: this.#judged.mime, extension: this.#judged.ext };
  }
}

function plainName(name: string | undefined, extension: string): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  const plain = Array.from(last.replace(/[\p{Cc}\p{Cf}"<>|:*?]/gu, ''))
    .slice(0, 200)
    .join('')
    .trim();
  return /^\.*$/.test(plain) ? `file.${extension}` : plain;
}

/**
 * Reads the one file of a multipart body into `path` within the limits. After an error nothing is left at `path`.
 * Text, which bytes do not identify, is accepted as the expected type: CSV or GeoJSON.
 * @throws {UploadError}
 */
export async function receiveUpload(
  incoming: IncomingMessage,
  path: string,
  accepts: { readonly text?: keyof typeof TEXTS } = {},
): Promise<ReceivedFile> {
  if (!/^multipart\/form-data\s*;/i.test(incoming.headers['content-type'] ?? ''))
    throw new UploadError('mediaType');
  if (!/^(?:identity)?$/i.test(incoming.headers['content-encoding'] ?? '')) throw new UploadError('encoding');
  const giveUp = new AbortController();
  const writing: { done?: Promise<ReceivedFile> } = {};
  try {
    return await receive(incoming, path, writing, { ...accepts, signal: giveUp.signal });
  } catch (error) {
    // The rest of the body is discarded; the connection ends with the response.
    incoming.unpipe();
    incoming.resume();
    giveUp.abort();
    await writing.done?.catch(() => undefined);
    await rm(path, { force: true });
    if (error instanceof UploadError) throw error;
    throw new UploadError(isDiskFull(error) ? 'noSpace' : 'malformed');
  }
}

function receive(
  incoming: IncomingMessage,
  path: string,
  writing: { done?: Promise<ReceivedFile> },
  { text, signal }: { readonly text?: keyof typeof TEXTS; readonly signal: AbortSignal },
): Promise<ReceivedFile> {
  return new Promise((resolve, reject) => {
    let parser: ReturnType<typeof busboy>;
    try {
      parser = busboy({
        headers: incoming.headers,
        defParamCharset: 'utf8',
        limits: {
          files: 1,
          // The parser reports the last allowed byte as too many.
          fileSize: FILE_MAX_BYTES + 1,
          fields: 8,
          fieldSize: 1024,
          parts: 10,
          headerPairs: 40,
        },
      });
    } catch {
      return reject(new UploadError('malformed'));
    }
    parser.on('file', (field, stream: Readable, { filename }) => {
      if (field !== 'file' || writing.done) {
        stream.resume();
        return;
      }
      stream.once('limit', () => reject(new UploadError('tooLarge')));
      const inspector = new Inspector(text);
      writing.done = pipeline(stream, inspector, createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
        signal,
      }).then(() => {
        const { extension, ...rest } = inspector.result();
        const originalName = plainName(filename, extension);
        return { ...rest, extension, path, size: inspector.size, originalName };
      });
      writing.done.catch(reject);
    });
    parser.on('error', () => reject(new UploadError('malformed')));
    parser.on('close', () => {
      if (writing.done) void writing.done.then(resolve, reject);
      else reject(new UploadError('missing'));
    });
    incoming.once('close', () => {
      if (!incoming.complete) reject(new UploadError('malformed'));
    });
    incoming.on('error', () => reject(new UploadError('malformed')));
    incoming.pipe(parser);
  });
}
