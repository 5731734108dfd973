import { Deliverer } from '../features/notifications/deliverer.ts';
import { NotificationDispatcher } from '../features/notifications/dispatcher.ts';
import { NotificationRepository } from '../features/notifications/repository.ts';
import { SecretBox } from '../platform/auth/secret-box.ts';
import { newPushKeys, type PushKeys } from '../platform/notifications/push.ts';
import { createSenders } from '../platform/notifications/senders.ts';
import { installationSecret } from '../platform/auth/installation-secrets.ts';
import type { OutgoingCalls } from '../platform/outgoing/guarded-fetch.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import type { Foundation } from './foundation.ts';

/** What the calls of notifications need. */
export interface NotificationParts {
  readonly notifications: NotificationRepository;
  readonly deliverer: Deliverer;
  readonly pushKeys: Pick<PushKeys, 'publicKey'>;
}

/** Whom a push service may ask about what this server sends. */
const subjectOf = ({ mailFrom, publicUrl }: Foundation['config']): string => {
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom ?? '')?.[0];
  if (address !== undefined) return `mailto:${address}`;
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:webmaster@localhost';
};

/** Starts to write and send notifications. */
export async function startNotifications(
  { pool, log, mail, signingKey, config }: Foundation,
  outgoing: OutgoingCalls,
  shutdown: Shutdown,
): Promise<NotificationParts> {
  const box = new SecretBox(signingKey.privateKey, 'notification channel');
  const secrets = new SecretBox(signingKey.privateKey, 'installation secret');
  const keys = await installationSecret(pool, secrets, 'web push', newPushKeys);
  const pushKeys = { ...keys, subject: subjectOf(config) };
  const deliverer = new Deliverer({ pool, box, log, senders: createSenders(mail, outgoing, pushKeys) });
  const dispatcher = new NotificationDispatcher({ pool, deliverer, log });
  dispatcher.start();
  shutdown.add('notifications', () => dispatcher.stop());
  return { notifications: new NotificationRepository(pool, box), deliverer, pushKeys };
}
