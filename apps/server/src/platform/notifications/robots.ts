import { createHmac } from 'node:crypto';
import { platformNow } from '../clock.ts';
import type { OutgoingAnswer, OutgoingCalls } from '../outgoing/guarded-fetch.ts';
import { NotDelivered, problemOfRequest, problemOfStatus, type DeliveryProblem } from './problems.ts';
import type { ChannelAddress, OutgoingNotification, Sender } from './sender.ts';

/* Requests as the makers of these services document them. */

const textOf = ({ subject, content }: OutgoingNotification): string => `${subject}\n${content}`.trim();

type Fetch = Pick<OutgoingCalls, 'fetch'>;

async function post(
  outgoing: Fetch,
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<OutgoingAnswer> {
  return outgoing
    .fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'farm3d', ...headers },
      body: JSON.stringify(body),
      // Addresses and headers hold secrets: they are for this host alone.
      redirect: 'manual',
    })
    .catch((error: unknown) => {
      throw problemOfRequest(error);
    });
}

/** A JSON answer; {} for anything else. */
function jsonOf({ text }: OutgoingAnswer): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A text of the answer; empty when there is none. */
function textIn(reply: Record<string, unknown>, name: string): string {
  const value = reply[name];
  return typeof value === 'string' ? value : '';
}

/**
 * @param code the member of the answer that is 0 when the message was taken
 * @param known what other numbers mean; default: refused
 * @throws {NotDelivered} unless the message was taken
 */
function expectTaken(
  answer: OutgoingAnswer,
  code: string,
  text: string,
  known: Readonly<Record<number, DeliveryProblem>>,
): void {
  const problem = problemOfStatus(answer.status);
  if (problem) throw new NotDelivered(problem, String(answer.status));
  const reply = jsonOf(answer);
  const number = reply[code];
  if (number === 0) return;
  throw new NotDelivered(known[Number(number)] ?? 'refused', `${String(number)} ${textIn(reply, text)}`);
}

/** DingTalk, custom robot with signature: open.dingtalk.com/document/orgapp/customize-robot-security-settings. */
export function dingtalkSender(outgoing: Fetch, now: () => number = platformNow): Sender {
  return async (notification, { url = '', key = '' }) => {
    const address = new URL(url);
    if (key !== '') {
      const timestamp = String(now());
      const sign = createHmac('sha256', key).update(`${timestamp}\n${key}`).digest('base64');
      address.searchParams.set('timestamp', timestamp);
      address.searchParams.set('sign', sign);
    }
    const answer = await post(outgoing, String(address), {
      msgtype: 'text',
      text: { content: textOf(notification) },
    });
    // 310000: signature, address or keyword are wrong. 300005: unknown token. 130101: too many messages.
    expectTaken(answer, 'errcode', 'errmsg', {
      310000: 'wrongSecret',
      300005: 'wrongSecret',
      130101: 'later',
    });
  };
}

/** WeCom, group robot: developer.work.weixin.qq.com/document/path/91770. */
export function wecomSender(outgoing: Fetch): Sender {
  return async (notification, { url = '' }) => {
    const answer = await post(outgoing, url, {
      msgtype: 'text',
      text: { content: textOf(notification) },
    });
    // 93000: unknown key. 45009: too many messages.
    expectTaken(answer, 'errcode', 'errmsg', { 93000: 'wrongSecret', 45009: 'later' });
  };
}

/** Feishu, custom bot with signature: open.feishu.cn/document/client-docs/bot-v3/add-custom-bot. */
export function feishuSender(outgoing: Fetch, now: () => number = platformNow): Sender {
  return async (notification, { url = '', key = '' }) => {
    const timestamp = String(Math.floor(now() / 1000));
    // The signature is of an empty text, with both as its key.
    const sign = createHmac('sha256', `${timestamp}\n${key}`).update('').digest('base64');
    const answer = await post(outgoing, url, {
      ...(key !== '' && { timestamp, sign }),
      msg_type: 'text',
      content: { text: textOf(notification) },
    });
    // 19021: signature or time. 19001: unknown address. 11232 and 9499: too many messages.
    expectTaken(answer, 'code', 'msg', {
      19021: 'wrongSecret',
      19001: 'wrongSecret',
      11232: 'later',
      9499: 'later',
    });
  };
}

/** Telegram, `sendMessage`: core.telegram.org/bots/api. The address may be that of an own Bot API server. */
export function telegramSender(outgoing: Fetch): Sender {
  return async (notification, { url = 'https://api.telegram.org', key = '', to = '' }) => {
    const address = `${url.replace(/\/+$/, '')}/bot${key}/sendMessage`;
    const answer = await post(outgoing, address, { chat_id: to, text: textOf(notification) });
    const reply = jsonOf(answer);
    if (reply['ok'] === true) return;
    // 404: of a token that cannot be one. 403: the bot may not write to this chat.
    const problem =
      answer.status === 404
        ? 'wrongSecret'
        : answer.status === 403
          ? 'refused'
          : problemOfStatus(answer.status);
    throw new NotDelivered(problem ?? 'refused', textIn(reply, 'description') || String(answer.status));
  };
}

/** An SMS gateway that takes `{"to", "text", "id"}`, with the key as a bearer token; any 2xx counts as taken. */
export function smsSender(outgoing: Fetch): Sender {
  return async (notification, { url = '', key = '', to = '' }: ChannelAddress) => {
    const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
    const body = { to, text: textOf(notification), id: notification.id };
    const { status } = await post(outgoing, url, body, headers);
    const problem = problemOfStatus(status);
    if (problem) throw new NotDelivered(problem, String(status));
  };
}
