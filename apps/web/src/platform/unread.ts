import { signal } from '@preact/signals-react';
import type { Services } from './services.ts';

/** Work orders are not in the stream of a page: the count is asked for again after this time. */
const INTERVAL_MS = 60_000;
/** After an alarm: its notification is written within moments, by a server that may be busy. */
const AFTER_ALARM_MS = [1_000, 5_000] as const;

/** Unread notifications of the user; null: not known. */
export const unread = signal<number | null>(null);

export function setUnread(count: number): void {
  unread.value = count;
}

async function load({ clientOf }: Services): Promise<void> {
  try {
    const { notifications } = await import('./unread-calls.ts');
    const answer = await clientOf({ notifications }).notifications.list({ pageSize: 1, unread: true });
    setUnread(answer.unread);
  } catch {
    // The last count stays; the next question follows.
  }
}

/** Keeps the count while a page is shown, of those who may have notifications. @returns the function that stops it */
export function followUnread(services: Services): () => void {
  const { live, session } = services;
  if (!session.hasRight('personal')) return () => undefined;
  void load(services);
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void load(services);
  }, INTERVAL_MS);
  const after = AFTER_ALARM_MS.map(() => 0);
  const unwatch = live.watch({ organisation: true }, (event) => {
    if (event.type !== 'alarm') return;
    // Of a storm of alarms the last one counts.
    for (const [index, delay] of AFTER_ALARM_MS.entries()) {
      clearTimeout(after[index]);
      after[index] = window.setTimeout(() => void load(services), delay);
    }
  });
  return () => {
    clearInterval(timer);
    for (const waiting of after) clearTimeout(waiting);
    unwatch();
  };
}
