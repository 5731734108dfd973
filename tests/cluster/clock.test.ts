// Second tier (outside): steps of the server's clock, by faketime
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient, CreatedDevice } from '@farm3d/api';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { SteppedClock } from './support/stepped-clock.ts';

/*
 * The clock of the server and of its database is set while they work; the clock of this test is not, nor are their
 * monotonic clocks, as with a machine whose clock is set. What counts is what reaches devices and database.
 */

const MOISTURE = 'soilMoisture20';
/** Longest run of the valve, milliseconds. */
const LONGEST_RUN_MS = 3_000;
const HOURS_2 = 2 * 3_600_000;
const YEARS_3 = 3 * 365 * 86_400_000;

const clock = new SteppedClock();
let server: RunningServer;
let api: ApiClient;
let probe: CreatedDevice;
let valve: CreatedDevice;
let connection: MqttClient;
let received: boolean[];

const startWith = async (dataDir: string): Promise<void> => {
  server = await startServer({ dataDir, env: clock.env });
  api = await server.client();
};
const connectValve = async (): Promise<void> => {
  connection = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: valve.accessToken,
    reconnectPeriod: 0,
  });
  connection.on('message', (topic, payload) => {
    const { params } = JSON.parse(payload.toString()) as { params: { open: boolean } };
    received.push(params.open);
    void connection.publishAsync(topic.replace('request', 'response'), '{"ok":true}', { qos: 1 });
  });
  await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
};

beforeEach(async () => {
  clock.set(0);
  received = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'farm3d-test-'));
  await startWith(dataDir);
  probe = await api.devices.create({ name: '探头', productModelCode: 'TQ-3L' });
  valve = await api.devices.create({ name: '阀门', productModelCode: 'DCF-4' });
  await api.deviceLink.setInterlock(valve.id, { maxRunMinutes: 1, exclusion: null });
  // A minute is the shortest that people can enter.
  await server.sql('update device_interlock set max_run_ms = $1', [LONGEST_RUN_MS]);
  await connectValve();
});
afterEach(async () => {
  await connection?.endAsync().catch(() => undefined);
  const { dataDir } = server;
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
afterAll(() => clock.remove());

const report = async (value: number): Promise<void> => {
  const { status } = await fetch(`${server.baseUrl}/api/v1/${probe.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [MOISTURE]: value }),
  });
  expect(status).toBe(200);
};
const stepOf = async () => (await api.system.report()).clock;
const open = () => api.rpc.twoway(valve.id, { method: 'switchValve', params: { open: true } });
const isClosed = () => waitFor(() => received.includes(false), { what: 'the valve to be closed' });

test.each([
  // With a step back that of 20 lies in the future.
  ['two hours back', -HOURS_2, [20, 5, 30, 31]],
  ['two hours forward', HOURS_2, [5, 30, 31]],
  // Once the step is confirmed, they are older than they are kept.
  ['three years forward', YEARS_3, []],
])('a clock that is set %s hurts nothing', async (_, shiftMs, misdated) => {
  await api.alarmSettings.save(probe.id, [
    { name: '太干', severity: 'MAJOR', condition: { key: MOISTURE, op: '<', value: 10 } },
  ]);
  const { id: cron } = await api.linkages.create({
    name: '每秒',
    trigger: { type: 'cron', expression: '* * * * * *', timeZone: 'Europe/Berlin' },
    actions: [{ type: 'notice', title: 'n', content: '' }],
  });
  const runs = async () => (await api.linkages.runs(cron, { pageSize: 1 })).total;
  await waitFor(async () => (await runs()) > 1, { what: 'the automation to run' });
  await report(20);
  await open();

  clock.set(shiftMs);
  await waitFor(async () => (await stepOf()) !== null, { what: 'the step to be seen' });
  expect(Math.round(((await stepOf())?.sizeMs ?? 0) / 60_000)).toBe(shiftMs / 60_000);
  await isClosed();

  const before = await runs();
  await waitFor(async () => (await runs()) > before + 1, { what: 'the automation to run on' });
  const alarms = async () => (await api.alarms.ofDevice(probe.id)).items.map(({ active }) => active);
  await report(5);
  await waitFor(async () => (await alarms())[0] === true, { what: 'the alarm' });
  await report(30);
  await waitFor(async () => (await alarms())[0] === false, { what: 'the alarm to end' });
  expect((await api.telemetry.latest(probe.id))[MOISTURE]?.value).toBe(30);
  expect(await alarms()).toHaveLength(1);

  const waiting = await api.devices.create({ name: '远处的阀门', productModelCode: 'DCF-4' });
  const queued = await api.rpc.twoway(waiting.id, {
    method: 'switchValve',
    params: { open: true },
    persistent: true,
    expiresIn: 2_000,
  });
  await waitFor(async () => (await api.rpc.get(String(queued['rpcId']))).state === 'expired', {
    what: 'the command to expire',
  });

  // Readings that are not old stay, and who was logged in is.
  const { organisation } = await api.auth.me();
  await api.organisations.update(organisation.id, { retentionDays: 30 });
  await report(31);
  const [rows] = await server.sql<{ n: number }>('select count(*)::int as n from ts_message', []);
  expect(rows?.n).toBeGreaterThanOrEqual(4);

  // A valve that runs while the platform takes the new time runs no longer for it.
  const isClosedAgain = () => received.slice(received.lastIndexOf(true)).includes(false);
  await open();
  await api.system.confirmClock({ sizeMs: shiftMs });
  await waitFor(() => (server.output().match(/farm3d is ready/g) ?? []).length === 2, {
    what: 'the platform to start anew',
  });
  // Three years later nobody is logged in any more.
  api = await server.client();
  expect(await stepOf()).toBeNull();
  await connectValve();
  await waitFor(isClosedAgain, { what: 'the valve to be closed in the new time' });
  const runsThen = await runs();
  await waitFor(async () => (await runs()) > runsThen + 1, { what: 'the automation to run in the new time' });
  // Newer readings are the latest, and alarms follow them.
  const known = (await alarms()).length;
  await report(6);
  expect((await api.telemetry.latest(probe.id))[MOISTURE]?.value).toBe(6);
  await waitFor(async () => (await alarms()).length === known + 1, { what: 'another alarm' });
  await report(32);
  await waitFor(async () => (await alarms()).every((isActive) => !isActive), { what: 'its end' });
  const range = { startTs: Date.now() - YEARS_3, endTs: Date.now() + YEARS_3 };
  const { [MOISTURE]: readings = [] } = await api.telemetry.history(probe.id, range);
  const { items } = await api.telemetry.misdated(probe.id, range);
  const valueAt = (at: number) => readings.find(({ ts }) => ts === at)?.value;
  expect(items.map(({ ts }) => valueAt(ts)).reverse()).toEqual(misdated);
  for (const { aheadMs } of items) expect(aheadMs).toBeCloseTo(-shiftMs, -4);
  const [step] = await server.sql<{ outcome: string }>('select outcome from clock_step', []);
  expect(step?.outcome).toBe('confirmed');
});

test('a valve runs no longer than it may when the clock is set back while the server is down', async () => {
  await open();
  await server.kill9();
  clock.set(-HOURS_2);
  await startWith(server.dataDir);
  await connectValve();
  await isClosed();
  expect(Math.round(((await stepOf())?.sizeMs ?? 0) / 60_000)).toBe(-120);
});

test('a valve whose run is not known after another boot is closed at once', async () => {
  await server.sql('update device_interlock set max_run_ms = 3600000');
  await open();
  await waitFor(async () => (await server.sql('select from clock_record')).length > 0);
  const { dataDir } = server;
  await server.sql(`update clock_record set boot_id = 'another boot'`);
  await server.kill9();
  await startWith(dataDir);
  await connectValve();
  await isClosed();
});
