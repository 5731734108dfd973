import { CALLS, type ApiClient, type CallName } from '@farm3d/api';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { Listener } from './grants/listener.ts';
import { readMatrix } from './matrix.ts';
import { makeForeignUser, type ForeignUser } from './second-organisation.ts';

/*
 * A share with chosen attributes: whatever the recipient calls, the name and the values of the others are in no answer.
 */

const SHOWN = 'soilMoisture20';
const HIDDEN = 'soilMoisture40';
/** Values that occur nowhere else. */
const [SHOWN_VALUE, HIDDEN_VALUE, WRONG_VALUE] = [21.71, 43.93, 'a secret text'];

const { rows } = readMatrix();

/** Calls about a device that a recipient may make who may do everything but configure. */
const CALLS_OF_RECIPIENT = (Object.keys(CALLS) as CallName[]).filter((name) => {
  const cells = rows.get(name);
  return ['shared:view', 'shared:history', 'shared:control'].some((to) => cells?.get(to) === 'allow');
});

const COMMAND = { method: 'report', params: {}, timeout: 5_000 };
const BODIES: Partial<Record<CallName, unknown>> = {
  'handles.operate': { identify: 'setReporting', params: { seconds: 60 } },
  'rpc.twoway': COMMAND,
  'thingsboard.oneway': COMMAND,
  'thingsboard.twoway': COMMAND,
  'thingsboard.oldOneway': COMMAND,
  'thingsboard.oldTwoway': COMMAND,
};

let server: Farm;
let api: ApiClient;
let foreigner: ForeignUser;
let device: { id: string; accessToken: string };
let shareId: string;
let hiddenAlarm: string;

const report = async (values: object): Promise<void> => {
  const answer = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
    method: 'POST',
    body: JSON.stringify(values),
  });
  await answer.body?.cancel();
};

beforeAll(async () => {
  server = await farm();
  api = await server.client();
  foreigner = await makeForeignUser(server);
  device = await api.devices.create({ name: '土壤站', productModelCode: 'TQ-3L' });
  await api.alarmSettings.save(device.id, [
    { name: '浅层', severity: 'MINOR', condition: { key: SHOWN, op: '>', value: 1 } },
    { name: '深层', severity: 'MINOR', condition: { key: HIDDEN, op: '>', value: 1 } },
    {
      name: '两层',
      severity: 'MINOR',
      condition: { all: [SHOWN, HIDDEN].map((key) => ({ key, op: '>' as const, value: 1 })) },
    },
  ]);
  await report({ [SHOWN]: SHOWN_VALUE, [HIDDEN]: HIDDEN_VALUE });
  await report({ [HIDDEN]: WRONG_VALUE });
  await api.deviceLink.share(device.id, { [HIDDEN]: HIDDEN_VALUE, [SHOWN]: SHOWN_VALUE });
  const alarms = await waitFor(async () => {
    const { items } = await api.alarms.ofDevice(device.id);
    return items.length === 3 ? items : null;
  });
  hiddenAlarm = alarms.find(({ name }) => name === '深层')?.id ?? '';
  const { items } = await api.sharing.share({
    deviceIds: [device.id],
    username: 'foreigner',
    permissions: ['history', 'control'],
    attributes: [SHOWN],
  });
  shareId = items[0]?.id ?? '';
});
afterAll(async () => {
  await server?.stop();
});

async function answerOf(name: CallName, query: string): Promise<{ status: number; text: string }> {
  const { method, path } = CALLS[name];
  const address = path
    .replace('{id}', device.id)
    .replace('{scope}', 'SHARED_SCOPE')
    .replace('{x}', HIDDEN)
    .replaceAll(/\{\w+\}/g, HIDDEN);
  const body = BODIES[name];
  const answer = await fetch(server.baseUrl + address + query, {
    method,
    headers: { authorization: `Bearer ${foreigner.accessToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** The answer tells nothing of the hidden attribute. The names of those asked for may stand in it, without a value. */
function expectNothingOf(text: string, name: string): void {
  for (const secret of [String(HIDDEN_VALUE), WRONG_VALUE, '深层', '两层'])
    expect([name, secret, text.includes(secret)]).toEqual([name, secret, false]);
}

describe('a share with chosen attributes', () => {
  it('covers every call that the matrix allows to a recipient', () => {
    expect(CALLS_OF_RECIPIENT.length).toBeGreaterThan(20);
    for (const name of ['telemetry.export', 'telemetry.chart', 'telemetry.outside', 'alarms.ofDevice'])
      expect(CALLS_OF_RECIPIENT).toContain(name);
  });

  it.each(CALLS_OF_RECIPIENT)('%s shows no other attribute', async (name) => {
    // The device responds with all that it knows.
    const connection = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
      username: device.accessToken,
    });
    connection.on('message', (topic) =>
      connection.publish(
        topic.replace('request', 'response'),
        JSON.stringify({ [SHOWN]: SHOWN_VALUE, [HIDDEN]: HIDDEN_VALUE, all: [{ [HIDDEN]: HIDDEN_VALUE }] }),
      ),
    );
    await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    const range = `startTs=${Date.now() - 3_600_000}&endTs=${Date.now() + 60_000}`;
    for (const query of ['', `?${range}`, `?${range}&keys=${SHOWN},${HIDDEN}`, `?${range}&keys=${HIDDEN}`]) {
      const { status, text } = await answerOf(name, query);
      expect([name, query, status < 500]).toEqual([name, query, true]);
      expectNothingOf(text, name);
      // Those that list attributes do not name it either, unless they were asked for it.
      if (!query.includes(HIDDEN) && !CALLS[name].path.includes('{x}')) expect(text).not.toContain(HIDDEN);
    }
    await connection.endAsync(true);
  });

  it('shows the chosen one', async () => {
    const { api: their } = foreigner;
    expect(await their.telemetry.latestShared(device.id)).toMatchObject({ [SHOWN]: { value: SHOWN_VALUE } });
    const history = await their.telemetry.historyShared(device.id, {
      startTs: 0,
      endTs: Date.now() + 60_000,
    });
    expect(history).toEqual({ [SHOWN]: [expect.objectContaining({ value: SHOWN_VALUE })] });
    expect((await their.alarms.ofDevice(device.id)).items.map(({ name }) => name)).toEqual(['浅层']);
    expect((await their.alarmSettings.list(device.id)).items.map(({ name }) => name)).toEqual(['浅层']);
  });

  it('tells wrong times of readings of the chosen one only', async () => {
    const odd = await api.devices.create({ name: '时间有误', productModelCode: 'TQ-3L' });
    const ts = Date.now() - 60_000;
    for (const [n, key] of [SHOWN, HIDDEN].entries()) {
      await fetch(`${server.baseUrl}/api/v1/${odd.accessToken}/telemetry`, {
        method: 'POST',
        body: JSON.stringify({ ts: ts + n, values: { [key]: 21 } }),
      });
    }
    await server.sql(
      `insert into ts_misdated (device, ts, server, ahead_ms)
       select m.device, m.ts, 'x', 7200000 from ts_message m join device d on d.key = m.device where d.id = $1`,
      [odd.id],
    );
    const ahead = { aheadMs: 7_200_000 };
    expect(await api.telemetry.misdated(odd.id)).toEqual({
      items: [
        { ts: ts + 1, ...ahead },
        { ts, ...ahead },
      ],
      total: 2,
    });
    await api.sharing.share({
      deviceIds: [odd.id],
      username: 'foreigner',
      permissions: ['view', 'history'],
      attributes: [SHOWN],
    });
    expect(await foreigner.api.telemetry.misdated(odd.id)).toEqual({ items: [{ ts, ...ahead }], total: 1 });
  });

  it('knows of no other alarm', async () => {
    await expect(foreigner.api.alarmHandling.details(hiddenAlarm)).rejects.toMatchObject({ status: 404 });
    await expect(foreigner.api.alarms.clear(hiddenAlarm)).rejects.toMatchObject({ status: 404 });
    expect((await api.alarmHandling.details(hiddenAlarm)).alarm.name).toBe('深层');
  });

  it('streams the chosen ones, live and resumed; a change of the choice is seen at once', async () => {
    const fresh = await api.devices.create({ name: '流', productModelCode: 'TQ-3L' });
    const given = await api.sharing.share({
      deviceIds: [fresh.id],
      username: 'foreigner',
      attributes: [SHOWN],
    });
    const send = (values: object) =>
      fetch(`${server.baseUrl}/api/v1/${fresh.accessToken}/telemetry`, {
        method: 'POST',
        body: JSON.stringify(values),
      });
    await send({ [SHOWN]: 11, [HIDDEN]: 12 });
    const live = await Listener.open(server.baseUrl, foreigner.accessToken);
    await live.follow('d', { devices: [fresh.id] }, '0');
    await send({ [HIDDEN]: 13 });
    await send({ [SHOWN]: 14, [HIDDEN]: 15 });
    await waitFor(() => live.text().includes(`"${SHOWN}":14`), { what: 'the shown value' });
    expect(live.text()).not.toContain(HIDDEN);
    await api.sharing.change([given.items[0]?.id ?? ''], { attributes: [HIDDEN] });
    await waitFor(() => live.text().includes(`"${HIDDEN}":15`), { what: 'the value of the new choice' });
    await send({ [SHOWN]: 16, [HIDDEN]: 17 });
    await waitFor(() => live.text().includes(`"${HIDDEN}":17`), { what: 'the later value' });
    expect(live.text()).not.toContain(`"${SHOWN}":16`);
    live.leave();
  });

  it('is not together with the right to configure, whose trials show every key', async () => {
    const refused = { status: 400, field: 'attributes' };
    await expect(
      api.sharing.share({
        deviceIds: [device.id],
        username: 'foreigner',
        permissions: ['configure'],
        attributes: [SHOWN],
      }),
    ).rejects.toMatchObject(refused);
    await expect(api.sharing.change([shareId], { permissions: ['configure'] })).rejects.toMatchObject(
      refused,
    );
    const setting = { condition: { key: HIDDEN, op: '>' as const, value: 1 } };
    await expect(foreigner.api.alarmSettings.tryOut(device.id, setting, 1)).rejects.toMatchObject({
      status: 403,
    });
  });

  it('two shares show together what each shows, each for what it permits', async () => {
    const both = await api.devices.create({ name: '两次分享', productModelCode: 'TQ-3L' });
    const deviceIds = [both.id];
    await api.sharing.share({ deviceIds, username: 'foreigner', attributes: [SHOWN] });
    await api.sharing.share({
      deviceIds,
      organisation: '邻居',
      permissions: ['history'],
      attributes: [HIDDEN],
    });
    await fetch(`${server.baseUrl}/api/v1/${both.accessToken}/telemetry`, {
      method: 'POST',
      body: JSON.stringify({ [SHOWN]: 1, [HIDDEN]: 2 }),
    });
    const { telemetry } = foreigner.api;
    expect(Object.keys(await telemetry.latestShared(both.id)).sort()).toEqual([SHOWN, HIDDEN]);
    const range = { startTs: 0, endTs: Date.now() + 60_000 };
    expect(Object.keys(await telemetry.historyShared(both.id, range))).toEqual([HIDDEN]);
  });
});
