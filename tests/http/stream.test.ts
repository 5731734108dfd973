import {
  createRealtimeClient,
  type ApiClient,
  type CreatedDevice,
  type SceneLayout,
  type StreamEvent,
} from '@farm3d/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { farm, type Farm } from '../support/farm.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

interface Frame {
  type: string;
  id?: string;
  cursor?: string;
  devices?: string[];
  items?: { deviceId: string; ts: number; values: Record<string, unknown>; online?: boolean }[];
  [key: string]: unknown;
}

let server: Farm;
let api: ApiClient;
let accessToken: string;

beforeAll(async () => {
  server = await farm();
  accessToken = await server.accessToken();
  api = await server.client();
});
afterAll(async () => {
  await server?.stop();
});

async function report(device: CreatedDevice, body: unknown): Promise<void> {
  const answer = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

const newDevice = (name: string): Promise<CreatedDevice> =>
  api.devices.create({ name, productModelCode: 'TQ-3L' });

/** Opens a connection whose frames the test reads one by one. */
async function open(): Promise<{ frames: Frame[]; send: (frame: unknown) => void; socket: WebSocket }> {
  const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/api/stream`);
  const frames: Frame[] = [];
  socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString()) as Frame));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const send = (frame: unknown): void => socket.send(JSON.stringify(frame));
  send({ type: 'auth', token: accessToken });
  await waitFor(() => frames.some(({ type }) => type === 'ready'));
  return { frames, send, socket };
}

const valuesOf = (frames: Frame[], key: string): unknown[] =>
  frames
    .flatMap(({ items }) => items ?? [])
    .flatMap(({ values }) => (values && key in values ? [values[key]] : []));

function layoutOf(devices: CreatedDevice[]): SceneLayout {
  const at = { x: 0, y: 0, z: 0 };
  return {
    camera: null,
    equipment: devices.map(({ id }) => ({
      id,
      parentId: null,
      position: at,
      rotation: at,
      scale: { x: 1, y: 1, z: 1 },
      extra: {},
    })),
    childScenes: [],
    extra: {},
  };
}

describe('a subscription', () => {
  it('without a cursor receives only new values; with 0 it first receives the stored ones', async () => {
    const device = await newDevice('快照');
    await report(device, { soilMoisture20: 11 });
    const { frames, send, socket } = await open();
    send({ type: 'subscribe', id: 'live', devices: [device.id] });
    await waitFor(() => frames.some(({ type, id }) => type === 'subscribed' && id === 'live'));
    expect(valuesOf(frames, 'soilMoisture20')).toEqual([]);
    send({ type: 'subscribe', id: 'all', devices: [device.id], cursor: '0' });
    await waitFor(() => frames.some(({ type, id }) => type === 'subscribed' && id === 'all'));
    const order = frames.filter(({ id }) => id === 'all').map(({ type }) => type);
    expect(order).toEqual(['telemetry', 'device-state', 'subscribed']);
    expect(valuesOf(frames, 'soilMoisture20')).toEqual([11]);
    expect(frames.find(({ type }) => type === 'device-state')?.items?.[0]).toMatchObject({
      deviceId: device.id,
      online: true,
    });
    socket.terminate();
  });

  it('resumes: after an interruption it receives missed values, the latest of each key, and none twice', async () => {
    const device = await newDevice('断线');
    await report(device, { soilMoisture10: 1, soilMoisture20: 1 });
    const first = await open();
    first.send({ type: 'subscribe', id: 's', devices: [device.id], cursor: '0' });
    const subscribed = await waitFor(() => first.frames.find(({ type }) => type === 'subscribed'));
    first.socket.terminate();
    for (const value of [2, 3, 4]) await report(device, { soilMoisture20: value });
    const second = await open();
    second.send({ type: 'subscribe', id: 's', devices: [device.id], cursor: subscribed.cursor });
    await waitFor(() => second.frames.some(({ type }) => type === 'subscribed'));
    expect(valuesOf(second.frames, 'soilMoisture20')).toEqual([4]);
    expect(valuesOf(second.frames, 'soilMoisture10')).toEqual([]);
    second.socket.terminate();
  });

  it('receives every value that is the latest of its key, also those stored during the subscription', async () => {
    const device = await newDevice('同时');
    const { frames, send, socket } = await open();
    const writing = Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        report(device, { ts: Date.now() - 1000 + i, values: { [`key${i}`]: i } }),
      ),
    );
    send({ type: 'subscribe', id: 's', devices: [device.id], cursor: '0' });
    await writing;
    const received = (): number =>
      new Set(frames.flatMap(({ items }) => items ?? []).flatMap(({ values }) => Object.keys(values ?? {})))
        .size;
    await waitFor(() => received() === 40);
    socket.terminate();
  });

  it('receives no reading that is older than the latest of its key', async () => {
    const device = await newDevice('补报');
    const { frames, send, socket } = await open();
    send({ type: 'subscribe', id: 's', devices: [device.id] });
    await waitFor(() => frames.some(({ type }) => type === 'subscribed'));
    const now = Date.now();
    await report(device, { ts: now, values: { soilMoisture10: 30 } });
    await report(device, { ts: now - 60_000, values: { soilMoisture10: 31, soilMoisture20: 32 } });
    await waitFor(() => valuesOf(frames, 'soilMoisture20').length > 0);
    expect(valuesOf(frames, 'soilMoisture10')).toEqual([30]);
    socket.terminate();
  });

  it('goes on where the number of the last commit is missing, as after the restore of an older backup', async () => {
    const device = await newDevice('恢复');
    await report(device, { soilMoisture10: 21 });
    await server.sql('delete from last_commit');
    const { frames, send, socket } = await open();
    send({ type: 'subscribe', id: 's', devices: [device.id] });
    await waitFor(() => frames.some(({ type }) => type === 'subscribed'));
    const cursor = frames.find(({ type }) => type === 'subscribed')?.cursor;
    expect(Number(cursor)).toBeGreaterThan(0);
    await report(device, { soilMoisture10: 22 });
    await waitFor(() => valuesOf(frames, 'soilMoisture10').includes(22));
    expect(valuesOf(frames, 'soilMoisture10')).toEqual([22]);
    socket.terminate();
    // Commits are numbered on: who was away receives what it missed.
    await report(device, { soilMoisture10: 23 });
    const again = await open();
    again.send({ type: 'subscribe', id: 's', devices: [device.id], cursor });
    await waitFor(() => again.frames.some(({ type }) => type === 'subscribed'));
    expect(valuesOf(again.frames, 'soilMoisture10')).toEqual([23]);
    again.socket.terminate();
  });

  it('with a cursor of another database receives everything', async () => {
    const device = await newDevice('以前');
    await report(device, { soilMoisture20: 5 });
    const { frames, send, socket } = await open();
    send({ type: 'subscribe', id: 's', devices: [device.id], cursor: '999999999999' });
    await waitFor(() => frames.some(({ type }) => type === 'subscribed'));
    expect(valuesOf(frames, 'soilMoisture20')).toEqual([5]);
    socket.terminate();
  });

  it('receives readings in fewer frames if requested, and all other events at once', async () => {
    const device = await newDevice('从容');
    const { frames, send, socket } = await open();
    send({ type: 'subscribe', id: 'calm', devices: [device.id], every: 10_000 });
    await waitFor(() => frames.some(({ type }) => type === 'subscribed'));
    await report(device, { soilMoisture20: 1 });
    await waitFor(() => valuesOf(frames, 'soilMoisture20').length > 0);
    for (const value of [2, 3, 4]) await report(device, { soilMoisture20: value });
    await api.devices.update(device.id, { name: '不等' });
    await waitFor(() => frames.some(({ type }) => type === 'device-changed'));
    expect(valuesOf(frames, 'soilMoisture20')).toEqual([1]);
    // A faster subscription of the same connection also flushes the pending frame.
    send({ type: 'subscribe', id: 'eager', devices: [device.id] });
    await waitFor(() => valuesOf(frames, 'soilMoisture20').length > 1);
    expect(valuesOf(frames, 'soilMoisture20')).toEqual([1, 4]);
    send({ type: 'subscribe', id: 'odd', devices: [device.id], every: -1 });
    await waitFor(() => frames.some(({ code }) => code === 'bad_frame'));
    socket.terminate();
  });

  it('ends: nothing is received after unsubscribe', async () => {
    const device = await newDevice('退订');
    const other = await newDevice('对照');
    const { frames, send, socket } = await open();
    send({ type: 'subscribe', id: 'a', devices: [device.id] });
    send({ type: 'subscribe', id: 'b', devices: [other.id] });
    send({ type: 'unsubscribe', id: 'a' });
    send({ type: 'ping' });
    await waitFor(() => frames.some(({ type }) => type === 'pong'));
    await report(device, { soilMoisture20: 1 });
    await report(other, { soilMoisture20: 2 });
    await waitFor(() => valuesOf(frames, 'soilMoisture20').length > 0);
    expect(valuesOf(frames, 'soilMoisture20')).toEqual([2]);
    socket.terminate();
  });
});

describe('a client that does not read', () => {
  it('gets fewer frames, and finally the latest value of each key', async () => {
    const device = await newDevice('慢');
    const { frames, send, socket } = await open();
    send({ type: 'subscribe', id: 's', devices: [device.id] });
    await waitFor(() => frames.some(({ type }) => type === 'subscribed'));
    // From here on nothing is read from the socket: the buffers fill up.
    socket.pause();
    const filler = 'x'.repeat(40_000);
    const rounds = 300;
    for (let i = 1; i <= rounds; i++)
      await report(device, { ts: Date.now(), values: { round: i, filler: `${filler}${i}` } });
    socket.resume();
    await waitFor(() => valuesOf(frames, 'round').at(-1) === rounds, { timeoutMs: PATIENCE_MS });
    const rounds_ = valuesOf(frames, 'round') as number[];
    expect(rounds_.length).toBeLessThan(rounds);
    expect(rounds_).toEqual(rounds_.toSorted((a, b) => a - b));
    socket.terminate();
  });
});

describe('a scene', () => {
  it('includes its devices; those placed later begin with their stored values', async () => {
    const placed = await newDevice('已放置');
    const later = await newDevice('后放置');
    await report(later, { soilMoisture20: 17 });
    const scene = await api.scenes.create({ name: '跟随', layout: layoutOf([placed]) });
    const received: StreamEvent[] = [];
    const stream = createRealtimeClient({
      url: `${server.baseUrl.replace('http', 'ws')}/api/stream`,
      getAccessToken: () => accessToken,
      WebSocketImpl: WebSocket,
    });
    try {
      stream.subscribe({ scene: scene.id }, (event) => received.push(event));
      await waitFor(() => received.some(({ type }) => type === 'scene-changed'));
      expect(received.find(({ type }) => type === 'subscribed')).toEqual({
        type: 'subscribed',
        devices: [placed.id],
      });
      await api.scenes.update(scene.id, { layout: layoutOf([placed, later]) });
      const { userId } = await api.auth.me();
      await waitFor(() => received.filter(({ type }) => type === 'subscribed').length === 2);
      expect(received).toContainEqual({ type: 'scene-changed', sceneId: scene.id, version: 2, by: userId });
      const replay = received.flatMap((event) => (event.type === 'telemetry' ? event.items : []));
      expect(replay).toContainEqual(
        expect.objectContaining({ deviceId: later.id, values: { soilMoisture20: 17 } }),
      );
      await report(later, { soilMoisture20: 18 });
      await waitFor(() =>
        received.some(
          (event) =>
            event.type === 'telemetry' && event.items.some(({ values }) => values['soilMoisture20'] === 18),
        ),
      );
      await api.scenes.remove(scene.id);
      await waitFor(() => received.some((event) => event.type === 'scene-changed' && event.version === 0));
    } finally {
      stream.close();
    }
  });
});

it('reports a rejection, a changed device and a new one', async () => {
  const device = await newDevice('事件');
  const { frames, send, socket } = await open();
  send({ type: 'subscribe', id: 's', organisation: true });
  await waitFor(() => frames.some(({ type }) => type === 'subscribed'));
  await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
    method: 'POST',
    body: '{"soilMoisture20":"wet"}',
  });
  await api.devices.update(device.id, { name: '新名' });
  const made = await newDevice('新来');
  await report(made, { soilMoisture20: 3 });
  await waitFor(() => valuesOf(frames, 'soilMoisture20').includes(3));
  expect(frames).toContainEqual(
    expect.objectContaining({ type: 'rejection', deviceId: device.id, count: 1 }),
  );
  expect(frames).toContainEqual({ type: 'device-changed', deviceId: device.id });
  expect(frames).toContainEqual({ type: 'device-changed', deviceId: made.id });
  const state = frames.find(
    (frame) => frame.type === 'device-state' && frame.items?.[0]?.deviceId === made.id,
  );
  expect(state?.items?.[0]?.online).toBe(true);
  socket.terminate();
});

it('no event is sent before its commit', async () => {
  const device = await newDevice('先存后说');
  const { frames, send, socket } = await open();
  send({ type: 'subscribe', id: 's', devices: [device.id] });
  await waitFor(() => frames.some(({ type }) => type === 'subscribed'));
  let stored: number | undefined;
  socket.on('message', (raw: Buffer) => {
    if (!raw.toString().includes('"telemetry"') || stored !== undefined) return;
    stored = -1;
    void api.telemetry.count(device.id).then((count) => (stored = count));
  });
  await report(device, { soilMoisture20: 8 });
  await waitFor(() => stored !== undefined && stored >= 0);
  expect(stored).toBe(1);
  socket.terminate();
});
