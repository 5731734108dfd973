import { createApiClient, type ApiClient, type CreatedDevice } from '@farm3d/api';
import type { MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from './cases/device-link.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { makeForeignUser, type ForeignUser } from './second-organisation.ts';

/*
 * Interlocks hold for every path by which a command reaches a device, and only its own device may answer a command. That
 * a command does not arrive is proven by a later one that does.
 */

let server: Farm;
let api: ApiClient;
let foreigner: ForeignUser;
let accessToken: string;
beforeAll(async () => {
  server = await farm();
  accessToken = await server.accessToken();
  api = createApiClient({ baseUrl: server.baseUrl, getAccessToken: () => accessToken });
  foreigner = await makeForeignUser(server);
});
afterAll(async () => {
  await server?.stop();
});

const METHOD = 'switchValve';
type Params = { open: boolean; minutes?: number };

const opened: Valve[] = [];
afterEach(async () => {
  for (const valve of opened.splice(0)) await valve.end();
});

/** A valve that executes commands and records them. */
class Valve {
  readonly received: Params[] = [];
  /** Answers that it does not give before they are called; null: it answers at once. */
  held: (() => void)[] | null = null;
  readonly #token: string;
  /** Its name at its gateway; null for one with a connection of its own. */
  readonly #name: string | null;
  #connection: MqttClient | undefined;
  id: string;

  private constructor(id: string, token: string, name: string | null) {
    this.id = id;
    this.#token = token;
    this.#name = name;
    opened.push(this);
  }

  static async make(): Promise<Valve> {
    const { id, accessToken: token } = await newValve();
    return new Valve(id, token, null);
  }

  /** One behind a gateway, which is connected. */
  static async behindGateway(): Promise<Valve> {
    const gateway = await newValve();
    await api.deviceLink.setGateway(gateway.id, true);
    const name = `valve ${crypto.randomUUID().slice(0, 8)}`;
    const valve = new Valve('', gateway.accessToken, name);
    await valve.connect();
    const connection = valve.#connection;
    await connection?.publishAsync('v1/gateway/connect', JSON.stringify({ device: name, type: 'DCF-4' }), {
      qos: 1,
    });
    valve.id = (await waitFor(async () => (await api.devices.list({ name })).items[0], { what: name })).id;
    return valve;
  }

  async connect(): Promise<void> {
    if (this.#connection) return;
    const connection = (this.#connection = await connectDevice(server, this.#token));
    connection.on('message', (topic, payload) => {
      const message = JSON.parse(payload.toString()) as {
        params: Params;
        data: { id: number; params: Params };
      };
      if (this.#name === null) {
        this.received.push(message.params);
        const answer = () => void connection.publishAsync(topic.replace('request', 'response'), '{}');
        if (this.held) this.held.push(answer);
        else answer();
      } else {
        this.received.push(message.data.params);
        const answer = { device: this.#name, id: message.data.id, data: {} };
        void connection.publishAsync('v1/gateway/rpc', JSON.stringify(answer));
      }
    });
    await connection.subscribeAsync(this.#name === null ? 'v1/devices/me/rpc/request/+' : 'v1/gateway/rpc', {
      qos: 1,
    });
  }

  async end(): Promise<void> {
    await this.#connection?.endAsync(true);
    this.#connection = undefined;
  }
}

const newValve = (): Promise<CreatedDevice> =>
  api.devices.create({ name: `valve ${crypto.randomUUID().slice(0, 8)}`, productModelCode: 'DCF-4' });

async function post(path: string, body: object): Promise<unknown> {
  const answer = await fetch(server.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.text();
}

/** A path of a command: sends it; its effect is read at the device. */
interface Way {
  readonly make?: () => Promise<Valve>;
  readonly give: (valve: Valve, params: Params) => Promise<unknown>;
}

/** A valid command that can be stored; the stored one is changed afterwards. */
const STORED: Params = { open: true, minutes: 30 };

const WAYS: Readonly<Record<string, Way>> = {
  call: { give: ({ id }, params) => api.rpc.twoway(id, { method: METHOD, params }) },
  'call, ThingsBoard two-way': {
    give: ({ id }, params) => post(`/api/rpc/twoway/${id}`, { method: METHOD, params }),
  },
  'call, ThingsBoard one-way': {
    give: ({ id }, params) => post(`/api/rpc/oneway/${id}`, { method: METHOD, params }),
  },
  'call, ThingsBoard by the older path': {
    give: ({ id }, params) => post(`/api/plugins/rpc/twoway/${id}`, { method: METHOD, params }),
  },
  relay: { give: ({ id }, params) => api.relay.control(id, params) },
  handle: { give: ({ id }, params) => api.handles.operate(id, { identify: METHOD, params }) },
  linkage: {
    give: async ({ id: deviceId }, params) => {
      const action = { type: 'command' as const, deviceId, method: METHOD, params: { ...STORED } };
      const { id } = await api.linkages.create({
        name: 'interlock',
        trigger: { type: 'manual' },
        actions: [action],
      });
      await server.sql(
        `update linkage set definition = jsonb_set(definition, '{actions,0,params}', $2) where id = $1`,
        [id, JSON.stringify(params)],
      );
      await api.linkages.run(id);
    },
  },
  'behind a gateway': {
    make: () => Valve.behindGateway(),
    give: ({ id }, params) => api.rpc.twoway(id, { method: METHOD, params }),
  },
  'retry after an outage': {
    give: async (valve, params) => {
      await valve.end();
      const { rpcId } = await api.rpc.twoway(valve.id, {
        method: METHOD,
        params: STORED,
        persistent: true,
        expiresIn: 600_000,
      });
      await server.sql('update command set params = $2 where id = $1', [rpcId, JSON.stringify(params)]);
      await valve.connect();
      await waitFor(async () => {
        const { state } = await api.rpc.get(String(rpcId));
        return state === 'failed' || state === 'successful';
      });
    },
  },
};

/** A valve that is ready for the way. One that waits for an outage to end connects later. */
async function readyValve(way: string): Promise<Valve> {
  const valve = await (WAYS[way]?.make ?? (() => Valve.make()))();
  if (way !== 'retry after an outage') await valve.connect();
  return valve;
}

/** Gives the command, then switches off, which is always permitted: all that the valve received. */
async function receivedBy(way: string, valve: Valve, params: Params): Promise<Params[]> {
  await WAYS[way]?.give(valve, params).catch(() => undefined);
  await api.rpc.twoway(valve.id, { method: METHOD, params: { open: false } });
  return valve.received;
}

describe.each(Object.keys(WAYS))('by the path: %s', (way) => {
  it('a valid command arrives', async () => {
    const valve = await readyValve(way);
    expect(await receivedBy(way, valve, { open: true, minutes: 5 })).toEqual([
      { open: true, minutes: 5 },
      { open: false },
    ]);
  });

  it('a value out of its range does not arrive', async () => {
    const valve = await readyValve(way);
    expect(await receivedBy(way, valve, { open: true, minutes: 99_999 })).toEqual([{ open: false }]);
  });

  it('no device is switched on while another of its group runs', async () => {
    const exclusion = `well ${crypto.randomUUID()}`;
    const running = await Valve.make();
    await running.connect();
    await api.deviceLink.setInterlock(running.id, { maxRunMinutes: null, exclusion });
    await api.rpc.twoway(running.id, { method: METHOD, params: { open: true } });
    const valve = await readyValve(way);
    await api.deviceLink.setInterlock(valve.id, { maxRunMinutes: null, exclusion });
    expect(await receivedBy(way, valve, { open: true })).toEqual([{ open: false }]);
  });

  it('a device with a maximum running time is switched off by the server', async () => {
    const valve = await readyValve(way);
    await api.deviceLink.setInterlock(valve.id, { maxRunMinutes: 0.01, exclusion: null });
    await WAYS[way]?.give(valve, { open: true });
    await waitFor(() => valve.received.length === 2, { what: 'the command that ends it' });
    // The device is told its limit, too.
    expect(valve.received).toEqual([{ open: true, minutes: 0.01 }, { open: false }]);
  });
});

describe('the end of a run is not lost', () => {
  /** A valve that runs for three seconds at most, and has been opened. */
  const openValve = async (): Promise<Valve> => {
    const valve = await Valve.make();
    await valve.connect();
    await api.deviceLink.setInterlock(valve.id, { maxRunMinutes: 0.05, exclusion: null });
    await api.rpc.twoway(valve.id, { method: METHOD, params: { open: true } });
    return valve;
  };
  const ends = ({ received }: Valve) => received.filter(({ open }) => !open).length;
  const isClosed = (valve: Valve, times = 1) =>
    waitFor(() => ends(valve) >= times, { what: 'the command that ends it' });

  it('when a further command to open cannot be sent', async () => {
    const valve = await openValve();
    await valve.end();
    const again = { method: METHOD, params: { open: true }, timeout: 100 };
    const isOffline = ({ status }: { status?: number }) => status === 409;
    await waitFor(() => api.rpc.twoway(valve.id, again).then(() => false, isOffline));
    await valve.connect();
    await isClosed(valve);
  });

  it('when the valve is opened again before it has answered that it is closed', async () => {
    const valve = await openValve();
    valve.held = [];
    const closing = api.rpc.twoway(valve.id, { method: METHOD, params: { open: false } });
    await isClosed(valve);
    const opening = api.rpc.twoway(valve.id, { method: METHOD, params: { open: true } });
    await waitFor(() => valve.received.length === 3, { what: 'the command that opens it again' });
    for (const answer of valve.held.toReversed()) answer();
    valve.held = null;
    await Promise.all([closing, opening]);
    await isClosed(valve, 2);
  });

  it('when the server was killed after it had sent it', async () => {
    const valve = await openValve();
    valve.held = [];
    await isClosed(valve);
    // As its next start finds it.
    const closed = `update command set state = 'failed', finished_at = platform_now()
      where source = 'interlock' and device = (select key from device where id = $1) returning id`;
    expect(await server.sql(closed, [valve.id])).toHaveLength(1);
    await isClosed(valve, 2);
  });

  it('when another organisation claims the valve', async () => {
    const valve = await openValve();
    await valve.end();
    const waiting = `select from command where source = 'interlock' and state = 'queued'
      and device = (select key from device where id = $1)`;
    await waitFor(async () => (await server.sql(waiting, [valve.id])).length === 1);
    const { code } = await api.devices.claimCode(valve.id);
    await foreigner.api.devices.claim(code);
    await valve.connect();
    await isClosed(valve);
  });
});

it('only the device of a command may answer it: no other device, also not over HTTP or by a gateway', async () => {
  const valve = await newValve();
  const other = await newValve();
  const gateway = await newValve();
  await api.deviceLink.setGateway(gateway.id, true);
  const [connection, forger, forgers] = await Promise.all(
    [valve, other, gateway].map(({ accessToken: token }) => connectDevice(server, token)),
  );
  if (!connection || !forger || !forgers) throw new Error('somebody is missing');
  const asked = new Promise<string>((resolve) => connection.on('message', (topic) => resolve(topic)));
  await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  const answer = api.rpc.twoway(valve.id, { method: METHOD, params: { open: true }, timeout: 60_000 });
  const topic = await asked;
  const number = topic.split('/').at(-1) ?? '';
  // Each is acknowledged, so it was processed before the correct response.
  const forged = JSON.stringify({ by: 'another' });
  await forger.publishAsync(`v1/devices/me/rpc/response/${number}`, forged, { qos: 1 });
  const byGateway = { device: 'another', id: Number(number), data: { by: 'a gateway' } };
  await forgers.publishAsync('v1/gateway/rpc', JSON.stringify(byGateway), { qos: 1 });
  await fetch(`${server.baseUrl}/api/v1/${other.accessToken}/rpc/${number}`, {
    method: 'POST',
    body: forged,
  });
  await connection.publishAsync(topic.replace('request', 'response'), '{"by":"the valve"}', { qos: 1 });
  expect(await answer).toEqual({ by: 'the valve', status: 'success' });
  for (const client of [connection, forger, forgers]) await client.endAsync(true);
});

it('the command log of a device is closed to other organisations', async () => {
  const { id } = await newValve();
  const { rpcId } = await api.rpc.twoway(id, {
    method: METHOD,
    params: STORED,
    persistent: true,
    expiresIn: 60_000,
  });
  expect(await api.rpc.get(String(rpcId))).toMatchObject({ state: 'queued' });
  await expect(foreigner.api.rpc.get(String(rpcId))).rejects.toMatchObject({ status: 404 });
  expect(await foreigner.api.organisation.operateLog({ deviceId: id })).toMatchObject({ total: 0 });
  expect((await api.organisation.operateLog({ deviceId: id })).total).toBe(1);
});
