import { connect, ErrorWithReasonCode, type MqttClient } from 'mqtt';
import type { SimulatedDevice } from '../devices/assign-profiles.ts';
import type { Values } from '../devices/device-profile.ts';
import type { LiveFarm } from '../farm.ts';
import { historyMessages } from './chunks.ts';

/** ThingsBoard's device topics. */
const TELEMETRY = 'v1/devices/me/telemetry';
const ATTRIBUTES = 'v1/devices/me/attributes';
const ATTRIBUTE_REQUEST = 'v1/devices/me/attributes/request/1';
const ATTRIBUTE_RESPONSES = 'v1/devices/me/attributes/response/+';
const RPC_REQUESTS = 'v1/devices/me/rpc/request/+';
const RPC_REQUEST = 'v1/devices/me/rpc/request/';
const RPC_RESPONSE = 'v1/devices/me/rpc/response/';

/** Attribute with the time of the back-fill, so that it is not sent again after a restart. */
const BACKFILLED = 'backfilledAt';
/** Without a response in this time the back-fill waits for the next connection. */
const ATTRIBUTE_TIMEOUT_MS = 15_000;

/** Shortest pause before a reconnection; each device takes up to twice that. */
const RECONNECT_MS = 1500;
/** A refused token seldom becomes valid: the device was deleted or has a new one. */
const REFUSED_RECONNECT_MS = 60_000;
/** CONNACK codes for a bad user name and for not authorised (MQTT 3.1.1, table 3.1). */
const REFUSED_CODES: ReadonlySet<number> = new Set([4, 5]);

export interface SessionOptions {
  url: string;
  farm: LiveFarm;
  /** Shortest pause before a reconnection, ms. Default 1500. */
  reconnectMs?: number | undefined;
  /** Receives log lines; never with a token. */
  log: (line: string) => void;
}

/** One simulated device with its own MQTT connection and token. */
export class DeviceSession {
  readonly #device: SimulatedDevice;
  readonly #farm: LiveFarm;
  readonly #log: (line: string) => void;
  readonly #client: MqttClient;
  #lastError = '';
  #sending = false;
  #ready = false;
  #onAttributes: ((attributes: unknown) => void) | undefined;

  constructor(device: SimulatedDevice, { url, farm, log, reconnectMs = RECONNECT_MS }: SessionOptions) {
    this.#device = device;
    this.#farm = farm;
    this.#log = (line) => log(`${device.device.name}: ${line}`);
    // Random, so that the devices do not reconnect at the same moment.
    const pause = Math.round(reconnectMs * (1 + Math.random()));
    this.#client = connect(url, {
      clientId: `sim-${device.device.id}`,
      username: device.device.token,
      clean: true,
      keepalive: 30,
      reconnectPeriod: pause,
      connectTimeout: 10_000,
      // A starting broker refuses with CONNACK 3; the reconnection continues.
      reconnectOnConnackError: true,
      // Nothing is queued while offline: new readings follow within seconds.
      queueQoSZero: false,
    });
    this.#client.on('connect', () => {
      this.#client.options.reconnectPeriod = pause;
      void this.#begin();
    });
    this.#client.on('message', (topic, payload) => this.#receive(topic, payload));
    this.#client.on('close', () => (this.#ready = false));
    this.#client.on('error', (error) => {
      // The period is read when the next attempt is scheduled, which is after this.
      if (error instanceof ErrorWithReasonCode && REFUSED_CODES.has(error.code))
        this.#client.options.reconnectPeriod = REFUSED_RECONNECT_MS;
      this.#logError(error.message);
    });
  }

  get connected(): boolean {
    return this.#client.connected;
  }

  /** Whether the device's values change fast. */
  get reportsEveryTick(): boolean {
    return this.#device.profile.reportsEveryTick?.(this.#farm.state) ?? false;
  }

  /** Sends one set of readings, unless the last one is not acknowledged yet. */
  async report(): Promise<void> {
    if (!this.#ready || !this.#client.connected || this.#sending) return;
    this.#sending = true;
    try {
      await this.#publish(TELEMETRY, this.#farm.readings(this.#device.profile));
    } catch (error) {
      this.#logError(message(error));
    } finally {
      this.#sending = false;
    }
  }

  /** Closes the connection; messages in flight have `graceMs` to be acknowledged. */
  async end(graceMs = 1500): Promise<void> {
    this.#ready = false;
    const forced = setTimeout(() => this.#client.end(true), graceMs);
    await this.#client.endAsync(!this.#client.connected).catch(() => undefined);
    clearTimeout(forced);
  }

  async #begin(): Promise<void> {
    this.#lastError = '';
    try {
      await this.#client.subscribeAsync([RPC_REQUESTS, ATTRIBUTE_RESPONSES], { qos: 1 });
      await this.#publish(ATTRIBUTES, { simulated: true });
      this.#ready = true;
      await this.#backfill();
    } catch (error) {
      this.#logError(message(error));
    }
  }

  async #backfill(): Promise<void> {
    const attributes = await this.#requestAttributes(BACKFILLED);
    if (attributes === undefined || BACKFILLED in attributes) return;
    const points = this.#farm.history(this.#device.profile);
    for (const chunk of historyMessages(points))
      await this.#client.publishAsync(TELEMETRY, chunk, { qos: 1 });
    await this.#publish(ATTRIBUTES, { [BACKFILLED]: new Date().toISOString() });
    this.#log(`sent ${points.length} simulated readings of the time before`);
  }

  /** The device's client attributes, or undefined without a response. */
  async #requestAttributes(keys: string): Promise<object | undefined> {
    const answered = new Promise<unknown>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), ATTRIBUTE_TIMEOUT_MS);
      this.#onAttributes = (attributes) => {
        clearTimeout(timer);
        resolve(attributes);
      };
    });
    await this.#publish(ATTRIBUTE_REQUEST, { clientKeys: keys });
    const attributes = await answered;
    this.#onAttributes = undefined;
    if (typeof attributes !== 'object' || attributes === null) return undefined;
    const client = 'client' in attributes ? attributes.client : undefined;
    return typeof client === 'object' && client !== null ? client : {};
  }

  #receive(topic: string, payload: Uint8Array): void {
    const body = parse(payload);
    if (topic.startsWith(RPC_REQUEST)) void this.#handleCommand(topic.slice(RPC_REQUEST.length), body);
    else this.#onAttributes?.(body);
  }

  async #handleCommand(id: string, body: unknown): Promise<void> {
    const request = typeof body === 'object' && body !== null ? body : {};
    const method = 'method' in request && typeof request.method === 'string' ? request.method : '';
    const params = 'params' in request ? request.params : {};
    this.#farm.advance(Date.now());
    const { answer, attributes } = this.#farm.command(this.#device.profile, method, params);
    try {
      await this.#publish(RPC_RESPONSE + id, answer);
      this.#log(`${method} ${JSON.stringify(params)} → ${JSON.stringify(answer)}`);
      if (attributes) await this.#publish(ATTRIBUTES, attributes);
      await this.report();
    } catch (error) {
      this.#logError(message(error));
    }
  }

  async #publish(topic: string, body: Values | object): Promise<void> {
    await this.#client.publishAsync(topic, JSON.stringify(body), { qos: 1 });
  }

  /** Logs an error once, not at every attempt. */
  #logError(text: string): void {
    if (text === this.#lastError) return;
    this.#lastError = text;
    this.#log(text);
  }
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function parse(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}
