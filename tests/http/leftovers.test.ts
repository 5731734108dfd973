import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchLeftovers } from '../support/leftovers.ts';

// What the fixture fails a file for (tests/support/http-setup.ts).

it('a timer, a server and a listener of the process are named until they end', async () => {
  const watch = watchLeftovers();
  const timer = setInterval(() => undefined, 60_000).unref();
  const server = createServer().listen(0, '127.0.0.1');
  const listener = (): void => undefined;
  process.on('SIGUSR2', listener);
  await once(server, 'listening');
  try {
    const left = watch.list().join('\n');
    for (const kind of [
      'Timeout',
      'TCPSERVERWRAP',
      'listener of the process on SIGUSR2',
      'leftovers.test.ts',
    ])
      expect(left).toContain(kind);
  } finally {
    clearInterval(timer);
    server.close();
    process.off('SIGUSR2', listener);
  }
  // A closed server takes a turn of the event loop, and a wait with timers would be seen itself.
  for (let turn = 0; turn < 1000 && watch.list().length > 0; turn += 1) await setImmediate();
  expect(watch.list()).toEqual([]);
  watch.end();
});
