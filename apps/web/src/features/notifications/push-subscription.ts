import type { createClientOf, notifications } from '@farm3d/api';

type Calls = ReturnType<typeof createClientOf<{ notifications: typeof notifications }>>['notifications'];

/** Whether this browser can be pushed to: it has the means, and the application is installed as a service worker. */
export const canBePushed = (): boolean =>
  'serviceWorker' in navigator &&
  'PushManager' in globalThis &&
  'Notification' in globalThis &&
  isSecureContext;

/** Why a browser was not subscribed. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
  readonly reason: 'denied' | 'unavailable';

  constructor(reason: PushRefused['reason'], options?: ErrorOptions) {
    super(`this browser is not pushed to: ${reason}`, options);
    this.reason = reason;
  }
}

/** Name of this browser for people. */
function browserName(): string {
  const [name = ''] = /Edg|Firefox|Chrome|Safari/.exec(navigator.userAgent) ?? [];
  const [system = ''] = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(navigator.userAgent) ?? [];
  return `${name.replace('Edg', 'Edge')} ${system}`.trim() || 'Web';
}

/**
 * Asks for the permission, subscribes at the push service of the browser, and makes it a channel.
 * @throws {PushRefused} or an error of the call
 */
export async function subscribeThisBrowser(calls: Calls): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused('denied');
  const { publicKey } = await calls.pushKey();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((error: unknown) => {
      throw new PushRefused('unavailable', { cause: error });
    });
  const { endpoint = '', keys } = subscription.toJSON();
  const { p256dh = '', auth = '' }: Record<string, string> = keys ?? {};
  await calls.addChannel({
    kind: 'push',
    name: browserName(),
    url: endpoint,
    keys: { p256dh, auth },
  });
}
