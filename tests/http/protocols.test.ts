import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { createApiClient } from '@farm3d/api';
import fc from 'fast-check';
import { connectAsync, type IClientOptions } from 'mqtt';
import thingsboard from 'thingsboard_api';
import integration from '@chirpstack/chirpstack-api/integration/integration_pb.js';
import gateways from '@chirpstack/chirpstack-api/gw/gw_pb.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Struct } from 'google-protobuf/google/protobuf/struct_pb.js';
import { Timestamp } from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { encodeAmf } from '../../apps/simulator/src/video/amf.ts';
import { RtmpPublisher } from '../../apps/simulator/src/video/rtmp-publisher.ts';
import { CLIP, CLIP_SETUP, OpenStream, startCamera } from '../support/camera.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { connectDevice } from './cases/device-link.ts';
import { MOISTURE, newDevice, report, uniqueName, type ContractTarget } from './cases/support.ts';

// Devices and tools of others, and malicious connections.

let server: Farm;
let target: ContractTarget;

beforeAll(async () => {
  server = await farm({ settings: { FARM3D_RTMP_PORT: '0' } });
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

const connectTo = (url: string, options: IClientOptions) =>
  connectAsync(url, { reconnectPeriod: 0, connectTimeout: 5_000, ...options });

it('MQTT over WebSocket: readings are stored at the PUBACK, commands arrive', async () => {
  const device = await newDevice(target, 'DCF-4');
  const client = await connectTo(`${server.baseUrl.replace('http', 'ws')}/mqtt`, {
    username: device.accessToken,
    protocolVersion: 4,
  });
  try {
    client.on('message', (topic) => client.publish(topic.replace('request', 'response'), '{"here":true}'));
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    await client.publishAsync('v1/devices/me/telemetry', JSON.stringify({ [MOISTURE]: 31 }), { qos: 1 });
    expect((await target.api.telemetry.latest(device.id))[MOISTURE]?.value).toBe(31);
    const open = { method: 'switchValve', params: { open: true } };
    expect(await target.api.rpc.twoway(device.id, open)).toEqual({
      status: 'success',
      here: true,
    });
  } finally {
    await client.endAsync(true);
  }
});

it('a device reaches its own topics only', async () => {
  const [one, other] = [await newDevice(target), await newDevice(target)];
  const client = await connectDevice(target, one.accessToken);
  try {
    for (const filter of [
      '#',
      '+/#',
      'v1/devices/+/telemetry',
      'v1/devices/me/telemetry',
      `v1/devices/${other.id}/rpc/request/+`,
      'v1/gateway/rpc',
      '$SYS/#',
      'consumed',
      '/provision/response',
    ]) {
      await expect(client.subscribeAsync(filter), filter).rejects.toThrow();
    }
    for (const topic of [
      `v1/devices/${other.id}/telemetry`,
      'v1/gateway/telemetry',
      '/provision/request',
      'x',
    ]) {
      await client.publishAsync(topic, JSON.stringify({ [MOISTURE]: 1 }), { qos: 1 });
    }
    expect(await target.api.telemetry.count(other.id)).toBe(0);
    expect(await target.api.devices.get(one.id)).toMatchObject({ rejectedCount: 4 });
  } finally {
    await client.endAsync(true);
  }
});

it('a device registers itself over MQTT and then reports; the registering connection can do nothing else', async () => {
  const profile = await target.api.integrations.create({
    kind: 'provision',
    name: uniqueName('出厂'),
    productModelCode: 'TQ-3L',
  });
  const client = await connectTo(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: 'provision',
    protocolVersion: 4,
  });
  const answers: { credentialsValue: string; status: string }[] = [];
  client.on('message', (_topic, payload) =>
    answers.push(JSON.parse(payload.toString()) as (typeof answers)[number]),
  );
  await client.subscribeAsync('/provision/response');
  await expect(client.subscribeAsync('v1/devices/me/rpc/request/+')).rejects.toThrow();
  const { provisionDeviceKey, provisionDeviceSecret } = profile;
  const token = randomBytes(20).toString('hex');
  const ask = { deviceName: uniqueName('自注册'), provisionDeviceKey, provisionDeviceSecret, token };
  await client.publishAsync('/provision/request', JSON.stringify(ask), { qos: 1 });
  await waitFor(() => answers.length === 1);
  expect(answers[0]).toEqual({ credentialsType: 'ACCESS_TOKEN', credentialsValue: token, status: 'SUCCESS' });
  await client.endAsync(true);
  const device = await connectDevice(target, token);
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ [MOISTURE]: 12 }), { qos: 1 });
  await device.endAsync(true);
  expect((await target.api.devices.list({ name: ask.deviceName })).total).toBe(1);
});

it('a device, and a gateway for its devices, sets the secret by which it can be claimed', async () => {
  const device = await newDevice(target);
  const gateway = await newDevice(target);
  await target.api.deviceLink.setGateway(gateway.id, true);
  const secrets = [randomUUID(), randomUUID()].map((id) => id.replaceAll('-', ''));
  const behind = uniqueName('网关后');
  const own = await connectDevice(target, device.accessToken);
  const bridge = await connectDevice(target, gateway.accessToken);
  try {
    await own.publishAsync('v1/devices/me/claim', JSON.stringify({ secretKey: secrets[0] }), { qos: 1 });
    await own.publishAsync('v1/devices/me/claim', '', { qos: 1 });
    const offer = { [behind]: { secretKey: secrets[1], durationMs: 60_000 } };
    await bridge.publishAsync('v1/gateway/claim', JSON.stringify(offer), { qos: 1 });
    expect((await target.api.devices.claim(secrets[0] ?? '')).id).toBe(device.id);
    expect((await target.api.devices.claim(secrets[1] ?? '')).name).toBe(behind);
    expect(await target.api.devices.get(device.id)).toMatchObject({ rejectedCount: 1 });
  } finally {
    await own.endAsync(true);
    await bridge.endAsync(true);
  }
});

it("npm's thingsboard_api logs in, finds a device, reads its attributes and its series", async () => {
  const device = await target.api.devices.create({ name: uniqueName('device'), productModelCode: 'TQ-3L' });
  const ts = Date.now() - 5_000;
  await report(target, device, [{ ts, values: { [MOISTURE]: 26 } }]);
  await target.api.deviceLink.share(device.id, { interval: 60 });
  await thingsboard.createConnection({
    TB_HOST: '127.0.0.1',
    TB_PORT: String(server.httpPort),
    TB_USERNAME: 'admin',
    TB_PASSWORD: server.adminPassword,
    tokenID: 'farm3d',
  });
  expect(await thingsboard.get.objectID(device.name, 'device')).toBe(device.id);
  expect(await thingsboard.get.objectIDandKeys(device.name, 'device', 'interval')).toMatchObject({
    interval: 60,
  });
  expect(await thingsboard.get.objectIDandKeys(device.name, 'device')).toMatchObject({ interval: 60 });
  // It saves attributes, asks for the device's token and reports in its name.
  const pushed = await thingsboard.push.pushAttributes(
    device.name,
    'device',
    { plot: 'A-3' },
    { [MOISTURE]: 31 },
    ts + 1,
  );
  expect(pushed).toEqual({ result: true });
  expect(await thingsboard.push.pushAttributes(device.name, 'device', { row: 7 })).toEqual({ result: true });
  expect(await thingsboard.get.objectIDandKeys(device.name, 'device', 'plot')).toMatchObject({ plot: 'A-3' });
  expect(await thingsboard.get.objectIDandKeys(device.name, 'device', 'row')).toMatchObject({ row: 7 });
  const [latest] = await server.sql<{ value: number }>(
    'select value from ts_latest t join device d on d.key = t.device where d.id = $1 and t.key = $2',
    [device.id, MOISTURE],
  );
  expect(latest?.value).toBe(31);
});

it("a tool's token for a device is temporary: in the audit log, bound to the login, for HTTP only", async () => {
  const device = await target.api.devices.create({ name: uniqueName('device'), productModelCode: 'TQ-3L' });
  const login = await fetch(`${server.baseUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: server.adminPassword }),
  });
  const { token } = (await login.json()) as { token: string };
  const ask = async (): Promise<string> => {
    const answer = await fetch(`${server.baseUrl}/api/device/${device.id}/credentials`, {
      headers: { 'X-Authorization': `Bearer ${token}` },
    });
    const body = (await answer.json()) as { credentialsType: string; credentialsId: string };
    expect([answer.status, body.credentialsType]).toEqual([200, 'ACCESS_TOKEN']);
    return body.credentialsId;
  };
  const say = async (visiting: string): Promise<number> => {
    const body = JSON.stringify({ [MOISTURE]: 12 });
    return (await fetch(`${server.baseUrl}/api/v1/${visiting}/telemetry`, { method: 'POST', body })).status;
  };
  const [first, second] = [await ask(), await ask()];
  expect(new Set([first, second, device.accessToken]).size).toBe(3);
  expect([await say(first), await say(second), await say(device.accessToken)]).toEqual([200, 200, 200]);
  const written = await server.sql(
    `select from audit_entry where action = 'thingsboard.credentials' and target like '%' || $1 || '%'`,
    [device.id],
  );
  expect(written).toHaveLength(2);
  await expect(
    connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
      username: first,
      reconnectPeriod: 0,
      protocolVersion: 4,
    }),
  ).rejects.toThrow();
  await server.sql(
    `update visiting_token set expires_at = now() where token_hash = sha256(convert_to($1, 'UTF8'))`,
    [first],
  );
  expect([await say(first), await say(second)]).toEqual([401, 200]);
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sid: string;
  };
  await target.api.sessions.revoke(sid);
  await waitFor(async () => (await say(second)) === 401, { what: () => 'the token to end with its login' });
});

it('bodies of @chirpstack/chirpstack-api are accepted as protobuf and as JSON, with the same result', async () => {
  const { path } = await target.api.integrations.create({
    kind: 'chirpstack',
    name: uniqueName('网络服务器'),
    productModelCode: 'TQ-3L',
  });
  const devEui = randomBytes(8).toString('hex');
  const ts = Date.now() - 5_000;
  const up = new integration.UplinkEvent();
  const info = new integration.DeviceInfo();
  info.setDevEui(devEui);
  info.setDeviceName(`探头-${devEui}`);
  up.setDeviceInfo(info);
  const time = new Timestamp();
  time.fromDate(new Date(ts));
  up.setTime(time);
  up.setFCnt(7);
  up.setFPort(2);
  up.setData(Uint8Array.of(1, 2));
  up.setObject(Struct.fromJavaScript({ [MOISTURE]: 21.5 }));
  const received = new gateways.UplinkRxInfo();
  received.setRssi(-97);
  received.setSnr(7.5);
  up.addRxInfo(received);
  const post = async (event: string, body: Uint8Array | string, type: string) =>
    (
      await fetch(`${server.baseUrl}${path}?event=${event}`, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: typeof body === 'string' ? body : Uint8Array.from(body),
      })
    ).status;
  expect(await post('up', up.serializeBinary(), 'application/octet-stream')).toBe(200);
  const device = (await target.api.devices.list({ name: devEui })).items[0];
  const once = await target.api.telemetry.latest(device?.id ?? '');
  expect(once).toMatchObject({
    [MOISTURE]: { ts, value: 21.5 },
    rssi: { value: -97 },
    snr: { value: 7.5 },
    fCnt: { value: 7 },
    fPort: { value: 2 },
  });
  const json = {
    time: up.getTime()?.toDate().toISOString(),
    deviceInfo: { devEui: up.getDeviceInfo()?.getDevEui(), deviceName: up.getDeviceInfo()?.getDeviceName() },
    fCnt: up.getFCnt(),
    fPort: up.getFPort(),
    data: up.getData_asB64(),
    object: up.getObject()?.toJavaScript(),
    rxInfo: up.getRxInfoList().map((one) => ({ rssi: one.getRssi(), snr: one.getSnr() })),
  };
  expect(await post('up', JSON.stringify(json), 'application/json')).toBe(200);
  expect(await target.api.telemetry.latest(device?.id ?? '')).toEqual(once);
  expect(await target.api.telemetry.count(device?.id ?? '')).toBe(1);
  const status = new integration.StatusEvent();
  status.setDeviceInfo(info);
  status.setTime(time);
  status.setBatteryLevel(88);
  expect(await post('status', status.serializeBinary(), 'application/octet-stream')).toBe(200);
  expect((await target.api.telemetry.latest(device?.id ?? ''))['batteryLevel']?.value).toBe(88);
  expect(await post('up', Uint8Array.of(255, 255, 255), 'application/octet-stream')).toBe(400);
});

it('malformed MQTT packets stop neither the broker nor its other connections', async () => {
  const device = await newDevice(target);
  const steady = await connectDevice(target, device.accessToken);
  let broken = false;
  steady.on('close', () => (broken = true));
  const connectPacket = (token: string): Buffer => {
    const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
    const body = Buffer.concat([text('MQTT'), Buffer.from([4, 0x80, 0, 60]), text('x'), text(token)]);
    return Buffer.concat([Buffer.from([0x10, body.length]), body]);
  };
  const hello = connectPacket(device.accessToken);
  // The same in MQTT 5: another level, and no properties before the client id.
  const hello5 = Buffer.concat([
    Buffer.from([0x10, hello.length - 1]),
    hello.subarray(2, 8),
    Buffer.from([5]),
    hello.subarray(9, 12),
    Buffer.from([0]),
    hello.subarray(12),
  ]);
  /** Packets with a valid start and an invalid rest. */
  const packet = fc
    .tuple(
      fc.integer({ min: 0, max: 255 }),
      fc.oneof(
        fc.uint8Array({ maxLength: 4 }),
        fc.integer({ min: 0, max: 127 }).map((n) => Uint8Array.of(n)),
      ),
      fc.uint8Array({ maxLength: 96 }),
    )
    .map(([head, length, body]) => Buffer.concat([Buffer.from([head]), length, body]));
  const greeting = fc.constantFrom(hello, hello5);
  const mutated = fc
    .tuple(greeting, fc.nat({ max: hello.length - 1 }), fc.integer({ min: 0, max: 255 }))
    .map(([bytes, at, value]) => Buffer.from(bytes.map((byte, index) => (index === at ? value : byte))));
  const send = (bytes: Buffer[]): Promise<void> =>
    new Promise((resolve) => {
      const socket = connectSocket(server.mqttPort, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
      socket.write(Buffer.concat(bytes));
      // The rest that the broker waits for is never sent.
      socket.end();
      socket.resume();
    });
  await fc.assert(
    fc.asyncProperty(
      fc.option(greeting),
      fc.array(fc.oneof(packet, mutated), { minLength: 1, maxLength: 6 }),
      async (first, rest) => {
        await send(first ? [first, ...rest] : rest);
      },
    ),
    { numRuns: 400 },
  );
  await steady.publishAsync('v1/devices/me/telemetry', JSON.stringify({ [MOISTURE]: 44 }), { qos: 1 });
  expect((await target.api.telemetry.latest(device.id))[MOISTURE]?.value).toBe(44);
  expect(broken).toBe(false);
  await steady.endAsync(true);
});

it('with certificate files HTTP and MQTT speak TLS', async () => {
  const folder = join(import.meta.dirname, '../support/tls');
  const ca = readFileSync(join(folder, 'localhost.crt'));
  const secure = await farm({
    settings: {
      FARM3D_TLS_CERT: join(folder, 'localhost.crt'),
      FARM3D_TLS_KEY: join(folder, 'localhost.key'),
      FARM3D_MQTT_TLS_PORT: '0',
    },
  });
  try {
    const call = (method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> =>
      new Promise((resolve, reject) => {
        const headers = { 'Content-Type': 'application/json' };
        const asked = request(
          { host: 'localhost', port: secure.httpPort, method, path, ca, headers },
          (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
          },
        );
        asked.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
      });
    const login = await call('POST', '/auth/login', { username: 'admin', password: secure.adminPassword });
    expect(login.status).toBe(200);
    const token = randomBytes(20).toString('base64url');
    const [device] = await secure.sql<{ id: string }>(
      `insert into device (organisation_id, product_model_id, name, token_hash)
       select o.id, p.id, '加密设备', sha256($1::bytea) from organisation o, product_model p where p.code = 'TQ-3L' returning id`,
      [Buffer.from(token)],
    );
    const port = Number(/mqtts:\/\/localhost:(\d+)/.exec(secure.output())?.[1]);
    for (const address of [`mqtts://localhost:${port}`, `wss://localhost:${secure.httpPort}/mqtt`]) {
      for (const protocolVersion of [3, 4, 5] as const) {
        const client = await connectTo(address, {
          username: token,
          protocolVersion,
          ...(protocolVersion === 3 && { protocolId: 'MQIsdp' }),
          ca,
        });
        await client.publishAsync('v1/devices/me/telemetry', JSON.stringify({ [MOISTURE]: 9 }), { qos: 1 });
        await client.endAsync(true);
      }
    }
    const attributes = await call('GET', `/api/v1/${token}/attributes`);
    expect([device === undefined, attributes.status]).toEqual([false, 200]);
    await expect(
      connectTo(`mqtts://localhost:${port}`, { username: token, protocolVersion: 4 }),
    ).rejects.toThrow();
  } finally {
    await secure.stop();
  }
});

describe('RTMP', () => {
  const publish = (key: string): Promise<RtmpPublisher> =>
    RtmpPublisher.open(`rtmp://127.0.0.1:${server.rtmpPort}/live`, key, AbortSignal.timeout(10_000));
  const watch = async (id: string): Promise<OpenStream> => {
    const { url } = await waitFor(() => target.api.video.stream({ code: id }).catch(() => null), {
      what: 'the camera to send',
    });
    return OpenStream.open(server.baseUrl + url);
  };
  /** Sends bytes behind a handshake; resolves when the server has closed the connection. */
  const refused = (...chunks: Buffer[]): Promise<void> =>
    new Promise((resolve) => {
      const socket = connectSocket(server.rtmpPort, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.once('close', () => resolve());
      socket.once('data', () => socket.write(Buffer.concat([Buffer.alloc(1536), ...chunks])));
      socket.resume();
      socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1536)]));
    });
  /** A message in one chunk that says how long it is. */
  const chunk = (channel: number, type: number, length: number, data = Buffer.alloc(0)): Buffer => {
    const header = Buffer.alloc(12);
    header[0] = channel;
    header.writeUIntBE(length, 4, 3);
    header[7] = type;
    return Buffer.concat([header, data]);
  };
  const command = (...values: Parameters<typeof encodeAmf>[0][]): Buffer => {
    const data = Buffer.concat(values.map(encodeAmf));
    return chunk(3, 20, data.length, data);
  };

  it('a stream with an unknown key is closed, and its key is in no log', async () => {
    const key = randomBytes(20).toString('base64url');
    const foreigner = await publish(key);
    const [setup] = CLIP.filter(({ type }) => type === 9);
    // It sends like a camera: an idle connection would be closed for another reason.
    await waitFor(
      () => {
        if (setup) foreigner.send(setup, 0);
        return foreigner.closed;
      },
      { what: 'the stream of a stranger to be closed' },
    );
    expect(server.output()).toContain('unknown key');
    expect(server.output()).not.toContain(key);
  });

  it('the stream of a device that was deleted ends', async () => {
    const camera = await newDevice(target, 'SP-DH2');
    const cut = startCamera(server.rtmpPort, camera.accessToken);
    try {
      const stream = await watch(camera.id);
      await target.api.devices.remove(camera.id);
      await waitFor(() => stream.ended, { what: 'the stream of a device that is gone to end' });
    } finally {
      await cut();
    }
  });

  it('a camera that reconnects replaces its old connection', async () => {
    const camera = await newDevice(target, 'SP-DH2');
    const opening = new AbortController();
    const url = `rtmp://127.0.0.1:${server.rtmpPort}/live`;
    const old = await RtmpPublisher.open(url, camera.accessToken, opening.signal);
    // The time limit of the handshake does not close open streams.
    opening.abort();
    expect(old.closed).toBe(false);
    await waitFor(() => target.api.video.stream({ code: camera.id }).catch(() => null));
    const cut = startCamera(server.rtmpPort, camera.accessToken);
    try {
      await old.ended();
      const stream = await watch(camera.id);
      await waitFor(() => stream.bytes.includes(CLIP_SETUP), { what: 'the new connection’s picture' });
      stream.leave();
    } finally {
      await cut();
    }
  });

  it('timestamps of a stream continue after 24 bits of milliseconds, four and a half hours', async () => {
    const camera = await newDevice(target, 'SP-DH2');
    const publisher = await publish(camera.accessToken);
    try {
      const [setup, picture] = CLIP.filter(({ type }) => type === 9);
      if (!setup || !picture) throw new Error('the clip is empty');
      const at = 0x01_23_45_67;
      publisher.send(setup, at);
      publisher.send(picture, at + 40);
      const stream = await watch(camera.id);
      await waitFor(() => stream.bytes.includes(picture.data), { what: 'the picture' });
      const header = stream.bytes.subarray(stream.bytes.indexOf(picture.data) - 11);
      expect([header[7], header.readUIntBE(4, 3)]).toEqual([0x01, 0x23_45_67 + 40]);
      stream.leave();
    } finally {
      publisher.close();
    }
  });

  it('malicious connections are closed, and cameras continue', async () => {
    const camera = await newDevice(target, 'SP-DH2');
    const cut = startCamera(server.rtmpPort, camera.accessToken);
    try {
      const stream = await watch(camera.id);
      const app = { app: 'live', type: 'nonprivate', tcUrl: 'rtmp://x/live' };
      await Promise.all([
        // Playing is refused to everybody.
        refused(command('connect', 1, app), command('play', 2, null, camera.accessToken)),
        refused(command('connect', 1, app), command('publish', 2, null, '../../x', 'live')),
        refused(
          command('connect', 1, { ...app, app: 'other' }),
          command('publish', 2, null, camera.accessToken),
        ),
        // A connect without an address, a message of 16 MB, many messages at once.
        refused(command('connect', 1, { app: 'live' })),
        refused(chunk(4, 9, 0xffffff, Buffer.alloc(1))),
        refused(...Array.from({ length: 60 }, (_, i) => chunk(3 + i, 9, 4_000, Buffer.alloc(128)))),
      ]);
      const seen = stream.bytes.length;
      await waitFor(() => stream.bytes.length > seen, { what: 'the camera’s picture to go on' });
      expect(stream.ended).toBe(false);
      stream.leave();
    } finally {
      await cut();
    }
  });

  it('silent connections occupy a limited number of slots, and a publishing camera occupies none', async () => {
    const camera = await newDevice(target, 'SP-DH2');
    const cut = startCamera(server.rtmpPort, camera.accessToken);
    try {
      const stream = await watch(camera.id);
      let closed = 0;
      const silent = Array.from({ length: 70 }, () => {
        const socket = connectSocket(server.rtmpPort, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.once('close', () => (closed += 1));
        return socket.resume();
      });
      await waitFor(() => closed >= 6, { what: 'those that are too many to be closed' });
      expect(closed).toBeLessThan(silent.length);
      for (const socket of silent) socket.destroy();
      const seen = stream.bytes.length;
      await waitFor(() => stream.bytes.length > seen, { what: 'the camera’s picture to go on' });
      // The slots are free again, once the server has noticed.
      await waitFor(
        async () => {
          const again = await publish(camera.accessToken).catch(() => undefined);
          again?.close();
          return again !== undefined;
        },
        { what: 'a camera to be accepted again' },
      );
      stream.leave();
    } finally {
      await cut();
    }
  });

  it('a media process that was killed is started again, on the same port', async () => {
    const camera = await newDevice(target, 'SP-DH2');
    const cut = startCamera(server.rtmpPort, camera.accessToken);
    try {
      const stream = await watch(camera.id);
      const pid = Number(/"pid":(\d+),"msg":"the media process listens/.exec(server.output())?.[1]);
      process.kill(pid, 'SIGKILL');
      await waitFor(() => stream.ended, { what: 'its streams to end' });
      const again = await watch(camera.id);
      await waitFor(() => again.bytes.includes(CLIP_SETUP), { what: 'the camera’s picture to come back' });
      again.leave();
    } finally {
      await cut();
    }
  });
});
