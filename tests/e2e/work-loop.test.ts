import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, CDPSession, Page } from 'puppeteer';
import type { ApiClient, CreatedDevice } from '@farm3d/api';
import { seriousFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { CallRecord } from '../support/call-record.ts';
import { picture } from '../support/fixtures.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { Person } from '../support/person.ts';
import { openAsAdmin, pickFile } from '../support/product-model-pages.ts';
import { startPushService, type PushService } from '../support/push-service.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

// Something happens, the right person knows, it is done, it is proven: by a device over MQTT and two people in two
// browsers, the one with the push service of this machine. Only the subscription itself is simulated: Chromium cannot
// subscribe without its own push service.

const PASSWORD = 'a ladder in the barn';
const MOISTURE = 'soilMoisture20';
const ORDERS = '/iotManagement/workOrders';

let server: RunningServer;
let mail: MailServer;
let push: PushService;
let admin: ApiClient;
let device: CreatedDevice;
let probe: MqttClient;
let folder: string;
const browsers: Browser[] = [];
let boss: Person;
let worker: Person;
let calls: CallRecord;

async function newPerson(viewport: {
  width: number;
  height: number;
  isMobile?: boolean;
  hasTouch?: boolean;
}) {
  const browser = await launchBrowser();
  browsers.push(browser);
  await browser.defaultBrowserContext().overridePermissions(server.baseUrl, ['notifications']);
  const page = await browser.newPage();
  await page.setViewport(viewport);
  return new Person(page, server.baseUrl, true);
}

beforeAll(async () => {
  [mail, push] = await Promise.all([startMailServer(), startPushService()]);
  folder = await mkdtemp(join(tmpdir(), 'farm3d-loop-'));
  server = await startServer({
    env: {
      FARM3D_OUTGOING_ALLOW: push.host,
      FARM3D_SMTP_URL: mail.url,
      FARM3D_MAIL_FROM: 'Farm <farm@example.org>',
    },
  });
  admin = await server.client();
  await admin.users.create({
    username: 'grace',
    roles: ['technician'],
    password: PASSWORD,
    email: 'grace@example.org',
  });
  device = await admin.devices.create({ name: '三号探头', productModelCode: 'TQ-3L' });
  await admin.alarmSettings.save(device.id, [
    {
      name: '土壤过干',
      severity: 'MAJOR',
      condition: { key: MOISTURE, op: '<', value: 12 },
      workOrder: true,
    },
  ]);
  probe = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: device.accessToken,
    protocolVersion: 5,
  });
  boss = await newPerson({ width: 1440, height: 900 });
  worker = await newPerson({ width: 390, height: 844, isMobile: true, hasTouch: true });
  calls = new CallRecord(worker.page);
});
afterAll(async () => {
  await probe?.endAsync(true);
  await Promise.all(browsers.map((browser) => browser.close()));
  await server?.stop();
  await mail?.close();
  push?.close();
  await rm(folder, { recursive: true, force: true });
});

const reports = (value: number): Promise<unknown> =>
  probe.publishAsync('v1/devices/me/telemetry', JSON.stringify({ [MOISTURE]: value }), { qos: 1 });

/** Gives the service worker of a page a push, as the push service of the browser does. */
async function deliver(page: Page, text: string): Promise<void> {
  const cdp: CDPSession = await page.createCDPSession();
  const registered = new Promise<string>((done) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(server.baseUrl));
      if (one) done(one.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: `${server.baseUrl}/`,
    registrationId,
    data: text,
  });
}

const shownBy = (page: Page): Promise<{ title: string; body: string; path: string }[]> =>
  page.evaluate(async () => {
    const { ready } = navigator.serviceWorker;
    const shown = await (await ready).getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, path: String(data) }));
  });

test('a reading becomes an alarm, a push, a mail and an order, which is done with a photo and proven', async () => {
  // The one part that is simulated.
  await worker.page.evaluateOnNewDocument((subscription) => {
    PushManager.prototype.subscribe = () =>
      Promise.resolve({ toJSON: () => subscription } as unknown as PushSubscription);
  }, push.subscription);
  await worker.open('/app/notifications?tab=settings');
  await worker.type('login-username', 'grace');
  await worker.type('login-password', PASSWORD);
  await worker.click('login-submit');
  await worker.click('push-subscribe');
  await worker.see('channel', { 'data-kind': 'push' });
  await worker.click('channel-new');
  await worker.click('field-kind-option', { 'data-value': 'email' });
  await worker.type('field-name', '邮件');
  await worker.click('channel-submit');
  await worker.see('channels', { 'data-count': '2' });

  await reports(5.5);
  await waitFor(() => push.taken.length === 1, { what: 'the push' });
  await waitFor(() => mail.taken.some(({ text }) => text.includes('三号探头')), { what: 'the mail' });
  const [pushed] = push.taken;
  const text = JSON.parse(pushed!.text) as { title: string; body: string; kind: string; subjectId: string };
  expect(text).toMatchObject({ title: '告警：土壤过干（三号探头）', kind: 'alarmRaised' });
  expect(text.body).toContain('数值：5.5');
  expect(pushed!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
  expect(pushed!.claims).toMatchObject({ aud: `http://${push.host}`, sub: 'mailto:farm@example.org' });
  expect(pushed!.serverKey).toBe((await admin.notifications.pushKey()).publicKey);
  await deliver(worker.page, pushed!.text);
  await waitFor(async () => (await shownBy(worker.page)).length === 1, { what: 'the shown notification' });
  expect(await shownBy(worker.page)).toMatchObject([
    { title: text.title, path: `/iotManagement/alarms?alarm=${text.subjectId}` },
  ]);

  // The other one acknowledges it and finds the order that it made.
  await openAsAdmin(boss, server, `/iotManagement/alarms?alarm=${text.subjectId}`);
  await boss.click('alarm-panel-acknowledge');
  await boss.see('alarm-event', { 'data-kind': 'acknowledged' });
  await boss.see('alarm-to-order');
  const [order] = (await admin.workOrders.list({ deviceId: device.id })).items;
  const grace = (await admin.users.list({ name: 'grace' })).items[0]!;
  await admin.workOrders.update(order!.id, {
    assignee: grace.userId,
    checklist: [{ text: '浇水' }],
    needsSignature: true,
  });

  await worker.open(`${ORDERS}?order=${order!.id}`);
  await worker.click('order-to-processing');
  await worker.see('order-step', { 'data-to': 'processing' });
  await worker.click('order-check');
  await worker.see('order-checklist', { 'data-done': '1' });
  const path = join(folder, 'field.png');
  await writeFile(path, picture(40, 30));
  await pickFile(worker, 'image-choose', path);
  await worker.see('image-remove');
  expect(await seriousFaults(worker.page)).toEqual([]);
  await worker.click('order-to-done');
  await worker.see('signature-pad');
  await worker.click('signature-pad');
  await worker.click('signature-done');
  await worker.see('order-signature');
  await worker.see('order-step', { 'data-to': 'done' });
  await calls.has('workOrders.list', 'workOrders.get', 'workOrders.update', 'workOrders.log');

  // The alarm ends with the reading that the work brought about.
  await reports(30);
  await boss.see('alarm-event', { 'data-kind': 'cleared' });
  await boss.open(`${ORDERS}?order=${order!.id}`);
  await boss.click('order-to-closed');
  await boss.see('order-step', { 'data-to': 'closed' });
  expect((await admin.workOrders.get(order!.id)).signature?.name).toBe('grace');

  // All of it is readable on the page of the device, and in the audit, whose chain holds.
  const journey = new CallRecord(boss.page);
  await boss.open(`/app/devices/${device.id}/alarms`);
  await boss.see('device-alarm', { 'data-active': 'false' });
  await boss.see('device-order', { 'data-state': 'closed' });
  await boss.click('device-order');
  await boss.click('order-to-audit');
  // What the two of them and the browser of the one did to this order, and nothing else.
  await boss.see('log', { 'data-action': 'workOrders.update' });
  await boss.seeNo('log', { 'data-action': 'alarms.acknowledge' });
  await boss.click('logs-clear');
  for (const action of ['alarms.acknowledge', 'workOrders.update', 'notifications.addChannel'])
    await boss.see('log', { 'data-action': action });
  await boss.click('logs-verify');
  await boss.readUntil((text) => text.includes('未被改动'), 'logs-verdict');
  await boss.open('/app/help?tab=notices');
  await journey.has(
    'organisation.operateLog',
    'audit.list',
    'audit.verify',
    'articles.notices',
    'workOrders.list',
  );
});

test('without a network a photo and the next states wait in the phone, and arrive once', async () => {
  const grace = (await admin.users.list({ name: 'grace' })).items[0]!;
  const order = await admin.workOrders.create({ title: '修滴灌带', assignee: grace.userId });
  const { page } = worker;
  await worker.open(`${ORDERS}?order=${order.id}`);
  await worker.see('order-to-processing');
  await page.setOfflineMode(true);
  // It moves what is below it.
  await worker.see('offline-banner');
  await worker.click('order-to-processing');
  await worker.see('waiting-steps', { 'data-count': '1' });
  const path = join(folder, 'drip.png');
  await writeFile(path, picture(60, 40));
  await pickFile(worker, 'image-choose', path);
  await worker.see('image-remove');
  await worker.type('field-note', '滴灌带已换');
  await worker.click('order-to-done');
  await worker.see('waiting-steps', { 'data-count': '2' });
  expect((await admin.workOrders.get(order.id)).state).toBe('open');

  // The network is back, and the answers to the first step and to the photo are lost on their way: both are sent again.
  const cdp = await page.createCDPSession();
  const lost: string[] = [];
  cdp.on('Fetch.requestPaused', ({ requestId, request }) => {
    const isFirst = ['PUT', 'POST'].includes(request.method) && !lost.includes(request.method);
    if (isFirst) lost.push(request.method);
    void (isFirst
      ? cdp.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
      : cdp.send('Fetch.continueResponse', { requestId }));
  });
  await cdp.send('Fetch.enable', {
    patterns: ['*/workorder', '*/common/upload*'].map((urlPattern) => ({
      urlPattern,
      requestStage: 'Response' as const,
    })),
  });
  await page.setOfflineMode(false);
  for (const method of ['PUT', 'POST']) {
    await waitFor(() => lost.includes(method), { what: `the first ${method}` });
    await page.evaluate(() => dispatchEvent(new Event('online')));
  }
  await worker.seeNo('waiting-steps');
  await worker.see('order-step', { 'data-to': 'done' });
  const { items } = await admin.workOrders.log(order.id);
  expect(items.map(({ to, note, photos }) => [to, note, photos.length])).toEqual([
    ['open', '', 0],
    ['processing', '', 0],
    ['done', '滴灌带已换', 1],
  ]);
  expect((await admin.workOrders.get(order.id)).photos).toHaveLength(1);
  expect((await admin.files.search({ name: 'drip' })).total).toBe(1);
});

test('a report with its proof waits for the network, too', async () => {
  const { page } = worker;
  await worker.open(`${ORDERS}?tab=reports`);
  await worker.see('reports-none');
  await page.setOfflineMode(true);
  // It moves what is below it.
  await worker.see('offline-banner');
  await worker.click('report-new');
  await worker.type('field-subject', '人工测得的含水量');
  await worker.type('field-value', '21.5');
  const path = join(folder, 'proof.png');
  await writeFile(path, picture(20, 10));
  await pickFile(worker, 'material-choose', path);
  await worker.see('material-remove');
  await worker.click('report-submit');
  await worker.see('waiting-steps', { 'data-count': '1' });
  expect((await admin.dataReports.list()).total).toBe(0);
  await page.setOfflineMode(false);
  await worker.see('report');
  await worker.seeNo('waiting-steps');
  expect((await admin.dataReports.list()).items).toMatchObject([
    { subject: '人工测得的含水量', value: 21.5, materials: [{ name: 'proof.png' }] },
  ]);
});
