import type { DeviceIdentity } from '../../platform/device-identity.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';

/** Default time that a long poll waits, milliseconds. */
export const DEFAULT_POLL_MS = 30_000;
const MAX_POLL_MS = 300_000;

/** A message for the device. */
export interface Polled {
  readonly topic: string;
  readonly payload: string;
}

/**
 * Waits for a message for the device on a topic that `wants` accepts; null at the time-out or when the client
 * disconnects. While it waits the device counts as connected.
 */
export function pollFor(
  sessions: Pick<DeviceSessions, 'opened'>,
  device: DeviceIdentity,
  wants: (topic: string) => boolean,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Polled | null> {
  return new Promise((resolve) => {
    let ended = false;
    const closed = sessions.opened(device, {
      send(topic, payload) {
        if (ended || !wants(topic)) return { accepted: false, delivered: Promise.resolve(false) };
        end({ topic, payload });
        return { accepted: true, delivered: Promise.resolve(true) };
      },
      close: () => end(null),
    });
    const timer = setTimeout(() => end(null), Math.min(Math.max(1, timeoutMs), MAX_POLL_MS));
    const gone = (): void => end(null);
    signal.addEventListener('abort', gone, { once: true });

    function end(result: Polled | null): void {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', gone);
      closed();
      resolve(result);
    }
  });
}
