import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { generate } from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import type { Aedes } from 'aedes';
import { acceptConnection, createBroker } from './protocol.ts';

const DISCONNECT = 0xe0;
/** Reason code of MQTT 5, section 2.4. */
const TOPIC_ALIAS_INVALID = 0x94;

const version = { protocolVersion: 5 } as const;
const CONNECT = generate(
  { cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, clientId: 'probe', clean: true, keepalive: 0 },
  version,
);
const PUBLISH_WITH_ALIAS_0 = generate(
  {
    cmd: 'publish',
    topic: 'a/b',
    payload: 'x',
    qos: 1,
    messageId: 2,
    dup: false,
    retain: false,
    // The generator refuses alias 0, which is what the test sends: it is written over below.
    properties: { topicAlias: 1 },
  },
  version,
);
PUBLISH_WITH_ALIAS_0.writeUInt16BE(0, PUBLISH_WITH_ALIAS_0.indexOf(0x23) + 1);

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function listen(): Promise<{ broker: Aedes; client: Socket }> {
  const broker = await createBroker({
    authenticate: (_client, _username, _password, done) => done(null, true),
    authorizePublish: (_client, _packet, done) => done(null),
    authorizeForward: (_client, packet) => packet,
    authorizeSubscribe: (_client, subscription, done) => done(null, subscription),
  });
  const intake = { busy: false, room: () => Promise.resolve() };
  const server = createServer((socket) => {
    acceptConnection(broker, socket, intake, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  ends.push(async () => {
    client.destroy();
    await new Promise<void>((closed) => broker.close(() => closed()));
    server.close();
  });
  return { broker, client };
}

describe('a packet that the broker refuses right after the CONNACK', () => {
  it('is answered with a DISCONNECT that names the reason, and nothing before it', async () => {
    const { broker, client } = await listen();
    // What waits for the client is read between the CONNACK and the time when it counts as connected.
    const waiting = new Readable({ objectMode: true, read: () => undefined });
    const { persistence } = broker as unknown as { persistence: { outgoingStream: () => Readable } };
    persistence.outgoingStream = () => waiting;
    const received: Buffer[] = [];
    client.on('data', (chunk: Buffer) => received.push(chunk));

    client.write(CONNECT);
    await once(client, 'data');
    const refused = once(broker, 'clientError');
    client.write(PUBLISH_WITH_ALIAS_0);
    await refused;
    waiting.push(null);
    await once(client, 'close');

    const last = Buffer.concat(received.slice(1));
    expect([last[0], last[2]]).toEqual([DISCONNECT, TOPIC_ALIAS_INVALID]);
  });
});
