import { randomUUID, X509Certificate } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';
import { expect } from 'vitest';
import { selfSigned } from '../../support/certificates.ts';
import { waitFor } from '../../support/wait.ts';
import { newDevice, refusal, type Cases, type ContractTarget } from './support.ts';

export async function connectDevice(
  { mqttPort }: Pick<ContractTarget, 'mqttPort'>,
  username: string,
): Promise<MqttClient> {
  return connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
  });
}

/** A valve that executes its commands. */
async function connectValve(target: ContractTarget, token: string): Promise<MqttClient> {
  const connection = await connectDevice(target, token);
  connection.on('message', (topic, payload) => {
    const { params } = JSON.parse(payload.toString()) as { params: { open: boolean } };
    const answer = JSON.stringify({ valveState: params.open });
    void connection.publishAsync(topic.replace('request', 'response'), answer, { qos: 1 });
  });
  await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  return connection;
}

export const deviceLinkCases: Cases<'deviceLink'> = {
  'deviceLink.shared': async (target) => {
    const device = await newDevice(target);
    expect(await target.api.deviceLink.shared(device.id)).toEqual({});
    await target.api.deviceLink.share(device.id, { interval: 60, mode: 'eco' });
    expect(await target.api.deviceLink.shared(device.id)).toEqual({ interval: 60, mode: 'eco' });
  },

  'deviceLink.attributes': async (target) => {
    const device = await newDevice(target);
    expect(await target.api.deviceLink.attributes(device.id)).toEqual({ client: {}, shared: {}, server: {} });
    await target.api.deviceLink.share(device.id, { interval: 60 });
    const connection = await connectDevice(target, device.accessToken);
    await connection.publishAsync('v1/devices/me/attributes', '{"firmware":"2"}', { qos: 1 });
    expect(await target.api.deviceLink.attributes(device.id)).toEqual({
      client: { firmware: '2' },
      shared: { interval: 60 },
      server: {},
    });
    await connection.endAsync();
  },

  'deviceLink.keep': async ({ api, ...target }) => {
    const device = await newDevice({ api, ...target });
    expect(await api.deviceLink.keep(device.id, { owner: '三队', inactivityTimeout: 60_000 })).toEqual({
      owner: '三队',
      inactivityTimeout: 60_000,
    });
    expect((await api.devices.get(device.id)).expectedReportS).toBe(60);
    expect(await refusal(api.deviceLink.keep(device.id, { inactivityTimeout: 'an hour' }))).toMatchObject({
      status: 400,
      field: 'inactivityTimeout',
    });
    expect(await api.deviceLink.keep(device.id, { inactivityTimeout: null })).toEqual({ owner: '三队' });
    expect((await api.devices.get(device.id)).expectedReportS).not.toBe(60);
    expect(await api.deviceLink.attributes(device.id)).toMatchObject({
      shared: {},
      server: { owner: '三队' },
    });
  },

  'deviceLink.share': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const connection = await connectDevice(target, device.accessToken);
    try {
      const received: unknown[] = [];
      connection.on('message', (_topic, payload) => received.push(JSON.parse(payload.toString())));
      await connection.subscribeAsync(['v1/devices/me/attributes', 'v1/devices/me/attributes/response/+'], {
        qos: 1,
      });
      expect(await api.deviceLink.share(device.id, { a: 1, b: 'x' })).toEqual({ a: 1, b: 'x' });
      expect(await api.deviceLink.share(device.id, { a: null, c: true })).toEqual({ b: 'x', c: true });
      await waitFor(() => received.length === 3);
      expect(received).toEqual([{ a: 1, b: 'x' }, { c: true }, { deleted: ['a'] }]);
      // Both scopes without a selection, else the selected one.
      await connection.publishAsync('v1/devices/me/attributes', '{"firmware":"2"}', { qos: 1 });
      await connection.publishAsync('v1/devices/me/attributes/request/1', '{}', { qos: 1 });
      await connection.publishAsync('v1/devices/me/attributes/request/2', '{"sharedKeys":"c"}', { qos: 1 });
      await waitFor(() => received.length === 5);
      expect(received.slice(3)).toEqual([
        { client: { firmware: '2' }, shared: { b: 'x', c: true } },
        { shared: { c: true } },
      ]);
    } finally {
      await connection.endAsync(true);
    }
  },

  'deviceLink.interlock': async (target) => {
    const device = await newDevice(target, 'DCF-4');
    expect(await target.api.deviceLink.interlock(device.id)).toEqual({
      maxRunMinutes: null,
      exclusion: null,
    });
    const set = { maxRunMinutes: 30, exclusion: '一号井' };
    await target.api.deviceLink.setInterlock(device.id, set);
    expect(await target.api.deviceLink.interlock(device.id)).toEqual(set);
  },

  'deviceLink.setInterlock': async (target) => {
    const { api } = target;
    const group = randomUUID();
    const valves = [await newDevice(target, 'DCF-4'), await newDevice(target, 'DCF-4')] as const;
    const connections = await Promise.all(valves.map(({ accessToken }) => connectValve(target, accessToken)));
    const open = (n: 0 | 1, on: boolean) =>
      api.rpc.twoway(valves[n].id, { method: 'switchValve', params: { open: on }, reason: '试水' });
    try {
      for (const { id } of valves) {
        expect(await api.deviceLink.setInterlock(id, { maxRunMinutes: null, exclusion: group })).toEqual({
          maxRunMinutes: null,
          exclusion: group,
        });
      }
      // Both at once: one runs.
      const both = await Promise.allSettled([open(0, true), open(1, true)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const winner = both[0].status === 'fulfilled' ? 0 : 1;
      const loser = winner === 0 ? 1 : 0;
      expect(await refusal(open(loser, true))).toMatchObject({ status: 409, error: 'device_excluded' });
      await open(winner, false);
      expect(await open(loser, true)).toMatchObject({ status: 'success' });
      const logged = async () => (await api.organisation.operateLog({ deviceId: valves[loser].id })).items;
      // The log is written after the response.
      await waitFor(async () => (await logged())[0]?.state === 'successful');
      expect((await logged()).map(({ state, reason, error }) => [state, reason, error])).toEqual([
        ['successful', '试水', null],
        ['failed', '试水', `exclusion: ${valves[winner].name}`],
        ['failed', '试水', `exclusion: ${valves[winner].name}`],
      ]);
      // Raw commands are checked against the product model, too.
      const range = await refusal(
        api.rpc.twoway(valves[winner].id, { method: 'switchValve', params: { open: 7 } }),
      );
      expect(range).toMatchObject({ status: 400, field: 'params.open' });
      expect(
        await refusal(api.deviceLink.setInterlock(valves[0].id, { maxRunMinutes: 0, exclusion: null })),
      ).toMatchObject({ status: 400, field: 'maxRunMinutes' });
    } finally {
      await Promise.all(connections.map((connection) => connection.endAsync(true)));
    }
  },

  'deviceLink.setGateway': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    expect(await api.deviceLink.setGateway(device.id, true)).toBe(true);
    const connection = await connectDevice(target, device.accessToken);
    try {
      const granted = await connection.subscribeAsync('v1/gateway/rpc', { qos: 1 });
      expect(granted[0]?.qos).toBe(1);
    } finally {
      await connection.endAsync(true);
    }
    expect(await api.deviceLink.setGateway(device.id, false)).toBe(false);
  },

  'deviceLink.certificate': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    expect(await api.deviceLink.certificate(device.id)).toBeNull();
    const { cert } = await selfSigned('probe');
    const set = await api.deviceLink.setCertificate(device.id, cert);
    expect(await api.deviceLink.certificate(device.id)).toEqual(set);
  },

  'deviceLink.setCertificate': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const { cert } = await selfSigned('probe');
    const set = await api.deviceLink.setCertificate(device.id, cert);
    const { fingerprint256, validTo } = new X509Certificate(cert);
    expect(set).toEqual({
      fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
      subject: 'CN=probe',
      endsAt: Date.parse(validTo),
    });
    const other = await newDevice(target);
    const again = api.deviceLink.setCertificate(other.id, cert);
    expect(await refusal(again)).toMatchObject({ status: 409, field: 'certificate' });
    for (const wrong of ['', 'no certificate'])
      expect(await refusal(api.deviceLink.setCertificate(device.id, wrong))).toMatchObject({
        status: 400,
        field: 'certificate',
      });
    expect(await api.deviceLink.setCertificate(device.id, null)).toBeNull();
  },

  'deviceLink.rotateToken': async (target) => {
    const { api, baseUrl } = target;
    const reports = async (token: string): Promise<boolean> =>
      (await fetch(`${baseUrl}/api/v1/${token}/telemetry`, { method: 'POST', body: '{"rssi":-70}' })).ok;
    const device = await newDevice(target);
    const first = device.accessToken;
    const before = Date.now();
    const { accessToken: second, formerTokenEndsAt } = await api.deviceLink.rotateToken(device.id, {
      keepFormerMinutes: 30,
    });
    expect(formerTokenEndsAt).toBeGreaterThanOrEqual(before + 30 * 60_000);
    expect([await reports(first), await reports(second)]).toEqual([true, true]);
    // A connection with the former token stays open until the token ends.
    const connection = await connectDevice(target, first);
    const own = `own.${randomUUID()}`;
    const rotated = await api.deviceLink.rotateToken(device.id, { accessToken: own, keepFormerMinutes: 0 });
    expect(rotated).toEqual({ accessToken: own, formerTokenEndsAt: null });
    await waitFor(() => !connection.connected, { what: 'the connection to close' });
    connection.end(true);
    expect([await reports(first), await reports(second), await reports(own)]).toEqual([false, false, true]);
    // It is never returned again.
    expect(JSON.stringify(await api.devices.get(device.id))).not.toContain(own);
    // A token belongs to one device, and cannot be guessed.
    const other = await newDevice(target);
    expect(await refusal(api.deviceLink.rotateToken(other.id, { accessToken: own }))).toMatchObject({
      status: 409,
      field: 'accessToken',
    });
    expect(await refusal(api.deviceLink.rotateToken(other.id, { accessToken: 'short' }))).toMatchObject({
      status: 400,
      field: 'accessToken',
    });
    expect(await reports(other.accessToken)).toBe(true);
  },
};
