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
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}
let server: Server;
let outgoing: OutgoingCalls;
let base = '';
let taken: Taken[] = [];
/** What the service says: status and body. */
let answer: (request: Taken) => [number, object | string] = () => [200, {}];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const one = {
        url: new URL(request.url ?? '', base),
        method: request.method,
        headers: request.headers,
        body,
      };
      taken.push(one);
      const [status, reply] = answer(one);
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof reply === 'string' ? reply : JSON.stringify(reply));
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
/** Reason and words of a failure. */
const failure = (sender: Sender, address: Partial<ChannelAddress>): Promise<[string, string] | undefined> =>
  sender(notification, { email: '', ...address }).then(
    () => undefined,
    (error: unknown) => [(error as NotDelivered).reason, (error as NotDelivered).message],
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

const makers = [
  ['DingTalk', dingtalkSender, 'errcode', 'errmsg'],
  ['WeCom', wecomSender, 'errcode', 'errmsg'],
  ['Feishu', feishuSender, 'code', 'msg'],
] as const;

it.each(makers)('%s: what its numbers mean, in its own words', async (name, sender, code, text) => {
  const failureOf = (number: unknown) => {
    answer = () => [200, { [code]: number, [text]: '不行' }];
    return failure(sender(outgoing), { url: base, key: 'k' });
  };
  const known = {
    DingTalk: { 310000: 'wrongSecret', 300005: 'wrongSecret', 130101: 'later' },
    WeCom: { 93000: 'wrongSecret', 45009: 'later' },
    Feishu: { 19021: 'wrongSecret', 19001: 'wrongSecret', 11232: 'later', 9499: 'later' },
  }[name];
  for (const [number, reason] of Object.entries(known))
    expect(await failureOf(Number(number))).toEqual([reason, `${number} 不行`]);
  expect(await failureOf(0)).toBeUndefined();
  expect(await failureOf(1)).toEqual(['refused', '1 不行']);
  expect(await failureOf('0')).toEqual(['refused', '0 不行']);
});

it.each(makers)('%s: an answer that says nothing is no message taken', async (_, sender, code, text) => {
  const failureOf = (status: number, reply: object | string) => {
    answer = () => [status, reply];
    return failure(sender(outgoing), { url: base });
  };
  expect(await failureOf(500, { [code]: 0 })).toEqual(['later', '500']);
  expect(await failureOf(404, { [code]: 0 })).toEqual(['refused', '404']);
  expect(await failureOf(200, 'no json')).toEqual(['refused', 'undefined ']);
  expect(await failureOf(200, 'null')).toEqual(['refused', 'undefined ']);
  expect(await failureOf(200, '0')).toEqual(['refused', 'undefined ']);
  expect(await failureOf(200, { [code]: 7, [text]: 8 })).toEqual(['refused', '7 ']);
});

it.each([
  ...makers.map(([name, sender]) => [name, sender] as const),
  ['Telegram', telegramSender],
  ['an SMS gateway', smsSender],
] as const)('%s: JSON is posted by this program', async (_, sender) => {
  answer = () => [200, { errcode: 0, code: 0, ok: true }];
  expect(await outcome(sender(outgoing), { url: base })).toBe('sent');
  expect(taken[0]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'farm3d' },
  });
});

it.each([
  ['DingTalk', dingtalkSender],
  ['Feishu', feishuSender],
] as const)('%s: without a key nothing is signed', async (_, sender) => {
  answer = () => [200, { errcode: 0, code: 0 }];
  expect(await outcome(sender(outgoing), { url: `${base}/x?a=1` })).toBe('sent');
  expect(taken[0]?.url.search).toBe('?a=1');
  expect(Object.keys(taken[0]?.body ?? {}).toSorted()).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/timestamp|sign/)]),
  );
});

it('a message without a content is its subject', async () => {
  answer = () => [200, { errcode: 0 }];
  await wecomSender(outgoing)({ ...notification, content: '' }, { email: '', url: base });
  expect(taken[0]?.body).toEqual({ msgtype: 'text', text: { content: '告警：土壤过干' } });
});

it('Telegram: why a message was not taken, in its words or by its status', async () => {
  const failureOf = (status: number, reply: object | string) => {
    answer = () => [status, reply];
    return failure(telegramSender(outgoing), { url: `${base}//`, key: 'k', to: '7' });
  };
  expect(await failureOf(200, { ok: true })).toBeUndefined();
  expect(taken[0]?.url.pathname).toBe('/botk/sendMessage');
  expect(await failureOf(404, { ok: false, description: 'Not Found' })).toEqual(['wrongSecret', 'Not Found']);
  expect(await failureOf(403, { description: 'bot was blocked' })).toEqual(['refused', 'bot was blocked']);
  expect(await failureOf(401, {})).toEqual(['wrongSecret', '401']);
  expect(await failureOf(200, { ok: 'true' })).toEqual(['refused', '200']);
  expect(await failureOf(502, 'bad gateway')).toEqual(['later', '502']);
});

it('Telegram: the public service where no other is named', async () => {
  const asked: string[] = [];
  const fetch: OutgoingCalls['fetch'] = async (url) => {
    asked.push(url);
    throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
  };
  expect(await failure(telegramSender({ fetch }), { key: 'k' })).toEqual(['unreachable', 'ECONNREFUSED']);
  expect(asked).toEqual(['https://api.telegram.org/botk/sendMessage']);
});

it('an SMS gateway: without a key there is no token, and a refusal is told by its status', async () => {
  answer = ({ headers }) => [headers.authorization === undefined ? 200 : 400, {}];
  expect(await outcome(smsSender(outgoing), { url: base, to: '1' })).toBe('sent');
  expect(await failure(smsSender(outgoing), { url: base, key: 'k' })).toEqual(['refused', '400']);
});
