// Second tier (soak): deliveries over repeated kills
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient, CreatedDevice } from '@farm3d/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { startPushService, type PushService } from '../support/push-service.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';

const MOISTURE = 'soilMoisture20';
const dataDir = mkdtempSync(join(tmpdir(), 'farm3d-notified-'));
chmodSync(dataDir, 0o755);
let server: RunningServer;
let mail: MailServer;
let push: PushService;
let receiver: Server;
let hook = '';
/** Ids of the requests that the webhook received, each as often as it came. */
const received: string[] = [];
/** Called when a request came in; it is answered when this resolves. */
let beforeAnswer: () => Promise<void> = async () => undefined;

const start = (): Promise<RunningServer> =>
  startServer({
    dataDir,
    env: {
      FARM3D_OUTGOING_ALLOW: `${new URL(hook).host},${push.host}`,
      FARM3D_SMTP_URL: mail.url,
      FARM3D_MAIL_FROM: 'Farm <farm@example.org>',
    },
  });

beforeAll(async () => {
  [mail, push] = await Promise.all([startMailServer(), startPushService()]);
  receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(String(request.headers['webhook-id']));
      void beforeAnswer().then(() => response.writeHead(204).end());
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  server = await start();
});
afterAll(async () => {
  await server?.stop();
  await mail?.close();
  push?.close();
  receiver?.closeAllConnections();
  receiver?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function alarmedDevice(api: ApiClient, name: string): Promise<CreatedDevice> {
  const device = await api.devices.create({ name, productModelCode: 'TQ-3L' });
  const condition = { key: MOISTURE, op: '<', value: 12 } as const;
  await api.alarmSettings.save(device.id, [{ name, condition, workOrder: true }]);
  return device;
}

async function report({ accessToken }: CreatedDevice): Promise<void> {
  const answer = await fetch(`${server.baseUrl}/api/v1/${accessToken}/telemetry`, {
    method: 'POST',
    body: JSON.stringify({ [MOISTURE]: 5 }),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
}

/**
 * Kills the server, starts it again, frees what the dead one had claimed, and waits for it: the next kill interrupts
 * what comes after it alone.
 * @param alarms how many there are by now, each with three deliveries
 */
async function killAndStart(alarms: number): Promise<void> {
  await server.kill9();
  server = await start();
  await server.sql(`update notification_delivery set next_at = now() where state = 'waiting'`);
  const sent = `select from notification_delivery where state = 'sent'`;
  await waitFor(async () => (await server.sql(sent)).length === 3 * alarms, {
    what: `the deliveries of ${alarms} alarms`,
  });
}

/** Runs until a hook was reached for the first time, which then never answers the caller of that time. */
function reached(set: (hook: () => Promise<void>) => void): Promise<void> {
  return new Promise((done) => {
    set(() => {
      set(async () => undefined);
      done();
      return new Promise(() => undefined);
    });
  });
}

test('killed at five instants, no notification and no work order is lost, and none is there twice', async () => {
  const api = await server.client();
  await api.auth.updateMe({ email: 'zhang@example.org' });
  await api.notifications.addChannel({ kind: 'email', name: '邮件' });
  await api.notifications.addChannel({ kind: 'webhook', name: '值班系统', url: hook });
  const { endpoint, keys } = push.subscription;
  await api.notifications.addChannel({ kind: 'push', name: '浏览器', url: endpoint, keys });
  const names = ['一', '二', '三', '四', '五'];
  const [first, second, third, fourth, fifth] = await Promise.all(
    names.map((name) => alarmedDevice(api, `探头${name}`)),
  );

  const { id: templateId } = await api.workOrderPlans.addTemplate({ name: '保养', title: '保养水泵' });
  const rule = {
    kind: 'calendar',
    every: 1,
    unit: 'month',
    from: '2026-01-31',
    at: '08:00',
    timeZone: 'UTC',
  } as const;
  await api.workOrderPlans.addSchedule({ templateId, rule });
  // 1: the reading is stored, its alarm perhaps not yet; and the order of a schedule is due.
  await report(first!);
  await server.sql('update work_order_schedule set next_at = now()');
  await killAndStart(1);
  // 2: the alarm is stored, its notification perhaps not yet.
  await report(second!);
  await waitFor(async () =>
    (await server.sql(`select from notification_event where variables ->> 'device' = '探头二'`)).at(0),
  );
  await killAndStart(2);
  // 3: the mail server has read the mail and not answered.
  const mailRead = reached((before) => (mail.before = before));
  await report(third!);
  await mailRead;
  await killAndStart(3);
  // 4: the webhook was received and not answered.
  const hookRead = reached((before) => (beforeAnswer = before));
  await report(fourth!);
  await hookRead;
  await killAndStart(4);
  // 5: right after an answer, recorded or not.
  const count = received.length;
  await report(fifth!);
  await waitFor(() => received.length > count);
  // And a phone has sent a step, and did not hear that it arrived.
  const phone = await server.client();
  const [order] = (await phone.workOrders.list({ deviceId: fifth!.id })).items;
  const step = { state: 'processing', note: '已到现场', requestKey: randomUUID() } as const;
  await phone.workOrders.update(order!.id, step);
  await killAndStart(5);
  const after = await server.client();
  await after.workOrders.update(order!.id, step);
  expect((await after.workOrders.log(order!.id)).items.map(({ to }) => to)).toEqual(['open', 'processing']);

  const waiting = `select from notification_delivery where state = 'waiting'`;
  await waitFor(
    async () =>
      (await server.sql(`select from notification where kind = 'alarmRaised'`)).length === 5 &&
      (await server.sql(waiting)).length === 0,
    { what: 'all deliveries' },
  );
  const ordersOf = (source: string) =>
    server.sql<{ source_id: string }>('select source_id from work_order where source = $1', [source]);
  await waitFor(async () => (await ordersOf('schedule')).length === 1, { what: 'the order of the schedule' });
  const ofAlarms = await ordersOf('alarm');
  expect(ofAlarms).toHaveLength(5);
  expect(new Set(ofAlarms.map(({ source_id }) => source_id)).size).toBe(5);
  const shown = await after.notifications.list({ pageSize: 100 });
  expect(shown.items.map(({ subject }) => subject).toSorted()).toEqual(
    names.map((name) => `告警：探头${name}（探头${name}）`).toSorted(),
  );
  const deliveries = await server.sql<{ id: string; kind: string; state: string }>(
    'select d.id, c.kind, d.state from notification_delivery d join notification_channel c on c.id = d.channel_id',
  );
  expect(deliveries.map(({ state }) => state)).toEqual(deliveries.map(() => 'sent'));
  const idsOf = (kind: string) => deliveries.filter((one) => one.kind === kind).map(({ id }) => id);
  // What is sent again has the id of the first time: the receiver knows that it is the same.
  expect(new Set(received)).toEqual(new Set(idsOf('webhook')));
  expect(new Set(mail.taken.map(({ id }) => id.split('@')[0]))).toEqual(new Set(idsOf('email')));
  const pushed = push.taken.map(({ text }) => (JSON.parse(text) as { id: string }).id);
  expect(new Set(pushed)).toEqual(new Set(idsOf('push')));
  expect(idsOf('webhook')).toHaveLength(5);
  // Sent again was only what a kill interrupted.
  for (const sent of [received, pushed])
    for (const id of sent) expect(sent.filter((one) => one === id).length).toBeLessThanOrEqual(2);
  // The keys of the server are those of before: browsers stay subscribed.
  expect(new Set(push.taken.map(({ serverKey }) => serverKey)).size).toBe(1);
});
