import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { expect, test } from 'vitest';
import { ok } from './envelope.ts';

const app = new Hono()
  .use(compress())
  .get('/:letters', (c) => ok(c, '农'.repeat(Number(c.req.param('letters')))));
const ask = (letters: number) => app.request(`/${letters}`, { headers: { 'accept-encoding': 'gzip' } });

test('a short answer is sent as it is, with its length in bytes; a long one is compressed', async () => {
  const short = await ask(10);
  expect(short.headers.get('content-encoding')).toBeNull();
  expect(short.headers.get('content-type')).toBe('application/json');
  const bytes = await short.bytes();
  expect(short.headers.get('content-length')).toBe(String(bytes.length));
  expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({ code: 200, data: '农'.repeat(10) });

  const long = await ask(2_000);
  expect(long.headers.get('content-encoding')).toBe('gzip');
  expect(long.headers.get('content-length')).toBeNull();
  expect((await long.bytes()).length).toBeLessThan(1_000);
});
