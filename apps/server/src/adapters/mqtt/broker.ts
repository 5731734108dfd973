import type { Aedes, Client, PublishPacket, Subscription } from 'aedes';
import type { EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import type { DeviceCredentials } from '../../features/devices/credentials.ts';
import { platformNow } from '../../platform/clock.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import { attributeFrames, type DeviceAttributeStore } from '../../features/devices/device-attributes.ts';
import type { DeviceClaims } from '../../features/devices/device-claims.ts';
import type { Provisioning } from '../../features/devices/provisioning.ts';
import { clientCertificateOf, type ClientCertificate } from '../../platform/client-certificate.ts';
import { sourceOf, type TrustedProxies } from '../../platform/client-address.ts';
import type { TokenBuckets } from '../../platform/limits/token-buckets.ts';
import type { AnonymousConnections } from '../../platform/limits/anonymous-connections.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import type { GatewayDevices } from '../../features/devices/gateway-devices.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';
import { StartupError } from '../../platform/startup-error.ts';
import type { DeviceIngest } from '../../platform/telemetry/ingest.ts';
import { parseJson } from '../../platform/telemetry/reading.ts';
import { BatcherStoppedError } from '../../platform/telemetry/batcher.ts';
import type { AedesClient } from './aedes-client.ts';
import { REFUSED, refusalOfCredentials, refuse, type AuthenticationAnswer } from './connection-refusals.ts';
import { DeviceChannel } from './device-channel.ts';
import { consume, type Sender } from './device-messages.ts';
import { GatewayChannel } from './gateway-channel.ts';
import { ConnectedChildren } from './gateway-children.ts';
import type { FrameGuard } from './frame-guard.ts';
import type { IngestSource } from './ingest-source.ts';
import { acceptConnection, CONNECT_TIMEOUT_MS, createBroker } from './protocol.ts';
import { takeProxyHeader } from './proxy-protocol.ts';
import { REASON, reasonOf, type Consumed, type Reason } from './reason-codes.ts';
import { takeTelemetryPackets } from './telemetry-packets.ts';
import type { DeviceRpc } from '../../features/commands/device-rpc.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import { maySubscribe, PROVISION_REQUEST, PROVISION_RESPONSE, RPC_REQUEST_FILTER } from './topics.ts';

/** Lifetime of a connection that provisions a device, milliseconds. */
const PROVISION_SESSION_MS = 60_000;
/**
 * Above this debt at its rate limit a device is disconnected instead of delayed, milliseconds: it has opened
 * connection after connection. Packets of one read are taken together, so that one connection may be a minute ahead.
 */
const TOO_FAR_MS = 5 * 60_000;
const TOO_MANY: Reason = { code: REASON.messageRateTooHigh, reason: 'far too many messages' };
/** Telemetry is delivered to no subscriber: its topic becomes one that nobody may subscribe to. */
const CONSUMED_TOPIC = 'consumed';

interface Connected extends Sender {
  readonly closed: () => void;
}

/** A message whose acknowledgement is owed. */
interface Owed {
  readonly messageId: number;
  readonly qos: 1 | 2;
}

interface Message {
  readonly topic: string;
  readonly payload: Buffer;
  /** Null: QoS 0. */
  readonly owed: Owed | null;
}

export interface MqttBrokerOptions {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /**
   * The port for TLS with its certificate and key, and the authority that issues certificates of devices (PEM). Default:
   * none.
   */
  readonly tls?: {
    readonly port: number;
    readonly cert: string;
    readonly key: string;
    readonly deviceCa?: string;
  };
  readonly ingest: Pick<DeviceIngest, 'telemetry' | 'attributes' | 'reject' | 'busy' | 'room'>;
  readonly credentials: DeviceCredentials;
  readonly sessions: DeviceSessions;
  readonly rpc: DeviceRpc;
  readonly attributes: DeviceAttributeStore;
  readonly gatewayDevices: GatewayDevices;
  readonly claims: Pick<DeviceClaims, 'offer'>;
  readonly provisioning: Pick<Provisioning, 'provision'>;
  readonly messageRates: TokenBuckets;
  readonly limits: Pick<RateLimits, 'take'>;
  /** Proxies that may say by the PROXY protocol for whom they connect. */
  readonly proxies: TrustedProxies;
  /** Connections that have not authenticated. */
  readonly anonymous: AnonymousConnections;
  readonly events: ServerEvents;
  readonly log: Logger;
}

/**
 * The embedded broker: MQTT 3.1, 3.1.1 and 5 by aedes, for devices that use ThingsBoard's MQTT API.
 *
 * aedes writes PUBACK before the message is stored. So a message of QoS 1 or 2 is passed on as QoS 0 (aedes then
 * acknowledges nothing) and its PUBACK or PUBREC is written here after the commit; aedes answers the PUBREL. Holding
 * the callback of aedes instead also delays the PUBACK, but aedes reads nothing more of that connection until it is
 * called: a hanging commit would block the device's pings and its responses to commands.
 */
export class MqttBroker implements IngestSource {
  readonly #options: MqttBrokerOptions;
  readonly #connected = new WeakMap<Client, Connected>();
  /** Connections that may provision a device, and nothing else. */
  readonly #provisioning = new WeakSet<Client>();
  readonly #guards = new WeakMap<Duplex, FrameGuard>();
  /** What limits count a connection by. */
  readonly #sources = new WeakMap<Duplex, string>();
  /** Client certificates of the connections that have shown one. */
  readonly #certificates = new WeakMap<Duplex, ClientCertificate>();
  /** Called when the token of a connection has arrived. */
  readonly #arrived = new WeakMap<Duplex, () => void>();
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
    const broker = await createBroker({
      authenticate: (client, username, password, done) =>
        void this.#authenticate(client, username, password, { done }),
      authorizePublish: (client, packet, done) => this.#onPublish(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => done(null, this.#permit(client, subscription)),
      authorizeForward: (client, packet) => {
        // Before it is connected, only what an earlier connection of its session left is sent.
        if (!client.connected && packet.qos > 0) this.#connected.get(client)?.channel.replayed();
        return packet;
      },
    });
    this.#broker = broker;
    this.#follow(broker);
    const { proxies } = this.#options;
    this.#server = createServer({ noDelay: true }, (socket) =>
      acceptFrom(proxies, socket, (address) => this.handle(socket, address)),
    );
    await this.#listen(this.#server, this.#options.port, 'FARM3D_MQTT_PORT');
    const { tls } = this.#options;
    if (!tls) return;
    const { cert, key, deviceCa } = tls;
    // Whoever shows no certificate logs in by token; who shows one is looked up when the client connects.
    const asking = { requestCert: true, rejectUnauthorized: false, ca: deviceCa ?? [] };
    // The PROXY protocol comes before TLS: the connections are accepted by a plain server.
    const addresses = new Map<string, string>();
    const protocol = { minVersion: 'TLSv1.2', handshakeTimeout: CONNECT_TIMEOUT_MS } as const;
    const secure = createTlsServer({ cert, key, ...protocol, ...asking }, (socket) => {
      const certificate = clientCertificateOf(socket, deviceCa !== undefined);
      if (certificate) this.#certificates.set(socket, certificate);
      this.handle(socket, addresses.get(portsOf(socket)) ?? 'unknown');
    });
    this.#tlsServer = createServer({ noDelay: true }, (socket) => {
      const ports = portsOf(socket);
      socket.once('close', () => addresses.delete(ports));
      acceptFrom(proxies, socket, (address) => {
        addresses.set(ports, address);
        secure.emit('connection', socket);
      });
    });
    await this.#listen(this.#tlsServer, tls.port, 'FARM3D_MQTT_TLS_PORT');
  }

  /** Passes on what the broker reports of its clients, and changed shared attributes to them. */
  #follow(broker: Aedes): void {
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

  /** Accepts a connection over any transport; `address` is that of the client. */
  handle(socket: Duplex, address: string): void {
    if (!this.#broker) return;
    const source = sourceOf(address);
    const arrived = this.#options.anonymous.add(source, () => socket.destroy());
    socket.once('close', arrived);
    this.#sources.set(socket, source);
    this.#arrived.set(socket, arrived);
    const refuse = (bytes: number, client: Client): void => {
      const connected = this.#connected.get(client);
      this.#options.log.warn(
        { bytes, device: connected?.device.id },
        'a packet is too long; the connection is closed',
      );
      if (!connected) return;
      const problem = { field: 'payload', reason: `the packet is ${bytes} bytes long` };
      this.#options.ingest.reject(connected.device, 'mqtt', new Uint8Array(), problem).catch(() => undefined);
    };
    const guard = acceptConnection(this.#broker, socket, this.#options.ingest, refuse, (bytes, client) =>
      this.#takeTelemetry(client, bytes),
    );
    this.#guards.set(socket, guard);
  }

  async #authenticate(
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
    answer: AuthenticationAnswer,
  ): Promise<void> {
    if (username === 'provision' || (!username && client.id === 'provision')) {
      (client as { id: string }).id = `provision/${randomUUID()}`;
      this.#provisioning.add(client);
      const over = setTimeout(() => client.close(), PROVISION_SESSION_MS).unref();
      client.conn.once('close', () => clearTimeout(over));
      return answer.done(null, true);
    }
    // From here on the client waits for the server; with a wrong token it is closed.
    this.#arrived.get(client.conn)?.();
    try {
      const certificate = username ? undefined : this.#certificates.get(client.conn);
      const device = await this.#identify(username, certificate);
      if (device) {
        // The device is part of the client id: otherwise one device could disconnect another by using its client id.
        // So is its owner: what a kept session still holds was meant for the device of that owner.
        (client as { id: string }).id = `${device.organisationId}/${device.id}/${client.id}`;
        const channel = new DeviceChannel(client as AedesClient);
        const children = device.gateway ? this.#childrenOf(device, channel) : null;
        const gateway = children && this.#gatewayOf(device, channel, children);
        // Opened with its identity: a change of the owner closes it from now on.
        const session = this.#options.sessions.opened(device, channel);
        const closed = (): void => {
          session();
          children?.end();
        };
        this.#connected.set(client, { device, channel, gateway, closed });
        client.conn.once('close', closed);
        answer.done(null, true);
        return;
      }
      const wait = await this.#options.limits.take('stranger', this.#sourceOf(client));
      refuse(
        client,
        answer,
        wait > 0
          ? REFUSED.guessing
          : certificate
            ? REFUSED.certificate
            : refusalOfCredentials(username, password, client.id),
      );
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a device could not be looked up');
      refuse(client, answer, REFUSED.unavailable);
    }
  }

  /** The device of a token, else of a client certificate, with the owner that it has now. */
  async #identify(
    token: string | undefined,
    certificate: ClientCertificate | undefined,
  ): Promise<DeviceIdentity | null> {
    const { credentials, sessions } = this.#options;
    for (;;) {
      const { drops } = sessions;
      const device = token
        ? await credentials.find(token)
        : certificate
          ? await credentials.findByCertificate(certificate)
          : null;
      if (drops === sessions.drops) return device;
    }
  }

  #childrenOf(device: DeviceIdentity, channel: DeviceChannel): ConnectedChildren {
    const { sessions, rpc, gatewayDevices: devices } = this.#options;
    return new ConnectedChildren(device, channel, { devices, sessions, rpc });
  }

  #gatewayOf(device: DeviceIdentity, channel: DeviceChannel, children: ConnectedChildren): GatewayChannel {
    return new GatewayChannel(
      device,
      children,
      (topic, payload) => channel.send(topic, payload),
      this.#options,
    );
  }

  #permit(client: Client | null, subscription: Subscription): Subscription | null {
    if (client && this.#provisioning.has(client)) {
      return subscription.topic === PROVISION_RESPONSE ? subscription : null;
    }
    const gateway = client !== null && this.#connected.get(client)?.device.gateway === true;
    return maySubscribe(subscription.topic, gateway) ? subscription : null; // SUBACK 0x80, MQTT 5: 0x87
  }

  #onPublish(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    if (client && this.#provisioning.has(client)) return this.#provision(client, packet, done);
    const connected = client && this.#connected.get(client);
    if (!client || !connected || connected.channel.closed) return done(new Error('not a device'));
    const { topic, qos, messageId } = packet;
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    // A will has no id.
    const owed =
      qos > 0 && messageId !== undefined ? { messageId, qos: qos === 2 ? (2 as const) : (1 as const) } : null;
    if (!this.#accept(client, connected, { topic, payload, owed })) return tooFar(client, done);
    packet.retain = false;
    packet.topic = CONSUMED_TOPIC;
    packet.qos = 0;
    done();
  }

  /** Takes what a device sends most before aedes, whose handling of a packet costs more than all the rest. */
  #takeTelemetry(client: Client, bytes: Buffer): number {
    const connected = this.#connected.get(client);
    if (!connected) return 0;
    return takeTelemetryPackets(bytes, client.version, ({ topic, payload, messageId }) => {
      const owed = messageId === undefined ? null : { messageId, qos: 1 as const };
      return !connected.channel.closed && this.#accept(client, connected, { topic, payload, owed });
    });
  }

  /** Consumes a message; its acknowledgement follows. False when the device is too far above its rate. */
  #accept(client: Client, sender: Connected, { topic, payload, owed }: Message): boolean {
    const { id, gateway } = sender.device;
    const wait = this.#options.messageRates.take(gateway ? 'gateway' : 'device', id, platformNow());
    if (wait > TOO_FAR_MS) return false;
    // This message is accepted; the next one is read after the wait.
    if (wait > 0) this.#guards.get(client.conn)?.hold(wait);
    const durable = consume(this.#options, sender, topic, payload);
    void this.#acknowledge(client, sender.channel, durable, owed);
    // Memory is bounded: while the queue is busy this connection is not read.
    if (this.#options.ingest.busy) this.#guards.get(client.conn)?.holdForRoom();
    return true;
  }

  #sourceOf(client: Client): string {
    return this.#sources.get(client.conn) ?? 'unknown';
  }

  /** Responds on the topic that the client subscribed to; the PUBACK follows the creation of the device. */
  #provision(client: Client, packet: PublishPacket, done: (error?: Error | null) => void): void {
    if (packet.topic !== PROVISION_REQUEST) return done(new Error('only devices may publish'));
    const parsed = parseJson(Buffer.from(packet.payload));
    packet.retain = false;
    packet.topic = CONSUMED_TOPIC;
    void this.#answerProvisioning(client, 'value' in parsed ? parsed.value : null, done);
  }

  async #answerProvisioning(client: Client, request: JsonValue, done: () => void): Promise<void> {
    try {
      const { answer, waitMs } = await this.#options.provisioning.provision(request, this.#sourceOf(client));
      if (waitMs > 0) return client.close();
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
      done();
    } catch (error) {
      // Not acknowledged: the device asks again.
      this.#options.log.error({ err: error }, 'a device was not provisioned');
      client.close();
    }
  }

  async #acknowledge(
    client: Client,
    channel: DeviceChannel,
    durable: Promise<Consumed>,
    owed: Owed | null,
  ): Promise<void> {
    try {
      const reason = reasonOf(await durable);
      if (!owed) return;
      channel.acknowledge(reason && client.version === 5 ? { ...owed, reason } : owed);
    } catch (error) {
      // Not stored, so not acknowledged: the device sends it again after it reconnects.
      if (!(error instanceof BatcherStoppedError))
        this.#options.log.error({ err: error }, 'a message was not stored');
      client.close();
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

/** Ends a connection that is far ahead of its rate. aedes refuses to a client of MQTT 5 only the message. */
function tooFar(client: Client, done: (error?: Error | null) => void): void {
  if (client.version !== 5) done(new Error(TOO_MANY.reason));
  else if (client.disconnectReasonCode === null) {
    client.disconnect({ reasonCode: TOO_MANY.code, properties: { reasonString: TOO_MANY.reason } });
  }
}

/** Passes on a connection with the address of its client, once that is known. */
function acceptFrom(proxies: TrustedProxies, socket: Socket, accept: (address: string) => void): void {
  const remote = socket.remoteAddress ?? 'unknown';
  if (!proxies.has(remote)) return accept(remote);
  // Until a packet follows, nothing else watches the connection.
  const ignore = (): void => undefined;
  const timer = setTimeout(() => socket.destroy(), CONNECT_TIMEOUT_MS);
  socket.on('error', ignore);
  void takeProxyHeader(socket).then((address) => {
    clearTimeout(timer);
    if (!socket.destroyed) accept(address ?? remote);
    socket.off('error', ignore);
  });
}

/** Tells the connections of a server apart. */
function portsOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
