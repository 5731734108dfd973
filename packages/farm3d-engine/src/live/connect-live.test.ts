import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FarmError } from '../core/errors.ts';
import type { LiveState, ViewerScene } from '../engine/viewer-types.ts';
import { connectLive } from './connect-live.ts';
import { valueText } from './live-states.ts';

const SERVER = 'https://farm.example';

const answer = (more: object = {}) => ({
  sceneId: 'scene-1',
  name: '一号棚',
  expireTime: null,
  scene: {
    baseModelPath: '/models/greenhouse.glb',
    layout: { camera: null, equipment: [], childScenes: [], extra: {} },
    catalogue: [{ equipmentId: 'probe', name: '探头', modelPath: '/models/soil-probe.glb' }],
  },
  childModels: {},
  devices: [{ id: 'probe', name: '探头', online: true, simulated: true, key: 'moisture', unit: '%' }],
  alarms: [],
  ...more,
});

/** Streams that were opened, each with what it was sent. */
let sockets: FakeSocket[];
let answers: (() => Response)[];

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = FakeSocket.OPEN;
  readonly sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly address: string;

  constructor(address: URL) {
    this.address = address.href;
    sockets.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  receive(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** The server accepts token and subscription. */
  accept(): void {
    this.onopen?.();
    this.receive({ type: 'ready' });
    this.receive({ type: 'subscribed', id: 'scene', cursor: '7', devices: ['probe'] });
  }
}

function open() {
  const scenes: ViewerScene[] = [];
  const states: LiveState[][] = [];
  const target = {
    load: async (scene: ViewerScene) => void scenes.push(scene),
    setLiveState: (given: Iterable<LiveState>) => void states.push([...given]),
  };
  const events: unknown[] = [];
  const connection = connectLive(target, { server: SERVER, token: 'f3e_x', locale: 'en' });
  connection.on('live-status', ({ status }) => events.push(status));
  connection.on('error', ({ error }: { error: FarmError }) => events.push(error.code));
  connection.on('reading', ({ id, values }) => events.push([id, values]));
  connection.on('alarm', ({ id, active }) => events.push([id, active]));
  return { scenes, states, events, connection };
}

/** The stream that was opened last, once there are so many. */
const stream = (count: number) =>
  vi.waitFor(() => {
    expect(sockets).toHaveLength(count);
    return sockets[count - 1]!;
  });

beforeEach(() => {
  sockets = [];
  answers = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] });
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async () => (answers.shift() ?? (() => Response.json({ data: answer() })))());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('loads the scene with addresses of the server and the names of simulated devices marked', async () => {
  const { scenes, states } = open();
  await stream(1);
  expect(scenes[0]?.baseModelPath).toBe(`${SERVER}/models/greenhouse.glb`);
  expect(scenes[0]?.catalogue).toEqual([
    { equipmentId: 'probe', name: '探头 (simulated)', modelPath: `${SERVER}/models/soil-probe.glb` },
  ]);
  expect(states).toEqual([[{ id: 'probe', online: true, alarm: false, value: undefined }]]);
});

test('follows readings, states and alarms', async () => {
  const { states, events } = open();
  const socket = await stream(1);
  expect(socket.address).toBe('wss://farm.example/api/stream');
  socket.accept();
  expect(socket.sent).toEqual([
    { type: 'auth', token: 'f3e_x' },
    { type: 'subscribe', id: 'scene', scene: 'scene-1', cursor: '0', every: 500 },
  ]);
  socket.receive({
    type: 'telemetry',
    cursor: '8',
    items: [{ deviceId: 'probe', ts: 1, values: { moisture: 31.256 } }],
  });
  expect(states.at(-1)?.[0]?.value).toBe('31.26 %');
  socket.receive({ type: 'device-state', items: [{ deviceId: 'probe', online: false }] });
  expect(states.at(-1)?.[0]).toMatchObject({ online: false, value: '31.26 %' });
  const alarm = { id: 'a1', deviceId: 'probe', name: 'dry', severity: 'MAJOR', status: 'ACTIVE' };
  socket.receive({ type: 'alarm', deviceId: 'probe', change: 'raised', alarm });
  expect(states.at(-1)?.[0]?.alarm).toBe(true);
  socket.receive({
    type: 'alarm',
    deviceId: 'probe',
    change: 'cleared',
    alarm: { ...alarm, status: 'CLEARED' },
  });
  expect(states.at(-1)?.[0]?.alarm).toBe(false);
  expect(events).toEqual([
    'connecting',
    'online',
    ['probe', { moisture: 31.256 }],
    ['a1', true],
    ['a1', false],
  ]);
});

test('connects again from where it was, and learns which alarms it missed', async () => {
  const { states, scenes, events } = open();
  const first = await stream(1);
  first.accept();
  first.receive({ type: 'telemetry', cursor: '12', items: [] });
  answers.push(
    () => new Response('', { status: 503 }),
    () =>
      Response.json({
        data: answer({ alarms: [{ id: 'a', deviceId: 'probe', name: '', severity: 'MINOR' }] }),
      }),
  );
  first.onclose?.();
  await vi.advanceTimersByTimeAsync(2_000);
  const second = await stream(2);
  second.accept();
  expect(second.sent[1]).toMatchObject({ cursor: '12' });
  expect(states.at(-1)?.[0]?.alarm).toBe(true);
  // The scene is the same: it is not loaded again.
  expect(scenes).toHaveLength(1);
  expect(events).toEqual(['connecting', 'online', 'offline', 'online']);
});

test('a stream that is silent is asked, then given up', async () => {
  const { events } = open();
  const socket = await stream(1);
  socket.accept();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(socket.sent.at(-1)).toEqual({ type: 'ping' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(events).toContain('offline');
  await stream(2);
});

test('a scene that was changed is loaded again', async () => {
  const { scenes } = open();
  const socket = await stream(1);
  socket.accept();
  const changed = answer();
  changed.scene.catalogue[0]!.name = '新名';
  answers.push(() => Response.json({ data: changed }));
  socket.receive({ type: 'scene-changed', sceneId: 'scene-1', version: 3, by: null });
  await stream(2);
  expect(scenes.map(({ catalogue }) => catalogue[0]?.name)).toEqual(['探头 (simulated)', '新名 (simulated)']);
});

test.each([
  [401, { error: 'embed_token_expired' }, 'embed-token-expired'],
  [401, { error: 'embed_token_invalid' }, 'embed-token-invalid'],
  [403, { error: 'embed_origin_refused' }, 'embed-origin-refused'],
  [404, {}, 'embed-scene-refused'],
])('a refusal (%i %j) is one error, and the end', async (status, body, code) => {
  answers.push(() => Response.json(body, { status }));
  const { events, scenes } = open();
  await vi.waitFor(() => expect(events).toContain(code));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(events).toEqual(['connecting', code]);
  expect([scenes, sockets]).toEqual([[], []]);
});

test('an unreachable server is one error until it is reached', async () => {
  const failing = () => {
    throw new TypeError('Failed to fetch');
  };
  answers.push(failing, failing, failing);
  const { events } = open();
  await vi.advanceTimersByTimeAsync(4_000);
  (await stream(1)).accept();
  expect(events).toEqual(['connecting', 'server-unreachable', 'offline', 'online']);
});

test('after close there is no stream, no timer and no event', async () => {
  const { connection, events } = open();
  const socket = await stream(1);
  socket.accept();
  connection.close();
  connection.close();
  const before = events.length;
  socket.onclose?.();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([socket.readyState, sockets.length, events.length, vi.getTimerCount()]).toEqual([3, 1, before, 0]);
});

test.each(['farm.example', 'ftp://farm.example', ''])('the address %j is refused', (server) => {
  expect(() => connectLive({ load: async () => {}, setLiveState: () => {} }, { server, token: 'x' })).toThrow(
    'server',
  );
});

test('values are shown with at most two decimals; switches in words', () => {
  const texts = [1234.567, -0.001, Number.NaN, true, 'ok', null].map((value) => valueText(value, '%', 'en'));
  expect(texts).toEqual(['1,234.57 %', '0 %', undefined, 'on', 'ok %', undefined]);
});
