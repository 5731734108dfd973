import type { Client } from 'aedes';
import type { EventEmitter } from 'node:events';

/**
 * What this broker uses of a connection of aedes beyond its types. Held by the exact version in package.json and by
 * aedes-client.test.ts.
 */
export interface AedesClient extends Client {
  subscriptions: Record<string, { readonly qos: number; readonly si?: number }>;
  duplicates: Record<string, number>;
  readonly _parser: EventEmitter;
  clean: boolean;
  /** From here on packets of the client are handled, before {@link Client.connected} is true. */
  readonly connackSent: boolean;
  /** Closes the connection when it ends; an interval of -1 or 0: there is none. */
  readonly _keepaliveTimer: NodeJS.Timeout | null;
  readonly _keepaliveInterval: number;
  /** False when the client wants no reason strings. MQTT 5. */
  readonly _requestProblemInformation?: boolean;
}

interface ReceivedPacket {
  cmd: string;
  properties?: Record<string, unknown>;
  will?: { properties?: Record<string, unknown> };
}

/**
 * Closes what aedes 2.0.0-beta.1 leaves open. Its maps have no prototype as in 1.2.0 (GHSA-52qw-whmv-87c5), so that a
 * filter `constructor` is an unknown one. A property that is given twice, which MQTT 5 forbids, reaches aedes as an
 * array: as Session Expiry Interval it would end the process when the connection closes. Such a packet is refused as
 * one of an unknown type, which closes the connection. And a packet that follows the CONNACK at once is handled before
 * the client counts as connected: it was cut off without a DISCONNECT, and so without a reason.
 */
export function hardenClient(client: Client): AedesClient {
  const hardened = client as AedesClient;
  hardened.subscriptions = Object.create(null) as AedesClient['subscriptions'];
  hardened.duplicates = Object.create(null) as AedesClient['duplicates'];
  hardened._parser.prependListener('packet', (packet: ReceivedPacket) => {
    if (repeatsProperty(packet.properties) || repeatsProperty(packet.will?.properties)) {
      packet.cmd = 'malformed';
    }
  });
  const disconnect = hardened.disconnect.bind(hardened) as (...given: unknown[]) => void;
  hardened.disconnect = (...given: unknown[]) => {
    if (!hardened.connackSent || hardened.connected || hardened.closed) disconnect(...given);
    else hardened.once('connected', () => disconnect(...given));
  };
  return hardened;
}

function repeatsProperty(properties: Record<string, unknown> | undefined): boolean {
  if (!properties) return false;
  return Object.entries(properties).some(
    ([name, value]) => name !== 'userProperties' && Array.isArray(value),
  );
}

/**
 * A session of MQTT 5 that is resumed without an expiry interval counts to aedes as a new one, and what waited for it is
 * dropped. Until it is resumed it therefore counts as one that lasts.
 */
export function keepSession(client: AedesClient): void {
  if (client.version === 5) client.clean = false;
}

/** From now on it ends after its expiry interval. */
export function endSessionWithConnection(client: AedesClient): void {
  if (client.version === 5) client.clean = client.sessionExpiryInterval === 0;
}
