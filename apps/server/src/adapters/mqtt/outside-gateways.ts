import type { DeviceIdentity } from '../../platform/device-identity.ts';
import type { GatewayDevices } from '../../features/devices/gateway-devices.ts';
import type { DeviceRpc } from '../../features/commands/device-rpc.ts';
import type { DeviceSession, DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import { GatewayChannel, type GatewayChildren, type GatewayServices } from './gateway-channel.ts';
import type { Consumed } from './reason-codes.ts';
import {
  GATEWAY_ATTRIBUTES_RESPONSE_TOPIC,
  GATEWAY_ATTRIBUTES_TOPIC,
  GATEWAY_RPC_TOPIC,
  type GatewayTopic,
} from './topics.ts';

/** What a gateway publishes below `v1/{its id}/gateway/`, by ThingsBoard's topics. */
const PUBLISHED = new Map<string, GatewayTopic>([
  ['telemetry', 'telemetry'],
  ['attributes', 'attributes'],
  ['connect', 'connect'],
  ['disconnect', 'disconnect'],
  ['attributes/request', 'attributes-request'],
  ['claim', 'claim'],
  ['rpc/response', 'rpc'],
]);

/** What it receives there. Other topics than it publishes to: a server's own message would come back to a server. */
const RECEIVED = new Map([
  [GATEWAY_RPC_TOPIC, 'rpc/request'],
  [GATEWAY_ATTRIBUTES_TOPIC, 'attributes/updates'],
  [GATEWAY_ATTRIBUTES_RESPONSE_TOPIC, 'attributes/response'],
]);

export interface OutsideGatewayServices extends GatewayServices {
  readonly sessions: Pick<DeviceSessions, 'recordActivity'>;
  readonly rpc: Pick<DeviceRpc, 'answeredBy' | 'flushWaiting'>;
  readonly gatewayDevices: GatewayDevices;
}

/** The topic below `v1/{id}/gateway/` under which a gateway at an external broker receives a message of this topic. */
export function receivedTopic(gatewayId: string, topic: string): string | null {
  const own = RECEIVED.get(topic);
  return own === undefined ? null : `v1/${gatewayId}/gateway/${own}`;
}

/**
 * Takes a message of a gateway at an external broker. Each may come to another server, so that none keeps which devices
 * are connected: a device counts as online while messages come for it.
 * @param name of the topic behind `v1/{id}/gateway/`
 */
export function consumeOfGateway(
  gateway: DeviceIdentity,
  name: string,
  payload: Buffer,
  services: OutsideGatewayServices,
  publish: (topic: string, payload: string) => ReturnType<DeviceSession['send']>,
): Promise<Consumed> {
  const { ingest, sessions, rpc, gatewayDevices } = services;
  if (!gateway.gateway) {
    return ingest.reject(gateway, 'mqtt', payload, { field: 'topic', reason: 'is for gateways only' });
  }
  const children: GatewayChildren = {
    of: async (child, type) => {
      const device = await gatewayDevices.identify(gateway, child, type || undefined);
      if (device) {
        sessions.recordActivity(device);
        rpc.flushWaiting(device);
      }
      return device;
    },
    disconnect: () => undefined,
  };
  const send: DeviceSession['send'] = (topic, content) => {
    const own = receivedTopic(gateway.id, topic);
    return own === null ? { accepted: false, delivered: Promise.resolve(false) } : publish(own, content);
  };
  const kind = PUBLISHED.get(name);
  if (!kind) throw new Error(`'${name}' is no topic of gateways`);
  return new GatewayChannel(gateway, children, send, services).consume(kind, payload);
}
