import { createBackoff, type BackoffOptions } from './backoff.ts';
import {
  readServerFrame,
  STREAM_CLOSE,
  type ClientFrame,
  type StreamEvent,
  type StreamTarget,
} from './protocol.ts';
import { Subscription } from './subscription.ts';

/** 'offline': waits for the next attempt, or for a subscription. */
export type RealtimeStatus = 'connecting' | 'online' | 'offline';

/** The part of a WebSocket that the client uses: the browser's and that of `ws`. */
export interface WebSocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
}

export interface RealtimeClientOptions {
  /** Address of the stream, such as 'wss://farm.example/api/stream'. */
  url: string | (() => string);
  /** The current access token, requested at every connection and before it expires. Null: try again later. */
  getAccessToken: () => string | null | undefined | Promise<string | null | undefined>;
  /** Default: the global WebSocket. */
  WebSocketImpl?: new (url: string) => WebSocketLike;
  backoff?: BackoffOptions;
  /**
   * Least time between two telemetry frames, milliseconds, 0 to 10,000. A frame holds the latest value of each key since
   * the one before. Other events are not delayed. Default, and least: the server's 40.
   */
  telemetryIntervalMs?: number;
  /**
   * Silence after which a ping is sent, ms; a ping that is not answered within one and a half times this long ends the
   * connection. Default 20,000.
   */
  heartbeatMs?: number;
  /** Interval in which the token is sent again, milliseconds. Default 300,000: a third of its 15 minutes. */
  reauthMs?: number;
}

export interface SubscribeOptions {
  /** Deliver the latest stored values first. Default true. */
  snapshot?: boolean;
}

export interface RealtimeClient {
  readonly status: RealtimeStatus;
  /**
   * Subscribes to some devices, a scene with its devices, or the whole organisation. The first subscription opens the
   * connection. After an interruption only the changes since are delivered.
   */
  subscribe(
    target: StreamTarget,
    listener: (event: StreamEvent) => void,
    options?: SubscribeOptions,
  ): () => void;
  onStatus(listener: (status: RealtimeStatus) => void): () => void;
  /** Sends the current token now, after a refresh; while it waits to reconnect, it reconnects now. */
  reauthenticate(): void;
  /**
   * Ends the connection now and tries again after the backoff: for the browser's `offline` event, because a connection
   * without a network stays open until a ping is not answered.
   */
  networkLost(): void;
  /** Closes the client for good. */
  close(): void;
}

/** Ready states of a WebSocket. */
const CONNECTING = 0;
const OPEN = 1;

/** The later of two cursors; they are decimal numbers that may exceed 2^53. */
function later(a: string | null, b: string): string {
  return a === null || BigInt(b) > BigInt(a) ? b : a;
}

export function createRealtimeClient(options: RealtimeClientOptions): RealtimeClient {
  const { heartbeatMs = 20_000, reauthMs = 300_000 } = options;
  const Socket = options.WebSocketImpl ?? globalThis.WebSocket;
  const backoff = createBackoff(options.backoff);
  const subscriptions = new Map<string, Subscription>();
  const statusListeners = new Set<(status: RealtimeStatus) => void>();
  let status: RealtimeStatus = 'offline';
  let socket: WebSocketLike | undefined;
  let ready = false;
  let cursor: string | null = null;
  let closed = false;
  let nextId = 1;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let reauthTimer: ReturnType<typeof setInterval> | undefined;
  let lastReceivedAt = 0;
  /** Heartbeats since an unanswered ping; null: none. */
  let beatsSincePing: number | null = null;
  /** Increases with each connection, to detect results of an earlier one. */
  let generation = 0;

  const setStatus = (next: RealtimeStatus): void => {
    if (status === next) return;
    status = next;
    for (const listener of statusListeners) listener(next);
  };

  const send = (frame: ClientFrame): void => {
    if (socket?.readyState === OPEN) socket.send(JSON.stringify(frame));
  };

  const sendToken = async (of: number): Promise<void> => {
    let token: string | null | undefined;
    try {
      token = await options.getAccessToken();
    } catch {
      token = null;
    }
    if (of !== generation || closed) return;
    if (token) send({ type: 'auth', token });
    else if (!ready) socket?.close(STREAM_CLOSE.unauthorised, 'no token');
  };

  const drop = (): void => {
    clearInterval(heartbeat);
    clearInterval(reauthTimer);
    generation += 1;
    ready = false;
    const dropped = socket;
    if (dropped) {
      dropped.onopen = dropped.onmessage = dropped.onclose = null;
      dropped.onerror = () => {};
      // Closing a connecting socket logs an error in the browser's console.
      if (dropped.readyState === CONNECTING) dropped.onopen = () => dropped.close();
      else dropped.close();
    }
    socket = undefined;
  };

  const retry = (): void => {
    drop();
    setStatus('offline');
    if (closed || subscriptions.size === 0) return;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(connect, backoff.next());
  };

  const receive = (text: unknown): void => {
    lastReceivedAt = Date.now();
    beatsSincePing = null;
    let parsed: unknown;
    try {
      parsed = JSON.parse(String(text));
    } catch {
      return;
    }
    const frame = readServerFrame(parsed);
    if (!frame) return;
    if (frame.type === 'ready') {
      if (ready) return;
      ready = true;
      backoff.reset();
      setStatus('online');
      for (const subscription of subscriptions.values()) send(subscription.frame(cursor));
      return;
    }
    // Before `subscribed` the cursor of a replay says nothing about the other subscriptions.
    if (frame.type === 'telemetry' && frame.id === undefined && frame.cursor !== undefined) {
      cursor = later(cursor, frame.cursor);
    }
    for (const subscription of subscriptions.values()) subscription.receive(frame);
    if (frame.type === 'subscribed' && cursor === null) cursor = frame.cursor;
  };

  /**
   * Heartbeats are counted instead of milliseconds: after a page slept or was busy, much time has passed and the
   * response may still be unread.
   */
  function beat(): void {
    const silence = Date.now() - lastReceivedAt;
    if (!ready) {
      if (silence >= 2 * heartbeatMs) retry();
    } else if (beatsSincePing !== null) {
      beatsSincePing += 1;
      if (beatsSincePing >= 3) retry();
    } else if (silence >= heartbeatMs) {
      beatsSincePing = 0;
      send({ type: 'ping' });
    }
  }

  function connect(): void {
    if (closed || socket) return;
    clearTimeout(retryTimer);
    setStatus('connecting');
    const connection = ++generation;
    lastReceivedAt = Date.now();
    beatsSincePing = null;
    try {
      socket = new Socket(typeof options.url === 'function' ? options.url() : options.url);
    } catch {
      retry();
      return;
    }
    socket.onopen = () => void sendToken(connection);
    socket.onmessage = (event: unknown) => receive((event as { data: unknown }).data);
    socket.onclose = retry;
    socket.onerror = () => {};
    heartbeat = setInterval(beat, heartbeatMs / 2);
    reauthTimer = setInterval(() => void sendToken(connection), reauthMs);
  }

  return {
    get status() {
      return status;
    },
    subscribe(target, listener, { snapshot = true } = {}) {
      const id = `s${nextId++}`;
      const subscription = new Subscription(id, target, listener, {
        snapshot,
        intervalMs: options.telemetryIntervalMs,
      });
      subscriptions.set(id, subscription);
      if (ready) send(subscription.frame(cursor));
      else if (!socket) connect();
      return () => {
        if (!subscriptions.delete(id)) return;
        send({ type: 'unsubscribe', id });
        if (subscriptions.size === 0) {
          // No subscription: no connection.
          clearTimeout(retryTimer);
          drop();
          cursor = null;
          setStatus('offline');
        }
      };
    },
    onStatus(listener) {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    reauthenticate() {
      if (socket) void sendToken(generation);
      else if (subscriptions.size > 0) connect();
    },
    networkLost() {
      if (socket) retry();
    },
    close() {
      closed = true;
      clearTimeout(retryTimer);
      drop();
      subscriptions.clear();
      setStatus('offline');
      statusListeners.clear();
    },
  };
}
