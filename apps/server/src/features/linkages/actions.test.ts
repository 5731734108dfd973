import type { LinkageAction } from '@farm3d/api';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { ServerEvents } from '../../platform/events.ts';
import { createLogger } from '../../platform/logger.ts';
import type { DeviceRpc } from '../commands/device-rpc.ts';
import { perform } from './actions.ts';

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
});
