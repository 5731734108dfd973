import { connect as connectSocket } from 'node:net';
import { createApiClient } from '@farm3d/api';
import { connectAsync, type IClientOptions, type MqttClient, type Packet } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { MOISTURE, newDevice, uniqueName, type ContractTarget } from './cases/support.ts';

// The same MQTT in its three versions, over TCP and WebSocket (TLS: protocols.test.ts), and what only version 5 has.

const TELEMETRY = 'v1/devices/me/telemetry';
const RPC = 'v1/devices/me/rpc/request/+';

let server: Farm;
let target: ContractTarget;
const open: MqttClient[] = [];

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
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.endAsync(true)));
});

type Version = 3 | 4 | 5;

async function connect(
  username: string | undefined,
  protocolVersion: Version,
  { transport = 'mqtt', ...options }: IClientOptions & { transport?: 'mqtt' | 'ws' } = {},
): Promise<MqttClient> {
  const url =
    transport === 'ws'
      ? `${server.baseUrl.replace('http', 'ws')}/mqtt`
      : `mqtt://127.0.0.1:${server.mqttPort}`;
  const client = await connectAsync(url, {
    ...(username !== undefined && { username }),
    protocolVersion,
    ...(protocolVersion === 3 && { protocolId: 'MQIsdp' }),
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    ...options,
  });
  client.on('error', () => undefined);
  open.push(client);
  return client;
}

/** The packets of one kind that a client receives from now on. */
function received<Kind extends Packet['cmd']>(
  client: MqttClient,
  cmd: Kind,
): Extract<Packet, { cmd: Kind }>[] {
  const packets: Extract<Packet, { cmd: Kind }>[] = [];
  client.on('packetreceive', (packet) => {
    if (packet.cmd === cmd) packets.push(packet as Extract<Packet, { cmd: Kind }>);
  });
  return packets;
}

const latest = async (id: string): Promise<unknown> =>
  (await target.api.telemetry.latest(id))[MOISTURE]?.value;

const FORMS = ([3, 4, 5] as const).flatMap((version) =>
  (['mqtt', 'ws'] as const).map((transport) => ({ version, transport })),
);

describe.each(FORMS)('MQTT version $version over $transport', ({ version, transport }) => {
  it.each([1, 2] as const)('a reading of QoS %i is stored when it is acknowledged', async (qos) => {
    const device = await newDevice(target);
    const client = await connect(device.accessToken, version, { transport });
    await client.publishAsync(TELEMETRY, JSON.stringify({ [MOISTURE]: 31 }), { qos });
    expect(await latest(device.id)).toBe(31);
  });

  it('commands go both ways; a one-way command ends with the PUBACK', async () => {
    const device = await newDevice(target, 'DCF-4');
    const client = await connect(device.accessToken, version, { transport });
    const asked: unknown[] = [];
    client.on('message', (topic, payload) => {
      asked.push(JSON.parse(payload.toString()));
      client.publish(topic.replace('request', 'response'), '{"valveState":true}', { qos: 1 });
    });
    await client.subscribeAsync(RPC, { qos: 1 });
    const request = { method: 'switchValve', params: { open: true } };
    expect(await target.api.rpc.twoway(device.id, request)).toEqual({ status: 'success', valveState: true });
    client.removeAllListeners('message');
    const oneWay = await fetch(`${target.baseUrl}/api/rpc/oneway/${device.id}`, {
      method: 'POST',
      headers: { 'X-Authorization': `Bearer ${target.accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...request, params: { open: false }, timeout: 20_000 }),
    });
    expect([oneWay.status, asked]).toEqual([200, [request]]);
  });

  it('attributes go both ways', async () => {
    const device = await newDevice(target);
    const client = await connect(device.accessToken, version, { transport });
    const answers: unknown[] = [];
    client.on('message', (_topic, payload) => answers.push(JSON.parse(payload.toString())));
    await client.subscribeAsync(['v1/devices/me/attributes', 'v1/devices/me/attributes/response/+'], {
      qos: 1,
    });
    await client.publishAsync('v1/devices/me/attributes', '{"firmware":"2"}', { qos: 1 });
    await target.api.deviceLink.share(device.id, { interval: 60 });
    await client.publishAsync('v1/devices/me/attributes/request/1', '{}', { qos: 1 });
    await waitFor(() => answers.length === 2);
    expect(answers).toEqual([{ interval: 60 }, { client: { firmware: '2' }, shared: { interval: 60 } }]);
  });

  it('a refused client gets the reason in the codes of its version', async () => {
    const wrong = connect('no-such-token', version, { transport });
    await expect(wrong).rejects.toMatchObject({ code: version === 5 ? 0x86 : 4 });
    const device = await newDevice(target);
    const client = await connect(device.accessToken, version, { transport });
    const filter = client.subscribeAsync('v1/devices/+/telemetry');
    const granted = [version === 5 ? 0x87 : 0x80];
    await expect(filter).rejects.toMatchObject({ packet: { granted } });
    // The other values of the message are stored.
    const broken = client.publishAsync(TELEMETRY, `{"${MOISTURE}":{},"airTemperature":4}`, { qos: 1 });
    if (version === 5) await expect(broken).rejects.toMatchObject({ code: 0x99 });
    else await broken;
    expect((await target.api.telemetry.latest(device.id))['airTemperature']?.value).toBe(4);
    expect(await target.api.devices.get(device.id)).toMatchObject({ rejectedCount: 1 });
    expect(client.connected).toBe(true);
  });

  it('a gateway reports for its devices, and a new device registers itself', async () => {
    const gateway = await newDevice(target);
    await target.api.deviceLink.setGateway(gateway.id, true);
    const client = await connect(gateway.accessToken, version, { transport });
    const name = uniqueName('网关后');
    await client.publishAsync('v1/gateway/connect', JSON.stringify({ device: name, type: 'TQ-3L' }), {
      qos: 1,
    });
    await client.publishAsync('v1/gateway/telemetry', JSON.stringify({ [name]: [{ [MOISTURE]: 7 }] }), {
      qos: 1,
    });
    const [child] = (await target.api.devices.list({ name })).items;
    expect(await latest(child?.id ?? '')).toBe(7);

    const { provisionDeviceKey, provisionDeviceSecret } = await target.api.integrations.create({
      kind: 'provision',
      name: uniqueName('出厂'),
      productModelCode: 'TQ-3L',
    });
    const fresh = await connect('provision', version, { transport });
    const answers: { credentialsValue: string }[] = [];
    fresh.on('message', (_topic, payload) =>
      answers.push(JSON.parse(payload.toString()) as (typeof answers)[number]),
    );
    await fresh.subscribeAsync('/provision/response');
    const ask = { deviceName: uniqueName('自注册'), provisionDeviceKey, provisionDeviceSecret };
    await fresh.publishAsync('/provision/request', JSON.stringify(ask), { qos: 1 });
    await waitFor(() => answers.length === 1);
    const device = await connect(answers[0]?.credentialsValue, version, { transport });
    await device.publishAsync(TELEMETRY, JSON.stringify({ [MOISTURE]: 12 }), { qos: 1 });
  });
});

describe('only MQTT 5', () => {
  it('the CONNACK states the limits of the broker', async () => {
    const device = await newDevice(target);
    const bytes = await exchange(connectPacket(5, '', device.accessToken, [0x11, 0xff, 0xff, 0xff, 0xff]));
    const text = bytes.toString('latin1');
    // Session Expiry Interval of a week instead of for ever, Maximum Packet Size, Topic Alias Maximum, an id.
    expect(bytes.subarray(0, 1).toString('hex')).toBe('20');
    expect(bytes[3]).toBe(0);
    expect(text).toContain('\x11\x00\x09\x3a\x80');
    expect(text).toContain('\x27\x00\x04\x00\x00');
    expect(text).toContain('\x22\x00\x10');
    expect(text).toContain('aedes_');
  });

  it('a refused connection is told its reason', async () => {
    const refused = await exchange(connectPacket(5, 'probe-1', 'no-such-token'));
    expect(refused[3]).toBe(0x86);
    expect(refused.toString()).toContain('the user name is no access token of a device');
    expect((await exchange(connectPacket(5, 'probe-1', '')))[3]).toBe(0x85);
  });

  it.each([
    ['a payload that is no JSON', TELEMETRY, '{"a":', 0x99, 'payload: is not JSON in UTF-8'],
    ['a value of the wrong kind', TELEMETRY, `{"${MOISTURE}":{}}`, 0x99, MOISTURE],
    ['an integer that a number would round', TELEMETRY, '{"n":9007199254740993}', 0x99, 'n: the integer'],
    ['a topic that does not exist', 'v1/devices/me/nonsense', '{}', 0x90, 'is unknown'],
    ['the topic of a gateway', 'v1/gateway/telemetry', '{}', 0x87, 'topic: is for gateways only'],
    ['an empty claim', 'v1/devices/me/claim', '{}', 0x99, 'secretKey'],
  ])(
    '%s is refused with reason code and reason, at QoS 1 and 2',
    async (_what, topic, payload, code, reason) => {
      const device = await newDevice(target);
      const client = await connect(device.accessToken, 5);
      const acknowledgements = [received(client, 'puback'), received(client, 'pubrec')] as const;
      for (const qos of [1, 2] as const) {
        await expect(client.publishAsync(topic, payload, { qos })).rejects.toMatchObject({ code });
        const [packet] = acknowledgements[qos - 1] ?? [];
        expect(packet).toMatchObject({
          reasonCode: code,
          properties: { reasonString: expect.stringContaining(reason) as string },
        });
      }
      expect(await target.api.devices.get(device.id)).toMatchObject({ rejectedCount: 2 });
      // A client without problem information gets the code alone.
      const terse = await connect(device.accessToken, 5, {
        properties: { requestProblemInformation: false },
      });
      const codes = received(terse, 'puback');
      await expect(terse.publishAsync(topic, payload, { qos: 1 })).rejects.toMatchObject({ code });
      expect(codes[0]?.properties).toBeUndefined();
    },
  );

  it('a value outside its range is stored, and the acknowledgement names it', async () => {
    const device = await newDevice(target);
    const client = await connect(device.accessToken, 5);
    const acknowledged = received(client, 'puback');
    await client.publishAsync(TELEMETRY, JSON.stringify({ [MOISTURE]: 900 }), { qos: 1 });
    expect(acknowledged[0]?.reasonCode).toBe(0);
    expect(acknowledged[0]?.properties?.reasonString).toContain(MOISTURE);
    expect(await target.api.telemetry.count(device.id)).toBe(1);
  });

  it('a refusal behind a gateway names its device', async () => {
    const gateway = await newDevice(target);
    await target.api.deviceLink.setGateway(gateway.id, true);
    const client = await connect(gateway.accessToken, 5);
    const acknowledged = received(client, 'puback');
    const message = JSON.stringify({ [uniqueName('好')]: [{ [MOISTURE]: 7 }], 坏: { [MOISTURE]: 1 } });
    await expect(client.publishAsync('v1/gateway/telemetry', message, { qos: 1 })).rejects.toMatchObject({
      code: 0x99,
    });
    expect(acknowledged[0]?.properties?.reasonString).toBe('坏: must be an array of readings');
  });

  it('a topic may be an alias', async () => {
    const device = await newDevice(target);
    const client = await connect(device.accessToken, 5, { autoAssignTopicAlias: true });
    const topics: string[] = [];
    client.on('packetsend', (packet) => {
      if (packet.cmd === 'publish') topics.push(packet.topic);
    });
    for (const value of [1, 2, 3]) {
      await client.publishAsync(TELEMETRY, JSON.stringify({ [MOISTURE]: value }), { qos: 1 });
      expect(await latest(device.id)).toBe(value);
    }
    expect(topics).toEqual([TELEMETRY, '', '']);
  });

  it('a session is kept for the interval that its client requests', async () => {
    const device = await newDevice(target);
    const client = await connect(device.accessToken, 5, {
      clientId: 'probe-1',
      clean: false,
      properties: { sessionExpiryInterval: 600 },
    });
    await client.subscribeAsync('v1/devices/me/attributes', { qos: 1 });
    client.stream.destroy();
    await waitFor(() => !client.connected);
    const back = (properties: readonly number[]): Promise<Buffer> =>
      exchange(connectPacket(5, 'probe-1', device.accessToken, properties, false));
    // Session present; without an interval it ends with this connection.
    expect((await back([0x11, 0, 0, 2, 0]))[2]).toBe(1);
    expect((await back([]))[2]).toBe(1);
    expect((await back([]))[2]).toBe(0);
  });

  it('a client never gets more than its Receive Maximum unacknowledged, nor a packet above its Maximum Packet Size', async () => {
    const device = await newDevice(target);
    // Receive Maximum 2, Maximum Packet Size 200.
    const properties = [0x21, 0, 2, 0x27, 0, 0, 0, 200];
    const client = new RawClient(connectPacket(5, 'probe-1', device.accessToken, properties));
    await client.frame(0x20);
    client.send(0x82, [0, 1, 0], 'v1/devices/me/attributes', [1]);
    client.send(0x82, [0, 2, 0], 'v1/devices/me/rpc/response/+', [0]);
    await waitFor(() => client.frames(0x90).length === 2);
    await target.api.deviceLink.share(device.id, { long: 'x'.repeat(200) });
    for (let n = 0; n < 5; n += 1) await target.api.deviceLink.share(device.id, { n });
    const updates = (): string[] => client.frames(0x32).map((frame) => frame.toString().slice(-7));
    // The response shows that no other packet came before it.
    const ask = async (id: number): Promise<void> => {
      const topic = prefixed(`v1/devices/me/rpc/request/${id}`);
      client.send(0x30, topic, [0], Buffer.from('{"method":"x"}'));
      await waitFor(() => client.frames(0x30).some((frame) => frame.includes(`response/${id}`)));
    };
    await ask(1);
    expect(updates()).toEqual(['{"n":0}', '{"n":1}']);
    for (let n = 0; n < 5; n += 1) {
      const publish = await waitFor(() => client.frames(0x32)[n]);
      const topic = publish.readUInt16BE(0);
      client.send(0x40, publish.subarray(2 + topic, 4 + topic));
    }
    await ask(2);
    expect(updates()).toEqual([0, 1, 2, 3, 4].map((n) => `{"n":${n}}`));
    client.end();
  });

  it('a packet that is too long ends the connection with its reason', async () => {
    const device = await newDevice(target);
    const client = new RawClient(connectPacket(5, 'probe-1', device.accessToken));
    await client.frame(0x20);
    // It announces 294,912 bytes.
    client.write(Buffer.concat([Buffer.from([0x30, 0x80, 0x80, 0x12]), Buffer.alloc(100_000)]));
    const farewell = await client.frame(0xe0);
    expect(farewell[0]).toBe(0x95);
    expect(farewell.toString()).toContain('more than 262144');
    await waitFor(() => client.closed);
    await waitFor(async () => (await target.api.devices.get(device.id)).rejectedCount === 1);
  });

  it('messages carry the identifier of their subscription', async () => {
    const device = await newDevice(target);
    const client = await connect(device.accessToken, 5);
    const updates = received(client, 'publish');
    await client.subscribeAsync('v1/devices/me/attributes', {
      qos: 1,
      properties: { subscriptionIdentifier: 9 },
    });
    await target.api.deviceLink.share(device.id, { interval: 60 });
    await waitFor(() => updates.length === 1);
    expect(updates[0]?.properties?.subscriptionIdentifier).toBe(9);
  });

  it('malformed packets do not stop the broker', async () => {
    const device = await newDevice(target);
    const expiry = [0x11, 0, 0, 0, 9];
    const repeated = [...expiry, ...expiry];
    const subscribe = (type: number, topic: string, options: number[]): Buffer =>
      framed(type, Buffer.concat([Buffer.from([0, 7, 0]), prefixed(topic), Buffer.from(options)]));
    const hello = connectPacket(5, 'probe-1', device.accessToken, expiry);
    for (const hostile of [
      // A property twice, in CONNECT and in DISCONNECT.
      connectPacket(5, 'probe-1', device.accessToken, repeated),
      Buffer.concat([hello, framed(0xe0, Buffer.from([0, repeated.length, ...repeated]))]),
      // Topic filters that are names of object members.
      ...['__proto__', 'constructor', 'toString'].flatMap((topic) => [
        Buffer.concat([hello, subscribe(0xa2, topic, [])]),
        Buffer.concat([hello, subscribe(0x82, topic, [1])]),
      ]),
      // A PUBREL, a PUBREC and a PUBACK of unknown packets.
      ...[0x62, 0x50, 0x40].map((type) => Buffer.concat([hello, framed(type, Buffer.from([0, 7]))])),
    ]) {
      await exchange(hostile, true);
    }
    const client = await connect(device.accessToken, 5);
    await client.publishAsync(TELEMETRY, JSON.stringify({ [MOISTURE]: 3 }), { qos: 1 });
    expect(server.output()).not.toMatch(/uncaught|unhandled/i);
  });
});

/** A connection that writes and reads bytes, and acknowledges nothing by itself. */
class RawClient {
  closed = false;
  readonly #socket = connectSocket(server.mqttPort, '127.0.0.1');
  #bytes = Buffer.alloc(0);

  constructor(hello: Buffer) {
    this.#socket.on('data', (chunk) => (this.#bytes = Buffer.concat([this.#bytes, chunk])));
    this.#socket.on('close', () => (this.closed = true));
    this.#socket.on('error', () => undefined);
    this.write(hello);
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** A packet of this type; texts get their length before them. */
  send(type: number, ...parts: readonly (string | Buffer | readonly number[])[]): void {
    const bytes = parts.map((part) => (typeof part === 'string' ? prefixed(part) : Buffer.from(part)));
    this.write(framed(type, Buffer.concat(bytes)));
  }

  /** The bodies of all packets of this type; their lengths are one or two bytes. */
  frames(type: number): Buffer[] {
    const found: Buffer[] = [];
    for (let at = 0; at + 2 <= this.#bytes.length;) {
      const [first = 0, second = 0] = this.#bytes.subarray(at + 1);
      const long = first >= 0x80;
      const length = long ? (first & 0x7f) + second * 0x80 : first;
      const start = at + (long ? 3 : 2);
      if (start + length > this.#bytes.length) break;
      if (this.#bytes[at] === type) found.push(this.#bytes.subarray(start, start + length));
      at = start + length;
    }
    return found;
  }

  frame(type: number): Promise<Buffer> {
    return waitFor(() => this.frames(type)[0], { what: `a packet of type ${type.toString(16)}` });
  }

  end(): void {
    this.#socket.destroy();
  }
}

/** All bytes that the server answers until it closes the connection, or, with `leave`, until the client has left. */
function exchange(bytes: Buffer, leave = false): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const answers: Buffer[] = [];
    const socket = connectSocket(server.mqttPort, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answers.push(chunk);
      // A connection that is accepted stays open: its CONNACK is the answer.
      if (answers[0]?.[3] === 0) socket.end();
    });
    socket.on('close', () => resolve(Buffer.concat(answers)));
    socket.on('error', (error) => (leave ? resolve(Buffer.concat(answers)) : reject(error)));
  });
}

function prefixed(text: string): Buffer {
  return Buffer.concat([Buffer.from([0, Buffer.byteLength(text)]), Buffer.from(text)]);
}

function framed(type: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type, body.length]), body]);
}

function connectPacket(
  level: 4 | 5,
  clientId: string,
  username: string,
  properties: readonly number[] = [],
  clean = true,
): Buffer {
  const flags = (username ? 0x80 : 0) | (clean ? 0x02 : 0);
  return framed(
    0x10,
    Buffer.concat([
      prefixed('MQTT'),
      Buffer.from([level, flags, 0, 60]),
      ...(level === 5 ? [Buffer.from([properties.length, ...properties])] : []),
      prefixed(clientId),
      ...(username ? [prefixed(username)] : []),
    ]),
  );
}
