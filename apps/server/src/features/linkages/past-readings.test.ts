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

/** Sizes of the batches of one device with so many readings. */
async function batches(count: number): Promise<number[]> {
  const times = Array.from({ length: count }, (_, at) => at);
  const devices = [{ id: 'd0', key: 0, keys: [KEY], everyMessage: true }];
  const sizes: number[] = [];
  for await (const batch of pastReadings(database([times]), devices, { startTs: 0, endTs: END }))
    sizes.push(batch.length);
  return sizes;
}

test('batches have five hundred readings, the last what is left', async () => {
  expect(await batches(0)).toEqual([0]);
  expect(await batches(499)).toEqual([499]);
  expect(await batches(501)).toEqual([500, 1]);
  expect(await batches(1_200)).toEqual([500, 500, 200]);
});

test('a reading has the keys that came with it, and no others', async () => {
  const query = async () => ({
    rows: [
      {
        n: 2,
        others: 0,
        last: 0.002,
        second: packed([0.001, 0.002]),
        c0: packed([7, Number.NaN]),
        c1: packed([8, 9]),
      },
    ],
  });
  const devices = [{ id: 'd', key: 0, keys: ['a', '__proto__'], everyMessage: false }];
  const found: unknown[] = [];
  const span = { startTs: 0, endTs: END };
  for await (const batch of pastReadings({ query } as unknown as Pool, devices, span))
    for (const { at, values } of batch) found.push([at, Object.entries(values)]);
  expect(found).toEqual([
    [
      1,
      [
        ['a', 7],
        ['__proto__', 8],
      ],
    ],
    [2, [['__proto__', 9]]],
  ]);
});

test('the first pages of four devices are read at once, the others after them', async () => {
  const inner = database(Array.from({ length: 9 }, (_, n) => [n]));
  let [running, most] = [0, 0];
  const query = async (statement: never) => {
    most = Math.max(most, (running += 1));
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return inner.query(statement);
  };
  const devices = Array.from({ length: 9 }, (_, key) => ({
    id: `d${key}`,
    key,
    keys: [KEY],
    everyMessage: true,
  }));
  const found: string[] = [];
  for await (const batch of pastReadings({ query } as unknown as Pool, devices, { startTs: 0, endTs: END }))
    found.push(...batch.map(({ deviceId }) => deviceId));
  expect([most, found]).toEqual([4, devices.map(({ id }) => id)]);
});
