import { connect } from 'node:net';
import { MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

/** Refused requests of one address in a minute. */
const GUESSES = 3;
/** Devices of one integration in a minute. */
const DEVICES = 4;
/** Silent connections of one address. */
const ANONYMOUS = 5;

let server: Farm;
let key: string;
let secret: string;
beforeAll(async () => {
  server = await farm({
    settings: {
      FARM3D_TRUSTED_PROXIES: '127.0.0.1',
      FARM3D_LIMITS: `stranger=${GUESSES},provision=${DEVICES}`,
      FARM3D_CAPS: `anonymous=${ANONYMOUS}`,
    },
  });
  const api = await server.client();
  const made = await api.integrations.create({
    kind: 'provision',
    name: '自注册',
    productModelCode: 'TQ-3L',
  });
  key = made.provisionDeviceKey ?? '';
  secret = made.provisionDeviceSecret ?? '';
});
afterAll(async () => {
  await server?.stop();
});

const clients: MqttClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.end(true);
});

/** A client that wants to register, at this address behind the proxy. */
async function arrive(address: string): Promise<MqttClient> {
  const client = new MqttClient(
    () => {
      const socket = connect(server.mqttPort, '127.0.0.1');
      socket.write(`PROXY TCP4 ${address} 10.0.0.1 4711 1883\r\n`);
      return socket;
    },
    { username: 'provision', reconnectPeriod: 0 },
  );
  clients.push(client);
  client.on('error', () => undefined);
  await new Promise((resolve) => client.once('connect', resolve));
  await client.subscribeAsync('/provision/response');
  return client;
}

/** Status of the answer, or 'closed'. */
async function ask(client: MqttClient, request: object | string): Promise<string | undefined> {
  const payload = typeof request === 'string' ? request : JSON.stringify(request);
  const answered = new Promise<string>((resolve) => {
    client.once('message', (_topic, answer) =>
      resolve((JSON.parse(answer.toString()) as { status: string }).status),
    );
    client.once('close', () => resolve('closed'));
  });
  client.publish('/provision/request', payload, { qos: 1 }, () => undefined);
  return answered;
}

const request = (more: object = {}) => ({
  provisionDeviceKey: key,
  provisionDeviceSecret: secret,
  ...more,
});

it.each([
  ['wrong secrets', () => request({ provisionDeviceSecret: 'guessed' }), 'NOT_FOUND', '198.51.100.1'],
  ['wrong keys', () => request({ provisionDeviceKey: 'guessed' }), 'NOT_FOUND', '198.51.100.2'],
  ['what is no request', () => 'no JSON', 'FAILURE', '198.51.100.3'],
  [
    'credentials of another kind',
    () => request({ credentialsType: 'X509_CERTIFICATE' }),
    'FAILURE',
    '198.51.100.4',
  ],
])(
  'an address that sends %s over MQTT is cut off, in however many connections; a right secret there is taken',
  async (_what, wrong, status, address) => {
    const [one, two] = [await arrive(address), await arrive(address)];
    const answers = [await ask(one, wrong()), await ask(two, wrong()), await ask(one, wrong())];
    expect(answers).toEqual([status, status, status]);
    expect(await ask(one, wrong())).toBe('closed');
    expect(await ask(two, wrong())).toBe('closed');
    expect(await ask(await arrive(address), request())).toBe('SUCCESS');
  },
);

it('one integration registers so many devices a minute, wherever they are', async () => {
  const made = await (
    await server.client()
  ).integrations.create({
    kind: 'provision',
    name: '另一个',
    productModelCode: 'TQ-3L',
  });
  const own = {
    provisionDeviceKey: made.provisionDeviceKey,
    provisionDeviceSecret: made.provisionDeviceSecret,
  };
  for (let n = 0; n < DEVICES; n += 1)
    expect(await ask(await arrive(`198.51.101.${n}`), own)).toBe('SUCCESS');
  expect(await ask(await arrive('198.51.101.99'), own)).toBe('closed');
});

it('connections that only say that they want to register count as silent ones, and leave room for others', async () => {
  const waiting: MqttClient[] = [];
  for (let n = 0; n < 3 * ANONYMOUS; n += 1) waiting.push(await arrive('198.51.102.1'));
  const elsewhere = await arrive('198.51.102.2');
  await waitFor(() => waiting.filter(({ connected }) => connected).length === ANONYMOUS, {
    what: 'the connections above the cap to be closed',
  });
  expect(elsewhere.connected).toBe(true);
});
