import { effect, untracked } from '@preact/signals-react';
import { texts } from './locale.ts';
import { live } from './services.ts';
import { dismissToasts } from './toasts.ts';

/** Calls `run` whenever the connection to the server is back after it was lost. @returns the function that ends it */
export function onReconnected(run: () => void): () => void {
  let wasLost = false;
  return effect(() => {
    const status = live.status.value;
    if (status === 'offline') wasLost = true;
    if (status !== 'online' || !wasLost) return;
    wasLost = false;
    untracked(run);
  });
}

/** Toasts that only say that the server cannot be reached are gone when it can. */
export function forgetLostConnections(): void {
  onReconnected(() => {
    const unreachable = texts('error.network');
    dismissToasts((text) => unreachable.some((one) => text.includes(one)));
  });
}
