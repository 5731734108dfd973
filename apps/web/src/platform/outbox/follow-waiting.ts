import type { Services } from '../services.ts';

/** Sends what an earlier visit could not; the means to do so are loaded only when there is something. */
export function followWaiting(services: Services): void {
  if (services.preferences.read('outbox') === null) return;
  void import('./outbox.ts').then(({ outboxOf }) => outboxOf(services).follow()).catch(() => {});
}
