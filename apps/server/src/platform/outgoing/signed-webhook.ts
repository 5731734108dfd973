import { createHmac, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
/** Begin of a key, as standardwebhooks.com has it. */
const PREFIX = 'whsec_';

/** A new key that signs webhooks. */
export const newWebhookKey = (): string => PREFIX + randomBytes(KEY_BYTES).toString('base64');

/** The headers of a webhook, as standardwebhooks.com has them. `id` stays the same when it is sent again. */
export function signedHeaders(id: string, at: number, body: string, key: string): Record<string, string> {
  const seconds = String(Math.floor(at / 1000));
  const bytes = Buffer.from(key.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', bytes).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}
