import { signal } from '@preact/signals-react';

/** Of the calls whose answers are kept: what pages show, never what acts, and no secrets. */
const KEPT =
  /^\/(?:api\/(?:devices|telemetry|alarm|alarms|linkages|product\/models|statistics|region)|intelligent\/scene|agronomy|crop|group|devicegroup|workorder|product\/model|device\/operate\/log|notice)(?:\/|$)/;
const ACTS = /\/(?:run|control|sim|imports?|export|token|sheet|webhook-key)(?:\/|$)/;
const CACHE = 'farm3d-last-known';
/** When the answer came, epoch milliseconds. */
const AT = 'x-kept-at';
/** Larger answers are not kept. */
const MOST_BYTES = 1_000_000;
const MOST_ANSWERS = 300;
/** Older answers are not shown. */
const MOST_AGE_MS = 7 * 86_400_000;

/** Whether the application was started without an answer of the server: pages show what is kept. */
export const isStartedOffline = signal(false);
/** When the oldest shown answer came, epoch milliseconds; null: none is shown. */
export const oldestShown = signal<number | null>(null);

const open = async (): Promise<Cache | null> =>
  'caches' in globalThis ? caches.open(CACHE).catch(() => null) : null;

/** Without instants, which differ with each visit. */
const isKept = ({ pathname, searchParams }: URL): boolean =>
  KEPT.test(pathname) && !ACTS.test(pathname) && !searchParams.has('startTs') && !searchParams.has('endTs');

/** Number of times that everything was forgotten: an answer that was on its way meanwhile is not kept. */
let forgotten = 0;

async function keep(address: string, answer: Response, asked: number): Promise<void> {
  const body = await answer.blob();
  if (body.size > MOST_BYTES || asked !== forgotten) return;
  const cache = await open();
  if (!cache) return;
  const headers = new Headers(answer.headers);
  headers.set(AT, String(Date.now()));
  // The newest last: what is removed is what was not asked for longest.
  await cache.delete(address);
  if (asked !== forgotten) return;
  await cache.put(address, new Response(body, { headers }));
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_ANSWERS)).map((one) => cache.delete(one)));
}

async function lastKnown(address: string): Promise<Response | null> {
  const cache = await open();
  const answer = await cache?.match(address);
  const at = Number(answer?.headers.get(AT));
  if (!answer) return null;
  if (!(Date.now() - at < MOST_AGE_MS)) {
    await cache?.delete(address);
    return null;
  }
  oldestShown.value = Math.min(oldestShown.peek() ?? at, at);
  return answer;
}

/**
 * Fetches and keeps what pages show. When the application was started without a network, a call without an answer is
 * answered with the last one that is known.
 */
export const fetchOrLastKnown: typeof fetch = async (input, init) => {
  const address = new URL(input instanceof Request ? input.url : String(input), location.href);
  const method = input instanceof Request ? input.method : (init?.method ?? 'GET');
  if (method !== 'GET' || !isKept(address)) return fetch(input, init);
  const asked = forgotten;
  try {
    const answer = await fetch(input, init);
    // Nobody waits for it.
    if (answer.ok) keep(address.href, answer.clone(), asked).catch(() => {});
    return answer;
  } catch (error) {
    const kept = isStartedOffline.peek() ? await lastKnown(address.href) : null;
    if (kept) return kept;
    throw error;
  }
};

/** Removes everything that is kept: of a login that ended, or before another one. */
export const forgetLastKnown = (): void => {
  forgotten += 1;
  if ('caches' in globalThis) void caches.delete(CACHE).catch(() => false);
};
