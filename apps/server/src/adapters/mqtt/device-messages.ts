import type { DeviceAttributeStore } from '../../features/devices/device-attributes.ts';
import type { DeviceClaims } from '../../features/devices/device-claims.ts';
import type { DeviceRpc } from '../../features/commands/device-rpc.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { DeviceIngest } from '../../platform/telemetry/ingest.ts';
import { parseJson, type Problem } from '../../platform/telemetry/reading.ts';
import type { DeviceChannel } from './device-channel.ts';
import type { GatewayChannel } from './gateway-channel.ts';
import { ACCEPTED, REASON, type Consumed } from './reason-codes.ts';
import { FIRMWARE_ERROR_TOPIC, readPublishTopic } from './topics.ts';

export interface DeviceServices {
  readonly ingest: Pick<DeviceIngest, 'telemetry' | 'attributes' | 'reject'>;
  readonly sessions: DeviceSessions;
  readonly rpc: DeviceRpc;
  readonly attributes: DeviceAttributeStore;
  readonly claims: Pick<DeviceClaims, 'offer'>;
}

/** The device that a message came from. */
export interface Sender {
  readonly device: DeviceIdentity;
  readonly channel: DeviceChannel;
  /** Null unless it may send for other devices. */
  readonly gateway: GatewayChannel | null;
}

/** Resolves when the content of the message is committed, or at once when there is nothing to store. */
export async function consume(
  { ingest, sessions, rpc, attributes, claims }: DeviceServices,
  { device, channel, gateway }: Sender,
  name: string,
  payload: Buffer,
): Promise<Consumed> {
  sessions.recordActivity(device);
  const reject = (problem: Problem): Promise<Consumed> => ingest.reject(device, 'mqtt', payload, problem);
  const topic = readPublishTopic(name);
  switch (topic?.kind) {
    case 'telemetry':
      return ingest.telemetry(device, 'mqtt', payload);
    case 'attributes':
      return ingest.attributes(device, 'mqtt', payload);
    case 'rpc-response': {
      const problem = rpc.answeredBy(device, topic.id, payload);
      return problem ? reject(problem) : ACCEPTED;
    }
    case 'rpc-request':
      channel.answerRequest(topic.id, payload, device.gateway);
      return ACCEPTED;
    case 'attributes-request':
      channel.answerAttributes(topic.id, payload, await attributes.read(device.key));
      return ACCEPTED;
    case 'claim': {
      const parsed = parseJson(payload);
      const problem = 'problem' in parsed ? parsed.problem : await claims.offer(device.id, parsed.value);
      return problem ? reject(problem) : ACCEPTED;
    }
    case 'firmware':
      channel.send(FIRMWARE_ERROR_TOPIC, 'there is none for this device');
      return ACCEPTED;
    case 'gateway': {
      if (gateway) return gateway.consume(topic.about, payload);
      const refused = await reject({ field: 'topic', reason: 'is for gateways only' });
      return { ...refused, code: REASON.notAuthorized };
    }
    default: {
      const refused = await reject({ field: 'topic', reason: `'${name.slice(0, 64)}' is unknown` });
      return { ...refused, code: REASON.topicNameInvalid };
    }
  }
}
