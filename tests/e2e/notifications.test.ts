// Second tier (page): notifications
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'puppeteer';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { Person } from '../support/person.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// The right person knows: in the application, by e-mail (a real SMTP server), and by a signed request.

const PATH = '/app/notifications';
const PASSWORD = 'a ladder in the barn';
const MOISTURE = 'soilMoisture20';

let server: RunningServer;
let mail: MailServer;
let receiver: Server;
let hook = '';
/** Status that the webhook answers, and what it received. */
let status = 204;
const received: string[] = [];
let admin: ApiClient;
let browser: Browser;
let person: Person;
let grace: { readonly id: string; readonly api: ApiClient };

beforeAll(async () => {
  mail = await startMailServer();
  receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(String(request.headers['webhook-id']));
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  server = await startServer({
    env: {
      FARM3D_OUTGOING_ALLOW: new URL(hook).host,
      FARM3D_SMTP_URL: mail.url,
      FARM3D_MAIL_FROM: 'Farm <farm@example.org>',
    },
  });
  admin = await server.client();
  const email = 'grace@example.org';
  const { userId } = await admin.users.create({
    username: 'grace',
    roles: ['technician'],
    password: PASSWORD,
    email,
  });
  const { accessToken } = await createApiClient({ baseUrl: server.baseUrl }).auth.login({
    username: 'grace',
    password: PASSWORD,
  });
  const api = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
  grace = { id: userId, api };
  browser = await launchBrowser();
  const page = await (await browser.createBrowserContext()).newPage();
  await page.setViewport({ width: 1440, height: 900 });
  person = new Person(page, server.baseUrl);
  await person.open(PATH);
  await person.type('login-username', 'grace');
  await person.type('login-password', PASSWORD);
  await person.click('login-submit');
  await person.see('notifications-none');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await mail?.close();
  receiver?.closeAllConnections();
  receiver?.close();
});

async function dryDevice(name: string, severity: 'MINOR' | 'CRITICAL') {
  const device = await admin.devices.create({ name, productModelCode: 'TQ-3L' });
  const condition = { key: MOISTURE, op: '<', value: 12 } as const;
  await admin.alarmSettings.save(device.id, [{ name: '土壤过干', severity, condition }]);
  const answer = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [MOISTURE]: 5.5 }),
  });
  expect(answer.status).toBe(200);
}

const ownKinds = async (): Promise<string[]> =>
  (await grace.api.notifications.list()).items.map(({ kind }) => kind);

async function addChannel(kind: 'email' | 'webhook', name: string): Promise<void> {
  await person.click('channel-new');
  await person.click('field-kind-option', { 'data-value': kind });
  await person.type('field-name', name);
  if (kind === 'webhook') await person.type('field-url', `${hook}/hook`);
  await person.click('channel-submit');
}

test('a person chooses channels, tests them, and learns of an alarm and an order by each', async () => {
  await person.click('tab-settings');
  await addChannel('email', '我的邮箱');
  await person.see('channels', { 'data-count': '1' });
  await addChannel('webhook', '值班系统');
  expect(await person.read('channel-secret')).toContain('whsec_');
  await person.click('channel-secret-done');
  await person.see('channels', { 'data-count': '2' });

  await person.click('channel-test');
  await waitFor(() => mail.taken.some(({ text }) => text.includes('通知渠道可以使用')), { what: 'the test' });
  expect(mail.taken[0]?.to).toEqual(['grace@example.org']);
  expect(await seriousFaults(person.page)).toEqual([]);

  // The receiver is down for a while: the log says so, and the next attempt has the same id.
  status = 503;
  await dryDevice('三号探头', 'CRITICAL');
  await person.click('tab-inbox');
  await person.see('notification', { 'data-kind': 'alarmRaised', 'data-read': 'false' });
  expect(await person.read('notification')).toContain('数值：5.5');
  await person.see('unread', { 'data-count': '1' });
  await waitFor(() => mail.taken.some(({ text }) => text.includes('三号探头')), { what: 'the mail' });
  await waitFor(() => received.length === 1, { what: 'the refused request' });
  status = 204;
  const failed = `update notification_delivery set next_at = now() where failures <> '[]' and state = 'waiting' returning id`;
  await waitFor(async () => (await server.sql(failed)).length === 1, { what: 'the recorded failure' });
  await waitFor(() => received.length === 2, { what: 'the second attempt' });
  expect(received[1]).toBe(received[0]);

  // Below the chosen severity nothing comes; an order that is assigned does.
  await person.click('tab-settings');
  await person.click('field-minSeverity');
  await person.click('field-minSeverity-option', { 'data-value': 'MAJOR' });
  await person.click('preferences-submit');
  await waitFor(
    async () =>
      (await server.sql(`select from notification_preference where min_severity = 'MAJOR'`)).length === 1,
  );
  await dryDevice('四号探头', 'MINOR');
  await admin.workOrders.create({ title: '换探头', assignee: grace.id, deadline: Date.now() + 30 * 60_000 });
  await waitFor(async () => (await ownKinds()).includes('workOrderDue'), {
    what: 'the notification of the due time',
    timeoutMs: 60_000,
  });
  await person.open(PATH);
  await person.see('notification', { 'data-kind': 'workOrderAssigned' });
  expect((await ownKinds()).filter((kind) => kind === 'alarmRaised')).toHaveLength(1);

  await person.click('tab-deliveries');
  await person.see('delivery', { 'data-state': 'sent', 'data-attempts': '2' });
  expect(await person.read('delivery-failure')).toContain('503');
  await person.click('tab-templates');
  await person.see('template', { 'data-kind': 'alarmRaised', 'data-language': 'en' });
  await person.seeNo('template-edit');
  expect(await seriousFaults(person.page)).toEqual([]);

  const rota = { startsOn: '2026-01-01', at: '08:00', turnDays: 7, timeZone: 'Asia/Shanghai' };
  const { userId: boss } = await admin.auth.me();
  const setRota = (people: string[]) =>
    admin.notifications.setOnCall({ ...rota, people, escalateMinutes: 15 });
  const isFirst = (await setRota([grace.id, boss])).now === grace.id;
  if (isFirst) await setRota([boss, grace.id]);
  // Nobody has acknowledged the alarm for as long as the rota says: it goes on to the next one.
  await server.sql(`update alarm set raised_at = raised_at - interval '16 minutes' where name = '土壤过干'`);
  await waitFor(async () => (await ownKinds()).includes('alarmUnattended'), {
    what: 'the alarm that went on',
  });
  // Minor alarms come together, once a day.
  const before = await grace.api.notifications.preferences();
  await grace.api.notifications.setPreferences({ ...before, minSeverity: 'WARNING', digestAt: '00:00' });
  await dryDevice('五号探头', 'MINOR');
  await waitFor(() => mail.taken.some(({ text }) => text.includes('五号探头')), { what: 'the digest' });
  expect((await ownKinds()).filter((kind) => kind === 'digest')).toHaveLength(1);
  await person.open(`${PATH}?tab=oncall`);
  await person.see('on-call-now', { 'data-user-id': boss });
  // Only administrators change it.
  await person.seeNo('rota-submit');
  expect(await seriousFaults(person.page)).toEqual([]);

  await person.click('tab-inbox');
  await person.click('notifications-read-all');
  await person.seeNo('unread');
});
