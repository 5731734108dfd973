import type { S3Settings } from '../../platform/config/settings.ts';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { BlobsUnavailable, type BlobStore, type ByteRange } from './blob-store.ts';

/** Attempts of one call, and the pause after the first, milliseconds; the next is twice as long. */
const TRIES = 3;
const FIRST_PAUSE_MS = 100;
/** Time-out for the response headers, milliseconds; an upload has been sent by then. */
const ANSWER_MS = 10_000;
const UPLOAD_MS = 120_000;

/** Blobs in a bucket of an S3 service. All calls reject with BlobsUnavailable when the service fails. */
export class S3BlobStore implements BlobStore {
  readonly #client: AwsClient;
  readonly #endpoint: string;

  constructor({ endpoint, accessKeyId, secretAccessKey, region = 'us-east-1' }: S3Settings) {
    // Its own retries would send a consumed body.
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
    this.#endpoint = endpoint.replace(/\/+$/, '');
  }

  async put(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    await this.#call(name, 'PUT', [200], async (send) => {
      const file = createReadStream(path);
      try {
        const upload: RequestInit & { duplex: 'half' } = {
          body: Readable.toWeb(file) as ReadableStream<Uint8Array>,
          // The name is the hash of the content: signing the body again would read it a second time.
          headers: { 'content-length': String(size), 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
          duplex: 'half',
        };
        const answer = await send(upload);
        await answer.body?.cancel();
        return answer;
      } finally {
        file.destroy();
      }
    });
    await rm(path, { force: true });
  }

  async open(name: string, range?: ByteRange): Promise<Readable | null> {
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const answer = await this.#call(name, 'GET', [200, 206, 404], (send) => send({ headers }));
    if (answer.status === 404) {
      await answer.body?.cancel();
      return null;
    }
    return answer.body ? Readable.fromWeb(answer.body as never) : Readable.from([]);
  }

  async remove(name: string): Promise<void> {
    const answer = await this.#call(name, 'DELETE', [200, 204, 404], (send) => send({}));
    await answer.body?.cancel();
  }

  /** Each attempt has its own body. */
  async #call(
    name: string,
    method: string,
    accepts: readonly number[],
    attempt: (send: (init: RequestInit) => Promise<Response>) => Promise<Response>,
  ): Promise<Response> {
    const operation = `${method} ${name}`;
    for (let tried = 1; ; tried += 1) {
      let failure: Error;
      let isPassing = true;
      try {
        const answer = await attempt((init) => this.#send(name, { ...init, method }));
        if (accepts.includes(answer.status)) return answer;
        await answer.body?.cancel();
        failure = new Error(`S3 answered ${answer.status} to ${operation}`);
        isPassing = answer.status >= 500 || answer.status === 429;
      } catch (error) {
        failure = new Error(`S3 did not answer ${operation}`, { cause: error });
      }
      if (!isPassing || tried === TRIES) throw new BlobsUnavailable(failure);
      await pause(FIRST_PAUSE_MS * 2 ** (tried - 1));
    }
  }

  async #send(name: string, init: RequestInit): Promise<Response> {
    const timeout = new AbortController();
    // The body after the headers may take longer.
    const timer = setTimeout(() => timeout.abort(), init.method === 'PUT' ? UPLOAD_MS : ANSWER_MS);
    try {
      return await this.#client.fetch(`${this.#endpoint}/${name}`, { ...init, signal: timeout.signal });
    } finally {
      clearTimeout(timer);
    }
  }
}
