import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { ClientFrame, StreamEvent } from './protocol.ts';
import { createRealtimeClient, type RealtimeClient, type RealtimeClientOptions } from './realtime-client.ts';

/** A real WebSocket server that the test controls. */
class Stage {
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
  let stage: Stage;
  let client: RealtimeClient | undefined;
  const start = (options: Partial<RealtimeClientOptions> = {}): RealtimeClient => {
    client = createRealtimeClient({
      url: stage.url,
      getAccessToken: () => 'token',
      WebSocketImpl: WebSocket,
      backoff: { baseMs: 5, maxMs: 20 },
      ...options,
    });
    return client;
  };

  beforeEach(async () => {
    stage = new Stage();
    await once(stage.server, 'listening');
  });
  afterEach(async () => {
    client?.close();
    await stage.close();
  });

  it('says who it is before anything else, and hears what it follows', async () => {
    const received: StreamEvent[] = [];
    start().subscribe({ devices: ['a'] }, (event) => received.push(event));
    await until(() => received.length === 1);
    expect(stage.frames.map(({ type }) => type)).toEqual(['auth', 'subscribe']);
    expect(stage.frames[1]).toEqual({ type: 'subscribe', id: 's1', devices: ['a'], cursor: '0' });
    stage.send({
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

  it('asks for readings as often as it wants them, again at each connection', async () => {
    start({ telemetryIntervalMs: 500 }).subscribe({ scene: 'x' }, () => {});
    await until(() => stage.subscriptions().length === 1);
    stage.sockets[0]?.terminate();
    await until(() => stage.subscriptions().length === 2);
    expect(stage.subscriptions()).toMatchObject([
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
  ])('leaves out a frame whose readings are none: %j', async (items) => {
    const received: StreamEvent[] = [];
    start().subscribe({ organisation: true }, (event) => received.push(event));
    await until(() => received.length === 1);
    stage.send({ type: 'telemetry', items });
    stage.send({ type: 'telemetry', items: [{ deviceId: 'a', ts: 1, values: { t: 1 } }] });
    await until(() => received.length === 2);
    expect(received[1]).toMatchObject({ items: [{ values: { t: 1 } }] });
  });

  it('opens no connection until something is followed, and closes it when nothing is', async () => {
    const statuses: string[] = [];
    const realtime = start();
    realtime.onStatus((status) => statuses.push(status));
    expect(realtime.status).toBe('offline');
    const stop = realtime.subscribe({ organisation: true }, () => {});
    await until(() => realtime.status === 'online');
    stop();
    await until(() => stage.server.clients.size === 0);
    expect(statuses).toEqual(['connecting', 'online', 'offline']);
    expect(stage.sockets).toHaveLength(1);
  });

  it('comes back after an interruption and asks for what it missed, from the greatest cursor', async () => {
    const received: StreamEvent[] = [];
    const realtime = start();
    realtime.subscribe({ organisation: true }, (event) => received.push(event));
    await until(() => received.length === 1);
    stage.send({ type: 'telemetry', cursor: '9007199254740995', items: [] });
    stage.send({
      type: 'telemetry',
      cursor: '9007199254740993',
      items: [{ deviceId: 'a', ts: 1, values: {} }],
    });
    await until(() => received.length === 2);
    stage.sockets[0]?.terminate();
    await until(() => stage.subscriptions().length === 2);
    expect(stage.subscriptions()[1]).toMatchObject({ id: 's1', cursor: '9007199254740995' });
    await until(() => received.length === 3);
    // Listeners of events without a replay must request them again; a scene with other devices is no interruption.
    stage.send({ type: 'subscribed', id: 's1', cursor: '9007199254740996', devices: [] });
    await until(() => received.length === 4);
    const answers = received.filter(({ type }) => type === 'subscribed');
    expect(answers).toEqual([
      { type: 'subscribed', devices: null },
      { type: 'subscribed', devices: null, resumed: true },
      { type: 'subscribed', devices: [] },
    ]);
  });

  it('tries at once when it is told that there is a network again', async () => {
    const realtime = start({ backoff: { baseMs: 3_600_000 } });
    realtime.subscribe({ organisation: true }, () => {});
    await until(() => realtime.status === 'online');
    stage.sockets[0]?.terminate();
    await until(() => realtime.status === 'offline');
    realtime.reauthenticate();
    await until(() => realtime.status === 'online');
    expect(stage.sockets).toHaveLength(2);
  });

  it('asks for a snapshot again when the first one was cut off', async () => {
    stage.answer = (socket, frame) => {
      if (frame.type === 'auth') stage.send({ type: 'ready' }, socket);
      if (frame.type === 'subscribe' && stage.subscriptions().length === 1) socket.terminate();
    };
    start().subscribe({ scene: 'x' }, () => {});
    await until(() => stage.subscriptions().length === 2);
    expect(stage.subscriptions()[1]).toMatchObject({ scene: 'x', cursor: '0' });
  });

  it('gives a replay only to the subscription that missed it', async () => {
    const first: StreamEvent[] = [];
    const second: StreamEvent[] = [];
    const realtime = start();
    realtime.subscribe({ devices: ['a'] }, (event) => first.push(event));
    realtime.subscribe({ scene: 'x' }, (event) => second.push(event));
    await until(() => first.length === 1 && second.length === 1);
    stage.send({ type: 'telemetry', id: 's2', items: [{ deviceId: 'a', ts: 1, values: { t: 1 } }] });
    await until(() => second.length === 2);
    expect(first).toHaveLength(1);
  });

  it('learns from the server which devices a scene has, also later', async () => {
    const received: StreamEvent[] = [];
    stage.answer = (socket, frame) => {
      if (frame.type === 'auth') stage.send({ type: 'ready' }, socket);
      if (frame.type === 'subscribe')
        stage.send({ type: 'subscribed', id: frame.id, cursor: '1', devices: ['a'] }, socket);
    };
    start().subscribe({ scene: 'x' }, (event) => received.push(event));
    await until(() => received.length === 1);
    const value = (deviceId: string) => ({
      type: 'telemetry',
      cursor: '2',
      items: [{ deviceId, ts: 1, values: { t: 1 } }],
    });
    stage.send(value('b'));
    stage.send({ type: 'subscribed', id: 's1', cursor: '2', devices: ['a', 'b'] });
    stage.send(value('b'));
    await until(() => received.length === 3);
    expect(received.map(({ type }) => type)).toEqual(['subscribed', 'subscribed', 'telemetry']);
  });

  it('takes a fresh token at every connection, and tries again when there is none', async () => {
    const tokens = [null, 'first', 'second'];
    const realtime = start({ getAccessToken: () => (tokens.length > 0 ? tokens.shift() : 'last') });
    realtime.subscribe({ organisation: true }, () => {});
    await until(() => realtime.status === 'online');
    expect(stage.frames[0]).toEqual({ type: 'auth', token: 'first' });
    stage.sockets.at(-1)?.close(4401, 'the token ended');
    await until(() => stage.frames.some((frame) => frame.type === 'auth' && frame.token === 'second'));
  });

  it('notices a connection that has gone silent', async () => {
    stage.answer = (socket, frame) => {
      if (frame.type === 'auth') stage.send({ type: 'ready' }, socket);
    };
    const realtime = start({ heartbeatMs: 40 });
    realtime.subscribe({ organisation: true }, () => {});
    await until(() => stage.sockets.length === 2);
    expect(stage.frames.some(({ type }) => type === 'ping')).toBe(true);
  });

  it('stays on a connection that answers its pings', async () => {
    stage.answer = (socket, frame) => {
      if (frame.type === 'auth') stage.send({ type: 'ready' }, socket);
      if (frame.type === 'ping') stage.send({ type: 'pong' }, socket);
    };
    start({ heartbeatMs: 200 }).subscribe({ organisation: true }, () => {});
    await until(() => stage.frames.filter(({ type }) => type === 'ping').length >= 4);
    expect(stage.sockets).toHaveLength(1);
  });

  it('stays on a connection whose answer waits because the page was busy for long', async () => {
    stage.answer = (socket, frame) => {
      if (frame.type === 'auth') stage.send({ type: 'ready' }, socket);
      if (frame.type === 'ping') stage.send({ type: 'pong' }, socket);
    };
    start({ heartbeatMs: 200 }).subscribe({ organisation: true }, () => {});
    const pings = () => stage.frames.filter(({ type }) => type === 'ping').length;
    await until(() => pings() === 1);
    const until800ms = performance.now() + 800;
    while (performance.now() < until800ms);
    await until(() => pings() === 2);
    expect(stage.sockets).toHaveLength(1);
  });

  it('says nothing more after it was closed, even while it connects', async () => {
    const realtime = start();
    const statuses: string[] = [];
    realtime.onStatus((status) => statuses.push(status));
    realtime.subscribe({ organisation: true }, () => {});
    realtime.close();
    expect(statuses).toEqual(['connecting', 'offline']);
    expect(realtime.status).toBe('offline');
    await until(() => stage.server.clients.size === 0);
    expect(stage.frames).toEqual([]);
  });

  it('is told when the server refuses a subscription, and takes no frame it does not know', async () => {
    const received: StreamEvent[] = [];
    stage.answer = (socket, frame) => {
      if (frame.type === 'auth') stage.send({ type: 'ready' }, socket);
      if (frame.type !== 'subscribe') return;
      socket.send('not JSON');
      for (const odd of [null, 7, [], { type: 'from-the-future', id: frame.id }, { type: 'toString' }]) {
        stage.send(odd, socket);
      }
      stage.send({ type: 'error', id: frame.id, code: 'not_found', msg: 'no' }, socket);
    };
    start().subscribe({ devices: ['a'] }, (event) => received.push(event));
    await until(() => received.length > 0);
    expect(received).toEqual([{ type: 'error', code: 'not_found', msg: 'no' }]);
  });
});
