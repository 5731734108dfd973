// The thread of platform/storage/statement-thread.ts.
import { parentPort, workerData } from 'node:worker_threads';
import type { PoolClient } from 'pg';
import { openPipelined } from './database-provider.ts';
import type { Answered, Asked, Failure } from './statement-thread.ts';

if (!parentPort) throw new Error('this file is a worker');
const port = parentPort;
const answer = (answered: Answered): void => port.postMessage(answered);
const pool = openPipelined(String(workerData), (error) => answer({ warning: failureOf(error) }));
const clients = new Map<number, Promise<PoolClient>>();

port.on('message', (asked: Asked) => {
  if ('end' in asked) {
    void pool.end().then(() => port.close());
    return;
  }
  const { client } = asked;
  let connecting = clients.get(client);
  if ('release' in asked) {
    clients.delete(client);
    connecting?.then(
      (connected) => connected.release(asked.broken),
      () => undefined,
    );
    return;
  }
  if (!connecting) clients.set(client, (connecting = pool.connect()));
  const { id, statement } = asked;
  connecting
    .then((connected) => connected.query(statement))
    .then(
      ({ rows, rowCount }) => answer({ id, result: { rows, rowCount } }),
      (error: unknown) => answer({ id, error: failureOf(error) }),
    );
});

function failureOf(error: unknown): Failure {
  const reason = error instanceof Error ? error : new Error(String(error));
  // Its own fields: of an error of PostgreSQL texts alone.
  const fields = Object.fromEntries(Object.entries(reason).filter(([, value]) => typeof value === 'string'));
  return { message: reason.message, fields };
}
