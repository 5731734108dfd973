import { setTimeout } from 'node:timers/promises';
import type { DeviceClaims } from '../../features/devices/device-claims.ts';
import type { DeviceCredentials } from '../../features/devices/credentials.ts';
import type { GatewayDevices } from '../../features/devices/gateway-devices.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import {
  attributeFrames,
  selectAttributes,
  type DeviceAttributeStore,
} from '../../features/devices/device-attributes.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';
import { StartupError } from '../../platform/startup-error.ts';
import { isDataError } from '../../platform/storage/data-error.ts';
import { BatcherStoppedError } from '../../platform/telemetry/batcher.ts';
import type { DeviceIngest } from '../../platform/telemetry/ingest.ts';
import { parseJson } from '../../platform/telemetry/reading.ts';
import { toGateway } from './gateway-children.ts';
import { consumeOfGateway, receivedTopic } from './outside-gateways.ts';
import { OutsideConnection, type OutsideMessage } from './outside-connection.ts';
import type { DeviceRpc } from '../../features/commands/device-rpc.ts';
import type { DeviceSession, DeviceSessions } from '../../platform/sessions/device-sessions.ts';

/**
 * Shared subscriptions: each message goes to one server. Responses to commands go to all, because one of them waits
 * for it.
 */
const FILTERS = [
  '$share/farm3d/v1/+/telemetry',
  '$share/farm3d/v1/+/attributes',
  '$share/farm3d/v1/+/attributes/request/+',
  'v1/+/rpc/response/+',
  '$share/farm3d/v1/+/gateway/telemetry',
  '$share/farm3d/v1/+/gateway/attributes',
  '$share/farm3d/v1/+/gateway/connect',
  '$share/farm3d/v1/+/gateway/disconnect',
  '$share/farm3d/v1/+/gateway/attributes/request',
  '$share/farm3d/v1/+/gateway/claim',
  'v1/+/gateway/rpc/response',
];

const TOPIC =
  /^v1\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:(telemetry|attributes|attributes\/request\/(\d{1,10})|rpc\/response\/(\d{1,10}))|gateway\/(telemetry|attributes|connect|disconnect|attributes\/request|claim|rpc\/response))$/;

/** Between the attempts to store a message whose device could not be looked up, milliseconds. */
const RETRY_MS = 1_000;

export interface OutsideBrokerOptions {
  readonly url: string;
  /** The same at every start, so that the broker keeps the messages of the time between. */
  readonly clientId: string;
  readonly ingest: Pick<DeviceIngest, 'telemetry' | 'attributes' | 'reject' | 'busy' | 'room'>;
  readonly credentials: DeviceCredentials;
  readonly sessions: DeviceSessions;
  readonly rpc: DeviceRpc;
  readonly attributes: DeviceAttributeStore;
  readonly gatewayDevices: GatewayDevices;
  readonly claims: Pick<DeviceClaims, 'offer'>;
  readonly events: ServerEvents;
  readonly log: Logger;
}

/**
 * Devices at an external broker, under `v1/{device id}/…`: the broker authenticates each device and restricts it to
 * its own topics. No message is lost from there on: it is acknowledged to the broker after the commit, and delivered
 * again when a server dies before.
 */
export class OutsideBroker {
  readonly #options: OutsideBrokerOptions;
  readonly #connection: OutsideConnection;
  #waiting = false;
  #accepts = true;
  readonly #stopped = new AbortController();

  constructor(options: OutsideBrokerOptions) {
    this.#options = options;
    this.#connection = new OutsideConnection({
      url: options.url,
      clientId: options.clientId,
      filters: FILTERS,
      onMessage: (message) => void this.#take(message),
      log: options.log,
    });
  }

  get ready(): boolean {
    return this.#connection.ready;
  }

  /** @throws StartupError when the broker cannot be reached */
  async start(): Promise<void> {
    try {
      await this.#connection.start();
    } catch (error) {
      const { hostname, port } = new URL(this.#options.url);
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartupError(
        `the MQTT broker ${hostname}:${port || '1883'} cannot be used (${reason}); start it, or correct MQTT_URL`,
        { cause: error },
      );
    }
    this.#options.sessions.setExternalSessions((deviceId) => this.#sessionOf(deviceId));
    this.#options.events.on('attributes-shared', ({ deviceId, ...change }) => {
      void this.#sendInTurn(deviceId, attributeFrames(change));
    });
  }

  async #sendInTurn(deviceId: string, frames: readonly object[]): Promise<void> {
    for (const frame of frames) await this.#send(deviceId, 'v1/devices/me/attributes', JSON.stringify(frame));
  }

  /** Reads nothing more; accepted messages may still be acknowledged. */
  stopAccepting(): void {
    this.#accepts = false;
    this.#connection.pause();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#connection.stop();
  }

  #sessionOf(deviceId: string): DeviceSession {
    return {
      send: (topic, payload) => ({
        accepted: this.#connection.ready,
        delivered: this.#send(deviceId, topic, payload),
      }),
      close: () => undefined,
    };
  }

  /** Sends a message of ThingsBoard's device API to a device; to one behind a gateway through that. */
  async #send(deviceId: string, topic: string, payload: string): Promise<boolean> {
    const { gatewayDevices, log } = this.#options;
    let way: Awaited<ReturnType<GatewayDevices['wayTo']>>;
    try {
      way = await gatewayDevices.wayTo(deviceId);
    } catch (error) {
      log.warn({ err: error }, 'a message to a device was not sent');
      return false;
    }
    if (!way) {
      const own =
        topic === 'v1/devices/me/attributes' ? 'attributes/updates' : topic.replace('v1/devices/me/', '');
      return this.#connection.publish(`v1/${deviceId}/${own}`, payload);
    }
    const message = toGateway(way.name, topic, payload);
    const own = message && receivedTopic(way.gatewayId, message.topic);
    return own ? this.#connection.publish(own, message.payload) : false;
  }

  async #take(message: OutsideMessage): Promise<void> {
    const stored = this.#store(message);
    // Memory is bounded: while the queue is busy nothing is read.
    if (this.#options.ingest.busy) this.#waitForRoom();
    if (await stored) message.acknowledge();
  }

  /**
   * Until it is stored: the broker delivers what is not acknowledged again with the next connection only. What the database
   * refuses for what it is would be refused for ever: it is written to the log, and the broker may forget it.
   * @returns false when the server stops before
   */
  async #store({ topic, payload }: OutsideMessage): Promise<boolean> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#consume(topic, payload);
        return true;
      } catch (error) {
        if (error instanceof BatcherStoppedError || this.#stopped.signal.aborted) return false;
        if (isDataError(error)) {
          this.#options.log.error({ err: error, topic }, 'a message cannot be stored');
          return true;
        }
        if (attempt === 0) this.#options.log.warn({ err: error }, 'a message was not stored; trying again');
        await setTimeout(RETRY_MS, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
      }
    }
  }

  #waitForRoom(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#connection.pause();
    void this.#options.ingest.room().then(() => {
      this.#waiting = false;
      if (this.#accepts) this.#connection.resume();
    });
  }

  async #consume(topic: string, payload: Buffer): Promise<void> {
    const { ingest, credentials, sessions, rpc, attributes, log } = this.#options;
    const [, id = '', kind = '', attributeRequest, response, ofGateway] = TOPIC.exec(topic) ?? [];
    const device: DeviceIdentity | null = id === '' ? null : await credentials.byId(id);
    if (!device) {
      // The broker authenticates devices; one that was deleted in the meantime has no recipient for a rejection.
      log.debug({ topic: topic.slice(0, 128) }, 'a message of no device of ours');
      return;
    }
    sessions.recordActivity(device);
    if (ofGateway !== undefined) {
      await consumeOfGateway(device, ofGateway, payload, this.#options, (own, content) => ({
        accepted: this.#connection.ready,
        delivered: this.#connection.publish(own, content),
      }));
    } else if (kind === 'telemetry') {
      rpc.flushWaiting(device);
      await ingest.telemetry(device, 'mqtt', payload);
    } else if (kind === 'attributes') await ingest.attributes(device, 'mqtt', payload);
    else if (response !== undefined) {
      rpc.flushWaiting(device);
      const problem = rpc.answeredBy(device, Number(response), payload);
      if (problem) await ingest.reject(device, 'mqtt', payload, problem);
    } else if (attributeRequest !== undefined) {
      const parsed = parseJson(payload);
      const request: object =
        'value' in parsed && typeof parsed.value === 'object' ? (parsed.value ?? {}) : {};
      const answer = selectAttributes(await attributes.read(device.key), request);
      await this.#connection.publish(
        `v1/${id}/attributes/response/${attributeRequest}`,
        JSON.stringify(answer),
      );
    }
  }
}
