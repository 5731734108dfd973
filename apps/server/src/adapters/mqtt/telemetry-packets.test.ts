import fc from 'fast-check';
import { generate, parser, type IPublishPacket, type Packet } from 'mqtt-packet';
import { expect, test } from 'vitest';
import { takeTelemetryPackets, type TelemetryPacket } from './telemetry-packets.ts';

const TOPIC = 'v1/devices/me/telemetry';

const publish = (more: Partial<IPublishPacket> = {}, protocolVersion = 4): Buffer =>
  generate(
    {
      cmd: 'publish',
      topic: TOPIC,
      payload: '{"a":1}',
      qos: 1,
      messageId: 7,
      dup: false,
      retain: false,
      ...more,
    },
    { protocolVersion },
  );

/** What is taken of the bytes, and how many. */
function read(bytes: Buffer, version = 4): { taken: number; packets: TelemetryPacket[] } {
  const packets: TelemetryPacket[] = [];
  const taken = takeTelemetryPackets(bytes, version, (packet) => packets.push(packet) > 0);
  return { taken, packets };
}

test.each([3, 4, 5])('telemetry of QoS 0 and 1 is taken in its order (version %i)', (version) => {
  const bytes = Buffer.concat([
    publish({ payload: '1' }, version),
    publish({ payload: '2', qos: 0 }, version),
    publish({ payload: 'x'.repeat(20_000), topic: 'v2/t', messageId: 65_535, dup: true }, version),
  ]);
  const { taken, packets } = read(bytes, version);
  expect(taken).toBe(bytes.length);
  expect(packets.map(({ topic, payload, messageId }) => [topic, payload.length, messageId])).toEqual([
    [TOPIC, 1, 7],
    [TOPIC, 1, undefined],
    ['v2/t', 20_000, 65_535],
  ]);
});

test.each<[string, Buffer, number?]>([
  ['another topic', publish({ topic: 'v1/devices/me/attributes' })],
  ['a long topic that begins like one', publish({ topic: `v2/t${'x'.repeat(256)}` })],
  ['QoS 2', publish({ qos: 2 })],
  ['a retained message', publish({ retain: true })],
  ['properties', publish({ properties: { userProperties: { a: 'b' } } }, 5), 5],
  ['a topic alias', publish({ properties: { topicAlias: 1 } }, 5), 5],
  ['a ping', generate({ cmd: 'pingreq' })],
  ['a topic that is longer than its packet', Buffer.from('3004ffff0000', 'hex')],
  [
    'a message id of 0',
    Buffer.concat([Buffer.from('32080004', 'hex'), Buffer.from('v2/t'), Buffer.from('0000', 'hex')]),
  ],
])('%s is left to the broker, with what follows', (_what, packet, version = 4) => {
  const first = publish({}, version);
  const { taken, packets } = read(Buffer.concat([first, packet, first]), version);
  expect([taken, packets.length]).toEqual([first.length, 1]);
});

test.each([1, 2, 10, 35])('the first %i bytes of a packet are left to the broker', (length) => {
  const first = publish();
  expect(read(Buffer.concat([first, publish().subarray(0, length)])).taken).toBe(first.length);
});

test('a length of more than three bytes is left to the broker, also where the fourth is there', () => {
  const first = publish();
  // Of the parser of the broker: it knows what to do with a packet of that size.
  const huge = Buffer.concat([Buffer.from('32ffffff01', 'hex'), Buffer.alloc(64)]);
  expect(read(Buffer.concat([first, huge])).taken).toBe(first.length);
  // Three bytes with nothing behind them.
  const padded = publish({ payload: 'x', topic: 'v2/t', qos: 0 });
  const long = Buffer.concat([Buffer.from([0x30, padded[1]! | 0x80, 0x80, 0x00]), padded.subarray(2)]);
  expect(read(Buffer.concat([first, long])).taken).toBe(first.length + long.length);
  const longer = Buffer.concat([
    Buffer.from([0x30, padded[1]! | 0x80, 0x80, 0x80, 0x00]),
    padded.subarray(2),
  ]);
  expect(read(Buffer.concat([first, longer])).taken).toBe(first.length);
});

test.each([127, 128, 129, 16_383, 16_384])('a packet of %i bytes after its header is taken', (length) => {
  const topicBytes = 2 + 'v2/t'.length;
  const packet = publish({ topic: 'v2/t', qos: 0, payload: 'x'.repeat(length - topicBytes) });
  const { taken, packets } = read(packet);
  expect([taken, packets[0]?.payload.length]).toEqual([packet.length, length - topicBytes]);
});

test.each([
  [4, 0],
  [4, 1],
  [5, 0],
  [5, 1],
] as const)('an empty message is taken (version %i, QoS %i)', (version, qos) => {
  const packet = publish({ payload: '', qos }, version);
  const { taken, packets } = read(packet, version);
  expect([taken, packets[0]?.payload.length]).toEqual([packet.length, 0]);
});

test('a packet that ends before its message id or its properties is left to the broker', () => {
  const cut = (hex: string, version: number) => {
    const first = publish({}, version);
    const body = Buffer.concat([Buffer.from([0, 4]), Buffer.from('v2/t'), Buffer.from(hex, 'hex')]);
    const packet = Buffer.concat([Buffer.from([0x32, body.length]), body]);
    // What follows must not be read as the rest of it.
    const next = publish({ topic: 'v2/t' }, version);
    return read(Buffer.concat([first, packet, next]), version).taken - first.length;
  };
  expect([cut('', 4), cut('00', 4), cut('0001', 5), cut('', 5)]).toEqual([0, 0, 0, 0]);
});

test('a packet that is not wanted remains', () => {
  const bytes = Buffer.concat([publish(), publish()]);
  let wanted = 1;
  const taken = takeTelemetryPackets(bytes, 4, () => (wanted -= 1) >= 0);
  expect(taken).toBe(bytes.length / 2);
});

test('what is taken and what remains are what a parser of MQTT reads of the whole', () => {
  const packet = fc.oneof(
    fc.record({
      payload: fc.string({ maxLength: 300 }),
      qos: fc.constantFrom(0, 1, 2),
      retain: fc.boolean(),
    }),
    fc.constant(null),
  );
  fc.assert(
    fc.property(
      fc.array(packet, { maxLength: 8 }),
      fc.constantFrom(4, 5),
      fc.nat(20),
      (sent, version, cut) => {
        const all = sent.map((one) =>
          one ? publish(one, version) : generate({ cmd: 'pingreq' }, { protocolVersion: version }),
        );
        const whole = Buffer.concat(all);
        const bytes = whole.subarray(0, Math.max(0, whole.length - cut));
        const { taken, packets } = read(bytes, version);
        const parsed: Packet[] = [];
        const of = parser({ protocolVersion: version });
        of.on('packet', (one) => parsed.push(one));
        of.parse(bytes);
        const rest: Packet[] = [];
        const ofRest = parser({ protocolVersion: version });
        ofRest.on('packet', (one) => rest.push(one));
        if (taken < bytes.length) ofRest.parse(bytes.subarray(taken));
        const shown = (one: Packet): unknown[] =>
          one.cmd === 'publish' ? [one.topic, String(one.payload), one.messageId] : [one.cmd];
        expect([
          ...packets.map(({ topic, payload, messageId }) => [topic, String(payload), messageId]),
          ...rest.map(shown),
        ]).toEqual(parsed.map(shown));
      },
    ),
  );
});
