// Second tier (outside): Eclipse Paho and mosquitto as devices
import { randomUUID } from 'node:crypto';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { mosquitto, mqttJs, paho, type DeviceClient, type Version } from './support/device-clients.ts';

// Clients that others wrote, unmodified, as devices and as gateways, in every version of MQTT that they speak. Those of
// ThingsBoard: thingsboard-clients.test.ts.

const KEY = 'soilMoisture20';
const REQUEST = { method: 'switchValve', params: { open: true } };
let server: RunningServer;
let api: ApiClient;

beforeAll(async () => {
  server = await startServer();
  const accessToken = await server.accessToken();
  api = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
});
afterAll(async () => {
  await server?.stop();
});

const CLIENTS = {
  "Debian's mosquitto": mosquitto,
  "Debian's Eclipse Paho": paho(),
  'Eclipse Paho 2.1': paho('paho.mqtt.python/src'),
  'MQTT.js': mqttJs,
};
const FORMS = Object.entries(CLIENTS).flatMap(([who, open]) =>
  ([3, 4, 5] as const).map((version) => ({ who, open, version })),
);

describe.each(FORMS)('$who, version $version', ({ open, version }) => {
  const clients: DeviceClient[] = [];
  const connect = async (username: string): Promise<DeviceClient> => {
    const client = await open(server.mqttPort, username, version satisfies Version);
    clients.push(client);
    return client;
  };
  const newDevice = (productModelCode = 'TQ-3L') =>
    api.devices.create({ name: `设备-${randomUUID().slice(0, 8)}`, productModelCode });
  const latest = async (id: string): Promise<unknown> => (await api.telemetry.latest(id))[KEY]?.value;
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
  });

  it('telemetry in its three forms, attributes up and down', async () => {
    const { id, accessToken } = await newDevice();
    const client = await connect(accessToken);
    const ts = Date.now() - 10_000;
    for (const form of [
      { [KEY]: 21 },
      { ts, values: { [KEY]: 20 } },
      [{ ts: ts + 1, values: { [KEY]: 19 } }, { other: 1 }],
    ]) {
      await client.publish('v1/devices/me/telemetry', JSON.stringify(form));
    }
    expect(await latest(id)).toBe(21);
    await client.subscribe('v1/devices/me/attributes');
    await client.publish('v1/devices/me/attributes', '{"firmware": "1.2"}');
    await api.deviceLink.share(id, { interval: 60 });
    await waitFor(() => client.messages.length === 1);
    expect(client.messages).toEqual([{ topic: 'v1/devices/me/attributes', payload: '{"interval":60}' }]);
  });

  it('commands in both directions', async () => {
    const { id, accessToken } = await newDevice('DCF-4');
    const client = await connect(accessToken);
    await client.subscribe('v1/devices/me/rpc/request/+');
    const answer = api.rpc.twoway(id, REQUEST);
    answer.catch(() => undefined);
    await waitFor(() => client.messages.length === 1);
    const [asked] = client.messages;
    expect(JSON.parse(asked?.payload ?? '')).toEqual(REQUEST);
    await client.publish(asked?.topic.replace('request', 'response') ?? '', '{"valveState":true}');
    expect(await answer).toEqual({ status: 'success', valveState: true });
    // A response goes to the connection that asked: a process for each message has closed it.
    if (open === mosquitto) return;
    await client.subscribe('v1/devices/me/rpc/response/+');
    await client.publish('v1/devices/me/rpc/request/7', '{"method": "getSessionLimits"}');
    await waitFor(() => client.messages.some(({ topic }) => topic === 'v1/devices/me/rpc/response/7'));
  });

  it('a device may be claimed, and a new one registers itself', async () => {
    const { id, accessToken } = await newDevice();
    const secretKey = randomUUID().replaceAll('-', '');
    const client = await connect(accessToken);
    await client.publish('v1/devices/me/claim', JSON.stringify({ secretKey }));
    expect((await api.devices.claim(secretKey)).id).toBe(id);

    const { provisionDeviceKey, provisionDeviceSecret } = await api.integrations.create({
      kind: 'provision',
      name: `出厂-${secretKey.slice(0, 6)}`,
      productModelCode: 'TQ-3L',
    });
    const token = randomUUID().replaceAll('-', '');
    const deviceName = `自注册-${token.slice(0, 6)}`;
    const fresh = await connect('provision');
    const request = { deviceName, provisionDeviceKey, provisionDeviceSecret, token };
    await fresh.publish('/provision/request', JSON.stringify(request));
    const own = await connect(token);
    await own.publish('v1/devices/me/telemetry', `{"${KEY}": 8}`);
    expect((await api.devices.list({ name: deviceName })).total).toBe(1);
  });

  it('a gateway reports for its devices, and receives their messages', async () => {
    const gateway = await newDevice();
    await api.deviceLink.setGateway(gateway.id, true);
    const name = `网关后-${randomUUID().slice(0, 8)}`;
    const client = await connect(gateway.accessToken);
    await client.subscribe('v1/gateway/rpc');
    await client.publish('v1/gateway/connect', JSON.stringify({ device: name, type: 'DCF-4' }));
    await client.publish('v1/gateway/telemetry', JSON.stringify({ [name]: [{ [KEY]: 33 }] }));
    const device = (await api.devices.list({ name })).items[0];
    expect(await latest(device?.id ?? '')).toBe(33);
    // A process for each message closes its connection, and with it the session of the device behind it.
    if (open === mosquitto) return;
    const answer = api.rpc.twoway(device?.id ?? '', REQUEST);
    answer.catch(() => undefined);
    await waitFor(() => client.messages.length === 1);
    const asked = JSON.parse(client.messages[0]?.payload ?? '') as { device: string; data: { id: number } };
    expect(asked).toMatchObject({ device: name, data: REQUEST });
    const reply = { device: name, id: asked.data.id, data: { valveState: true } };
    await client.publish('v1/gateway/rpc', JSON.stringify(reply));
    expect(await answer).toEqual({ status: 'success', valveState: true });
  });
});
