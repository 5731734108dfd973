import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ForbiddenAddress, isPublicAddress, OutgoingCalls } from './guarded-fetch.ts';

let inside: Server;
let port = 0;
let reached = 0;

beforeAll(async () => {
  inside = createServer((request, response) => {
    reached += 1;
    if (request.url === '/away') {
      response.writeHead(302, { location: `http://localhost:${port}/secret` }).end();
    } else if (request.url === '/long') {
      response.end('x'.repeat(5_000));
    } else if (request.url?.startsWith('/bytes/')) {
      const length = Number(request.url.slice('/bytes/'.length));
      response.writeHead(200, { 'content-length': length }).end('x'.repeat(length));
    } else if (request.url === '/echo') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, headers } = request;
        const seen = [method, headers['x-key'], Buffer.concat(chunks).toString()];
        response.writeHead(201, { 'x-answer': 'yes' }).end(JSON.stringify(seen));
      });
    } else if (request.url !== '/never') {
      response.end('secret');
    }
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  port = (inside.address() as AddressInfo).port;
});
afterAll(() => {
  inside.closeAllConnections();
  inside.close();
});

const rejection = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => error,
  );

it.each([
  ['8.8.8.8', true],
  ['2001:4860:4860::8888', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:a00:1', false],
  ['64:ff9b::7f00:1', false],
  ['no address', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

describe('a call that leaves the server', () => {
  it.each([
    (at: number) => `http://127.0.0.1:${at}/`,
    (at: number) => `http://localhost:${at}/`,
    (at: number) => `http://[::1]:${at}/`,
    (at: number) => `http://[::ffff:127.0.0.1]:${at}/`,
    // The same address in a form that a text filter misses.
    (at: number) => `http://2130706433:${at}/`,
    (at: number) => `http://0x7f.1:${at}/`,
    (at: number) => `http://127.1:${at}/`,
    (at: number) => `http://localhost.:${at}/`,
  ])('does not reach its own network (%#)', async (address) => {
    const calls = new OutgoingCalls();
    const before = reached;
    const error = await rejection(calls.fetch(address(port)));
    expect(error).toBeInstanceOf(Error);
    expect(reached).toBe(before);
    await calls.close();
  });

  it('refuses a name that has a private address beside a public one', async () => {
    const calls = new OutgoingCalls({
      timeoutMs: 2_000,
      lookup: (_, __, done) =>
        done(
          null,
          ['8.8.8.8', '127.0.0.1'].map((address) => ({ address, family: 4 })),
        ),
    });
    const error = await rejection(calls.fetch(`http://both.test:${port}/`));
    expect(error).toBeInstanceOf(ForbiddenAddress);
    expect(error).toMatchObject({
      name: 'ForbiddenAddress',
      host: 'both.test',
      message: 'both.test is not called: it lies inside a network of its own',
    });
    await calls.close();
  });

  it('reaches what an operator named, and is not led elsewhere from there', async () => {
    const calls = new OutgoingCalls({ allow: [`127.0.0.1:${port}`] });
    expect(await calls.fetch(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, text: 'secret' });
    expect(await rejection(calls.fetch(`http://127.0.0.1:${port}/away`))).toBeInstanceOf(ForbiddenAddress);
    await calls.close();
  });

  it('ends when the answer is too long or does not come', async () => {
    const calls = new OutgoingCalls({ allow: [`127.0.0.1:${port}`], maxBytes: 1_000, timeoutMs: 300 });
    expect(await rejection(calls.fetch(`http://127.0.0.1:${port}/long`))).toBeInstanceOf(Error);
    expect(await rejection(calls.fetch(`http://127.0.0.1:${port}/never`))).toMatchObject({
      name: 'TimeoutError',
    });
    expect((await calls.fetch(`http://127.0.0.1:${port}/bytes/1000`)).text).toHaveLength(1_000);
    const error = await rejection(calls.fetch(`http://127.0.0.1:${port}/bytes/1001`));
    expect(error).toBeInstanceOf(RangeError);
    expect(error).toMatchObject({ message: 'the answer is longer than 1000 bytes' });
    await calls.close();
  });

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'data:text/plain,x', 'http://user:word@example.com/'])(
    'is not made to %s',
    async (address) => {
      const calls = new OutgoingCalls();
      expect(await rejection(calls.fetch(address))).toBeInstanceOf(TypeError);
      await calls.close();
    },
  );

  it('is what was asked for, and says how it was answered', async () => {
    const calls = new OutgoingCalls({ allow: [`127.0.0.1:${port}`] });
    const at = `http://127.0.0.1:${port}`;
    const request = { method: 'PUT', headers: { 'x-key': 'k' }, body: '水' };
    const { status, headers, text } = await calls.fetch(`${at}/echo`, request);
    expect([status, headers.get('x-answer'), JSON.parse(text)]).toEqual([201, 'yes', ['PUT', 'k', '水']]);
    const head = await calls.fetch(`${at}/echo`, { ...request, headOnly: true });
    expect([head.status, head.headers.get('x-answer'), head.text]).toEqual([201, 'yes', '']);
    const away = await calls.fetch(`${at}/away`, { redirect: 'manual' });
    expect([away.status, away.headers.get('location')]).toEqual([302, `http://localhost:${port}/secret`]);
    await calls.close();
  });

  it('reads nothing of a long answer whose head is enough', async () => {
    const calls = new OutgoingCalls({ allow: [`127.0.0.1:${port}`], maxBytes: 10 });
    expect(await calls.fetch(`http://127.0.0.1:${port}/bytes/5000`, { headOnly: true })).toMatchObject({
      status: 200,
      text: '',
    });
    await calls.close();
  });

  it.each([
    ['http://127.0.0.1/', '127.0.0.1:80'],
    ['https://127.0.0.1/', '127.0.0.1:443'],
    ['http://127.0.0.1:2/', '127.0.0.1:2'],
    ['http://[::1]:2/', '::1:2'],
  ])('reaches %s where %s is allowed, and only there', async (address, allowed) => {
    const host = allowed.slice(0, allowed.lastIndexOf(':'));
    const open = new OutgoingCalls({ allow: [allowed], timeoutMs: 2_000 });
    expect(await rejection(open.fetch(address))).not.toBeInstanceOf(ForbiddenAddress);
    await open.close();
    const other = new OutgoingCalls({ allow: [`${host}:8`, `${host}:4433`], timeoutMs: 2_000 });
    const error = await rejection(other.fetch(address));
    expect(error).toBeInstanceOf(ForbiddenAddress);
    expect(error).toMatchObject({ host });
    await other.close();
  });

  it('a name without an address, or whose look-up fails, is not reached', async () => {
    const failed = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const calls = new OutgoingCalls({
      timeoutMs: 2_000,
      lookup: (host, _, done) => done(host === 'failed.test' ? failed : null, []),
    });
    expect(await rejection(calls.fetch(`http://empty.test:${port}/`))).toBeInstanceOf(ForbiddenAddress);
    const error = await rejection(calls.fetch(`http://failed.test:${port}/`));
    expect(error).not.toBeInstanceOf(ForbiddenAddress);
    expect(error).toMatchObject({ cause: failed });
    await calls.close();
  });

  it.each([
    ['ftp://example.com/', 'ftp: is not called, only http: and https:'],
    ['http://user@example.com/', 'an address carries no password'],
    ['https://:word@example.com/', 'an address carries no password'],
  ])('says why it is not made to %s', async (address, message) => {
    const calls = new OutgoingCalls();
    expect(await rejection(calls.fetch(address))).toMatchObject({ name: 'TypeError', message });
    await calls.close();
  });
});
