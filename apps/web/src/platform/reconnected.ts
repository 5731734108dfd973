import { effect, untracked } from '@preact/signals-react';
import { loadUnanswered } from './loadable.ts';
import { texts } from './locale.ts';
import type { LiveStore } from './live-store.ts';
import { dismissToasts } from './toasts.ts';

/** Calls `run` whenever the connection to the server is back after it was lost. @returns the function that ends it */
export function onReconnected(live: LiveStore, run: () => void): () => void {
  let wasLost = false;
  return effect(() => {
    const status = live.status.value;
    if (status === 'offline') wasLost = true;
    if (status !== 'online' || !wasLost) return;
    wasLost = false;
    untracked(run);
  });
}

/**
 * When the server can be reached again, what it did not answer is asked again, and toasts that only say that it cannot be
 * reached are gone.
 */
export function mendWhenReconnected(live: LiveStore): void {
  onReconnected(live, () => {
    loadUnanswered();
    const unreachable = texts('error.network');
    dismissToasts((text) => unreachable.some((one) => text.includes(one)));
  });
}
