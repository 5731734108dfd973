import { Aedes, type AedesOptions } from 'aedes';
import type { Duplex } from 'node:stream';
import { endSessionWithConnection, hardenClient, keepSession, type AedesClient } from './aedes-client.ts';
import { guardFrames, MAX_PACKET_BYTES, type FrameGuard, type Intake } from './frame-guard.ts';
import { disconnectPacket, lengthOf } from './packets.ts';
import { REASON } from './reason-codes.ts';

/** A connection without a CONNECT is closed after this time, milliseconds. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** Topics that a client may shorten to a number; it has fewer than ten to publish on. MQTT 5. */
const TOPIC_ALIASES = 16;
/** Longest time that a session outlives its connection, seconds: a week. MQTT 5; a client is told when its interval is reduced. */
const SESSION_EXPIRY_SECONDS = 7 * 86_400;
/** Sessions without a connection that are kept; above it one ends with its connection. */
const MAX_PENDING_SESSIONS = 10_000;

/** Authentication and permissions of clients. */
export type Rules = Required<
  Pick<AedesOptions, 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'>
>;

/** A broker of MQTT 3.1, 3.1.1 and 5 with the limits that hold for every client. */
export async function createBroker(rules: Rules): Promise<Aedes> {
  const broker = await Aedes.createBroker({
    ...rules,
    authenticate: (client, username, password, done) => {
      keepSession(client as AedesClient);
      rules.authenticate(client, username, password, done);
    },
    authorizeForward: (client, packet) => {
      // MQTT 5 forbids packets above the limits of the client.
      const isTooLong = lengthOf(packet) > (client.maximumPacketSize ?? Infinity);
      return isTooLong ? null : rules.authorizeForward(client, packet);
    },
    connectTimeout: CONNECT_TIMEOUT_MS,
    maximumPacketSize: MAX_PACKET_BYTES,
    topicAliasMaximum: TOPIC_ALIASES,
    sessionExpiryIntervalLimit: SESSION_EXPIRY_SECONDS,
    pendingSessionsLimit: MAX_PENDING_SESSIONS,
  });
  broker.on('clientReady', (client) => endSessionWithConnection(client as AedesClient));
  return broker;
}

/**
 * Passes a connection over any transport to the broker.
 * @param takeFirst takes packets of a connected client before the broker; returns their bytes
 */
export function acceptConnection(
  broker: Aedes,
  socket: Duplex,
  intake: Intake,
  onTooLong: (bytes: number, client: AedesClient) => void,
  takeFirst: (bytes: Buffer, client: AedesClient) => number = () => 0,
): FrameGuard {
  let client: AedesClient | undefined;
  const refuse = (bytes: number): Buffer | undefined => {
    if (!client) return undefined;
    onTooLong(bytes, client);
    if (client.version !== 5 || !client.connected) return undefined;
    const reason = `the packet is ${bytes} bytes long, more than ${MAX_PACKET_BYTES}`;
    return disconnectPacket({ code: REASON.packetTooLarge, reason });
  };
  const guard = guardFrames(socket, intake, refuse, (bytes) => {
    if (!client?.connected || client.closed) return 0;
    const taken = takeFirst(bytes, client);
    // Every packet of a client shows that it is alive.
    if (taken > 0 && client._keepaliveInterval > 0) client._keepaliveTimer?.refresh();
    return taken;
  });
  client = hardenClient(broker.handle(socket));
  return guard;
}
