import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import AWSAccount from '@20minutes/s3rver/lib/models/account.js';

/** The access key that the service accepts at first. */
const KEY = 'S3RVER';

/** A bucket of a real S3 service, behind a proxy whose connections can be broken. */
export interface Bucket {
  /** Environment variables with which a server stores its files here. */
  readonly env: Record<string, string>;
  /** The folder in which the service stores objects. */
  readonly folder: string;
  /** Request heads of all calls so far. */
  readonly heads: string[];
  /** 'down' refuses connections, 'cut' closes them in the middle of a transfer. */
  wire: 'up' | 'down' | 'cut';
  /** Sets whether the service accepts the server's key. */
  knowKey(known: boolean): void;
  close(): Promise<void>;
}

export async function startBucket(): Promise<Bucket> {
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-bucket-'));
  const service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'farm3d' }],
  });
  const { port } = await service.run();
  const account = AWSAccount.registry.get(KEY);
  if (!account) throw new Error('the service has no account');

  const wire = createServer((near) => {
    near.on('error', () => undefined);
    if (bucket.wire === 'down') {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    far.on('error', () => near.destroy());
    near.once('close', () => far.destroy());
    near.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (/^(GET|PUT|DELETE|HEAD) /.test(text)) bucket.heads.push(text.split('\r\n\r\n', 1)[0] ?? '');
      if (bucket.wire === 'up') far.write(chunk);
      else near.destroy();
    });
    far.on('data', (chunk) => near.write(chunk));
    far.on('end', () => near.end());
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));

  const bucket: Bucket = {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(wire.address() as AddressInfo).port}/farm3d`,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    folder: join(folder, 'farm3d'),
    heads: [],
    wire: 'up',
    knowKey: (known) => (known ? account.createKeyPair(KEY, KEY) : account.revokeAccessKey(KEY)),
    async close() {
      wire.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return bucket;
}
