import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { BlobStore, ByteRange } from './blob-store.ts';

export interface S3Settings {
  /** Address of the bucket: 'https://s3.example/farm3d'. */
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Default 'us-east-1', which servers other than AWS expect. */
  readonly region?: string | undefined;
}

/** Blobs in a bucket of an S3 service. */
export class S3BlobStore implements BlobStore {
  readonly #client: AwsClient;
  readonly #endpoint: string;

  constructor({ endpoint, accessKeyId, secretAccessKey, region = 'us-east-1' }: S3Settings) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 });
    this.#endpoint = endpoint.replace(/\/+$/, '');
  }

  async #call(name: string, init: RequestInit, accepts: readonly number[]): Promise<Response> {
    const answer = await this.#client.fetch(`${this.#endpoint}/${name}`, init);
    if (accepts.includes(answer.status)) return answer;
    await answer.body?.cancel();
    throw new Error(`S3 answered ${answer.status} to ${init.method ?? 'GET'} ${name}`);
  }

  async put(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    const upload: RequestInit & { duplex: 'half' } = {
      method: 'PUT',
      body: Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
      // The name is the hash of the content: signing the body again would read it a second time.
      headers: { 'content-length': String(size), 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      duplex: 'half',
    };
    const answer = await this.#call(name, upload, [200]);
    await answer.body?.cancel();
    await rm(path, { force: true });
  }

  async open(name: string, range?: ByteRange): Promise<Readable | null> {
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const answer = await this.#call(name, { headers }, [200, 206, 404]);
    if (answer.status === 404) {
      await answer.body?.cancel();
      return null;
    }
    return answer.body ? Readable.fromWeb(answer.body as never) : Readable.from([]);
  }

  async remove(name: string): Promise<void> {
    const answer = await this.#call(name, { method: 'DELETE' }, [200, 204, 404]);
    await answer.body?.cancel();
  }
}
