import type { ChannelKind } from '@farm3d/api';
import { platformNow } from '../clock.ts';
import { MailNotSent, type MailProblem, type MailSender } from '../mail/mail-sender.ts';
import type { OutgoingCalls } from '../outgoing/guarded-fetch.ts';
import { signedHeaders } from '../outgoing/signed-webhook.ts';
import { pushSender, type PushKeys } from './push.ts';
import { NotDelivered, problemOfRequest, problemOfStatus, type DeliveryProblem } from './problems.ts';
import { dingtalkSender, feishuSender, smsSender, telegramSender, wecomSender } from './robots.ts';
import type { Sender } from './sender.ts';

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
      // What the mail server said, and where it stands, concerns its operators alone.
      if (error instanceof MailNotSent)
        throw new NotDelivered(MAIL_PROBLEMS[error.problem], '', { cause: error });
      throw error;
    }
  };
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
      ...signedHeaders(id, platformNow(), body, key),
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
  pushKeys: PushKeys,
): Readonly<Record<ChannelKind, Sender>> {
  return {
    push: pushSender(outgoing, pushKeys),
    email: emailSender(mail),
    webhook: webhookSender(outgoing),
    dingtalk: dingtalkSender(outgoing),
    wecom: wecomSender(outgoing),
    feishu: feishuSender(outgoing),
    telegram: telegramSender(outgoing),
    sms: smsSender(outgoing),
  };
}
