import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBucket, type Bucket } from '../support/bucket.ts';
import { picture } from '../support/fixtures.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// A temporary outage of the server's database, and of the bucket with its files.

let server: RunningServer;
let bucket: Bucket;
beforeAll(async () => {
  bucket = await startBucket();
  server = await startServer({ env: bucket.env });
});
afterAll(async () => {
  await server?.stop();
  await bucket?.close();
});

/** Two different valid PNG images. */
const [small, wide] = [new Blob([picture(40, 24)]), new Blob([picture(500, 250)])];
const bytesOf = async (blob: Blob): Promise<Buffer> => Buffer.from(await blob.arrayBuffer());
/** Names of the objects in the bucket. */
const kept = async (): Promise<string[]> =>
  (await readdir(bucket.folder, { recursive: true })).filter((name) => name.endsWith('_object'));

describe('files in a bucket', () => {
  it('are only in the bucket, readable whole and in part, as previews and in archives, until they are deleted', async () => {
    const api = await server.client();
    const before = (await kept()).length;
    const file = await api.files.upload(wide, 'wide.png');
    expect(await bytesOf(await api.files.content(file.path))).toEqual(await bytesOf(wide));
    const part = await fetch(server.baseUrl + file.url, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    const preview = await fetch(server.baseUrl + (await api.files.preview(file.path, { size: 160 })).url);
    expect((await bytesOf(await preview.blob())).toString('latin1', 8, 12)).toBe('WEBP');
    expect((await bytesOf(await api.files.archive([file.id]))).indexOf(await bytesOf(wide))).toBeGreaterThan(
      0,
    );
    // The image and its preview.
    expect((await kept()).length).toBe(before + 2);
    expect(await readdir(join(server.dataDir, 'files'), { recursive: true })).toEqual(['incoming']);
    // S3 rejects uploads without a length.
    const upload = bucket.heads.find((head) => head.startsWith('PUT '));
    expect(upload).toMatch(new RegExp(`^content-length: ${wide.size}\r?$`, 'im'));
    expect(upload).not.toMatch(/^transfer-encoding:/im);
    await api.files.remove(file.id);
    expect((await kept()).length).toBe(before);
  });

  it.each([
    ['is away', () => (bucket.wire = 'down')],
    ['breaks off', () => (bucket.wire = 'cut')],
    ['refuses the key', () => bucket.knowKey(false)],
  ])('while it %s, calls respond with 503; afterwards everything works again', async (_what, begin) => {
    const api = await server.client();
    const file = await api.files.upload(small, 'kept.png');
    const rows = async () => (await server.sql('select id, sha256 from file order by id')).length;
    const before = { rows: await rows(), kept: await kept() };
    begin();
    try {
      for (const call of [
        () => api.files.upload(wide, 'lost.png'),
        () => api.files.content(file.path),
        () => api.files.archive([file.id]).then((zip) => zip.arrayBuffer()),
        () => api.files.remove(file.id),
      ]) {
        const error: unknown = await call().catch((reason: unknown) => reason);
        // An archive has started before its first file is opened: the response is aborted.
        if (call.toString().includes('archive')) expect(error).toBeInstanceOf(Error);
        else expect(error).toMatchObject({ status: 503, msg: '文件存储暂不可用，请稍后再试' });
      }
      const answer = await fetch(server.baseUrl + file.url);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect((await api.files.list([file.id])).items).toHaveLength(1);
      // The server itself is ready.
      expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
    } finally {
      bucket.wire = 'up';
      bucket.knowKey(true);
    }
    expect({ rows: await rows(), kept: await kept() }).toEqual(before);
    expect(await readdir(join(server.dataDir, 'files/incoming'))).toEqual([]);
    expect(await bytesOf(await api.files.content(file.path))).toEqual(await bytesOf(small));
    await api.files.remove((await api.files.upload(wide, 'lost.png')).id);
    await api.files.remove(file.id);
  });
});

it('during a database outage calls respond with 503 at once or wait for it; none fails otherwise, none hangs', async () => {
  const headers = { authorization: `Bearer ${await server.accessToken()}` };
  const call = async (path: string): Promise<number> => {
    const answer = await fetch(server.baseUrl + path, { headers, signal: AbortSignal.timeout(15_000) });
    const body: unknown = await answer.json();
    if (answer.status === 503 && path !== '/readyz') {
      expect(body).toEqual({ code: 503, msg: '服务暂不可用，请稍后再试' });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    return answer.status;
  };
  expect(await call('/readyz')).toBe(200);
  const killed = server.killDatabase();
  const seen = new Set<number>();
  await waitFor(
    async () => {
      const [devices, scenes] = await Promise.all([call('/api/devices'), call('/intelligent/scene/list')]);
      // The process is healthy without the database.
      expect(await call('/healthz')).toBe(200);
      for (const status of [devices, scenes]) seen.add(status);
      const anew = server.databasePid() !== killed;
      return anew && devices === 200 && scenes === 200 && (await call('/readyz')) === 200;
    },
    // Recovers within ten seconds without intervention.
    { timeoutMs: 10_000, what: () => `the calls to answer again; seen: ${[...seen].join(', ')}` },
  );
  for (const status of seen) expect([200, 503]).toContain(status);
});
