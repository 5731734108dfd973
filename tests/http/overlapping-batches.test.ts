import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { StatementThread } from '../../apps/server/src/platform/storage/statement-thread.ts';
import { mergeEntries } from '../../apps/server/src/platform/telemetry/batch.ts';
import { TelemetryStore } from '../../apps/server/src/platform/telemetry/store.ts';
import { farm, type Farm } from '../support/farm.ts';

let server: Farm;
let thread: StatementThread;
beforeAll(async () => {
  server = await farm();
  const { host, port, user, password, database } = server.pool().options;
  const address = `postgres://${user}:${String(password)}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`;
  thread = new StatementThread(address, createLogger('silent'));
});
afterAll(async () => {
  await thread?.end();
  await server?.stop();
});

const batch = (value: number) =>
  mergeEntries([
    {
      device: { id: 'd', key: 4_711, organisationId: 'o', productModelId: 'p', name: '', gateway: false },
      source: 'mqtt',
      receivedAt: Date.now(),
      readings: [{ ts: 1_000 * value, values: { value } }],
      problems: [],
      sizeBytes: 10,
    },
  ]);

it('a batch that was sent behind one that the database refuses is refused with it, and both can be written again', async () => {
  let isBroken = true;
  const store = new TelemetryStore(thread, {
    write: async (client) => {
      if (isBroken) await client.query('select 1 / 0');
      return [];
    },
  });
  const stored = async () =>
    (await server.sql('select 1 from ts_message where device = 4711 order by ts')).length;
  const first = store.write(batch(1));
  isBroken = false;
  const second = store.write(batch(2));
  const settled = await Promise.allSettled([first, second]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await stored()).toBe(0);
  // In order, one behind the other.
  const seqs = await Promise.all([store.write(batch(1)), store.write(batch(2)), store.write(batch(3))]);
  expect(await stored()).toBe(3);
  expect(seqs.map(({ seq }) => seq)).toEqual(seqs.map(({ seq }) => seq).toSorted((a, b) => a - b));
});
