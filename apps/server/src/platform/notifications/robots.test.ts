import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { OutgoingCalls } from '../outgoing/guarded-fetch.ts';
import type { NotDelivered } from './problems.ts';
import { dingtalkSender, feishuSender, smsSender, telegramSender, wecomSender } from './robots.ts';
import type { ChannelAddress, Sender } from './sender.ts';

// Against a local server that checks the requests as their makers document them: the services themselves cannot be
// reached from a test.

const NOW = Date.parse('2026-03-01T04:05:06Z');
const notification = {
  id: 'n-1',
  kind: 'alarmRaised',
  severity: 'CRITICAL',
  subjectId: null,
  subject: '告警：土壤过干',
  content: '数值：5.5',
  at: NOW,
};
const TEXT = '告警：土壤过干\n数值：5.5';

interface Taken {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}
let server: Server;
let outgoing: OutgoingCalls;
let base = '';
let taken: Taken[] = [];
/** What the service says: status and body. */
let answer: (request: Taken) => [number, object] = () => [200, {}];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const one = { url: new URL(request.url ?? '', base), headers: request.headers, body };
      taken.push(one);
      const [status, reply] = answer(one);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outgoing = new OutgoingCalls({ allow: [new URL(base).host] });
});
afterAll(async () => {
  await outgoing.close();
  server.close();
});
beforeEach(() => {
  taken = [];
});

const outcome = (sender: Sender, address: Partial<ChannelAddress>): Promise<string> =>
  sender(notification, { email: '', ...address }).then(
    () => 'sent',
    (error: unknown) => (error as NotDelivered).reason,
  );

it('DingTalk: a text with the signature in the address', async () => {
  const key = 'SEC000';
  answer = ({ url }) => {
    const timestamp = url.searchParams.get('timestamp') ?? '';
    const expected = createHmac('sha256', key).update(`${timestamp}\n${key}`).digest('base64');
    const isRight = url.searchParams.get('sign') === expected && url.searchParams.get('access_token') === 't';
    return [200, isRight ? { errcode: 0, errmsg: 'ok' } : { errcode: 310000, errmsg: 'sign not match' }];
  };
  const url = `${base}/robot/send?access_token=t`;
  expect(
    await outcome(
      dingtalkSender(outgoing, () => NOW),
      { url, key },
    ),
  ).toBe('sent');
  expect(taken[0]?.body).toEqual({ msgtype: 'text', text: { content: TEXT } });
  expect(taken[0]?.url.searchParams.get('timestamp')).toBe(String(NOW));
  expect(await outcome(dingtalkSender(outgoing), { url, key: 'other' })).toBe('wrongSecret');
  answer = () => [200, { errcode: 130101, errmsg: 'send too fast' }];
  expect(await outcome(dingtalkSender(outgoing), { url, key })).toBe('later');
});

it('WeCom: a text to the address with its key', async () => {
  answer = ({ url }) => [200, { errcode: url.searchParams.get('key') === 'k' ? 0 : 93000, errmsg: '' }];
  const url = `${base}/cgi-bin/webhook/send?key=`;
  expect(await outcome(wecomSender(outgoing), { url: `${url}k` })).toBe('sent');
  expect(taken[0]?.body).toEqual({ msgtype: 'text', text: { content: TEXT } });
  expect(await outcome(wecomSender(outgoing), { url: `${url}x` })).toBe('wrongSecret');
});

it('Feishu: a text with time and signature in the body', async () => {
  const key = 'secret';
  answer = ({ body: { timestamp, sign } }) => {
    const expected = createHmac('sha256', `${String(timestamp)}\n${key}`)
      .update('')
      .digest('base64');
    return [200, sign === expected ? { code: 0, msg: 'success' } : { code: 19021, msg: 'sign match fail' }];
  };
  const url = `${base}/open-apis/bot/v2/hook/x`;
  expect(
    await outcome(
      feishuSender(outgoing, () => NOW),
      { url, key },
    ),
  ).toBe('sent');
  expect(taken[0]?.body).toMatchObject({
    timestamp: String(NOW / 1000),
    msg_type: 'text',
    content: { text: TEXT },
  });
  expect(await outcome(feishuSender(outgoing), { url, key: 'other' })).toBe('wrongSecret');
});

it('Telegram: sendMessage to the chat, with the token in the path', async () => {
  answer = ({ url, body }) =>
    url.pathname !== '/bot1:a/sendMessage'
      ? [401, { ok: false, description: 'Unauthorized' }]
      : body['chat_id'] === '7'
        ? [200, { ok: true, result: {} }]
        : [400, { ok: false, description: 'Bad Request: chat not found' }];
  const address = { url: `${base}/`, key: '1:a', to: '7' };
  expect(await outcome(telegramSender(outgoing), address)).toBe('sent');
  expect(taken[0]?.body).toEqual({ chat_id: '7', text: TEXT });
  expect(await outcome(telegramSender(outgoing), { ...address, key: '1:b' })).toBe('wrongSecret');
  expect(await outcome(telegramSender(outgoing), { ...address, to: '8' })).toBe('refused');
  answer = () => [429, { ok: false, parameters: { retry_after: 5 } }];
  expect(await outcome(telegramSender(outgoing), address)).toBe('later');
});

it('an SMS gateway: number, text and id, with the key as a bearer token', async () => {
  answer = ({ headers }) => [headers.authorization === 'Bearer k' ? 202 : 401, {}];
  const address = { url: `${base}/sms`, key: 'k', to: '13800138000' };
  expect(await outcome(smsSender(outgoing), address)).toBe('sent');
  expect(taken[0]?.body).toEqual({ to: '13800138000', text: TEXT, id: 'n-1' });
  expect(await outcome(smsSender(outgoing), { ...address, key: '' })).toBe('wrongSecret');
  answer = () => [503, {}];
  expect(await outcome(smsSender(outgoing), address)).toBe('later');
});

it('a private address is refused unless it is allowed, and a redirect is not followed', async () => {
  const guarded = new OutgoingCalls();
  expect(await outcome(wecomSender(guarded), { url: base })).toBe('forbiddenAddress');
  await guarded.close();
  answer = () => [302, {}];
  expect(await outcome(wecomSender(outgoing), { url: base })).toBe('refused');
  expect(taken).toHaveLength(1);
});
