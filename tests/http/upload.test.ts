import { request } from 'node:http';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMember } from '../support/members.ts';
import { picture } from '../support/fixtures.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

const MIB = 1024 * 1024;

let server: Farm;
let api: ApiClient;
let accessToken: string;

beforeAll(async () => {
  server = await farm();
  accessToken = await server.accessToken();
  api = await server.client();
});
afterAll(async () => {
  await server?.stop();
});

const blobs = (): string[] =>
  readdirSync(join(server.dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /[0-9a-f-]{36}$|[0-9a-f]{64}/.test(name),
  );

const post = (body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.baseUrl}/common/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
    body,
  });

const refusalOf = async (answer: Response): Promise<unknown[]> => {
  const { msg, field } = (await answer.json()) as { msg: string; field?: string };
  return [answer.status, field, msg];
};

/** A PNG whose header declares more pixels than any memory holds. */
function bomb(): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(picture(2, 2));
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return Uint8Array.from(bytes);
}

describe('an upload', () => {
  it('over 20 MiB is aborted with the message of the specification, and stores nothing', async () => {
    const form = new FormData();
    form.append('file', new Blob([picture(8, 8), new Uint8Array(20 * MIB)]), 'long.png');
    // Where the connection ends before the body was sent, the sender may get a connection error instead.
    const answer = await post(form).catch(() => null);
    if (answer) expect(await refusalOf(answer)).toEqual([413, 'file', '上传文件大小不能超过 20MB!']);
    expect(blobs()).toEqual([]);
  });

  it('of exactly 20 MiB is accepted', async () => {
    const head = picture(8, 8);
    const file = await api.files.upload(new Blob([head, new Uint8Array(20 * MIB - head.length)]), 'full.png');
    expect(file.sizeBytes).toBe(20 * MIB);
    await api.files.remove(file.id);
    expect(blobs()).toEqual([]);
  });

  it.each([
    ['a program', new Uint8Array([0x4d, 0x5a, 0x90, 0, ...Array.from({ length: 60 }, () => 0)])],
    ['a page', new TextEncoder().encode('<!doctype html><script>alert(1)</script>')],
    ['a drawing with a script', new TextEncoder().encode('<svg><script>alert(1)</script></svg>')],
    ['nothing', new Uint8Array()],
    ['a picture that would unpack to 3.6 billion pixels', bomb()],
    ['half a picture header', picture(8, 8).slice(0, 12)],
  ])('of %s named x.png is refused, and stores nothing', async (_what, bytes) => {
    const form = new FormData();
    form.append('file', new Blob([bytes], { type: 'image/png' }), 'x.png');
    const [status, field] = await refusalOf(await post(form));
    expect([status, field]).toEqual([400, 'file']);
    expect(blobs()).toEqual([]);
  });

  it.each([
    ['no form', '{}', { 'content-type': 'application/json' }, 415],
    ['a form without a file', 'x=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a form without its boundary', 'x', { 'content-type': 'multipart/form-data; charset=utf-8' }, 400],
    [
      'another field',
      '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b--\r\n',
      { 'content-type': 'multipart/form-data; boundary=b' },
      400,
    ],
    [
      'a form that breaks off',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n\x89PNG',
      { 'content-type': 'multipart/form-data; boundary=b' },
      400,
    ],
  ])('of %s is refused', async (_what, body, headers, status) => {
    expect((await post(body, headers)).status).toBe(status);
    expect(blobs()).toEqual([]);
  });

  it('that is interrupted stores nothing', async () => {
    const { port } = new URL(server.baseUrl);
    const call = request({
      port,
      path: '/common/upload',
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 1_000_000,
      },
    });
    call.on('error', () => undefined);
    call.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
    call.write(Buffer.concat([picture(64, 64), Buffer.alloc(200_000)]));
    await waitFor(() => blobs().length === 1, { what: 'the upload to begin' });
    call.destroy();
    await waitFor(() => blobs().length === 0, { what: 'the half file to go' });
  });

  it('stores equal bytes once', async () => {
    const bytes = new Blob([picture(30, 30)]);
    const [one, two] = [await api.files.upload(bytes, 'a.png'), await api.files.upload(bytes, 'b.png')];
    expect(blobs()).toHaveLength(1);
    await api.files.remove(one.id);
    expect(blobs()).toHaveLength(1);
    await api.files.remove(two.id);
    expect(blobs()).toEqual([]);
  });

  it('cannot choose its folder: path separators in the name are ignored', async () => {
    const file = await api.files.upload(new Blob([picture(9, 9)]), '../../secrets/signing-key.png');
    expect(file.originalName).toBe('signing-key.png');
    await api.files.remove(file.id);
  });
});

describe('a file', () => {
  it('can be opened by its own organisation and with its signed address only', async () => {
    const file = await api.files.upload(new Blob([picture(12, 12)]), 'a.png');
    const status = async (address: string, token?: string): Promise<number> => {
      const answer = await fetch(server.baseUrl + address, {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
      await answer.body?.cancel();
      return answer.status;
    };
    const other = await api.files.upload(new Blob([picture(13, 13)]), 'b.png');
    expect(await status(file.url)).toBe(200);
    expect(await status(file.path, accessToken)).toBe(200);
    expect(await status(file.path)).toBe(401);
    // The signature of one file is refused for another, and after its expiry.
    expect(await status(file.url.replace(file.id, other.id))).toBe(404);
    expect(await status(file.url.replace(/e=\d+/, 'e=1000000000'))).toBe(404);
    expect(await status(`${file.url}&w=160`)).toBe(404);
  });

  it('can be removed by its uploader or an administrator only', async () => {
    await insertMember(server, { username: 'looker', roles: ['technician'] });
    const { createApiClient } = await import('@farm3d/api');
    const session = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
      username: 'looker',
      password: server.adminPassword,
    });
    const looker = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => session.accessToken });
    const ours = await api.files.upload(new Blob([picture(14, 14)]), 'a.png');
    await expect(looker.files.remove(ours.id)).rejects.toMatchObject({ status: 403 });
    const theirs = await looker.files.upload(new Blob([picture(15, 15)]), 'b.png');
    await api.files.remove(theirs.id);
    expect((await api.files.list([ours.id, theirs.id])).items.map(({ id }) => id)).toEqual([ours.id]);
  });
});
