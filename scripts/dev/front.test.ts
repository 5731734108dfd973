import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFront } from './front.mjs';

const PAGE = '<html><script type="module" src="/src/main.tsx"></script></html>';

let platform: Server;
let front: Server;
let url: string;
let requests: IncomingMessage[];
let isReady: PromiseWithResolvers<void>;

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

function answer(request: IncomingMessage, response: ServerResponse): void {
  requests.push(request);
  const path = request.url ?? '';
  if (path === '/login' || path === '/help') {
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': "script-src 'self'",
      etag: '"1"',
    });
    response.end(path === '/login' ? PAGE : '<html>help</html>');
  } else if (path === '/cut') {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<html>');
    setImmediate(() => request.socket.destroy());
  } else if (path === '/echo') request.pipe(response.writeHead(201, { 'x-made-by': 'platform' }));
  else response.writeHead(404).end('no such call');
}

beforeEach(async () => {
  requests = [];
  isReady = Promise.withResolvers();
  platform = createServer(answer);
  platform.on('upgrade', (request, socket) => {
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: test\r\n\r\n${request.url} `);
    socket.on('data', (text: Buffer) => socket.end(text.toString().toUpperCase()));
  });
  await listening(platform);
  const created = createFront({ port: portOf(platform), ready: () => isReady.promise });
  front = created.server;
  created.attach({
    middlewares: (_request: IncomingMessage, response: ServerResponse) => response.end('a module'),
    transformIndexHtml: (path: string, html: string) => html.replace('<html>', `<html data-path="${path}">`),
  });
  await listening(front);
  url = `http://127.0.0.1:${portOf(front)}`;
  isReady.resolve();
});
afterEach(() => {
  for (const server of [front, platform]) {
    server.closeAllConnections();
    server.close();
  }
});

const page = (path: string) =>
  fetch(url + path, { headers: { accept: 'text/html', 'if-none-match': '"1"' } });

test('modules are served by Vite, and calls are proxied to the server unchanged', async () => {
  for (const path of ['/@vite/client', '/src/main.tsx', '/node_modules/.vite/deps/react.js'])
    expect(await (await fetch(url + path)).text()).toBe('a module');
  expect(requests).toEqual([]);
  const echo = await fetch(`${url}/echo`, { method: 'POST', body: 'said' });
  expect([echo.status, echo.headers.get('x-made-by'), await echo.text()]).toEqual([201, 'platform', 'said']);
  expect((await fetch(`${url}/models/none.glb`)).status).toBe(404);
});

test('the page is transformed by Vite and may run its scripts; any other document stays unchanged', async () => {
  const login = await page('/login');
  expect(await login.text()).toBe(PAGE.replace('<html>', '<html data-path="/login">'));
  expect([login.headers.get('content-security-policy'), login.headers.get('etag')]).toEqual([null, null]);
  expect(requests[0]?.headers['if-none-match']).toBeUndefined();
  const help = await page('/help');
  expect([await help.text(), help.headers.get('content-security-policy')]).toEqual([
    '<html>help</html>',
    "script-src 'self'",
  ]);
});

test('a call waits while the server restarts', async () => {
  isReady = Promise.withResolvers();
  // The server is closed meanwhile: a forwarded call would be refused.
  const port = portOf(platform);
  await new Promise((done) => platform.close(done));
  const hasCome = once(front, 'request');
  const waiting = fetch(`${url}/echo`, { method: 'POST', body: 'patient' });
  await hasCome;
  // Modules do not wait: a later request of a module is answered before the call.
  expect(await (await fetch(`${url}/src/main.tsx`)).text()).toBe('a module');
  await new Promise<void>((done) => platform.listen(port, '127.0.0.1', done));
  isReady.resolve();
  expect(await (await waiting).text()).toBe('patient');
});

test('a WebSocket of the platform is proxied in both directions', async () => {
  const socket = connect(portOf(front), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
    if (received.endsWith('/api/stream ')) socket.write('hello');
  });
  socket.write('GET /api/stream HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n');
  await new Promise((done) => socket.once('close', done));
  expect(received).toMatch(/101 Switching[\s\S]*\/api\/stream HELLO$/);
});

test('an answer that the server cuts off fails in the page alone', async () => {
  for (const accept of ['text/html', '*/*'])
    await expect(fetch(`${url}/cut`, { headers: { accept } }).then((cut) => cut.text())).rejects.toThrow();
  expect((await page('/help')).status).toBe(200);
});
