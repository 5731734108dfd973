import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { TrustedProxies } from '../../platform/client-address.ts';
import { MAX_PACKET_BYTES } from './frame-guard.ts';

/** Path of MQTT over WebSocket, on the HTTP port. */
export const MQTT_PATH = '/mqtt';
/** Of MQTT 3.1.1 and 5, and of 3.1. */
const SUBPROTOCOLS = ['mqtt', 'mqttv3.1'];

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

interface UpgradeSource {
  on(event: 'upgrade', listener: UpgradeListener): unknown;
  off(event: 'upgrade', listener: UpgradeListener): unknown;
}

/** Passes WebSocket connections to the broker as streams. */
export class MqttOverWebSocket {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PACKET_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => SUBPROTOCOLS.find((name) => offered.has(name)) ?? false,
  });
  readonly #handle: (stream: Duplex, address: string) => void;
  readonly #proxies: TrustedProxies;
  readonly #attached: UpgradeSource[] = [];

  /** `handle` receives each connection with the address of its client. */
  constructor(proxies: TrustedProxies, handle: (stream: Duplex, address: string) => void) {
    this.#proxies = proxies;
    this.#handle = handle;
  }

  attach(source: UpgradeSource): void {
    source.on('upgrade', this.#upgrade);
    this.#attached.push(source);
  }

  readonly #upgrade: UpgradeListener = (request, socket, head) => {
    if ((request.url ?? '').split('?', 1)[0] !== MQTT_PATH) return;
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const stream = createWebSocketStream(webSocket);
      // A broken connection is closed like any other; the broker receives its close event.
      stream.on('error', () => undefined);
      this.#handle(stream, this.#proxies.clientOf(request.socket.remoteAddress, request.headers));
    });
  };

  async close(): Promise<void> {
    for (const source of this.#attached) source.off('upgrade', this.#upgrade);
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }
}
