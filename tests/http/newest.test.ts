import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { createRealtimeClient, type ApiClient } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

interface Reading {
  readonly ts: number;
  readonly values: Readonly<Record<string, number>>;
}
type Newest = Record<string, { readonly ts: number; readonly value: number }>;

const KEYS = ['a', 'b', 'c', 'd', 'e'];

let server: Farm;
let api: ApiClient;
beforeAll(async () => {
  server = await farm();
  api = await server.client();
});
afterAll(async () => {
  await server?.stop();
});

/** Messages of some keys each, in any order of their times, several of them together. */
const payloads = (begin: number): fc.Arbitrary<Reading[][]> => {
  const reading = fc.record({
    ts: fc.integer({ min: begin, max: begin + 20 }),
    values: fc
      .subarray(KEYS, { minLength: 1 })
      .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, fc.nat(1_000)])))),
  });
  return fc.array(fc.array(reading, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
};

function newestOf(sent: readonly Reading[][]): Newest {
  const newest: Newest = {};
  for (const { ts, values } of sent.flat()) {
    for (const [key, value] of Object.entries(values)) {
      if (ts >= (newest[key]?.ts ?? 0)) newest[key] = { ts, value };
    }
  }
  return newest;
}

it('the newest value of each key is that of the greatest time, whichever keys come together, also on the stream', async () => {
  const live = createRealtimeClient({
    url: `${server.baseUrl.replace('http', 'ws')}/api/stream`,
    getAccessToken: () => server.accessToken(),
    WebSocketImpl: WebSocket,
  });
  let n = 0;
  await fc.assert(
    fc.asyncProperty(payloads(Date.now() - 60_000), async (sent) => {
      n += 1;
      const device = await api.devices.create({ name: `${n}`, productModelCode: 'TQ-3L' });
      const streamed: Newest = {};
      let isSubscribed = false;
      const unsubscribe = live.subscribe({ devices: [device.id] }, (event) => {
        if (event.type === 'subscribed') isSubscribed = true;
        if (event.type !== 'telemetry') return;
        for (const { ts, values } of event.items)
          for (const [key, value] of Object.entries(values)) streamed[key] = { ts, value: Number(value) };
      });
      await waitFor(() => isSubscribed);
      for (const payload of sent) {
        const answer = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
          method: 'POST',
          body: JSON.stringify(payload),
        });
        expect(answer.status).toBe(200);
      }
      const expected = newestOf(sent);
      expect(await api.telemetry.latest(device.id)).toEqual(expected);
      await waitFor(() => isDeepStrictEqual(streamed, expected), {
        what: () => `${JSON.stringify(streamed)} to become ${JSON.stringify(expected)}`,
      });
      unsubscribe();
      const rows = await server.sql(
        'select 1 from ts_newest n join device d on d.key = n.device where d.id = $1',
        [device.id],
      );
      expect(rows.length).toBeLessThanOrEqual(Object.keys(expected).length);
    }),
    // To shrink a failure of the stream would take the patience of each try.
    { numRuns: 25, endOnFailure: true },
  );
  live.close();
});
