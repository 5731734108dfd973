import type { Condition, LinkageDraft } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { MOISTURE, newDevice, refusal, report, type ContractTarget } from './cases/support.ts';

/** Bounds that are another value: of another key, of another device, of yesterday, or forecast. */

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** Soil drier by five than yesterday at the same time. */
const DRIER: Condition = { key: MOISTURE, op: '<', value: -5, than: { agoMs: DAY } };

let server: Farm;
let target: ContractTarget;

beforeAll(async () => {
  server = await farm();
  target = {
    baseUrl: server.baseUrl,
    mqttPort: server.mqttPort,
    password: server.adminPassword,
    accessToken: await server.accessToken(),
    api: await server.client(),
  };
});
afterAll(async () => {
  await server?.stop();
});

const yesterday = (value: number, later = 0) => ({
  ts: Date.now() - DAY - MINUTE + later,
  values: { [MOISTURE]: value },
});

it("an alarm compares with yesterday's value at the same time, live and on the past", async () => {
  const { api } = target;
  const device = await newDevice(target);
  await report(target, device, yesterday(20));
  await api.alarmSettings.save(device.id, [{ name: '比昨天干', condition: DRIER }]);
  expect((await api.alarmSettings.list(device.id)).items).toMatchObject([{ condition: DRIER }]);
  // Five below is not below: only the second reading raises it.
  for (const value of [15, 14]) await report(target, device, { [MOISTURE]: value });
  const alarm = await waitFor(async () => (await api.alarms.ofDevice(device.id)).items[0]);
  expect(alarm.values).toEqual({ [MOISTURE]: 14 });
  const { intervals, messages } = await api.alarmSettings.tryOut(device.id, { condition: DRIER }, 1);
  // The message of yesterday is only compared with.
  expect([messages, intervals]).toEqual([2, [{ from: alarm.raisedAt, to: null }]]);
});

it('an alarm compares with what was forecast of its key, live and on the past', async () => {
  const { api } = target;
  const device = await newDevice(target);
  const hour = Math.floor(Date.now() / (60 * MINUTE)) * 60 * MINUTE;
  const curve = (ts: number): number => 20 + 8 * Math.sin((ts / DAY) * 2 * Math.PI);
  const past = Array.from({ length: 120 }, (_, n) => hour - (n + 1) * 60 * MINUTE + MINUTE).toReversed();
  await report(
    target,
    device,
    past.map((ts) => ({ ts, values: { [MOISTURE]: curve(ts) } })),
  );
  const condition: Condition = { key: MOISTURE, op: '>', value: 10, than: { forecastHours: 2 } };
  await api.alarmSettings.save(device.id, [{ name: '高于预测', condition }]);
  const expected = curve(Date.now());
  // Ten above the forecast of a clean curve, give or take two.
  for (const value of [expected + 8, expected + 12]) await report(target, device, { [MOISTURE]: value });
  const alarm = await waitFor(async () => (await api.alarms.ofDevice(device.id)).items[0]);
  expect(alarm.values).toEqual({ [MOISTURE]: expected + 12 });
  const { intervals } = await api.alarmSettings.tryOut(device.id, { condition }, 2);
  expect(intervals).toEqual([{ from: alarm.raisedAt, to: null }]);
});

it('an alarm compares two keys of its device', async () => {
  const { api } = target;
  const device = await newDevice(target);
  const condition: Condition = { key: MOISTURE, op: '>', value: 3, than: { key: 'soilMoisture40' } };
  await api.alarmSettings.save(device.id, [{ name: '上湿下干', condition }]);
  await report(target, device, { [MOISTURE]: 20 });
  // Either of them may change it.
  await report(target, device, { soilMoisture40: 17 });
  await report(target, device, { soilMoisture40: 16 });
  const alarm = await waitFor(async () => (await api.alarms.ofDevice(device.id)).items[0]);
  expect(alarm.values).toEqual({ [MOISTURE]: 20, soilMoisture40: 16 });
});

it('a linkage compares with another device and with yesterday; its log says with what', async () => {
  const { api } = target;
  const [inside, outside] = [await newDevice(target), await newDevice(target)];
  await report(target, inside, yesterday(30));
  await report(target, outside, { [MOISTURE]: 10 });
  const part = { deviceId: inside.id, key: MOISTURE };
  const condition: Condition = {
    all: [
      { ...part, op: '>', value: 2, than: { key: MOISTURE, deviceId: outside.id } },
      { ...part, op: '<', value: 0, than: { agoMs: DAY } },
    ],
  };
  const draft: LinkageDraft = {
    name: '比较',
    trigger: { type: 'telemetry' },
    condition,
    actions: [{ type: 'notice', title: '比较', content: '' }],
  };
  const { id } = await api.linkages.create(draft);
  for (const value of [12, 13]) await report(target, inside, { [MOISTURE]: value });
  const run = await waitFor(async () =>
    (await api.linkages.runs(id)).items.find(({ state }) => state === 'successful'),
  );
  expect(run.condition).toEqual([
    { ...part, actual: 13, bound: 12, holds: true },
    { ...part, actual: 13, bound: 30, holds: true },
  ]);
  expect(run.actions).toMatchObject([{ type: 'notice', at: expect.any(Number), tookMs: expect.any(Number) }]);
  const tried = await api.linkages.tryOut({ trigger: draft.trigger, condition, days: 1 });
  expect(tried.runs.map(({ condition: seen }) => seen)).toEqual([run.condition]);
});

it('a bound that makes no sense is refused by its field', async () => {
  const { api } = target;
  const device = await newDevice(target);
  const save = (condition: object) =>
    refusal(api.alarmSettings.save(device.id, [{ name: 'x', condition: condition as Condition }]));
  const own = { key: MOISTURE, op: '<', value: 0 };
  const refused = [
    await save({ ...own, op: '==', than: { agoMs: DAY } }),
    await save({ ...own, than: { agoMs: 1 } }),
    await save({ ...own, than: { agoMs: 8 * DAY } }),
    await save({ ...own, than: { forecastHours: 25 } }),
    await save({ ...own, than: { forecast: 1 } }),
    await save({ ...own, value: 'x', than: { key: 'a' } }),
    // An alarm looks at its own device only.
    await save({ ...own, than: { key: 'a', deviceId: device.id } }),
  ];
  for (const { status, field } of refused) {
    expect(status).toBe(400);
    expect(field).toMatch(/^settingRequests\.0\.condition/);
  }
  const foreign = { key: 'a', deviceId: crypto.randomUUID() };
  const linkage = refusal(
    api.linkages.create({
      name: 'x',
      trigger: { type: 'telemetry' },
      condition: { ...own, op: '<', deviceId: device.id, than: foreign },
      actions: [{ type: 'notice', title: 'x', content: '' }],
    }),
  );
  expect(await linkage).toMatchObject({ status: 400, field: 'deviceId' });
});
