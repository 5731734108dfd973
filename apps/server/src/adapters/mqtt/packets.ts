import { generate, type Packet } from 'mqtt-packet';
import type { Reason } from './reason-codes.ts';

/** Packet type and remaining length two, before the message id: the same in MQTT 3.1, 3.1.1 and 5 for success. */
const PUBACK = 0x40_02_00_00;
const PUBREC = 0x50_02_00_00;
const MQTT_5 = { protocolVersion: 5 } as const;

/** Acknowledgement of a message of QoS 1 (PUBACK) or 2 (PUBREC). */
export interface Acknowledgement {
  readonly messageId: number;
  readonly qos: 1 | 2;
  /** MQTT 5 only. */
  readonly reason?: Reason;
}

/** Limits of an acknowledgement with a reason. */
export interface ReasonLimits {
  /** Whether the client wants reason strings. */
  readonly reasonStrings: boolean;
  /** The client's Maximum Packet Size, bytes. */
  readonly maximumPacketSize: number;
}

/** The acknowledgements in one buffer, in their order. */
export function encodeAcknowledgements(
  acknowledgements: readonly Acknowledgement[],
  limits: ReasonLimits,
): Buffer {
  if (acknowledgements.some(({ reason }) => reason)) {
    return Buffer.concat(acknowledgements.map((one) => encodeOne(one, limits)));
  }
  const bytes = Buffer.allocUnsafe(acknowledgements.length * 4);
  for (const [index, { messageId, qos }] of acknowledgements.entries()) {
    bytes.writeUInt32BE((qos === 2 ? PUBREC : PUBACK) + messageId, index * 4);
  }
  return bytes;
}

function encodeOne({ messageId, qos, reason }: Acknowledgement, limits: ReasonLimits): Buffer {
  const cmd = qos === 2 ? 'pubrec' : 'puback';
  if (!reason) return generate({ cmd, messageId, reasonCode: 0 }, MQTT_5);
  const plain = { cmd, messageId, reasonCode: reason.code } as const;
  return withReason(plain, reason.reason, limits);
}

/** The packet with its reason string, which is left out where the client wants none or could not take it. */
function withReason(
  packet: Packet & { properties?: object },
  reasonString: string,
  { reasonStrings, maximumPacketSize }: ReasonLimits,
): Buffer {
  if (reasonStrings) {
    const whole = generate({ ...packet, properties: { reasonString } } as Packet, MQTT_5);
    if (whole.byteLength <= maximumPacketSize) return whole;
  }
  return generate(packet, MQTT_5);
}

/** CONNACK of MQTT 5 that refuses the connection. */
export function refusedConnack({ code, reason }: Reason): Buffer {
  return generate(
    { cmd: 'connack', sessionPresent: false, reasonCode: code, properties: { reasonString: reason } },
    MQTT_5,
  );
}

/** DISCONNECT of MQTT 5. */
export function disconnectPacket({ code, reason }: Reason): Buffer {
  return generate({ cmd: 'disconnect', reasonCode: code, properties: { reasonString: reason } }, MQTT_5);
}

/** Longest header of a PUBLISH without properties, bytes, without its topic. */
const PUBLISH_HEADER_BYTES = 16;

/** Upper bound of the length of a PUBLISH, bytes. */
export function lengthOf({ topic, payload }: { topic: string; payload: string | Uint8Array }): number {
  const length = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.byteLength;
  return PUBLISH_HEADER_BYTES + Buffer.byteLength(topic) + length;
}
