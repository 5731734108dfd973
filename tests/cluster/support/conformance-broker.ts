import { createServer } from 'node:net';
import { acceptConnection, createBroker } from '../../../apps/server/src/adapters/mqtt/protocol.ts';
import type { OutsideProgram } from './postgres.ts';

/** The platform's MQTT without its devices: anybody may connect and use every topic but one, as the suites expect. */
export async function startConformanceBroker(): Promise<OutsideProgram> {
  const broker = await createBroker({
    authenticate: (_client, _username, _password, done) => done(null, true),
    authorizePublish: (_client, packet, done) => {
      // aedes sends it on with the will, which the platform never does: it takes wills as messages of their device.
      if (packet.properties) Reflect.deleteProperty(packet.properties, 'willDelayInterval');
      done(null);
    },
    authorizeForward: (_client, packet) => packet,
    authorizeSubscribe: (_client, subscription, done) =>
      done(null, subscription.topic === 'test/nosubscribe' ? null : subscription),
  });
  const intake = { busy: false, room: () => Promise.resolve() };
  const server = createServer({ noDelay: true }, (socket) => {
    acceptConnection(broker, socket, intake, () => undefined);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  return {
    url: `mqtt://127.0.0.1:${port}`,
    pid: process.pid,
    async stop() {
      await new Promise<void>((closed) => broker.close(() => closed()));
      server.close();
    },
  };
}
