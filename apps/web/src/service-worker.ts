// Lets the installed application start without a network: keeps its page and the files that were used. What the server
// answers to calls is kept by the page (platform/last-known.ts), which knows whose it is.

interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends WaitingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker extends EventTarget {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}

const CACHE = 'farm3d-application';
/** The page of the application: every path of it is answered with the same one. */
const PAGE = '/app';
/** Files beyond this number are removed, the oldest first: those of earlier versions. */
const MOST_FILES = 400;

const worker = self as unknown as Worker;

const isPage = (path: string): boolean =>
  /^\/(?:app|login|scene|iotManagement|iframeModel|invitation)(?:\/|$)/.test(path) || path === '/';
/** Their names have a hash: what is kept stays right. */
const isFile = (path: string): boolean => path.startsWith('/assets/');

async function keep(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    paths.map(async (path) => {
      if (!(await cache.match(path))) await cache.add(path);
    }),
  );
  const files = (await cache.keys()).filter(({ url }) => isFile(new URL(url).pathname));
  await Promise.all(files.slice(0, Math.max(0, files.length - MOST_FILES)).map((file) => cache.delete(file)));
}

/** The page of the server; without an answer the kept one. */
async function page(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    const isHtml = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
    if (answer.ok && isHtml) {
      const cache = await caches.open(CACHE);
      await cache.put(PAGE, answer.clone());
    }
    return answer;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone());
  }
  return answer;
}

worker.addEventListener('install', (event) => {
  (event as WaitingEvent).waitUntil(Promise.all([keep([PAGE]), worker.skipWaiting()]));
});
worker.addEventListener('activate', (event) => {
  (event as WaitingEvent).waitUntil(worker.clients.claim());
});
// The files that the page had loaded before there was a worker.
worker.addEventListener('message', (event) => {
  const { data: paths } = event as MessageEvent<readonly string[]>;
  (event as unknown as WaitingEvent).waitUntil(keep(paths.filter(isFile)));
});
worker.addEventListener('fetch', (event) => {
  const asked = event as RequestEvent;
  const { request } = asked;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && isPage(pathname)) asked.respondWith(page(request));
  else if (isFile(pathname)) asked.respondWith(file(request));
});
