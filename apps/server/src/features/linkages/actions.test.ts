import type { LinkageAction } from '@farm3d/api';
import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { ServerEvents } from '../../platform/events.ts';
import { createLogger, type Logger } from '../../platform/logger.ts';
import { RpcError, type DeviceRpc } from '../commands/device-rpc.ts';
import { InterlockError } from '../commands/interlocks.ts';
import { perform, type ActionContext, type RanLinkage, type Services } from './actions.ts';

const log = createLogger('silent');

/** Rows by organisation: a query that does not name the organisation finds every row. */
function services(owner: string) {
  const sent: string[] = [];
  const weather: unknown[] = [];
  const events = new ServerEvents(log);
  events.on('scene-weather', (event) => weather.push(event));
  const query = async (text: string, values: readonly unknown[]) => {
    const isOwn = !text.includes('organisation_id = $1') || values[0] === owner;
    return { rows: isOwn ? [{ id: 'd', key: 7 }] : [], rowCount: isOwn ? 1 : 0 };
  };
  const rpc: Pick<DeviceRpc, 'send' | 'queue'> = {
    send: async ({ id }, { method }) => {
      sent.push(`${method} of ${id}`);
      return { open: true };
    },
    queue: async ({ id }, { method }) => {
      sent.push(`${method} of ${id}, when it is there`);
      return 'c';
    },
  };
  return {
    sent,
    weather,
    parts: {
      pool: { query } as unknown as Pool,
      rpc: rpc as DeviceRpc,
      events,
      log,
      automations: { isOff: async () => false },
      outgoing: { fetch: () => Promise.reject(new Error('no call')) },
      runLinkage: async () => 'missing' as const,
    },
  };
}

const context = { organisationId: 'ours', runId: 'run', userId: null, depth: 0 };
const open: LinkageAction = { type: 'command', deviceId: 'd', method: 'switchValve', params: { open: true } };
const rain: LinkageAction = { type: 'weather', sceneId: 'd', kind: 'rain' };

/** State and text of each action. */
async function outcomes(
  actions: readonly LinkageAction[],
  parts: Services,
  changed: Partial<ActionContext> = {},
): Promise<[string, string][]> {
  const { results } = await perform(actions, 0, { ...context, ...changed }, parts);
  return results.map(({ state, detail }) => [state, detail]);
}

afterEach(() => void vi.useRealTimers());

test('a device of the organisation receives the command', async () => {
  const { sent, parts } = services('ours');
  const { results } = await perform([open, { ...open, expiresInMs: 60_000 }], 0, context, parts);
  expect(results.map(({ state, detail }) => [state, detail])).toEqual([
    ['successful', '{"open":true}'],
    ['successful', 'queued as c'],
  ]);
  expect(sent).toEqual(['switchValve of d', 'switchValve of d, when it is there']);
});

test('a device or a scene that went to another organisation since the linkage was saved is left alone', async () => {
  const { sent, weather, parts } = services('theirs');
  const { results } = await perform([open, rain], 0, context, parts);
  expect(results.map(({ state, detail }) => [state, detail])).toEqual([
    ['failed', 'the device does not exist any more'],
    ['failed', 'the scene does not exist any more'],
  ]);
  expect([sent, weather]).toEqual([[], []]);
});

test('a failed action does not stop the next; a wait ends the part that runs now', async () => {
  const { weather, parts } = services('ours');
  const actions: LinkageAction[] = [
    { type: 'linkage', linkageId: 'gone' },
    rain,
    { type: 'wait', ms: 5_000 },
    open,
  ];
  const { results, wait } = await perform(actions, 0, context, parts);
  expect(results.map(({ state }) => state)).toEqual(['failed', 'successful']);
  expect(wait).toEqual({ ms: 5_000, next: 3 });
  expect(weather).toHaveLength(1);
});

test('nothing is done while automations are switched off', async () => {
  const { sent, parts } = services('ours');
  const { results } = await perform([open], 0, context, {
    ...parts,
    automations: { isOff: async () => true },
  });
  expect([results[0]?.state, sent]).toEqual(['failed', []]);
  expect(results[0]?.detail).toBe('automations are switched off');
});

test('a command says of which run and of whom it is, and how long it waits for its device', async () => {
  const { parts } = services('ours');
  const requests: unknown[] = [];
  const rpc = {
    send: async (device: unknown, request: unknown) => void requests.push([device, request]),
    queue: async (device: unknown, request: unknown) => {
      requests.push([device, request]);
      return 'c';
    },
  } as unknown as DeviceRpc;
  await outcomes([open], { ...parts, rpc });
  await outcomes([{ ...open, expiresInMs: 0 }], { ...parts, rpc }, { userId: 'mei' });
  const request = { method: 'switchValve', params: { open: true }, runId: 'run' };
  expect(requests).toEqual([
    [{ id: 'd', key: 7 }, request],
    [
      { id: 'd', key: 7 },
      { ...request, userId: 'mei', expiresInMs: 0 },
    ],
  ]);
  expect(requests[0]).not.toHaveProperty('[1].userId');
});

test('of a long answer the first thousand characters are kept', async () => {
  const { parts } = services('ours');
  const rpc = { send: async () => 'x'.repeat(2_000) } as unknown as DeviceRpc;
  expect(await outcomes([open], { ...parts, rpc })).toEqual([['successful', `"${'x'.repeat(999)}`]]);
});

test('why a device did not do it is told; what only the server understands goes to its log', async () => {
  const { parts } = services('ours');
  const logged: unknown[] = [];
  const own = { error: (...line: unknown[]) => logged.push(line) } as unknown as Logger;
  const failing = async (error: Error) => {
    const send = async () => {
      throw error;
    };
    const rpc = { send } as unknown as DeviceRpc;
    return outcomes([open], { ...parts, rpc, log: own });
  };
  expect(await failing(new RpcError('timeout'))).toEqual([['failed', 'the device did not answer in time']]);
  expect(await failing(new InterlockError('exclusion', '二号泵'))).toEqual([['failed', 'exclusion: 二号泵']]);
  expect(logged).toEqual([]);
  const broken = new Error('column "key" is missing');
  expect(await failing(broken)).toEqual([['failed', 'internal error']]);
  expect(logged).toEqual([[{ err: broken, run: 'run' }, 'an action of a linkage failed']]);
});

test('a scene of the organisation gets its weather, and loses it', async () => {
  const { weather, parts } = services('ours');
  expect(await outcomes([rain, { type: 'weather', sceneId: 'd' }], parts)).toEqual([
    ['successful', 'rain'],
    ['successful', 'ended'],
  ]);
  expect(weather).toEqual([
    { sceneId: 'd', organisationId: 'ours', kind: 'rain' },
    { sceneId: 'd', organisationId: 'ours', kind: null },
  ]);
});

test('another automation runs, up to the fifth after one another, and its end is told', async () => {
  const { parts } = services('ours');
  const ran: unknown[] = [];
  const other: LinkageAction = { type: 'linkage', linkageId: 'l' };
  const after = async (end: RanLinkage, depth = 0) => {
    const runLinkage: Services['runLinkage'] = async (...call) => {
      ran.push(call);
      return end;
    };
    const [outcome] = await outcomes([other], { ...parts, runLinkage }, { depth });
    return outcome;
  };
  expect(await after({ state: 'successful' }, 4)).toEqual(['successful', 'successful']);
  expect(await after({ state: 'skipped', reason: 'once' })).toEqual(['successful', 'once']);
  expect(await after('missing')).toEqual(['failed', 'the automation does not exist any more']);
  expect(await after('disabled')).toEqual(['failed', 'the automation is switched off']);
  expect(await after({ state: 'failed' })).toEqual(['failed', 'an action of the automation failed']);
  expect(ran).toEqual([5, 1, 1, 1, 1].map((depth) => ['ours', 'l', depth]));
  expect(await after({ state: 'successful' }, 5)).toEqual(['failed', 'too many automations run one another']);
  expect(ran).toHaveLength(5);
});

test('a notice and a work order are stored for the organisation, and named by their id', async () => {
  const { parts } = services('ours');
  const stored: unknown[] = [];
  const query = async (text: string, values: readonly unknown[] = []) => {
    const table = /insert into (\w+)/.exec(text)?.[1];
    if (table === undefined) return { rows: [] };
    stored.push([table, ...values]);
    return { rows: [{ id: `${table} 1` }] };
  };
  const pool = { query, connect: async () => ({ query, release: () => undefined }) } as unknown as Pool;
  const order = { type: 'workOrder', title: '修阀', content: '三号阀' } as const;
  expect(
    await outcomes(
      [{ type: 'notice', title: '缺水', content: '三号棚' }, order, { ...order, deviceId: 'd' }],
      { ...parts, pool },
    ),
  ).toEqual([
    ['successful', 'article 1'],
    ['successful', 'work_order 1'],
    ['successful', 'work_order 1'],
  ]);
  expect(stored).toEqual([
    ['article', 'ours', '缺水', '三号棚'],
    ['work_order', 'ours', '修阀', '三号阀', 'run', null],
    ['work_order_log', 'work_order 1'],
    ['work_order', 'ours', '修阀', '三号阀', 'run', 'd'],
    ['work_order_log', 'work_order 1'],
  ]);
});

test('actions from the given one on are done, each with its begin and how long it took', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  const { sent, parts } = services('ours');
  const rpc = {
    send: async () => void vi.setSystemTime(Date.now() + 250),
  } as unknown as DeviceRpc;
  const actions: LinkageAction[] = [rain, { type: 'wait', ms: 1 }, open, open];
  const { results, wait } = await perform(actions, 2, context, { ...parts, rpc });
  expect(results.map(({ type, at, tookMs }) => ({ type, at, tookMs }))).toEqual([
    { type: 'command', at: 1_000, tookMs: 250 },
    { type: 'command', at: 1_250, tookMs: 250 },
  ]);
  expect([wait, sent]).toEqual([null, []]);
});
