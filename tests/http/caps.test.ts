import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { ApiClient } from '@farm3d/api';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { picture } from '../support/fixtures.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

const ANONYMOUS = 20;
const USER_STREAMS = 3;
const KEYS = 50;
/** How a client sees that its stream was ended for another one: without a close frame. */
const DISPLACED = '1006 ';

let server: Farm;
let api: ApiClient;
let token: string;

beforeAll(async () => {
  server = await farm({
    settings: { FARM3D_CAPS: `anonymous=${ANONYMOUS},user-streams=${USER_STREAMS},keys=${KEYS},uploads=1` },
  });
  token = await server.accessToken();
  api = await server.client();
});
afterAll(async () => {
  await server?.stop();
});

interface Frame {
  readonly type: string;
  readonly id?: string;
  readonly items?: readonly { readonly values?: Record<string, unknown> }[];
}

/** A stream with the frames that it received. */
interface Stream {
  readonly socket: WebSocket;
  readonly frames: Frame[];
  closed(): string | undefined;
}

const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

async function open(): Promise<Stream> {
  const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`);
  sockets.push(socket);
  const frames: Frame[] = [];
  let closed: string | undefined;
  socket.on('message', (raw) => frames.push(JSON.parse((raw as Buffer).toString()) as Frame));
  socket.on('close', (code, reason) => (closed = `${code} ${reason.toString()}`));
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return { socket, frames, closed: () => closed };
}

async function loggedIn(): Promise<Stream> {
  const stream = await open();
  stream.socket.send(JSON.stringify({ type: 'auth', token }));
  await waitFor(() => stream.frames.length > 0 || stream.closed() !== undefined, { what: 'an answer' });
  return stream;
}

describe('streams', () => {
  it('of clients without a login are closed for new ones; those with a login stay open', async () => {
    const before = await loggedIn();
    const silent: Stream[] = [];
    // One round after the other: the streams of a round are older than those of the next.
    for (let round = 0; round < 3; round += 1)
      silent.push(...(await Promise.all(Array.from({ length: ANONYMOUS }, open))));
    const after = await loggedIn();
    expect([before.closed(), after.closed(), after.frames]).toEqual([
      undefined,
      undefined,
      [{ type: 'ready' }],
    ]);
    const oldest = silent.slice(0, 2 * ANONYMOUS);
    const newest = silent.slice(2 * ANONYMOUS);
    await waitFor(() => oldest.every((stream) => stream.closed() !== undefined), {
      what: 'the oldest to be closed',
    });
    // The end of the time for a login would close them with a code of its own.
    expect(oldest.map((stream) => stream.closed())).toEqual(oldest.map(() => DISPLACED));
    for (const { socket } of newest) socket.send(JSON.stringify({ type: 'ping' }));
    await waitFor(() => newest.every((stream) => stream.frames.length > 0 || stream.closed() !== undefined), {
      what: 'the newest to answer, or to be closed',
    });
    expect(newest.map((stream) => stream.closed())).not.toContain(DISPLACED);
  });

  it('of one user are limited in number', async () => {
    for (let n = 0; n < USER_STREAMS; n += 1) expect((await loggedIn()).closed()).toBeUndefined();
    const over = await loggedIn();
    expect(over.closed()).toBe('1013 too many streams');
    sockets[0]?.close();
    await waitFor(async () => (await loggedIn()).closed() === undefined, { what: 'the place to be free' });
  });

  it('refuse a large frame before the login', async () => {
    const stream = await open();
    stream.socket.send(JSON.stringify({ type: 'ping', padding: 'x'.repeat(10_000) }));
    await waitFor(() => stream.closed());
    expect(stream.closed()).toBe('1009 say who you are first');
  });

  it('answer all of many large frames in order', async () => {
    const stream = await loggedIn();
    const ids = Array.from({ length: 4_000 }, () => '00000000-0000-4000-8000-000000000000');
    for (let n = 0; n < 60; n += 1)
      stream.socket.send(JSON.stringify({ type: 'subscribe', id: `s${n}`, devices: ids }));
    stream.socket.send(JSON.stringify({ type: 'ping' }));
    await waitFor(() => stream.frames.at(-1)?.type === 'pong', { what: 'the last answer' });
    const answers = stream.frames.slice(1, -1).map(({ type, id }) => `${type} ${id}`);
    expect(answers).toEqual(Array.from({ length: 60 }, (_, n) => `error s${n}`));
  });

  it('resume by a cursor, also with a large backlog and a slow client', async () => {
    const device = await api.devices.create({ name: '话多', productModelCode: 'TQ-3L' });
    const keys = 2_500;
    await server.sql(
      `insert into ts_newest (device, shape, ts, values, seq)
       select d.key, gen_random_uuid(), now(), jsonb_object_agg('k' || n, repeat('x', 6000)), 1
       from device d, generate_series(1, $2) n where d.id = $1 group by d.key`,
      [device.id, keys],
    );
    const stream = await loggedIn();
    stream.socket.pause();
    stream.socket.send(JSON.stringify({ type: 'subscribe', id: 'all', devices: [device.id], cursor: '0' }));
    // The server has read the subscription when it has answered another client's call after it.
    await api.devices.count();
    stream.socket.resume();
    await waitFor(() => stream.closed() ?? stream.frames.find(({ type }) => type === 'subscribed'), {
      what: 'the end of the replay',
    });
    const sent = stream.frames.flatMap(({ items = [] }) =>
      items.flatMap(({ values }) => Object.keys(values ?? {})),
    );
    expect([stream.closed(), new Set(sent).size]).toEqual([undefined, keys]);
    await api.devices.remove(device.id);
  });
});

describe('the keys of a device', () => {
  it('above the limit are refused with a message; existing keys go on; latest values come in pages', async () => {
    const device = await api.devices.create({ name: '键多', productModelCode: 'TQ-3L' });
    const report = (values: Record<string, number>): Promise<Response> =>
      fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
        method: 'POST',
        body: JSON.stringify(values),
      });
    const many = (from: number, to: number): Record<string, number> =>
      Object.fromEntries(
        Array.from({ length: to - from }, (_, n) => [`k${String(from + n).padStart(3, '0')}`, n]),
      );
    expect((await report(many(0, 40))).status).toBe(200);
    const refused = await report({ ...many(30, 70), soilMoisture20: 20 });
    expect(refused.status, 'keys above the limit').toBe(400);
    expect(await refused.json()).toMatchObject({
      code: 400,
      field: 'k050',
      msg: '数据格式错误：k050 too_many_keys：该设备已有 50 个数据项，20 个新数据项未保存（其余数据已保存）',
    });
    // The product model declares this one.
    expect((await report({ soilMoisture40: 30 })).status).toBe(200);
    const latest = await api.telemetry.latest(device.id);
    expect(Object.keys(latest).filter((key) => key.startsWith('k'))).toEqual(Object.keys(many(0, 50)));
    expect([latest['soilMoisture20']?.value, latest['soilMoisture40']?.value]).toEqual([20, 30]);
    const attributes = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/attributes`, {
      method: 'POST',
      body: JSON.stringify(many(0, 60)),
    });
    expect(attributes.status, 'attributes above the limit').toBe(400);
    expect(await attributes.json()).toMatchObject({ field: 'k050' });

    const pages: string[][] = [];
    for (let after: string | undefined; ;) {
      const page = Object.keys(
        await api.telemetry.latest(device.id, undefined, { limit: 20, ...(after && { after }) }),
      );
      pages.push(page);
      if (page.length < 20) break;
      after = page.at(-1);
    }
    expect(pages.flat()).toEqual(Object.keys(latest).toSorted());
    expect(pages.length).toBe(3);
  });
});

it('uploads of one user are limited in number', async () => {
  const upload = (): Promise<Response> => {
    const form = new FormData();
    form.append('file', new Blob([picture(8, 8)]), 'a.png');
    return fetch(`${server.baseUrl}/common/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
  };
  // Its body never ends: it holds its place from the first byte of the file until it is cut off.
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 1000,
  };
  const held = request(`${server.baseUrl}/common/upload`, { method: 'POST', headers });
  held.on('error', () => undefined);
  onTestFinished(() => void held.destroy());
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  held.write(part + 'first bytes of the file'.repeat(10));
  const incoming = join(server.dataDir, 'files/incoming');
  await waitFor(() => readdirSync(incoming).length > 0, { what: 'the first upload to be received' });
  const refused = await upload();
  expect(refused.status, 'a second upload at once').toBe(429);
  expect(await refused.json()).toMatchObject({ error: 'too_many_uploads' });
  held.destroy();
  await waitFor(async () => (await upload()).status === 200, { what: 'the place to be free' });
});
