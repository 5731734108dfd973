import webPush from 'web-push';
import type { OutgoingCalls } from '../outgoing/guarded-fetch.ts';
import { NotDelivered, problemOfRequest, problemOfStatus } from './problems.ts';
import type { OutgoingNotification, Sender } from './sender.ts';

/** Keys by which push services know this server (RFC 8292). */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Whom they may ask: mailto: or https: */
  readonly subject: string;
}

export const newPushKeys = (): Omit<PushKeys, 'subject'> => webPush.generateVAPIDKeys();

/** A push service keeps what it cannot deliver so long, seconds. */
const TTL_S = 86_400;
/** Bytes of a text: an encrypted message has at most 4096 (RFC 8291), with its headers. */
const MAX_CONTENT_BYTES = 2_400;
const MAX_SUBJECT_BYTES = 600;

/** The beginning of a text, no character cut. */
function beginning(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const cut = new TextDecoder().decode(Buffer.from(text).subarray(0, bytes - 3));
  return `${cut.replace(/\uFFFD+$/, '')}…`;
}

/** What the service worker of the application shows. */
const payloadOf = ({ id, kind, subjectId, subject, content, at }: OutgoingNotification): string =>
  JSON.stringify({
    id,
    kind,
    subjectId,
    title: beginning(subject, MAX_SUBJECT_BYTES),
    body: beginning(content, MAX_CONTENT_BYTES),
    at,
  });

/** Encrypts for one browser, and gives it to the push service of that browser. */
export function pushSender(outgoing: Pick<OutgoingCalls, 'fetch'>, keys: PushKeys): Sender {
  return async (notification, { url = '', key: auth = '', to: p256dh = '' }) => {
    const isUrgent = notification.severity === 'CRITICAL' || notification.severity === 'MAJOR';
    const { endpoint, method, headers, body } = (() => {
      try {
        return webPush.generateRequestDetails(
          { endpoint: url, keys: { auth, p256dh } },
          payloadOf(notification),
          {
            vapidDetails: keys,
            TTL: TTL_S,
            urgency: isUrgent ? 'high' : 'normal',
            contentEncoding: 'aes128gcm',
          },
        );
      } catch {
        // No point on the curve, or a secret of another length.
        throw new NotDelivered('refused', 'the keys of the browser are malformed');
      }
    })();
    const { 'Content-Length': _, ...sent } = headers as Record<string, string | number>;
    const { status } = await outgoing
      .fetch(endpoint, {
        method,
        headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(body),
        redirect: 'manual',
        headOnly: true,
      })
      .catch((error: unknown) => {
        throw problemOfRequest(error);
      });
    if (status === 404 || status === 410) throw new NotDelivered('gone', String(status));
    const problem = problemOfStatus(status);
    if (problem) throw new NotDelivered(problem, String(status));
  };
}
