import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { StatementThread } from './statement-thread.ts';

test('an error comes back with its code, the parameters leave no copy, and the thread ends', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const thread = new StatementThread(`postgres://a:b@127.0.0.1:${port}/c`, createLogger('silent'));
  const client = thread.connect();
  const parameter = Buffer.allocUnsafeSlow(8);
  await expect(client.query({ text: 'select $1', values: [parameter] })).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
  expect(parameter.byteLength).toBe(0);
  client.release(new Error('of no use'));
  const kept = thread.connect();
  await thread.end();
  // Whoever still holds a connection hears that it is gone, and goes on with a new one.
  await expect(kept.query('rollback')).rejects.toThrow('the thread of the database ended');
  await expect(thread.connect().query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await thread.end();
});
