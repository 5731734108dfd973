import fc from 'fast-check';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { pastReadings } from './past-readings.ts';

const KEY = 'soilMoisture20';
const END = 1_000_000;

/** An array of float8 as `array_send` writes it, in base64. */
function packed(numbers: readonly number[]): string {
  const bytes = Buffer.alloc(20 + 12 * numbers.length);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(numbers.length, 12);
  for (const [n, number] of numbers.entries()) {
    bytes.writeInt32BE(8, 20 + 12 * n);
    bytes.writeDoubleBE(number, 24 + 12 * n);
  }
  return bytes.toString('base64');
}

/** Answers the pages of devices whose readings are at these instants, epoch ms; the value is the instant. */
function database(times: readonly (readonly number[])[]): Pool {
  const query = async ({ values }: { values: [number, Date, Date, string[], boolean, number] }) => {
    const [device, from, to, , , pageRows] = values;
    const page = (times[device] ?? [])
      .filter((at) => at >= from.getTime() && at < to.getTime())
      .slice(0, pageRows);
    const second = packed(page.map((at) => at / 1_000));
    return {
      rows: [{ n: page.length, others: 0, last: (page.at(-1) ?? 0) / 1_000, second, c0: packed(page) }],
    };
  };
  return { query } as unknown as Pool;
}

const timesArbitrary = fc
  .uniqueArray(fc.integer({ min: 0, max: 2_000 }), { maxLength: 1_200 })
  .map((times) => times.toSorted((one, other) => one - other));

test('readings of several devices come in the order of time, whatever the pages: none is lost, none doubled', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(timesArbitrary, { maxLength: 7 }),
      fc.integer({ min: 1, max: 400 }),
      async (times, pageRows) => {
        const devices = times.map((_, key) => ({ id: `d${key}`, key, keys: [KEY], everyMessage: true }));
        const found: { deviceId: string; at: number; value: unknown }[] = [];
        const span = { startTs: 0, endTs: END, pageRows };
        for await (const batch of pastReadings(database(times), devices, span))
          for (const { deviceId, at, values } of batch) found.push({ deviceId, at, value: values[KEY] });
        const expected = times.flatMap((list, key) =>
          list.map((at) => ({ deviceId: `d${key}`, at, value: at })),
        );
        // A stable sort: devices of the same instant stay in their order.
        expect(found).toEqual(expected.toSorted((one, other) => one.at - other.at));
      },
    ),
    { numRuns: 60 },
  );
});
