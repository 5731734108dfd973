import { readPublishTopic } from './topics.ts';

/** Bits of the first byte: the type PUBLISH without the retain flag, with QoS 0 or 1; DUP may be set. */
const PUBLISH_MASK = 0xf5;
const PUBLISH = 0x30;
const QOS_1 = 0x02;

/** A message with telemetry as it lies in what a connection received. */
export interface TelemetryPacket {
  readonly topic: string;
  readonly payload: Buffer;
  /** Of QoS 1; undefined: QoS 0, which is not acknowledged. */
  readonly messageId: number | undefined;
}

/**
 * Reads whole PUBLISH packets with telemetry at the beginning of received bytes, without a copy. It ends at the first packet of another kind,
 * which the broker handles, as all that follows: what a broker does for a packet takes several times longer than reading it.
 *
 * @param bytes begin with a packet
 * @param take returns whether it takes the packet; else it remains, with what follows
 * @returns the number of bytes of the packets that were taken
 */
export function takeTelemetryPackets(
  bytes: Buffer,
  version: number,
  take: (packet: TelemetryPacket) => boolean,
): number {
  let begin = 0;
  for (;;) {
    const first = bytes[begin] ?? 0;
    if ((first & PUBLISH_MASK) !== PUBLISH) return begin;
    // The remaining length, of which a packet with telemetry has at most three bytes.
    let at = begin + 1;
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at];
      if (byte === undefined || shift > 14) return begin;
      at += 1;
      length += (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    const end = at + length;
    if (end > bytes.length) return begin;
    const topicEnd = at + 2 + (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
    const isAcknowledged = (first & QOS_1) !== 0;
    let payloadAt = topicEnd + (isAcknowledged ? 2 : 0);
    // Properties of MQTT 5: with any, the broker reads them.
    if (version === 5) payloadAt += 1;
    if (payloadAt > end || (version === 5 && bytes[payloadAt - 1] !== 0)) return begin;
    const topic = bytes.toString('latin1', at + 2, topicEnd);
    if (readPublishTopic(topic)?.kind !== 'telemetry') return begin;
    const messageId = isAcknowledged ? bytes.readUInt16BE(topicEnd) : undefined;
    if (messageId === 0) return begin;
    if (!take({ topic, payload: bytes.subarray(payloadAt, end), messageId })) return begin;
    begin = end;
  }
}
