import { createApiClient, createRealtimeClient, type StreamEvent } from '@farm3d/api';
import type { MqttClient } from 'mqtt';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { CommandLog } from '../../apps/server/src/features/commands/command-log.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { connectDevice } from './cases/device-link.ts';
import { newDevice, refusal, type ContractTarget } from './cases/support.ts';

let server: Farm;
let target: ContractTarget;

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

/** A device that responds to commands with the result of `answer`. */
async function answering(token: string, answer: (call: Call) => unknown): Promise<[MqttClient, Call[]]> {
  const connection = await connectDevice(target, token);
  const calls: Call[] = [];
  connection.on('message', (topic, payload) => {
    const call = JSON.parse(payload.toString()) as Call;
    calls.push(call);
    void connection.publishAsync(topic.replace('request', 'response'), JSON.stringify(answer(call)));
  });
  await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  return [connection, calls];
}

interface Call {
  method: string;
  params: Record<string, unknown>;
}

it('the server switches off a device after its maximum running time', async () => {
  const { api } = target;
  const valve = await newDevice(target, 'DCF-4');
  await api.deviceLink.setInterlock(valve.id, { maxRunMinutes: 0.02, exclusion: null });
  const [connection, calls] = await answering(valve.accessToken, () => ({}));
  try {
    await api.rpc.twoway(valve.id, { method: 'switchValve', params: { open: true } });
    await waitFor(() => calls.length === 2, { what: 'the command that ends it' });
    expect(calls[1]).toEqual({ method: 'switchValve', params: { open: false } });
    await waitFor(
      async () => {
        const { items } = await api.organisation.operateLog({ deviceId: valve.id });
        return items[0]?.source === 'interlock' && items[0].state === 'successful';
      },
      { what: 'its entry in the log' },
    );
    expect(await server.sql('select from device_run')).toHaveLength(0);
  } finally {
    await connection.endAsync(true);
  }
});

describe('commands are limited to the declarations of the product model', () => {
  const refused: [string, string, unknown, string][] = [
    ['another method', 'openValve', { on: true }, 'method'],
    ['a method in other letters', 'switchvalve', { open: true }, 'method'],
    ['no parameter', 'switchValve', {}, 'params.open'],
    ['a parameter in other letters', 'switchValve', { opne: true }, 'params.open'],
    ['a parameter of another type', 'switchValve', { open: 'yes' }, 'params.open'],
    ['a number out of its range', 'switchValve', { open: true, minutes: 99_999 }, 'params.minutes'],
    ['one parameter too many', 'switchValve', { open: true, speed: 2 }, 'params.speed'],
    ['a method of LED screens', 'set_ledScreen_content', { entries: [] }, 'method'],
  ];
  /** Every call that sends a command, except linkages. */
  const ways = (deviceId: string, method: string, params: unknown): Record<string, [string, unknown]> => ({
    'at once': [`/api/device/${deviceId}/rpc/twoway`, { method, params, timeout: 500 }],
    queued: [`/api/device/${deviceId}/rpc/twoway`, { method, params, persistent: true, expiresIn: 60_000 }],
    'as ThingsBoard': [`/api/rpc/twoway/${deviceId}`, { method, params, timeout: 500 }],
    'as ThingsBoard, kept': [`/api/rpc/oneway/${deviceId}`, { method, params, persistent: true }],
    'by a handle': [`/api/components/handles/${deviceId}/do`, { identify: method, params, timeout: 500 }],
  });

  it.each(refused)('%s', async (_, method, params, field) => {
    const valve = await newDevice(target, 'DCF-4');
    const [connection, calls] = await answering(valve.accessToken, () => ({}));
    try {
      for (const [way, [path, body]] of Object.entries(ways(valve.id, method, params))) {
        const answer = await fetch(target.baseUrl + path, {
          method: 'POST',
          headers: { authorization: `Bearer ${target.accessToken}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const { field: named } = (await answer.json()) as { field?: string };
        const expected = way === 'by a handle' && field === 'method' ? 'identify' : field;
        expect([way, answer.status, named]).toEqual([way, 400, expected]);
      }
      const action = {
        type: 'command' as const,
        deviceId: valve.id,
        method,
        params: { ...(params as object) },
      };
      const draft = { name: '联动', trigger: { type: 'manual' as const }, condition: null };
      expect(await refusal(target.api.linkages.create({ ...draft, actions: [action] }))).toMatchObject({
        status: 400,
        field: `actions.0.${field}`,
      });
      await target.api.rpc.twoway(valve.id, { method: 'switchValve', params: { open: false } });
      expect(calls).toEqual([{ method: 'switchValve', params: { open: false } }]);
    } finally {
      await connection.endAsync(true);
    }
  });

  it('a queued command is checked again when it is sent', async () => {
    const valve = await newDevice(target, 'DCF-4');
    const waiting = { method: 'switchValve', params: { open: true, minutes: 30 } };
    const queued = await target.api.rpc.twoway(valve.id, {
      ...waiting,
      persistent: true,
      expiresIn: 600_000,
    });
    await server.sql(`update command set params = '{"open": true, "minutes": 99999}' where id = $1`, [
      queued['rpcId'],
    ]);
    const [connection, calls] = await answering(valve.accessToken, () => ({}));
    try {
      await waitFor(async () => (await target.api.rpc.get(String(queued['rpcId']))).state === 'failed');
      await target.api.rpc.twoway(valve.id, { method: 'switchValve', params: { open: false } });
      expect(calls).toEqual([{ method: 'switchValve', params: { open: false } }]);
    } finally {
      await connection.endAsync(true);
    }
  });

  it('a product model may allow undeclared commands', async () => {
    const meter = await newDevice(target, 'SWJ-LL');
    await server.sql(`update product_model set undeclared_commands = true where code = 'SWJ-LL'`);
    const [connection, calls] = await answering(meter.accessToken, () => ({}));
    try {
      await target.api.rpc.twoway(meter.id, { method: 'reset', params: { hard: true } });
      expect(calls).toEqual([{ method: 'reset', params: { hard: true } }]);
    } finally {
      await connection.endAsync(true);
    }
  });
});

it('the content of an LED screen is written and read; an invalid entry is not sent', async () => {
  const { api } = target;
  const screen = await newDevice(target, 'LED-P10');
  const entries = [{ text: '今日灌溉', color: '#ff0000', size: 16, speed: 3, effect: 'left' }];
  const write = (given: unknown) =>
    api.rpc.twoway(screen.id, { method: 'set_ledScreen_content', params: { entries: given } });
  expect(await refusal(write(entries))).toMatchObject({ status: 409, error: 'device_offline' });
  let stored: unknown = [];
  const [connection, calls] = await answering(screen.accessToken, ({ method, params }) => {
    if (method === 'set_ledScreen_content') stored = params['entries'];
    return { entries: stored };
  });
  try {
    expect(await write(entries)).toEqual({ status: 'success', entries });
    const read = await api.rpc.twoway(screen.id, { method: 'get_ledScreen_content' });
    expect(read).toEqual({ status: 'success', entries });
    expect(await refusal(write([{ size: 3 }]))).toMatchObject({ status: 400, field: 'params.entries' });
    expect(await refusal(write('text'))).toMatchObject({ status: 400, field: 'params.entries' });
    expect(calls).toHaveLength(2);
  } finally {
    await connection.endAsync(true);
  }
});

it('a linkage shows weather to users with the scene open', async () => {
  const { api } = target;
  const scene = await api.scenes.create({ name: '天气场景' });
  const received: StreamEvent[] = [];
  const stream = createRealtimeClient({
    url: `${server.baseUrl.replace('http', 'ws')}/api/stream`,
    getAccessToken: () => target.accessToken,
    WebSocketImpl: WebSocket,
  });
  try {
    stream.subscribe({ scene: scene.id }, (event) => received.push(event));
    await waitFor(() => received.some(({ type }) => type === 'subscribed'));
    const linkage = await api.linkages.create({
      name: '下雨',
      trigger: { type: 'manual' },
      actions: [
        { type: 'weather', sceneId: scene.id, kind: 'rain' },
        { type: 'weather', sceneId: scene.id },
      ],
    });
    expect((await api.linkages.run(linkage.id)).actions.map(({ detail }) => detail)).toEqual([
      'rain',
      'ended',
    ]);
    await waitFor(() => received.filter(({ type }) => type === 'scene-weather').length === 2);
    expect(received.filter(({ type }) => type === 'scene-weather')).toEqual([
      { type: 'scene-weather', sceneId: scene.id, kind: 'rain' },
      { type: 'scene-weather', sceneId: scene.id, kind: null },
    ]);
  } finally {
    stream.close();
  }
});

it('a command that is put back twice, because nobody knows whether it was, is not taken twice', async () => {
  const query = async (text: string, values: unknown[]) => ({ rows: await server.sql(text, values) });
  const log = new CommandLog({ query } as unknown as Pool, createLogger('silent'));
  const { id } = await newDevice(target, 'DCF-4');
  const command = { method: 'switchValve', params: { open: true }, persistent: true, expiresIn: 60_000 };
  const { rpcId } = await target.api.rpc.twoway(id, command);
  const [device] = await server.sql<{ id: string; key: number }>('select id, key from device where id = $1', [
    id,
  ]);
  const take = () => log.takeWaiting(device!, new Date());
  const first = await take();
  await log.requeue(first!);
  await log.requeue(first!);
  const second = await take();
  expect([first?.id, second?.id]).toEqual([rpcId, rpcId]);
  await log.requeue(first!);
  expect(await take()).toBeUndefined();
});
