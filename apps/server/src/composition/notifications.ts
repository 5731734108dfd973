import { Deliverer } from '../features/notifications/deliverer.ts';
import { NotificationDispatcher } from '../features/notifications/dispatcher.ts';
import { NotificationRepository } from '../features/notifications/repository.ts';
import { SecretBox } from '../platform/auth/secret-box.ts';
import { createSenders } from '../platform/notifications/senders.ts';
import type { OutgoingCalls } from '../platform/outgoing/guarded-fetch.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import type { Foundation } from './foundation.ts';

/** What the calls of notifications need. */
export interface NotificationParts {
  readonly notifications: NotificationRepository;
  readonly deliverer: Deliverer;
}

/** Starts to write and send notifications. */
export function startNotifications(
  { pool, log, mail, signingKey }: Foundation,
  outgoing: OutgoingCalls,
  shutdown: Shutdown,
): NotificationParts {
  const box = new SecretBox(signingKey.privateKey, 'notification channel');
  const deliverer = new Deliverer({ pool, box, log, senders: createSenders(mail, outgoing) });
  const dispatcher = new NotificationDispatcher({ pool, deliverer, log });
  dispatcher.start();
  shutdown.add('notifications', () => dispatcher.stop());
  return { notifications: new NotificationRepository(pool, box), deliverer };
}
