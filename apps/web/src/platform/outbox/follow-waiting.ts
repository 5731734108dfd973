import { readPreference } from '../preferences.ts';

/** Sends what an earlier visit could not; the means to do so are loaded only when there is something. */
export function followWaiting(): void {
  if (readPreference('outbox') === null) return;
  void import('./outbox.ts').then(({ followOutbox }) => followOutbox()).catch(() => {});
}
