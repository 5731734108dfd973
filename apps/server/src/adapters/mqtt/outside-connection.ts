import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { generate, parser, type Packet } from 'mqtt-packet';
import type { Logger } from '../../platform/logger.ts';

const KEEPALIVE_SECONDS = 30;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
/** How long the broker keeps messages for a server that is away, seconds: a week. */
const SESSION_SECONDS = 7 * 86_400;
/** Unacknowledged messages that the broker may send; the maximum of the protocol. */
const RECEIVE_MAXIMUM = 65_535;
const MQTT_5 = { protocolVersion: 5 } as const;

export interface OutsideMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** Acknowledges the message after its commit. No effect with QoS 0. */
  acknowledge(): void;
}

/**
 * A connection to an external broker, MQTT 5, that reconnects by itself. Unlike the usual clients it takes the next
 * message before the last one is acknowledged: acknowledgements wait for commits, and one at a time would make every
 * commit a commit of one message.
 */
export class OutsideConnection {
  readonly #url: URL;
  readonly #clientId: string;
  readonly #filters: readonly string[];
  readonly #onMessage: (message: OutsideMessage) => void;
  readonly #log: Logger;
  readonly #delivered = new Map<number, (delivered: boolean) => void>();
  #socket: Socket | undefined;
  #subscribed: (() => void) | undefined;
  #durable: number[] = [];
  #id = 0;
  #attempt = 0;
  #stopped = false;
  #ping: NodeJS.Timeout | undefined;
  #ready = false;
  #isPaused = false;

  constructor(options: {
    url: string;
    clientId: string;
    filters: readonly string[];
    onMessage: (message: OutsideMessage) => void;
    log: Logger;
  }) {
    this.#url = new URL(options.url);
    this.#clientId = options.clientId;
    this.#filters = options.filters;
    this.#onMessage = options.onMessage;
    this.#log = options.log;
  }

  /** Whether it is subscribed. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Resolves with the first subscription; rejects when the broker cannot be reached or refuses. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#subscribed = resolve;
      this.#open(reject);
    });
  }

  /** Stops reading, on this connection and later ones; accepted messages may still be acknowledged. */
  pause(): void {
    this.#isPaused = true;
    this.#socket?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#socket?.resume();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#ping);
    const socket = this.#socket;
    if (!socket || socket.destroyed) return;
    this.#writeAcknowledgements();
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.end(generate({ cmd: 'disconnect', reasonCode: 0 }, MQTT_5));
    // What was not read yet is not acknowledged, so it comes again. Behind it is the end of the connection.
    socket.removeAllListeners('data').resume();
    setTimeout(() => socket.destroy(), 2_000).unref();
    await closed;
  }

  /** Publishes with QoS 1; resolves true at the PUBACK. */
  publish(topic: string, payload: string): Promise<boolean> {
    const socket = this.#socket;
    if (!this.#ready || !socket) return Promise.resolve(false);
    const messageId = this.#nextId();
    return new Promise((resolve) => {
      this.#delivered.set(messageId, resolve);
      socket.write(
        generate({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false, messageId }, MQTT_5),
      );
    });
  }

  #open(onFirstFailure?: (error: Error) => void): void {
    const { protocol, hostname, port } = this.#url;
    const secure = protocol === 'mqtts:';
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = secure
      ? connectTls({ host, servername: host, port: Number(port || 8883) })
      : connectTcp({ host, port: Number(port || 1883), noDelay: true });
    this.#socket = socket;
    let failure: Error | undefined;
    const packets = parser(MQTT_5);
    packets.on('packet', (packet: Packet) => this.#onPacket(packet, (error) => socket.destroy(error)));
    packets.on('error', (error: Error) => socket.destroy(error));
    socket.on('error', (error) => (failure = error));
    socket.on('data', (chunk: Buffer) => packets.parse(chunk));
    socket.once(secure ? 'secureConnect' : 'connect', () => socket.write(this.#connectPacket()));
    socket.on('close', () => {
      clearInterval(this.#ping);
      const wasReady = this.#ready;
      this.#ready = false;
      this.#durable = [];
      for (const settle of this.#delivered.values()) settle(false);
      this.#delivered.clear();
      if (onFirstFailure && !wasReady)
        return onFirstFailure(failure ?? new Error('the connection was closed'));
      if (this.#stopped) return;
      if (wasReady) this.#log.warn({ err: failure }, 'the outside broker was lost');
      const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(this.#attempt, 10), LAST_RETRY_MS);
      this.#attempt += 1;
      setTimeout(() => !this.#stopped && this.#open(), wait).unref();
    });
  }

  #connectPacket(): Buffer {
    const { username, password } = this.#url;
    return generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 5,
      clientId: this.#clientId,
      // Messages for this server wait in its session at the broker.
      clean: false,
      keepalive: KEEPALIVE_SECONDS,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: Buffer.from(decodeURIComponent(password)) }),
      properties: { sessionExpiryInterval: SESSION_SECONDS, receiveMaximum: RECEIVE_MAXIMUM },
    });
  }

  #onPacket(packet: Packet, fail: (error: Error) => void): void {
    switch (packet.cmd) {
      case 'connack':
        if (packet.reasonCode !== 0)
          return fail(new Error(`the broker refuses (reason ${packet.reasonCode})`));
        this.#ping = setInterval(
          () => this.#socket?.write(generate({ cmd: 'pingreq' }, MQTT_5)),
          KEEPALIVE_SECONDS * 500,
        );
        this.#ping.unref();
        this.#socket?.write(
          generate(
            {
              cmd: 'subscribe',
              messageId: this.#nextId(),
              subscriptions: this.#filters.map((topic) => ({ topic, qos: 1 as const })),
            },
            MQTT_5,
          ),
        );
        return;
      case 'suback':
        if (packet.granted.some((code) => Number(code) > 2)) {
          return fail(new Error('the broker refuses a subscription; it must know shared subscriptions'));
        }
        this.#ready = true;
        this.#attempt = 0;
        if (this.#isPaused) this.#socket?.pause();
        this.#subscribed?.();
        return;
      case 'publish': {
        const { messageId, qos } = packet;
        const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
        const socket = this.#socket;
        const acknowledge = (): void => {
          // Messages of a closed connection are not acknowledged: the broker sends them again.
          if (qos === 0 || messageId === undefined || socket !== this.#socket) return;
          this.#durable.push(messageId);
          if (this.#durable.length === 1) setImmediate(() => this.#writeAcknowledgements());
        };
        this.#onMessage({ topic: packet.topic, payload, acknowledge });
        return;
      }
      case 'puback': {
        const id = packet.messageId ?? 0;
        this.#delivered.get(id)?.((packet.reasonCode ?? 0) < 0x80);
        this.#delivered.delete(id);
        return;
      }
      case 'disconnect':
        return fail(new Error(`the broker ends the connection (reason ${packet.reasonCode ?? 0})`));
      default:
    }
  }

  #writeAcknowledgements(): void {
    const ids = this.#durable;
    this.#durable = [];
    if (ids.length === 0 || !this.#ready) return;
    this.#socket?.write(
      Buffer.concat(ids.map((messageId) => generate({ cmd: 'puback', messageId, reasonCode: 0 }, MQTT_5))),
    );
  }

  #nextId(): number {
    do this.#id = (this.#id % 65_535) + 1;
    while (this.#delivered.has(this.#id));
    return this.#id;
  }
}
