// The one address of `npm run dev`: modules come from Vite, everything else from the server, its pages through Vite.
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/** What the page loads from its sources. No call of the platform begins like these. */
const MODULES = /^\/(@|src\/|node_modules\/)/;
/** The page itself, as it stands in apps/web/index.html. */
const PAGE = /<script [^>]*src="\/src\//;

/** An HTTP server that is not listening yet. `attach` gives it Vite, which needs the server for its own sockets. */
export function createFront(target) {
  let vite;
  const server = createServer((request, response) => {
    if (MODULES.test(request.url)) vite.middlewares(request, response);
    else void forward(request, response, target, vite);
  });
  server.on('upgrade', (request, socket, head) => {
    // Vite listens, too, and takes its own.
    if (!request.headers['sec-websocket-protocol']?.startsWith('vite-'))
      void tunnel(request, socket, head, target);
  });
  return { server, attach: (created) => (vite = created) };
}

/** Hands a request to the server, once it answers. */
async function forward(request, response, target, vite) {
  await target.ready();
  const headers = { ...request.headers };
  const wantsPage = /text\/html/.test(headers.accept ?? '');
  // It is changed on the way: neither packed nor answered with 'not modified'.
  if (wantsPage) for (const name of ['accept-encoding', 'if-none-match']) delete headers[name];
  const sent = httpRequest(
    { host: '127.0.0.1', port: target.port, method: request.method, path: request.url, headers },
    (answer) => {
      if (wantsPage && answer.statusCode === 200) void answerPage(request, response, answer, vite);
      else {
        response.writeHead(answer.statusCode, answer.statusMessage, answer.rawHeaders);
        answer.pipe(response);
      }
    },
  );
  sent.on('error', (error) => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-type': 'text/plain' }).end(`the server: ${error.message}\n`);
  });
  response.on('close', () => sent.destroy());
  request.pipe(sent);
}

async function answerPage(request, response, answer, vite) {
  const chunks = [];
  for await (const chunk of answer) chunks.push(chunk);
  let body = Buffer.concat(chunks);
  const headers = { ...answer.headers };
  delete headers['transfer-encoding'];
  if (PAGE.test(body)) {
    body = Buffer.from(await vite.transformIndexHtml(request.url, body.toString()));
    // Vite's own script and styles stand in the page; `npm start` and the tests have the policy.
    for (const name of ['content-security-policy', 'etag']) delete headers[name];
  }
  response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
}

/** A WebSocket: what either side says is passed on as it is. */
async function tunnel(request, socket, head, target) {
  socket.on('error', () => socket.destroy());
  await target.ready();
  const other = connect(target.port, '127.0.0.1', () => {
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let i = 0; i < request.rawHeaders.length; i += 2)
      lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
    other.write(`${lines.join('\r\n')}\r\n\r\n`);
    other.write(head);
    other.pipe(socket).pipe(other);
  });
  other.on('error', () => socket.destroy());
  other.on('close', () => socket.destroy());
  socket.on('close', () => other.destroy());
}
