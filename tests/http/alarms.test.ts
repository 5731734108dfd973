import { createApiClient, createRealtimeClient, type Alarm, type StreamEvent } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { MOISTURE, newDevice, report, type ContractTarget } from './cases/support.ts';

let server: Farm;
let target: ContractTarget;

beforeAll(async () => {
  server = await farm();
  const accessToken = await server.accessToken();
  target = {
    baseUrl: server.baseUrl,
    mqttPort: server.mqttPort,
    password: server.adminPassword,
    accessToken,
    api: createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken }),
  };
});
afterAll(async () => {
  await server?.stop();
});

const openAlarm = (deviceId: string): Promise<Alarm> =>
  waitFor(async () => (await target.api.alarms.ofDevice(deviceId, { active: true })).items[0], {
    timeoutMs: 10_000,
    what: 'the alarm',
  });

it('open pages receive an alarm, the actions of users on it, and its end', async () => {
  const { api } = target;
  const device = await newDevice(target);
  await api.alarmSettings.save(device.id, [
    { name: '偏干', condition: { key: MOISTURE, op: '<', value: 12 } },
  ]);
  const received: Extract<StreamEvent, { type: 'alarm' }>[] = [];
  let subscribed = false;
  const stream = createRealtimeClient({
    url: `${server.baseUrl.replace('http', 'ws')}/api/stream`,
    getAccessToken: () => target.accessToken,
    WebSocketImpl: WebSocket,
  });
  try {
    stream.subscribe({ devices: [device.id] }, (event) => {
      if (event.type === 'alarm') received.push(event);
      if (event.type === 'subscribed') subscribed = true;
    });
    await waitFor(() => subscribed);
    await report(target, device, { [MOISTURE]: 5 });
    const { alarm } = await waitFor(() => received[0], { what: 'the raised alarm' });
    expect(alarm).toMatchObject({ deviceId: device.id, active: true, values: { [MOISTURE]: 5 } });
    await api.alarms.acknowledge(alarm.id);
    await api.alarms.shelve(alarm.id, 5);
    await report(target, device, { [MOISTURE]: 20 });
    await waitFor(() => received.length >= 4, { what: () => `its end; heard ${JSON.stringify(received)}` });
    expect(received.map(({ change }) => change)).toEqual(['raised', 'acknowledged', 'shelved', 'cleared']);
    expect(received.at(-1)?.alarm).toMatchObject({ id: alarm.id, active: false, acknowledged: true });
  } finally {
    stream.close();
  }
});

it('alarms are raised by time alone: after the duration, and without reports', async () => {
  const { api } = target;
  const lasting = await newDevice(target);
  const silent = await newDevice(target);
  await api.alarmSettings.save(lasting.id, [
    { name: '持续偏干', condition: { key: MOISTURE, op: '<', value: 12 }, durationMs: 1_500 },
  ]);
  await api.alarmSettings.save(silent.id, [
    { name: '无数据', condition: { silentForMs: 1_000, key: MOISTURE } },
  ]);
  const ts = Date.now();
  await report(target, lasting, { ts, values: { [MOISTURE]: 5 } });
  // Its instant is exact, independent of the time of the check.
  expect((await openAlarm(lasting.id)).raisedAt).toBe(ts + 1_500);
  const missing = await openAlarm(silent.id);
  expect(missing.name).toBe('无数据');
  await report(target, silent, { [MOISTURE]: 20 });
  await waitFor(async () => {
    const alarms = (await api.alarms.ofDevice(silent.id)).items;
    return alarms.some(({ id, active }) => id === missing.id && !active);
  });
});

it('an unacknowledged alarm escalates, creates one work order, and triggers a linkage by its severity', async () => {
  const { api } = target;
  const device = await newDevice(target);
  await api.alarmSettings.save(device.id, [
    {
      name: '偏干',
      severity: 'MINOR',
      condition: { key: MOISTURE, op: '<', value: 12 },
      reminderMs: 60_000,
      escalations: [
        { afterMs: 300, severity: 'MAJOR' },
        { afterMs: 900, severity: 'CRITICAL' },
      ],
      workOrder: true,
    },
  ]);
  const linkage = await api.linkages.create({
    name: '升级通知',
    trigger: { type: 'alarm', deviceId: device.id, change: 'escalated' },
    actions: [{ type: 'notice', title: '告警升级', content: '' }],
  });
  await report(target, device, { [MOISTURE]: 5 });
  const grown = await waitFor(
    async () => (await api.alarms.ofDevice(device.id)).items.find(({ severity }) => severity === 'CRITICAL'),
    { what: 'the second step' },
  );
  expect(grown).toMatchObject({ active: true, acknowledged: false, escalation: 2, remindedAt: null });
  await waitFor(async () => (await api.linkages.runs(linkage.id)).total === 2, { what: 'a run a step' });
  const orders = (await api.workOrders.list()).items.filter(({ deviceId }) => deviceId === device.id);
  expect(orders.map(({ title, source }) => [title, source])).toEqual([[`${device.name}：偏干`, 'alarm']]);
  const headers = { authorization: `Bearer ${target.accessToken}`, 'content-type': 'application/json' };
  const refused = await fetch(`${target.baseUrl}/api/alarmsettings/device/${device.id}`, {
    method: 'POST',
    headers,
    body: JSON.stringify([
      {
        name: '乱序',
        condition: { key: MOISTURE, op: '<', value: 12 },
        escalations: [
          { afterMs: 9, severity: 'MAJOR' },
          { afterMs: 9, severity: 'MAJOR' },
        ],
      },
    ]),
  });
  expect(refused.status).toBe(400);
});

it('neither a back-fill nor a reading older than the latest raises an alarm', async () => {
  const { api } = target;
  const device = await newDevice(target);
  await api.alarmSettings.save(device.id, [
    { name: '偏干', condition: { key: MOISTURE, op: '<', value: 12 } },
  ]);
  const now = Date.now();
  await report(target, device, [
    { ts: now - 86_400_000, values: { [MOISTURE]: 3 } },
    { ts: now - 600_000, values: { [MOISTURE]: 4 } },
  ]);
  await report(target, device, { ts: now, values: { [MOISTURE]: 20 } });
  await report(target, device, { ts: now - 1_000, values: { [MOISTURE]: 2 } });
  // A later alarm shows that the earlier readings have been evaluated.
  await report(target, device, { ts: now + 1, values: { [MOISTURE]: 11 } });
  const alarm = await openAlarm(device.id);
  expect(alarm.values).toEqual({ [MOISTURE]: 11 });
  expect((await api.alarms.ofDevice(device.id)).total).toBe(1);
});
