import type { PoolClient } from 'pg';
import { expect, test, vi } from 'vitest';
import { SampleOutbox } from './sample-outbox.ts';
import { WatchIndex } from './watches.ts';

test('rules get the values in their range, not those that are flagged', async () => {
  const watches = new WatchIndex();
  watches.watch(1, 'temperature');
  watches.watch(1, 'humidity');
  const query = vi.fn(() => Promise.resolve({ rows: [] }));
  const device = { key: 1, id: 'd', organisationId: 'o' } as never;
  const entry = (values: Record<string, number>, outside?: string[]) => ({
    device,
    source: 'mqtt' as const,
    receivedAt: 100,
    readings: [{ ts: 100, values, ...(outside && { outside }) }],
    problems: [],
    sizeBytes: 1,
  });
  const entries = [
    entry({ temperature: 900, humidity: 50 }, ['temperature']),
    entry({ temperature: 900 }, ['temperature']),
    entry({ temperature: 20 }),
  ];
  const samples = await new SampleOutbox(watches).write({ query } as unknown as PoolClient, { entries });
  expect(samples).toEqual([
    { device: 1, at: 100, values: { humidity: 50 } },
    { device: 1, at: 100, values: { temperature: 20 } },
  ]);
});

const DEVICE = { key: 1, id: 'd', organisationId: 'o' } as never;
const RECEIVED = 1_000_000;
/** What rules get of readings that arrived at one time; `watched` null: everything. */
async function samplesOf(
  watched: readonly (string | null)[],
  ...readings: { ts: number; values: Record<string, number> }[]
) {
  const watches = new WatchIndex();
  for (const key of watched) watches.watch(1, key);
  const query = vi.fn(() => Promise.resolve({ rows: [] }));
  const entry = {
    device: DEVICE,
    source: 'mqtt' as const,
    receivedAt: RECEIVED,
    readings,
    problems: [],
    sizeBytes: 1,
  };
  const samples = await new SampleOutbox(watches).write({ query } as unknown as PoolClient, {
    entries: [entry],
  });
  return { samples, query };
}

test('a back-fill sets off no rule: what is older than five minutes', async () => {
  const at = (ageMs: number) => ({ ts: RECEIVED - ageMs, values: { t: ageMs } });
  const { samples } = await samplesOf(['t'], at(300_001), at(300_000), at(0));
  expect(samples.map(({ values }) => values['t'])).toEqual([300_000, 0]);
});

test('a reading of the future counts from its arrival', async () => {
  const { samples } = await samplesOf(['t'], { ts: RECEIVED + 60_000, values: { t: 1 } });
  expect(samples).toEqual([{ device: 1, at: RECEIVED, values: { t: 1 } }]);
});

test('what nobody watches is not written; whoever watches a device is told of each message', async () => {
  const other = await samplesOf(['t'], { ts: RECEIVED, values: { u: 1 } });
  expect([other.samples, other.query.mock.calls]).toEqual([[], []]);
  expect((await samplesOf([], { ts: RECEIVED, values: { t: 1 } })).samples).toEqual([]);
  const all = await samplesOf(
    [null, 't'],
    { ts: RECEIVED, values: { u: 1 } },
    { ts: RECEIVED, values: { t: 2, u: 1 } },
  );
  expect(all.samples.map(({ values }) => values)).toEqual([{}, { t: 2 }]);
  const [[written]] = all.query.mock.calls as unknown as [[{ values: [string] }]];
  expect(JSON.parse(written.values[0])).toEqual(all.samples);
});
