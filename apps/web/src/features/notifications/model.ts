import { createModel, effect, signal } from '@preact/signals-react';
import {
  groups as groupNoun,
  notifications as notificationCalls,
  users as userNoun,
  type DeviceGroup,
  type Notification,
  type NotificationChannel,
  type NotificationDelivery,
  type NotificationPreferences,
  type NotificationTemplate,
  type OnCall,
  type Person,
  type createClientOf,
} from '@farm3d/api';
import { createOpening, createQuestion } from '../../kit/actions.ts';
import { createPages } from '../../kit/list-model.ts';
import { whenResumed } from '../../platform/live-store.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { setUnread, unread } from '../../platform/unread.ts';
import { reasonText, t } from './zh-CN.ts';

const PAGE = 50;
const MAX = 200;

/** A channel with the secret that signs its requests, shown once. */
interface MadeChannel {
  readonly name: string;
  readonly secret: string;
}

interface Channels {
  readonly items: readonly NotificationChannel[];
  readonly mail: boolean;
}

/** Notifications of the caller, how they are reached, and what came of it. */
export const NotificationsModel = createModel((services: Services) => {
  const {
    notifications: calls,
    groups: groupCalls,
    users,
  } = services.clientOf({ notifications: notificationCalls, groups: groupNoun, users: userNoun });
  const inbox = createPages<Notification>(PAGE, async (page, abort) => {
    const { unread: count, ...found } = await calls.list(page, { signal: abort });
    setUnread(count);
    return found;
  });
  const preferences = loadable<NotificationPreferences>((abort) => calls.preferences({ signal: abort }));
  const groups = loadable<readonly DeviceGroup[]>(
    async (abort) => (await groupCalls.list({}, { signal: abort })).items,
  );
  const channels = loadable<Channels>((abort) => calls.channels({ signal: abort }));
  const deliveries = loadable<readonly NotificationDelivery[]>(
    async (abort) => (await calls.deliveries({ pageSize: MAX }, { signal: abort })).items,
  );
  const templates = loadable<readonly NotificationTemplate[]>(
    async (abort) => (await calls.templates({ signal: abort })).items,
  );
  const onCall = loadable<OnCall>((abort) => calls.onCall({ signal: abort }));
  const people = loadable<readonly Person[]>(
    async (abort) => (await users.list({ pageSize: MAX }, { signal: abort })).items,
  );
  /** The text whose form is open. */
  const editing = createOpening<NotificationTemplate>();
  /** Id of the channel whose call is on its way. */
  const busy = signal<string | null>(null);
  /** The form of a channel. */
  const adding = createOpening<true>();
  const made = createOpening<MadeChannel>();
  const refresh = (): void => {
    for (const part of [inbox, preferences, groups, channels, deliveries, templates, onCall, people])
      void part.load();
  };
  whenResumed(services.live, refresh);
  // The count of the navigation follows the stream; the list follows the count.
  effect(() => {
    if (unread.value !== null) void inbox.load();
  });
  refresh();

  const attempt = async (id: string, work: () => Promise<void>): Promise<void> => {
    busy.value = id;
    try {
      await work();
    } catch (error) {
      showToast('error', problemText(error));
    } finally {
      busy.value = null;
    }
  };
  return {
    inbox,
    preferences,
    groups,
    channels,
    deliveries,
    templates,
    onCall,
    people,
    editing,
    busy,
    adding,
    made,
    refresh,
    read: (ids?: readonly string[]): Promise<void> =>
      attempt('inbox', async () => {
        await calls.read(ids);
        await inbox.load();
      }),
    saved: (next: NotificationPreferences): void => {
      preferences.set(next);
      showToast('success', t('notifications.saved'));
      void inbox.load();
    },
    rotaSaved: (next: OnCall): void => {
      onCall.set(next);
      showToast('success', t('notifications.saved'));
    },
    removeRota: (): Promise<void> => attempt('rota', async () => onCall.set(await calls.setOnCall(null))),
    templateSaved: (): void => {
      editing.close();
      showToast('success', t('notifications.saved'));
      void templates.load();
    },
    /** This browser becomes a channel. */
    subscribe: (): Promise<void> =>
      attempt('push', async () => {
        try {
          await subscribeThisBrowser(calls);
        } catch (error) {
          if (!(error instanceof PushRefused)) throw error;
          showToast('error', t(`notifications.push.${error.reason}`));
          return;
        }
        showToast('success', t('notifications.push.done'));
        await channels.load();
      }),
    added: ({ name, secret }: { name: string; secret: string | null }): void => {
      adding.close();
      if (secret === null) made.close();
      else made.open({ name, secret });
      void channels.load();
    },
    turn: (id: string, on: boolean): Promise<void> =>
      attempt(id, async () => {
        await calls.switchChannel(id, on);
        await channels.load();
      }),
    test: (id: string): Promise<void> =>
      attempt(id, async () => {
        const { state, failures } = await calls.test(id);
        if (state === 'sent') showToast('success', t('notifications.channel.test.sent'));
        else {
          const { reason = '', detail = '' } = failures.at(-1) ?? {};
          const text = [reasonText(reason), detail].filter((part) => part !== '').join(' · ');
          showToast('error', t('notifications.channel.test.failed', { reason: text }));
        }
        await deliveries.load();
      }),
    removing: createQuestion<NotificationChannel>(({ id }) =>
      attempt(id, async () => {
        await calls.removeChannel(id);
        await Promise.all([channels.load(), deliveries.load()]);
      }),
    ),
  };
});

export type Notifications = InstanceType<typeof NotificationsModel>;

type Calls = ReturnType<typeof createClientOf<{ notifications: typeof notificationCalls }>>['notifications'];

/** Whether this browser can be pushed to: it has the means, and the application is installed as a service worker. */
export const canBePushed = (): boolean =>
  'serviceWorker' in navigator &&
  'PushManager' in globalThis &&
  'Notification' in globalThis &&
  isSecureContext;

/** Why a browser was not subscribed. */
class PushRefused extends Error {
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
async function subscribeThisBrowser(calls: Calls): Promise<void> {
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
