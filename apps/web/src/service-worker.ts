// Lets the installed application start without a network: keeps its page and the files that were used. What the server
// answers to calls is kept by the page (platform/last-known.ts), which knows whose it is.

interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends WaitingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PushedEvent extends WaitingEvent {
  readonly data: { json(): unknown } | null;
}
interface ClickedEvent extends WaitingEvent {
  readonly notification: Notification;
}
interface PageClient {
  readonly url: string;
  focus(): Promise<PageClient>;
  navigate(address: string): Promise<PageClient | null>;
}
interface Worker extends EventTarget {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly PageClient[]>;
    openWindow(address: string): Promise<PageClient | null>;
  };
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

/** What the server pushes (apps/server/src/platform/notifications/push.ts). */
interface Pushed {
  readonly id: string;
  readonly kind: string;
  readonly subjectId: string | null;
  readonly title: string;
  readonly body: string;
}

const isPushed = (value: unknown): value is Pushed =>
  typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string';

/** The page about what happened. */
function pathOf({ kind, subjectId }: Pushed): string {
  if (subjectId === null) return '/app/notifications';
  const id = encodeURIComponent(subjectId);
  return kind.startsWith('workOrder')
    ? `/iotManagement/workOrders?order=${id}`
    : `/iotManagement/alarms?alarm=${id}`;
}

worker.addEventListener('push', (event) => {
  const pushed = event as PushedEvent;
  const message = pushed.data?.json();
  if (!isPushed(message)) return;
  const { id, title, body } = message;
  // The same notification again, such as after a broken connection, takes its own place.
  const shown = { body, tag: id, icon: '/icon-192.png', data: pathOf(message) };
  pushed.waitUntil(worker.registration.showNotification(title, shown));
});
worker.addEventListener('notificationclick', (event) => {
  const clicked = event as ClickedEvent;
  const { notification } = clicked;
  notification.close();
  const path = String(notification.data);
  const show = async (): Promise<void> => {
    const [open] = await worker.clients.matchAll({ type: 'window' });
    if (!open) await worker.clients.openWindow(path);
    else await (await open.focus()).navigate(path);
  };
  clicked.waitUntil(show());
});
