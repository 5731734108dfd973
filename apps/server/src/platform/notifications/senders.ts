import type { ChannelKind } from '@farm3d/api';
import { MailNotSent, type MailProblem, type MailSender } from '../mail/mail-sender.ts';
import { ForbiddenAddress, type OutgoingCalls } from '../outgoing/guarded-fetch.ts';
import { signedHeaders } from '../outgoing/signed-webhook.ts';

/** What is delivered. `id` stays the same when it is sent again: receivers know it by that. */
export interface OutgoingNotification {
  readonly id: string;
  readonly kind: string;
  readonly severity: string | null;
  readonly subject: string;
  readonly content: string;
  /** Epoch ms of the event. */
  readonly at: number;
}

/** Where it is delivered to. */
export interface ChannelAddress {
  /** Of the account. */
  readonly email: string;
  /** Of a webhook. */
  readonly url?: string;
  readonly key?: string;
}

export type DeliveryProblem =
  | 'forbiddenAddress'
  | 'unreachable'
  | 'timeout'
  | 'refused'
  | 'later'
  | 'wrongSecret'
  | 'notConfigured'
  | 'noAddress'
  | 'noMember'
  | 'off';

/** Another attempt may succeed. */
const PASSING: ReadonlySet<DeliveryProblem> = new Set(['unreachable', 'timeout', 'later']);

/** A delivery failed. */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered';
  readonly reason: DeliveryProblem;

  constructor(reason: DeliveryProblem, detail = '') {
    super(detail);
    this.reason = reason;
  }

  get passes(): boolean {
    return PASSING.has(this.reason);
  }
}

/** Resolves when it was taken. @throws {NotDelivered} */
export type Sender = (notification: OutgoingNotification, address: ChannelAddress) => Promise<void>;

const MAIL_PROBLEMS: Readonly<Record<MailProblem, DeliveryProblem>> = {
  'not-configured': 'notConfigured',
  unreachable: 'unreachable',
  timeout: 'timeout',
  'wrong-secret': 'wrongSecret',
  refused: 'refused',
  later: 'later',
};

function emailSender(mail: MailSender): Sender {
  return async ({ id, subject, content }, { email }) => {
    if (email === '') throw new NotDelivered('noAddress');
    try {
      await mail.send({ to: email, subject, text: content, id });
    } catch (error) {
      if (error instanceof MailNotSent) throw new NotDelivered(MAIL_PROBLEMS[error.problem], error.message);
      throw error;
    }
  };
}

/** Why the answer of a service does not count as taken; null: it does. */
function problemOfStatus(status: number): DeliveryProblem | null {
  if (status >= 200 && status <= 299) return null;
  if (status === 401 || status === 403) return 'wrongSecret';
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'refused';
}

/** Why a request got no answer. */
function problemOfRequest(error: unknown): NotDelivered {
  if (error instanceof ForbiddenAddress) return new NotDelivered('forbiddenAddress');
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  const isLate = name === 'TimeoutError' || /TIMEOUT/.test(cause?.code ?? '');
  return new NotDelivered(isLate ? 'timeout' : 'unreachable', cause?.code ?? '');
}

function webhookSender(outgoing: Pick<OutgoingCalls, 'fetch'>): Sender {
  return async ({ id, ...notification }, { url = '', key = '' }) => {
    const body = JSON.stringify({
      type: `notification.${notification.kind}`,
      timestamp: new Date(notification.at).toISOString(),
      data: { id, ...notification },
    });
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'farm3d',
      ...signedHeaders(id, Date.now(), body, key),
    };
    const { status } = await outgoing
      // The signature is for this address alone: a redirect is not followed.
      .fetch(url, { method: 'POST', headers, body, redirect: 'manual', headOnly: true })
      .catch((error: unknown) => {
        throw problemOfRequest(error);
      });
    const problem = problemOfStatus(status);
    if (problem) throw new NotDelivered(problem, String(status));
  };
}

/** One sender a kind of channel. */
export function createSenders(
  mail: MailSender,
  outgoing: Pick<OutgoingCalls, 'fetch'>,
): Readonly<Record<ChannelKind, Sender>> {
  return { email: emailSender(mail), webhook: webhookSender(outgoing) };
}
