import { buildPath, CALLS, type CreatedDevice, type CallName } from '@farm3d/api';
import { expect } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { connectDevice } from './device-link.ts';
import { MOISTURE, newDevice, report, type Cases, type ContractTarget } from './support.ts';

interface Answer {
  status: number;
  body: unknown;
}

/** A call as ThingsBoard's clients make it: with its own header. */
async function tb(
  { baseUrl, accessToken }: ContractTarget,
  name: CallName,
  path: Record<string, string>,
  { query = '', body }: { query?: string; body?: unknown } = {},
): Promise<Answer> {
  const { method, path: pattern } = CALLS[name];
  const answer = await fetch(baseUrl + buildPath(pattern, path) + query, {
    method,
    headers: { 'X-Authorization': `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

/** Four readings, ten seconds apart, the oldest first. */
async function reported(target: ContractTarget): Promise<{ device: CreatedDevice; start: number }> {
  const device = await newDevice(target);
  const start = Date.now() - 60_000;
  await report(
    target,
    device,
    [10, 20, 30, 41].map((value, n) => ({ ts: start + n * 10_000, values: { [MOISTURE]: value } })),
  );
  return { device, start };
}

async function echo(target: ContractTarget, device: CreatedDevice) {
  const connection = await connectDevice(target, device.accessToken);
  const calls: unknown[] = [];
  connection.on('message', (topic, payload) => {
    calls.push(JSON.parse(payload.toString()));
    void connection.publishAsync(topic.replace('request', 'response'), '{"done":true}');
  });
  await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  return { calls, end: () => connection.endAsync(true) };
}

/** The same call on the newer and the older path; they differ in the response for an offline device. */
const rpcCase =
  (name: 'oneway' | 'twoway' | 'oldOneway' | 'oldTwoway', away: number) => async (target: ContractTarget) => {
    const device = await newDevice(target, 'DCF-4');
    const body = { method: 'switchValve', params: { open: true }, timeout: 60_000 };
    const route = `thingsboard.${name}` as const;
    expect((await tb(target, route, { id: device.id }, { body })).status).toBe(away);
    const { calls, end } = await echo(target, device);
    try {
      const oneWay = name.endsWith('neway');
      expect(await tb(target, route, { id: device.id }, { body })).toEqual({
        status: 200,
        body: oneWay ? null : { done: true },
      });
      const kept = await tb(target, route, { id: device.id }, { body: { ...body, persistent: true } });
      expect(kept.body).toEqual({ rpcId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown });
      const open = { method: 'switchValve', params: { open: true } };
      await expect.poll(() => calls.length, { timeout: 60_000 }).toBe(2);
      expect(calls).toEqual([open, open]);
    } finally {
      await end();
    }
  };

export const thingsboardCases: Cases<'thingsboard'> = {
  'thingsboard.login': async (target) => {
    const credentials = { username: 'admin', password: target.password };
    const { status, body } = await tb(target, 'thingsboard.login', {}, { body: credentials });
    expect(status).toBe(200);
    const { token, refreshToken } = body as { token: string; refreshToken: string };
    expect(refreshToken.length).toBeGreaterThan(20);
    const listed = await fetch(`${target.baseUrl}/api/devices/count`, {
      headers: { 'X-Authorization': `Bearer ${token}` },
    });
    expect(listed.status).toBe(200);
  },

  'thingsboard.refresh': async (target) => {
    const credentials = { username: 'admin', password: target.password };
    const first = (await tb(target, 'thingsboard.login', {}, { body: credentials })).body as {
      refreshToken: string;
    };
    const body = { refreshToken: first.refreshToken };
    const second = (await tb(target, 'thingsboard.refresh', {}, { body })).body as typeof first;
    expect(second.refreshToken).not.toBe(first.refreshToken);
    // The same program may repeat it for half a minute (tests/http/login.test.ts).
    expect((await tb(target, 'thingsboard.refresh', {}, { body })).status).toBe(200);
    const invented = { refreshToken: 'invented' };
    expect((await tb(target, 'thingsboard.refresh', {}, { body: invented })).status).toBe(401);
  },

  'thingsboard.device': async (target) => {
    const device = await newDevice(target);
    const query = `?deviceName=${encodeURIComponent(device.name)}`;
    const { body } = await tb(target, 'thingsboard.device', {}, { query });
    expect(body).toMatchObject({ id: { entityType: 'DEVICE', id: device.id }, name: device.name });
    expect((await tb(target, 'thingsboard.device', {}, { query: '?deviceName=none' })).status).toBe(404);
  },

  'thingsboard.credentials': async (target) => {
    const device = await newDevice(target);
    const { status, body } = await tb(target, 'thingsboard.credentials', { id: device.id });
    expect([status, body]).toEqual([
      200,
      {
        deviceId: { entityType: 'DEVICE', id: device.id },
        credentialsType: 'ACCESS_TOKEN',
        credentialsId: expect.any(String) as unknown,
      },
    ]);
    // The device's own token is stored as a hash only: this is a temporary one, which may report for the device.
    const accessToken = (body as { credentialsId: string }).credentialsId;
    expect(accessToken).not.toBe(device.accessToken);
    await report(target, { ...device, accessToken }, { [MOISTURE]: 27 });
    expect((await target.api.telemetry.latest(device.id))[MOISTURE]).toMatchObject({ value: 27 });
  },

  'thingsboard.timeseries': async (target) => {
    const { device, start } = await reported(target);
    const get = async (query: string) =>
      (await tb(target, 'thingsboard.timeseries', { id: device.id }, { query })).body;
    const range = `keys=${MOISTURE}&startTs=${start}&endTs=${start + 40_000}`;
    expect(await get(`?keys=${MOISTURE}`)).toEqual({ [MOISTURE]: [{ ts: start + 30_000, value: '41' }] });
    expect(await get('?useStrictDataTypes=true')).toEqual({
      [MOISTURE]: [{ ts: start + 30_000, value: 41 }],
    });
    expect(await get(`?${range}&limit=2`)).toEqual({
      [MOISTURE]: [
        { ts: start + 30_000, value: '41' },
        { ts: start + 20_000, value: '30' },
      ],
    });
    const halves = `?${range}&interval=20000&orderBy=ASC&useStrictDataTypes=true`;
    const sums = { MIN: [10, 30], MAX: [20, 41], AVG: [15, 35.5], SUM: [30, 71], COUNT: [2, 2] };
    for (const [agg, values] of Object.entries(sums)) {
      expect(await get(`${halves}&agg=${agg}`)).toEqual({
        [MOISTURE]: values.map((value, n) => ({ ts: start + n * 20_000 + 10_000, value })),
      });
    }
    // Calendar intervals of the farm's time zone or a named one; others are refused, not guessed.
    const calendar = (type: string, zone: string) =>
      get(
        `?keys=${MOISTURE}&startTs=${start}&endTs=${start + 40_000}&agg=COUNT&useStrictDataTypes=true` +
          `&intervalType=${type}&timeZone=${zone}`,
      );
    for (const type of ['WEEK', 'WEEK_ISO', 'MONTH', 'QUARTER'])
      expect(await calendar(type, 'Asia/Shanghai')).toEqual({
        [MOISTURE]: [{ ts: start + 20_000, value: 4 }],
      });
    const refused = async (query: string) =>
      (await tb(target, 'thingsboard.timeseries', { id: device.id }, { query: `?${range}&agg=AVG&${query}` }))
        .status;
    expect(await refused('intervalType=MOON')).toBe(400);
    expect(await refused('intervalType=MONTH&timeZone=Mars/Base')).toBe(400);
  },

  'thingsboard.timeseriesKeys': async (target) => {
    const { device } = await reported(target);
    expect((await tb(target, 'thingsboard.timeseriesKeys', { id: device.id })).body).toEqual([MOISTURE]);
  },

  'thingsboard.attributes': async (target) => {
    const device = await newDevice(target);
    await target.api.deviceLink.share(device.id, { interval: 60, mode: 'eco' });
    const { body } = await tb(target, 'thingsboard.attributes', { id: device.id }, { query: '?keys=mode' });
    expect(body).toEqual([{ key: 'mode', value: 'eco', lastUpdateTs: 0 }]);
  },

  'thingsboard.attributesOf': async (target) => {
    const device = await newDevice(target);
    await target.api.deviceLink.share(device.id, { interval: 60 });
    const of = async (scope: string) => tb(target, 'thingsboard.attributesOf', { id: device.id, scope });
    expect((await of('SHARED_SCOPE')).body).toEqual([{ key: 'interval', value: 60, lastUpdateTs: 0 }]);
    expect((await of('CLIENT_SCOPE')).body).toEqual([]);
    expect((await of('NO_SCOPE')).status).toBe(404);
  },

  'thingsboard.attributeKeys': async (target) => {
    const device = await newDevice(target);
    await target.api.deviceLink.share(device.id, { interval: 60, mode: 'eco' });
    const { body } = await tb(target, 'thingsboard.attributeKeys', { id: device.id });
    expect((body as string[]).sort()).toEqual(['interval', 'mode']);
  },

  'thingsboard.saveAttributes': async (target) => {
    const device = await newDevice(target, 'DCF-4');
    const save = async (scope: string, body: unknown) =>
      (await tb(target, 'thingsboard.saveAttributes', { id: device.id, scope }, { body })).status;
    expect(await save('SHARED_SCOPE', { limit: 7 })).toBe(200);
    expect(await save('SERVER_SCOPE', { owner: '三队' })).toBe(200);
    expect(await save('CLIENT_SCOPE', { firmware: '9' })).toBe(400);
    // The device receives shared attributes, and no others.
    expect(await target.api.deviceLink.shared(device.id)).toEqual({ limit: 7 });
    const { body } = await tb(target, 'thingsboard.attributes', { id: device.id });
    expect(body).toEqual([
      { key: 'owner', value: '三队', lastUpdateTs: 0 },
      { key: 'limit', value: 7, lastUpdateTs: 0 },
    ]);
    // The inactivity timeout: it takes effect, or is refused.
    const seen = async () => {
      const { online, connected, expectedReportS } = await target.api.devices.get(device.id);
      return { online, connected, expectedReportS };
    };
    await report(target, device, { battery: 90 });
    expect(await seen()).toEqual({ online: true, connected: false, expectedReportS: null });
    for (const inactivityTimeout of [0, 1.5, 'an hour', 1e15]) {
      expect(await save('SERVER_SCOPE', { inactivityTimeout })).toBe(400);
    }
    expect(await save('SERVER_SCOPE', { inactivityTimeout: 1_000 })).toBe(200);
    await waitFor(async () => !(await seen()).online, { what: 'the device to be offline' });
    expect(await seen()).toEqual({ online: false, connected: false, expectedReportS: 1 });
    expect(await save('SERVER_SCOPE', { inactivityTimeout: 3_600_000 })).toBe(200);
    expect(await seen()).toEqual({ online: true, connected: false, expectedReportS: 3600 });
    expect(await save('SERVER_SCOPE', { inactivityTimeout: null })).toBe(200);
    expect((await seen()).expectedReportS).toBeNull();
  },

  'thingsboard.saveAttributesOf': async (target) => {
    const device = await newDevice(target);
    const path = { id: device.id, scope: 'SERVER_SCOPE' };
    expect((await tb(target, 'thingsboard.saveAttributesOf', path, { body: { plot: 4 } })).status).toBe(200);
    const { body } = await tb(target, 'thingsboard.attributesOf', path);
    expect(body).toEqual([{ key: 'plot', value: 4, lastUpdateTs: 0 }]);
  },

  'thingsboard.oneway': rpcCase('oneway', 504),
  'thingsboard.twoway': rpcCase('twoway', 504),
  'thingsboard.oldOneway': rpcCase('oldOneway', 409),
  'thingsboard.oldTwoway': rpcCase('oldTwoway', 409),
};
