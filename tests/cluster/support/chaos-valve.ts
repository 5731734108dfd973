import { connect } from 'node:net';
import { MqttClient } from 'mqtt';

/** How long a valve was open beyond its limit, milliseconds. */
export interface Over {
  readonly overMs: number;
  /** Without the time in which the server could do nothing. */
  readonly atWorkMs: number;
}

const NOT_OVER: Over = { overMs: 0, atWorkMs: 0 };

export const longer = (one: Over, other: Over): Over => ({
  overMs: Math.max(one.overMs, other.overMs),
  atWorkMs: Math.max(one.atWorkMs, other.atWorkMs),
});

/** A valve without a timer of its own: it stays open until it is told to close, whatever becomes of its server. */
export class ChaosValve {
  readonly id: string;
  readonly #limitMs: number;
  readonly #awayMs: () => number;
  readonly #client: MqttClient;
  #openSince: number | null = null;
  #awayBefore = 0;
  #longest: Over = NOT_OVER;

  /**
   * @param options.port of the server, asked at each attempt to connect
   * @param options.limitMs how long it may be open
   * @param options.awayMs how long the server could do nothing so far, milliseconds
   */
  constructor(options: {
    device: { readonly id: string; readonly accessToken: string };
    port: () => number;
    limitMs: number;
    awayMs: () => number;
    protocolVersion: 4 | 5;
  }) {
    this.id = options.device.id;
    this.#limitMs = options.limitMs;
    this.#awayMs = options.awayMs;
    this.#client = chaosClient(options.device.accessToken, options.port, options.protocolVersion);
    this.#client.on('message', (topic, payload) => {
      const { params } = JSON.parse(payload.toString()) as { params: { open: boolean } };
      if (params.open) this.#open();
      else this.close();
      this.#client.publish(topic.replace('request', 'response'), '{"ok":true}');
    });
    this.#client.subscribe('v1/devices/me/rpc/request/+', { qos: 1 });
  }

  get isOpen(): boolean {
    return this.#openSince !== null;
  }

  /** Its longest times beyond its limit since the last call. */
  takeLongest(): Over {
    const longest = longer(this.#longest, this.#over());
    this.#longest = NOT_OVER;
    return longest;
  }

  /** Also by hand. */
  close(): void {
    this.#longest = longer(this.#longest, this.#over());
    this.#openSince = null;
  }

  end(): void {
    this.#client.end(true);
  }

  #open(): void {
    if (this.#openSince !== null) return;
    this.#openSince = performance.now();
    this.#awayBefore = this.#awayMs();
  }

  #over(): Over {
    if (this.#openSince === null) return NOT_OVER;
    const overMs = Math.max(0, performance.now() - this.#openSince - this.#limitMs);
    return { overMs, atWorkMs: Math.max(0, overMs - (this.#awayMs() - this.#awayBefore)) };
  }
}

/** A client that comes back by itself, also to a server on another port; what was not acknowledged it sends again. */
export function chaosClient(token: string, port: () => number, protocolVersion: 4 | 5): MqttClient {
  const client = new MqttClient(() => connect(port(), '127.0.0.1'), {
    username: token,
    protocolVersion,
    reconnectPeriod: 200,
    reconnectOnConnackError: true,
  });
  client.on('error', () => undefined);
  return client;
}
