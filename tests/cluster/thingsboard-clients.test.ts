// Second tier (outside): clients of ThingsBoard
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { clientFolder, pythonEnvironment } from './support/clients-of-others.ts';
import { LineProcess } from './support/line-process.ts';
import { freePort } from '../support/free-port.ts';

// ThingsBoard's own Python SDK, as a device and as a gateway, and its gateway program, unmodified. All speak MQTT 5 only.

const SDK = ['paho.mqtt.python/src', 'thingsboard-python-client-sdk', 'dist-info'] as const;
const REQUEST = { method: 'switchValve', params: { open: true } };
const script = (name: string): string => join(import.meta.dirname, 'clients', name);

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

const newDevice = (productModelCode = 'DCF-4') =>
  api.devices.create({ name: `设备-${randomUUID().slice(0, 8)}`, productModelCode });
const newGateway = async () => {
  const gateway = await newDevice('TQ-3L');
  await api.deviceLink.setGateway(gateway.id, true);
  return gateway;
};

it('the SDK as a device: telemetry, attributes, commands in both directions, a claim', async () => {
  const device = await newDevice();
  const args = [script('thingsboard_device.py'), String(server.mqttPort), device.accessToken];
  const sdk = new LineProcess(args, pythonEnvironment(...SDK));
  try {
    await sdk.event('ready');
    expect(await sdk.event('protocol')).toBe(5);
    expect(sdk.lines.find((line) => 'paho' in line)?.['paho']).toContain('paho.mqtt.python/src');
    expect(await sdk.event('limits')).toMatchObject({ maxPayloadSize: 65_536 });
    expect((await api.telemetry.latest(device.id))['soilMoisture20']?.value).toBe(31);
    expect(await api.telemetry.count(device.id)).toBe(3);
    expect(await sdk.event('asked')).toEqual({ client: { firmware: '2' } });
    expect(await api.rpc.twoway(device.id, REQUEST)).toEqual({ status: 'success', valveState: true });
    expect(await sdk.event('rpc')).toEqual(REQUEST);
    await api.deviceLink.share(device.id, { interval: 60 });
    expect(await sdk.event('shared')).toEqual({ interval: 60 });
    expect((await api.devices.claim('a1b2c3d4e5f6')).id).toBe(device.id);
    await sdk.end();
  } finally {
    sdk.kill();
  }
});

it('the SDK registers a device by its key and secret', async () => {
  const { provisionDeviceKey, provisionDeviceSecret } = await api.integrations.create({
    kind: 'provision',
    name: '出厂',
    productModelCode: 'TQ-3L',
  });
  const name = `自注册-${randomUUID().slice(0, 8)}`;
  const sdk = new LineProcess(
    [
      script('thingsboard_device.py'),
      String(server.mqttPort),
      'provision',
      name,
      provisionDeviceKey ?? '',
      provisionDeviceSecret ?? '',
    ],
    pythonEnvironment(...SDK),
  );
  try {
    expect(await sdk.event('provisioned')).toMatch(/^[\w-]{20,}$/);
    expect((await api.devices.list({ name })).total).toBe(1);
  } finally {
    sdk.kill();
  }
});

it('the SDK as a gateway: a device behind it, its telemetry, attributes, commands, claim and end', async () => {
  const gateway = await newGateway();
  const name = `网关后-${randomUUID().slice(0, 8)}`;
  const args = [script('thingsboard_gateway_client.py'), String(server.mqttPort), gateway.accessToken, name];
  const sdk = new LineProcess(args, pythonEnvironment(...SDK));
  try {
    await sdk.event('ready');
    const [child] = (await api.devices.list({ name })).items;
    const id = child?.id ?? '';
    expect(child?.productModelCode).toBe('DCF-4');
    expect((await api.telemetry.latest(id))['valveState']?.value).toBe(true);
    expect(await sdk.event('asked')).toMatchObject({ device: name });
    expect(await api.rpc.twoway(id, REQUEST)).toEqual({ status: 'success', valveState: true });
    expect(await sdk.event('rpc')).toMatchObject({ device: name, data: REQUEST });
    await api.deviceLink.share(id, { interval: 60 });
    expect(await sdk.event('shared')).toEqual({ device: name, data: { interval: 60 } });
    expect((await api.devices.claim('f6e5d4c3b2a1')).id).toBe(id);
    await sdk.end();
    expect(sdk.lines.some((line) => line['gone'] === 0)).toBe(true);
  } finally {
    sdk.kill();
  }
});

/** A folder of settings for the gateway program: one TCP connector, whose bytes are one telemetry value. */
async function gatewaySettings(token: string, device: string): Promise<{ folder: string; port: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-gateway-'));
  mkdirSync(join(folder, 'logs'));
  const port = await freePort();
  const own = join(clientFolder('thingsboard-gateway'), 'thingsboard_gateway/config');
  const settings = JSON.parse(readFileSync(join(own, 'tb_gateway.json'), 'utf8')) as {
    thingsboard: Record<string, unknown>;
    connectors: unknown[];
  };
  Object.assign(settings.thingsboard, {
    host: '127.0.0.1',
    port: server.mqttPort,
    remoteConfiguration: false,
    statistics: { enable: false },
    security: { type: 'accessToken', accessToken: token },
  });
  settings.connectors.push({ type: 'socket', name: 'tcp', configuration: 'socket.json' });
  const socket = {
    name: 'tcp',
    socket: { address: '127.0.0.1', type: 'TCP', port, bufferSize: 1024 },
    devices: [
      {
        address: '*:*',
        addressFilter: '*:*',
        deviceName: device,
        deviceType: 'DCF-4',
        encoding: 'utf-8',
        telemetry: [{ key: 'note', byteFrom: 0, byteTo: -1 }],
        attributes: [{ key: 'start', byteFrom: 0, byteTo: 2 }],
        attributeRequests: [],
        attributeUpdates: [],
        serverSideRpc: [],
      },
    ],
  };
  writeFileSync(join(folder, 'tb_gateway.json'), JSON.stringify(settings));
  writeFileSync(join(folder, 'socket.json'), JSON.stringify(socket));
  writeFileSync(join(folder, 'logs.json'), readFileSync(join(own, 'logs.json')));
  return { folder, port };
}

it("ThingsBoard's gateway program: a value that a device sends by TCP is stored under the device's name", async () => {
  const gateway = await newGateway();
  const name = `网关后-${randomUUID().slice(0, 8)}`;
  const { folder, port } = await gatewaySettings(gateway.accessToken, name);
  const env = { ...pythonEnvironment(...SDK, 'thingsboard-gateway'), TB_GW_CONFIG_DIR: folder };
  const program = new LineProcess(['-m', 'thingsboard_gateway.tb_gateway'], env, folder);
  try {
    const device = await waitFor(
      async () => {
        program.expectRunning();
        await sendTo(port, '21.5');
        const found = (await api.devices.list({ name })).items[0];
        return found && (await api.telemetry.latest(found.id))['note'] ? found : null;
      },
      { intervalMs: 1_000, what: () => `the reading of the gateway's device:\n${program.output}` },
    );
    expect((await api.telemetry.latest(device.id))['note']?.value).toBe('21.5');
    expect(device.productModelCode).toBe('DCF-4');
    expect((await api.devices.get(gateway.id)).online).toBe(true);
  } finally {
    program.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Sends these bytes to the connector; nothing while it does not listen yet. */
async function sendTo(port: number, bytes: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.end(bytes);
  await new Promise((resolve) => socket.on('close', resolve));
}
