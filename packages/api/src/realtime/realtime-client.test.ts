import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { ClientFrame, StreamEvent } from './protocol.ts';
import { createRealtimeClient, type RealtimeClient, type RealtimeClientOptions } from './realtime-client.ts';

/** A real WebSocket server that the test controls. */
class StreamServer {
  readonly server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  readonly frames: ClientFrame[] = [];
  sockets: WebSocket[] = [];
  /** Reaction to a connection's frames; default: accepts authentication and subscriptions. */
  answer: (socket: WebSocket, frame: ClientFrame) => void = (socket, frame) => {
    if (frame.type === 'auth') this.send({ type: 'ready' }, socket);
    if (frame.type === 'subscribe') this.send({ type: 'subscribed', id: frame.id, cursor: '10' }, socket);
  };

  constructor() {
    this.server.on('connection', (socket) => {
      this.sockets.push(socket);
      socket.on('message', (raw: Buffer) => {
        const frame = JSON.parse(raw.toString()) as ClientFrame;
        this.frames.push(frame);
        this.answer(socket, frame);
      });
    });
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  send(frame: unknown, socket: WebSocket | undefined = this.sockets.at(-1)): void {
    socket?.send(JSON.stringify(frame));
  }

  subscriptions(): ClientFrame[] {
    return this.frames.filter((frame) => frame.type === 'subscribe');
  }

  async close(): Promise<void> {
    for (const socket of this.server.clients) socket.terminate();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('waited 5 s in vain');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('the realtime client', () => {
  let streamServer: StreamServer;
  let client: RealtimeClient | undefined;
  const start = (options: Partial<RealtimeClientOptions> = {}): RealtimeClient => {
    client = createRealtimeClient({
      url: streamServer.url,
      getAccessToken: () => 'token',
      WebSocketImpl: WebSocket,
      backoff: { baseMs: 5, maxMs: 20 },
      ...options,
    });
    return client;
  };

  beforeEach(async () => {
    streamServer = new StreamServer();
    await once(streamServer.server, 'listening');
  });
  afterEach(async () => {
    client?.close();
    await streamServer.close();
  });

  it('authenticates first, and receives the events that follow', async () => {
    const received: StreamEvent[] = [];
    start().subscribe({ devices: ['a'] }, (event) => received.push(event));
    await until(() => received.length === 1);
    expect(streamServer.frames.map(({ type }) => type)).toEqual(['auth', 'subscribe']);
    expect(streamServer.frames[1]).toEqual({ type: 'subscribe', id: 's1', devices: ['a'], cursor: '0' });
    streamServer.send({
      type: 'telemetry',
      cursor: '11',
      items: [
        { deviceId: 'a', ts: 1, values: { t: 21 } },
        { deviceId: 'b', ts: 1, values: { t: 99 } },
      ],
    });
    await until(() => received.length === 2);
    expect(received[1]).toMatchObject({ items: [{ deviceId: 'a', ts: 1, values: { t: 21 } }] });
  });

  it('subscribes with its telemetry interval, again at each connection', async () => {
    start({ telemetryIntervalMs: 500 }).subscribe({ scene: 'x' }, () => {});
    await until(() => streamServer.subscriptions().length === 1);
    streamServer.sockets[0]?.terminate();
    await until(() => streamServer.subscriptions().length === 2);
    expect(streamServer.subscriptions()).toMatchObject([
      { scene: 'x', every: 500 },
      { scene: 'x', every: 500 },
    ]);
  });

  it.each([
    null,
    [null],
    [{ deviceId: 1, ts: 1, values: {} }],
    [{ deviceId: 'a', ts: '1', values: {} }],
    [{ deviceId: 'a', ts: 1 }],
    [{ deviceId: 'a', ts: 1, values: null }],
  ])('ignores a frame with invalid readings: %j', async (items) => {
    const received: StreamEvent[] = [];
    start().subscribe({ organisation: true }, (event) => received.push(event));
    await until(() => received.length === 1);
    streamServer.send({ type: 'telemetry', items });
    streamServer.send({ type: 'telemetry', items: [{ deviceId: 'a', ts: 1, values: { t: 1 } }] });
    await until(() => received.length === 2);
    expect(received[1]).toMatchObject({ items: [{ values: { t: 1 } }] });
  });

  it('connects with the first subscription and closes with the last', async () => {
    const statuses: string[] = [];
    const realtime = start();
    realtime.onStatus((status) => statuses.push(status));
    expect(realtime.status).toBe('offline');
    const stop = realtime.subscribe({ organisation: true }, () => {});
    await until(() => realtime.status === 'online');
    stop();
    await until(() => streamServer.server.clients.size === 0);
    expect(statuses).toEqual(['connecting', 'online', 'offline']);
    expect(streamServer.sockets).toHaveLength(1);
  });

  it('reconnects after an interruption and requests missed events from the highest cursor', async () => {
    const received: StreamEvent[] = [];
    const realtime = start();
    realtime.subscribe({ organisation: true }, (event) => received.push(event));
    await until(() => received.length === 1);
    streamServer.send({ type: 'telemetry', cursor: '9007199254740995', items: [] });
    streamServer.send({
      type: 'telemetry',
      cursor: '9007199254740993',
      items: [{ deviceId: 'a', ts: 1, values: {} }],
    });
    await until(() => received.length === 2);
    streamServer.sockets[0]?.terminate();
    await until(() => streamServer.subscriptions().length === 2);
    expect(streamServer.subscriptions()[1]).toMatchObject({ id: 's1', cursor: '9007199254740995' });
    await until(() => received.length === 3);
    // Listeners of events without a replay must request them again; a scene with other devices is no interruption.
    streamServer.send({ type: 'subscribed', id: 's1', cursor: '9007199254740996', devices: [] });
    await until(() => received.length === 4);
    const answers = received.filter(({ type }) => type === 'subscribed');
    expect(answers).toEqual([
      { type: 'subscribed', devices: null },
      { type: 'subscribed', devices: null, resumed: true },
      { type: 'subscribed', devices: [] },
    ]);
  });

  it('compares cursors as numbers', async () => {
    const received: StreamEvent[] = [];
    start().subscribe({ organisation: true }, (event) => received.push(event));
    await until(() => received.length === 1);
    for (const cursor of ['1000', '999'])
      streamServer.send({ type: 'telemetry', cursor, items: [{ deviceId: 'a', ts: 1, values: {} }] });
    await until(() => received.length === 3);
    streamServer.sockets[0]?.terminate();
    await until(() => streamServer.subscriptions().length === 2);
    expect(streamServer.subscriptions()[1]).toMatchObject({ cursor: '1000' });
  });

  it('does not take the cursor of a replay for one of all subscriptions', async () => {
    const received: StreamEvent[] = [];
    const realtime = start();
    realtime.subscribe({ devices: ['a'] }, () => {});
    realtime.subscribe({ devices: ['b'] }, (event) => received.push(event));
    await until(() => received.length === 1);
    streamServer.send({
      type: 'telemetry',
      id: 's2',
      cursor: '50',
      items: [{ deviceId: 'b', ts: 1, values: {} }],
    });
    await until(() => received.length === 2);
    streamServer.sockets[0]?.terminate();
    await until(() => streamServer.subscriptions().length === 4);
    expect(streamServer.subscriptions()[2]).toMatchObject({ id: 's1', cursor: '10' });
  });

  it('subscribes once a connection, however often its token is accepted', async () => {
    const realtime = start();
    const received: StreamEvent[] = [];
    realtime.subscribe({ organisation: true }, (event) => received.push(event));
    await until(() => received.length === 1);
    realtime.reauthenticate();
    await until(() => streamServer.frames.filter(({ type }) => type === 'auth').length === 2);
    streamServer.send({ type: 'telemetry', items: [{ deviceId: 'a', ts: 1, values: {} }] });
    await until(() => received.length === 2);
    expect(streamServer.subscriptions()).toHaveLength(1);
  });

  it('sends a token only to the connection that it was requested for', async () => {
    const requests: ((token: string) => void)[] = [];
    const realtime = start({
      getAccessToken: () => new Promise<string>((resolve) => requests.push(resolve)),
    });
    const received: StreamEvent[] = [];
    realtime.subscribe({ organisation: true }, (event) => received.push(event));
    await until(() => requests.length === 1);
    streamServer.sockets[0]?.terminate();
    await until(() => requests.length === 2);
    requests[0]?.('of the first connection');
    requests[1]?.('of the second');
    await until(() => received.length === 1);
    expect(streamServer.frames.filter(({ type }) => type === 'auth')).toEqual([
      { type: 'auth', token: 'of the second' },
    ]);
  });

  it('reconnects at once when the network is back', async () => {
    const realtime = start({ backoff: { baseMs: 3_600_000 } });
    realtime.subscribe({ organisation: true }, () => {});
    await until(() => realtime.status === 'online');
    streamServer.sockets[0]?.terminate();
    await until(() => realtime.status === 'offline');
    realtime.reauthenticate();
    await until(() => realtime.status === 'online');
    expect(streamServer.sockets).toHaveLength(2);
  });

  it('is offline at once when the network is lost, and tries again', async () => {
    const realtime = start();
    const states: string[] = [];
    realtime.subscribe({ organisation: true }, () => {});
    await until(() => realtime.status === 'online');
    realtime.onStatus((status) => states.push(status));
    realtime.networkLost();
    expect(realtime.status).toBe('offline');
    // While it waits for the next attempt there is nothing to end.
    realtime.networkLost();
    await until(() => realtime.status === 'online');
    expect(states).toEqual(['offline', 'connecting', 'online']);
    expect(streamServer.sockets).toHaveLength(2);
  });

  it('requests a snapshot again when the first one was interrupted', async () => {
    streamServer.answer = (socket, frame) => {
      if (frame.type === 'auth') streamServer.send({ type: 'ready' }, socket);
      if (frame.type === 'subscribe' && streamServer.subscriptions().length === 1) socket.terminate();
    };
    start().subscribe({ scene: 'x' }, () => {});
    await until(() => streamServer.subscriptions().length === 2);
    expect(streamServer.subscriptions()[1]).toMatchObject({ scene: 'x', cursor: '0' });
  });

  it('delivers a replay only to the subscription that missed it', async () => {
    const first: StreamEvent[] = [];
    const second: StreamEvent[] = [];
    const realtime = start();
    realtime.subscribe({ devices: ['a'] }, (event) => first.push(event));
    realtime.subscribe({ scene: 'x' }, (event) => second.push(event));
    await until(() => first.length === 1 && second.length === 1);
    streamServer.send({ type: 'telemetry', id: 's2', items: [{ deviceId: 'a', ts: 1, values: { t: 1 } }] });
    await until(() => second.length === 2);
    expect(first).toHaveLength(1);
  });

  it('learns from the server which devices a scene has, also later', async () => {
    const received: StreamEvent[] = [];
    streamServer.answer = (socket, frame) => {
      if (frame.type === 'auth') streamServer.send({ type: 'ready' }, socket);
      if (frame.type === 'subscribe')
        streamServer.send({ type: 'subscribed', id: frame.id, cursor: '1', devices: ['a'] }, socket);
    };
    start().subscribe({ scene: 'x' }, (event) => received.push(event));
    await until(() => received.length === 1);
    const value = (deviceId: string) => ({
      type: 'telemetry',
      cursor: '2',
      items: [{ deviceId, ts: 1, values: { t: 1 } }],
    });
    streamServer.send(value('b'));
    streamServer.send({ type: 'subscribed', id: 's1', cursor: '2', devices: ['a', 'b'] });
    streamServer.send(value('b'));
    await until(() => received.length === 3);
    expect(received.map(({ type }) => type)).toEqual(['subscribed', 'subscribed', 'telemetry']);
  });

  it('requests a new token for every connection, and retries when there is none', async () => {
    const tokens = [null, 'first', 'second'];
    const realtime = start({ getAccessToken: () => (tokens.length > 0 ? tokens.shift() : 'last') });
    realtime.subscribe({ organisation: true }, () => {});
    await until(() => realtime.status === 'online');
    expect(streamServer.frames[0]).toEqual({ type: 'auth', token: 'first' });
    streamServer.sockets.at(-1)?.close(4401, 'the token ended');
    await until(() => streamServer.frames.some((frame) => frame.type === 'auth' && frame.token === 'second'));
  });

  it('detects a connection without traffic', async () => {
    streamServer.answer = (socket, frame) => {
      if (frame.type === 'auth') streamServer.send({ type: 'ready' }, socket);
    };
    const realtime = start({ heartbeatMs: 40 });
    realtime.subscribe({ organisation: true }, () => {});
    await until(() => streamServer.sockets.length === 2);
    expect(streamServer.frames.some(({ type }) => type === 'ping')).toBe(true);
  });

  it('keeps a connection that answers its pings', async () => {
    streamServer.answer = (socket, frame) => {
      if (frame.type === 'auth') streamServer.send({ type: 'ready' }, socket);
      if (frame.type === 'ping') streamServer.send({ type: 'pong' }, socket);
    };
    start({ heartbeatMs: 200 }).subscribe({ organisation: true }, () => {});
    await until(() => streamServer.frames.filter(({ type }) => type === 'ping').length >= 4);
    expect(streamServer.sockets).toHaveLength(1);
  });

  it('keeps a connection whose answer was delayed by a long task of the page', async () => {
    streamServer.answer = (socket, frame) => {
      if (frame.type === 'auth') streamServer.send({ type: 'ready' }, socket);
      if (frame.type === 'ping') streamServer.send({ type: 'pong' }, socket);
    };
    start({ heartbeatMs: 200 }).subscribe({ organisation: true }, () => {});
    const pings = () => streamServer.frames.filter(({ type }) => type === 'ping').length;
    await until(() => pings() === 1);
    const until800ms = performance.now() + 800;
    while (performance.now() < until800ms);
    await until(() => pings() === 2);
    expect(streamServer.sockets).toHaveLength(1);
  });

  it('emits nothing after close, even while connecting', async () => {
    const realtime = start();
    const statuses: string[] = [];
    realtime.onStatus((status) => statuses.push(status));
    realtime.subscribe({ organisation: true }, () => {});
    realtime.close();
    expect(statuses).toEqual(['connecting', 'offline']);
    expect(realtime.status).toBe('offline');
    await until(() => streamServer.server.clients.size === 0);
    expect(streamServer.frames).toEqual([]);
  });

  it('reports a subscription that the server refuses, and ignores unknown frames', async () => {
    const received: StreamEvent[] = [];
    streamServer.answer = (socket, frame) => {
      if (frame.type === 'auth') streamServer.send({ type: 'ready' }, socket);
      if (frame.type !== 'subscribe') return;
      socket.send('not JSON');
      for (const odd of [null, 7, [], { type: 'from-the-future', id: frame.id }, { type: 'toString' }]) {
        streamServer.send(odd, socket);
      }
      streamServer.send({ type: 'error', id: frame.id, code: 'not_found', msg: 'no' }, socket);
    };
    start().subscribe({ devices: ['a'] }, (event) => received.push(event));
    await until(() => received.length > 0);
    expect(received).toEqual([{ type: 'error', code: 'not_found', msg: 'no' }]);
  });
});
