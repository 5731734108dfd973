import { createECDH, randomBytes } from 'node:crypto';
import { createApiClient, type ApiClient, type NotificationChannelDraft } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { insertMember } from '../support/members.ts';
import {
  RIGHT_KEY,
  startMessageServices,
  type Fate,
  type MessageServices,
} from '../support/message-services.ts';
import { farm, type Farm } from '../support/farm.ts';

// What the log of deliveries says of each channel: taken, a wrong key, refused, busy, slow, down. E-mail by a real SMTP
// server, webhook by a real receiver, push by its protocol, the others by the requests and answers that their makers document.

const MAIL_PASSWORD = 'mail-password';
/** Answers of the mail server by whom a mail is to. */
const MAIL_CODES: Readonly<Record<string, number>> = { refused: 550, later: 451 };
let server: Farm;
let services: MessageServices;
let mail: MailServer;
/** What the mail server takes for the password. */
let mailPassword = MAIL_PASSWORD;
/** Nobody listens there. */
let closed = '';

beforeAll(async () => {
  services = await startMessageServices();
  mail = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    closeTimeout: 1,
    onAuth: ({ password }, _session, done) =>
      password === mailPassword ? done(null, { user: 'farm' }) : done(new Error('wrong password')),
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = MAIL_CODES[address.split('@', 1)[0] ?? ''];
      done(responseCode === undefined ? null : Object.assign(new Error('no'), { responseCode }));
    },
  });
  mail.before = ([to = '']) =>
    to.startsWith('timeout') ? new Promise<void>(() => undefined) : Promise.resolve();
  closed = `127.0.0.1:${await freePort()}`;
  server = await farm({
    settings: {
      FARM3D_OUTGOING_ALLOW: `${services.host},${closed}`,
      FARM3D_SMTP_URL: mail.url.replace('smtp://', `smtp://farm:${MAIL_PASSWORD}@`),
      FARM3D_MAIL_FROM: 'Farm <farm@example.org>',
    },
  });
});
afterAll(async () => {
  await server?.stop();
  services?.close();
  await mail?.close();
});

/** A channel of each kind. @param urlOf address of a kind @param key what it has for the key of the service */
function channels(urlOf: (kind: string) => string, key: string): NotificationChannelDraft[] {
  const browser = createECDH('prime256v1');
  const keys = {
    p256dh: browser.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const keyed = (kind: string): string => `${urlOf(kind)}?key=${key}`;
  return [
    { kind: 'push', name: 'push', url: keyed('push'), keys },
    { kind: 'email', name: 'email' },
    { kind: 'webhook', name: 'webhook', url: keyed('webhook') },
    { kind: 'dingtalk', name: 'dingtalk', url: urlOf('dingtalk'), secret: key },
    { kind: 'wecom', name: 'wecom', url: keyed('wecom') },
    { kind: 'feishu', name: 'feishu', url: urlOf('feishu'), secret: key },
    { kind: 'telegram', name: 'telegram', url: urlOf('telegram'), secret: key, to: '7' },
    { kind: 'sms', name: 'sms', url: urlOf('sms'), secret: key, to: '13800138000' },
  ];
}

/** Somebody with these channels. */
async function withChannels(
  username: string,
  drafts: readonly NotificationChannelDraft[],
): Promise<{ api: ApiClient; ids: string[] }> {
  await insertMember(server, { username, roles: ['technician'] });
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username,
    password: server.adminPassword,
  });
  const api = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
  await api.auth.updateMe({ email: `${username}@example.org` });
  const ids = [];
  for (const draft of drafts) ids.push((await api.notifications.addChannel(draft)).id);
  return { api, ids };
}

/** Tests each channel and answers the log: kind, state and the first reason. */
async function logOf({ api, ids }: Awaited<ReturnType<typeof withChannels>>) {
  await Promise.all(ids.map((id) => api.notifications.test(id)));
  const { items } = await api.notifications.deliveries({ pageSize: 100 });
  return Object.fromEntries(
    items.map(({ channelKind, state, failures }) => [channelKind, failures[0]?.reason ?? state]),
  );
}

const allSay = (reason: string): Record<string, string> =>
  Object.fromEntries(channels(() => '', '').map(({ kind }) => [kind, reason]));
const serviceOf = (fate: Fate) => (kind: string) => services.address(kind, fate);

it('what was taken is sent, once each', async () => {
  const person = await withChannels('taken', channels(serviceOf('taken'), RIGHT_KEY));
  expect(await logOf(person)).toEqual(allSay('sent'));
  expect(services.taken.toSorted()).toEqual(
    Object.keys(allSay(''))
      .filter((kind) => kind !== 'email')
      .toSorted(),
  );
  expect(mail.taken.map(({ to }) => to)).toEqual([['taken@example.org']]);
});

it('a wrong key is called one', async () => {
  const person = await withChannels('wrong-key', channels(serviceOf('taken'), '1:wrong'));
  mailPassword = 'another';
  const log = await logOf(person);
  mailPassword = MAIL_PASSWORD;
  expect(log).toEqual(allSay('wrongSecret'));
});

it.each(['refused', 'later', 'timeout'] as const)('a service that answers %s', async (fate) => {
  const person = await withChannels(fate, channels(serviceOf(fate), RIGHT_KEY));
  expect(await logOf(person)).toEqual(allSay(fate));
});

it('a browser that has ended its subscription is not pushed to again', async () => {
  const [push] = channels(serviceOf('gone'), RIGHT_KEY);
  const person = await withChannels('gone', push ? [push] : []);
  expect(await logOf(person)).toEqual({ push: 'gone' });
  expect((await person.api.notifications.channels()).items).toMatchObject([{ enabled: false }]);
});

it('a service that is down', async () => {
  const person = await withChannels(
    'down',
    channels((kind) => `http://${closed}/${kind}`, RIGHT_KEY),
  );
  await mail.close();
  expect(await logOf(person)).toEqual(allSay('unreachable'));
});
