// The HTTP proxy of `npm run dev`: modules come from Vite, everything else from the server; HTML pages pass
// through Vite.
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/** Paths of the page's sources. No call of the platform begins like these. */
const MODULES = /^\/(@|src\/|node_modules\/)/;
/** Marks the page of apps/web/index.html. */
const PAGE = /<script [^>]*src="\/src\//;

/** An HTTP server that is not listening yet. `attach` adds Vite, which needs the server for its WebSocket. */
export function createFront(target) {
  let vite;
  const server = createServer((request, response) => {
    if (MODULES.test(request.url)) vite.middlewares(request, response);
    else void forward(request, response, target, vite);
  });
  server.on('upgrade', (request, socket, head) => {
    // Vite also listens for upgrades and handles its own.
    if (!request.headers['sec-websocket-protocol']?.startsWith('vite-'))
      void tunnel(request, socket, head, target);
  });
  return { server, attach: (created) => (vite = created) };
}

/** Forwards a request to the server once the server is ready. */
async function forward(request, response, target, vite) {
  await target.ready();
  const headers = { ...request.headers };
  const wantsPage = /text\/html/.test(headers.accept ?? '');
  // The page is rewritten here: it must be neither compressed nor answered with 'not modified'.
  if (wantsPage) for (const name of ['accept-encoding', 'if-none-match']) delete headers[name];
  const sent = httpRequest(
    { host: '127.0.0.1', port: target.port, method: request.method, path: request.url, headers },
    (answer) => {
      // The server ends in the middle of an answer when it starts again.
      const cut = () => response.destroy();
      answer.on('error', cut);
      if (wantsPage && answer.statusCode === 200) answerPage(request, response, answer, vite).catch(cut);
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
    // Vite adds inline scripts and styles; the policy is tested with `npm start` and by the tests.
    for (const name of ['content-security-policy', 'etag']) delete headers[name];
  }
  response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
}

/** Tunnels a WebSocket: copies bytes in both directions. */
async function tunnel(request, socket, head, target) {
  socket.on('error', () => socket.destroy());
  await target.ready();
  const upstream = connect(target.port, '127.0.0.1', () => {
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let i = 0; i < request.rawHeaders.length; i += 2)
      lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  upstream.on('close', () => socket.destroy());
  socket.on('close', () => upstream.destroy());
}
