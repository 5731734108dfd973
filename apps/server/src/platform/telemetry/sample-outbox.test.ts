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
