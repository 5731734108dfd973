import { signal } from '@preact/signals-react';
import { live } from './services.ts';
import { hasRight } from './session.ts';

/** Work orders are not in the stream of a page: the count is asked for again after this time. */
const INTERVAL_MS = 60_000;
/** After an alarm: its notification is written within moments, by a server that may be busy. */
const AFTER_ALARM_MS = [1_000, 5_000] as const;

/** Unread notifications of the user; null: not known. */
export const unread = signal<number | null>(null);

export function setUnread(count: number): void {
  unread.value = count;
}

async function load(): Promise<void> {
  try {
    const { unreadApi } = await import('./unread-api.ts');
    setUnread((await unreadApi.notifications.list({ pageSize: 1, unread: true })).unread);
  } catch {
    // The last count stays; the next question follows.
  }
}

/** Keeps the count while a page is shown, of those who may have notifications. @returns the function that stops it */
export function followUnread(): () => void {
  if (!hasRight('personal')) return () => undefined;
  void load();
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void load();
  }, INTERVAL_MS);
  const after = AFTER_ALARM_MS.map(() => 0);
  const unwatch = live.watch({ organisation: true }, (event) => {
    if (event.type !== 'alarm') return;
    // Of a storm of alarms the last one counts.
    for (const [index, delay] of AFTER_ALARM_MS.entries()) {
      clearTimeout(after[index]);
      after[index] = window.setTimeout(() => void load(), delay);
    }
  });
  return () => {
    clearInterval(timer);
    for (const waiting of after) clearTimeout(waiting);
    unwatch();
  };
}
