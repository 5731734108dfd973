import mqtt from 'mqtt';
import type { TestDevice } from './devices.ts';

/** Two readings a message: of a message that is stored only in part, one would be missing. */
export const READINGS_PER_MESSAGE = 2;

/** What a device sent: reading n of a device has time `base + n` and four keys that follow from n. */
export interface Sent {
  readonly device: TestDevice;
  /** Number of the first reading of the message; the message holds READINGS_PER_MESSAGE. */
  readonly first: number;
}

/** The values of reading n. Undeclared keys and declared ones, so that both ways are exercised. */
export function valuesOf(n: number): Record<string, number | string> {
  return {
    airTemperature: (n % 900) / 10 - 30,
    n,
    parity: n % 2 === 0 ? 'even' : 'odd',
    square: (n % 30_000) ** 2,
  };
}

/** Real MQTT clients that keep a window of QoS 1 messages in flight until they are told to end. */
export class Generator {
  readonly acknowledged: Sent[] = [];
  readonly unacknowledged = new Set<Sent>();
  readonly #base: number;
  readonly #window: number;
  readonly #clients: mqtt.MqttClient[] = [];
  readonly #next: Map<number, number>;
  #ended = false;

  /**
   * @param base time of reading 0, epoch ms
   * @param next number of the next reading of each device, by key; carried from round to round
   */
  constructor(options: { base: number; window: number; next: Map<number, number> }) {
    this.#base = options.base;
    this.#window = options.window;
    this.#next = options.next;
  }

  get inFlight(): number {
    return this.unacknowledged.size;
  }

  /** @param protocolVersion 4 is MQTT 3.1.1 */
  async start(port: number, devices: readonly TestDevice[], protocolVersion: 4 | 5): Promise<void> {
    await Promise.all(
      devices.map(async (device) => {
        const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
          username: device.token,
          reconnectPeriod: 0,
          protocolVersion,
        });
        client.on('error', () => undefined);
        this.#clients.push(client);
        for (let index = 0; index < this.#window; index += 1) this.#send(client, device);
      }),
    );
  }

  /** Sends nothing new; what is in flight may still be acknowledged. */
  pause(): void {
    this.#ended = true;
  }

  /** Drops all connections. */
  end(): void {
    this.#ended = true;
    for (const client of this.#clients) client.end(true);
  }

  #send(client: mqtt.MqttClient, device: TestDevice): void {
    if (this.#ended) return;
    const first = this.#next.get(device.key) ?? 0;
    this.#next.set(device.key, first + READINGS_PER_MESSAGE);
    const readings = Array.from({ length: READINGS_PER_MESSAGE }, (_, index) => ({
      ts: this.#base + first + index,
      values: valuesOf(first + index),
    }));
    const sent: Sent = { device, first };
    this.unacknowledged.add(sent);
    client.publish('v1/devices/me/telemetry', JSON.stringify(readings), { qos: 1 }, (error) => {
      if (error) return;
      this.unacknowledged.delete(sent);
      this.acknowledged.push(sent);
      this.#send(client, device);
    });
  }
}
