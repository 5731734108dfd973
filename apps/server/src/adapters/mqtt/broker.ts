import { Aedes, type Client, type PublishPacket, type Subscription } from 'aedes';
import type { EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import type { DeviceCredentials } from '../../features/devices/credentials.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import { attributeFrames, type DeviceAttributeStore } from '../../features/devices/device-attributes.ts';
import type { DeviceClaims } from '../../features/devices/device-claims.ts';
import type { Provisioning } from '../../features/devices/provisioning.ts';
import type { TokenBuckets } from '../../platform/limits/token-buckets.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import type { GatewayDevices } from '../../features/devices/gateway-devices.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';
import { StartupError } from '../../platform/startup-error.ts';
import type { DeviceIngest } from '../../platform/telemetry/ingest.ts';
import { parseJson } from '../../platform/telemetry/reading.ts';
import { BatcherStoppedError } from '../../platform/telemetry/batcher.ts';
import { DeviceChannel } from './device-channel.ts';
import { GatewayChannel } from './gateway-channel.ts';
import { guardFrames, type FrameGuard } from './frame-guard.ts';
import type { IngestSource } from './ingest-source.ts';
import type { DeviceRpc } from '../../features/commands/device-rpc.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import {
  FIRMWARE_ERROR_TOPIC,
  maySubscribe,
  PROVISION_REQUEST,
  PROVISION_RESPONSE,
  readPublishTopic,
  RPC_REQUEST_FILTER,
} from './topics.ts';

/** A connection without a CONNECT is closed after this time, milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Lifetime of a connection that provisions a device, milliseconds. */
const PROVISION_SESSION_MS = 60_000;
/**
 * Above this debt at its rate limit a device is disconnected instead of delayed, milliseconds: it has opened
 * connection after connection. Packets of one read are taken together, so that one connection may be a minute ahead.
 */
const TOO_FAR_MS = 5 * 60_000;
/** CONNACK codes of MQTT 3.1.1. */
const IDENTIFIER_REJECTED = 2;
const SERVER_UNAVAILABLE = 3;
const BAD_USERNAME_OR_PASSWORD = 4;
const NOT_AUTHORISED = 5;
/** CONNACK of MQTT 5 with reason 0x84, 'unsupported protocol version', and no properties. */
const CONNACK_UNSUPPORTED_VERSION = Buffer.from([0x20, 0x03, 0x00, 0x84, 0x00]);
/** Telemetry is delivered to no subscriber: its topic becomes one that nobody may subscribe to. */
const CONSUMED_TOPIC = 'consumed';

/** Callback of aedes, without its `const enum` of codes, which type stripping cannot read. */
interface AuthenticationAnswer {
  done(error: Error | null, ok: boolean | null): void;
}

interface Connected {
  readonly device: DeviceIdentity;
  readonly channel: DeviceChannel;
  /** Null unless it may send for other devices. */
  readonly gateway: GatewayChannel | null;
  readonly closed: () => void;
}

export interface MqttBrokerOptions {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** The port for TLS with its certificate and key. Default: none. */
  readonly tls?: { readonly port: number; readonly cert: string; readonly key: string };
  readonly ingest: Pick<DeviceIngest, 'telemetry' | 'attributes' | 'reject' | 'full' | 'room'>;
  readonly credentials: DeviceCredentials;
  readonly sessions: DeviceSessions;
  readonly rpc: DeviceRpc;
  readonly attributes: DeviceAttributeStore;
  readonly gatewayDevices: GatewayDevices;
  readonly claims: Pick<DeviceClaims, 'offer'>;
  readonly provisioning: Pick<Provisioning, 'provision'>;
  readonly messageRates: TokenBuckets;
  readonly limits: Pick<RateLimits, 'take' | 'wait'>;
  readonly events: ServerEvents;
  readonly log: Logger;
}

/**
 * The embedded broker: MQTT 3.1.1 by aedes, for devices that use ThingsBoard's MQTT API.
 *
 * aedes writes PUBACK before the message is stored. So a QoS 1 message is passed on as QoS 0 (aedes then acknowledges
 * nothing) and its PUBACK is written here after the commit. Holding the callback of aedes instead also delays the
 * PUBACK, but aedes reads nothing more of that connection until it is called: a hanging commit would block the
 * device's pings and its responses to commands.
 */
export class MqttBroker implements IngestSource {
  readonly #options: MqttBrokerOptions;
  readonly #connected = new WeakMap<Client, Connected>();
  /** Connections that may provision a device, and nothing else. */
  readonly #provisioning = new WeakSet<Client>();
  readonly #guards = new WeakMap<Duplex, FrameGuard>();
  #broker: Aedes | undefined;
  #server: Server | undefined;
  #tlsServer: Server | undefined;

  constructor(options: MqttBrokerOptions) {
    this.#options = options;
  }

  get address(): string {
    return `mqtt://localhost:${this.port}`;
  }

  /** Listening port; 0 before the start. */
  get port(): number {
    const address = this.#server?.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Listening port for TLS; 0 when there is none. */
  get tlsPort(): number {
    const address = this.#tlsServer?.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Whether it accepts connections. */
  get listening(): boolean {
    return this.#server?.listening ?? false;
  }

  async start(): Promise<void> {
    const broker = await Aedes.createBroker({
      connectTimeout: CONNECT_TIMEOUT_MS,
      preConnect: (client, packet, done) => this.#beforeConnect(client, packet, done),
      authenticate: (client, username, password, done) =>
        void this.#authenticate(client, username, password, { done }),
      authorizePublish: (client, packet, done) => this.#onPublish(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => done(null, this.#permit(client, subscription)),
    });
    this.#broker = broker;
    broker.on('clientReady', (client) => this.#onReady(client));
    broker.on('clientDisconnect', (client) => this.#connected.get(client)?.closed());
    broker.on('ack', (packet, client) => this.#connected.get(client)?.channel.acknowledged(packet));
    broker.on('subscribe', (subscriptions, client) => {
      const connected = this.#connected.get(client);
      if (!connected || !subscriptions.some(({ topic }) => topic === RPC_REQUEST_FILTER)) return;
      this.#options.rpc.flush(connected.device);
    });
    broker.on('ping', (_packet, client) => {
      const connected = this.#connected.get(client);
      if (connected) this.#options.sessions.recordActivity(connected.device);
    });
    // Missing in its types; without a listener such an error ends the process.
    (broker as EventEmitter).on('error', (error: Error) =>
      this.#options.log.error({ err: error }, 'mqtt error'),
    );
    broker.on('clientError', (_client, error) =>
      this.#options.log.debug({ err: error }, 'mqtt client error'),
    );
    broker.on('connectionError', (_client, error) =>
      this.#options.log.debug({ err: error }, 'mqtt connection error'),
    );

    this.#options.events.on('attributes-shared', ({ deviceId, ...change }) => {
      for (const session of this.#options.sessions.sessionsOf(deviceId)) {
        for (const frame of attributeFrames(change)) {
          session.send('v1/devices/me/attributes', JSON.stringify(frame));
        }
      }
    });

    this.#server = createServer({ noDelay: true }, (socket) => this.handle(socket));
    await this.#listen(this.#server, this.#options.port, 'FARM3D_MQTT_PORT');
    const { tls } = this.#options;
    if (!tls) return;
    const { cert, key } = tls;
    this.#tlsServer = createTlsServer({ cert, key, noDelay: true, minVersion: 'TLSv1.2' }, (socket) =>
      this.handle(socket),
    );
    await this.#listen(this.#tlsServer, tls.port, 'FARM3D_MQTT_TLS_PORT');
  }

  #listen(server: Server, port: number, setting: string): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => reject(this.#listenError(error, port, setting)));
      server.listen(port, this.#options.host, resolve);
    });
  }

  async stopAccepting(): Promise<void> {
    // close() waits for the connections, which stay open for their last PUBACKs.
    this.#server?.close();
    this.#tlsServer?.close();
  }

  async stop(): Promise<void> {
    const broker = this.#broker;
    if (broker) await new Promise<void>((resolve) => broker.close(() => resolve()));
  }

  /** Accepts a connection over any transport. */
  handle(socket: Duplex): void {
    const guard = guardFrames(socket, (bytes) => {
      const client = (socket as Duplex & { client?: Client }).client;
      const connected = client && this.#connected.get(client);
      this.#options.log.warn(
        { bytes, device: connected?.device.id },
        'a packet is too long; the connection is closed',
      );
      if (!connected) return;
      const problem = { field: 'payload', reason: `the packet is ${bytes} bytes long` };
      this.#options.ingest.reject(connected.device, 'mqtt', new Uint8Array(), problem).catch(() => undefined);
    });
    this.#guards.set(socket, guard);
    this.#broker?.handle(socket);
  }

  #beforeConnect(
    client: Client,
    packet: { protocolVersion?: number },
    done: (error: Error | null, go: boolean) => void,
  ): void {
    if (packet.protocolVersion !== 5) return done(null, true);
    // In the format of MQTT 5, so that its clients can show the reason.
    (client.conn as Socket).end(CONNACK_UNSUPPORTED_VERSION);
    done(null, false);
  }

  async #authenticate(
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
    answer: AuthenticationAnswer,
  ): Promise<void> {
    let code: number;
    if (username === 'provision' || (!username && client.id === 'provision')) {
      (client as { id: string }).id = `provision/${randomUUID()}`;
      this.#provisioning.add(client);
      setTimeout(() => client.close(), PROVISION_SESSION_MS).unref();
      return answer.done(null, true);
    }
    const { limits } = this.#options;
    const address = (client.conn as Partial<Socket>).remoteAddress ?? 'unknown';
    try {
      if ((await limits.wait('stranger', address)) > 0) {
        return answer.done(Object.assign(new Error('guessing'), { returnCode: SERVER_UNAVAILABLE }), null);
      }
      const device = username ? await this.#options.credentials.find(username) : null;
      if (device) {
        // The device id is part of the client id: otherwise one device could disconnect another by using its client
        // id.
        (client as { id: string }).id = `${device.id}/${client.id}`;
        const channel = new DeviceChannel(client);
        this.#connected.set(client, {
          device,
          channel,
          gateway: device.gateway ? this.#gatewayOf(device, channel) : null,
          closed: () => undefined,
        });
        answer.done(null, true);
        return;
      }
      await limits.take('stranger', address);
      code = refusalCode(username, password, client.id);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a device could not be looked up');
      code = SERVER_UNAVAILABLE;
    }
    answer.done(Object.assign(new Error('refused'), { returnCode: code }), null);
  }

  #onReady(client: Client): void {
    const connected = this.#connected.get(client);
    if (!connected) return;
    const session = this.#options.sessions.opened(connected.device, connected.channel);
    const closed = (): void => {
      session();
      connected.gateway?.end();
    };
    this.#connected.set(client, { ...connected, closed });
  }

  #gatewayOf(device: DeviceIdentity, channel: DeviceChannel): GatewayChannel {
    const { ingest, sessions, rpc, gatewayDevices, attributes, claims } = this.#options;
    return new GatewayChannel(device, channel, {
      ingest,
      sessions,
      rpc,
      devices: gatewayDevices,
      attributes,
      claims,
    });
  }

  #permit(client: Client | null, subscription: Subscription): Subscription | null {
    if (client && this.#provisioning.has(client)) {
      return subscription.topic === PROVISION_RESPONSE ? subscription : null;
    }
    const gateway = client !== null && this.#connected.get(client)?.device.gateway === true;
    if (!maySubscribe(subscription.topic, gateway)) return null; // SUBACK 0x80
    return subscription.qos > 1 ? { ...subscription, qos: 1 } : subscription;
  }

  #onPublish(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    if (client && this.#provisioning.has(client)) return this.#provision(client, packet, done);
    const connected = client && this.#connected.get(client);
    if (!client || !connected) return done(new Error('not a device'));
    const { id, gateway } = connected.device;
    const wait = this.#options.messageRates.take(gateway ? 'gateway' : 'device', id, Date.now());
    if (wait > TOO_FAR_MS) return done(new Error('far too many messages'));
    // This message is accepted; the next one is read after the wait.
    if (wait > 0) this.#guards.get(client.conn)?.hold(wait);
    const { qos, messageId } = packet;
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    const topic = packet.topic;
    packet.retain = false;
    packet.topic = CONSUMED_TOPIC;
    const durable = this.#consume(connected, topic, payload);

    // QoS 2: PUBREC follows the callback, so it is held. Rare, and such a client waits anyway.
    if (qos === 2) {
      void settle(durable, done);
      return;
    }
    packet.qos = 0;
    void this.#acknowledge(client, connected.channel, durable, qos === 1 ? messageId : undefined);
    // Memory is bounded: while the queue is full this connection is not read.
    if (this.#options.ingest.full) void settle(this.#options.ingest.room(), done);
    else done();
  }

  /** Responds on the topic that the client subscribed to; the PUBACK follows the creation of the device. */
  #provision(client: Client, packet: PublishPacket, done: (error?: Error | null) => void): void {
    if (packet.topic !== PROVISION_REQUEST) return done(new Error('only devices may publish'));
    const parsed = parseJson(Buffer.from(packet.payload));
    packet.retain = false;
    packet.topic = CONSUMED_TOPIC;
    const answered = this.#options.provisioning
      .provision('value' in parsed ? parsed.value : null)
      .then((answer) => {
        client.publish(
          {
            cmd: 'publish',
            topic: PROVISION_RESPONSE,
            payload: Buffer.from(JSON.stringify(answer)),
            qos: 0,
            retain: false,
            dup: false,
          },
          () => undefined,
        );
      });
    void settle(answered, done);
  }

  async #acknowledge(
    client: Client,
    channel: DeviceChannel,
    durable: Promise<void>,
    messageId: number | undefined,
  ): Promise<void> {
    try {
      await durable;
      if (messageId !== undefined) channel.acknowledge(messageId);
    } catch (error) {
      // Not stored, so not acknowledged: the device sends it again after it reconnects.
      if (!(error instanceof BatcherStoppedError))
        this.#options.log.error({ err: error }, 'a message was not stored');
      client.close();
    }
  }

  /** Resolves when the content of the message is committed, or at once when there is nothing to store. */
  async #consume({ device, channel, gateway }: Connected, name: string, payload: Buffer): Promise<void> {
    const { ingest, sessions, rpc } = this.#options;
    sessions.recordActivity(device);
    const topic = readPublishTopic(name);
    switch (topic?.kind) {
      case 'telemetry':
        await ingest.telemetry(device, 'mqtt', payload);
        return;
      case 'attributes':
        await ingest.attributes(device, 'mqtt', payload);
        return;
      case 'rpc-response': {
        const problem = rpc.answeredBy(device, topic.id, payload);
        if (problem) await ingest.reject(device, 'mqtt', payload, problem);
        return;
      }
      case 'rpc-request':
        channel.answerRequest(topic.id, payload, device.gateway);
        return;
      case 'attributes-request':
        channel.answerAttributes(topic.id, payload, await this.#options.attributes.read(device.key));
        return;
      case 'claim': {
        const parsed = parseJson(payload);
        const problem =
          'problem' in parsed ? parsed.problem : await this.#options.claims.offer(device.id, parsed.value);
        if (problem) await ingest.reject(device, 'mqtt', payload, problem);
        return;
      }
      case 'firmware':
        channel.send(FIRMWARE_ERROR_TOPIC, 'there is none for this device');
        return;
      case 'gateway':
        if (gateway) return gateway.consume(topic.about, payload);
        await ingest.reject(device, 'mqtt', payload, { field: 'topic', reason: 'is for gateways only' });
        return;
      default:
        await ingest.reject(device, 'mqtt', payload, {
          field: 'topic',
          reason: `'${name.slice(0, 64)}' is unknown`,
        });
    }
  }

  #listenError(error: NodeJS.ErrnoException, port: number, setting: string): Error {
    const { host } = this.#options;
    if (error.code === 'EADDRINUSE') {
      return new StartupError(
        `the MQTT port ${port} is taken; stop what uses it, or set ${setting} to another port`,
      );
    }
    return new StartupError(
      `MQTT cannot listen on ${host}:${port} (${error.code ?? error.message}); set FARM3D_HOST or ${setting}`,
    );
  }
}

async function settle(promise: Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  let failure: Error | null = null;
  try {
    await promise;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
  }
  done(failure);
}

/**
 * As ThingsBoard's MQTT transport: 4 when exactly one of user name and password is missing or all three are given and
 * wrong; 2 when only a client id is given; 5 when nothing is.
 */
function refusalCode(username: string | undefined, password: Buffer | undefined, clientId: string): number {
  if (username || password?.length) return BAD_USERNAME_OR_PASSWORD;
  // aedes gives a client without an id a generated one.
  return clientId && !clientId.startsWith('aedes_') ? IDENTIFIER_REJECTED : NOT_AUTHORISED;
}
