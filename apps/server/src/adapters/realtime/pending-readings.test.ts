import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommittedReadings } from '../../platform/telemetry/device-readings.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import { PendingReadings } from './pending-readings.ts';

const readings = (deviceId: string, ts: number, values: Record<string, JsonValue>, seq: number) =>
  new CommittedReadings({ id: deviceId, organisationId: 'o' }, { ts, values }, seq);

/** The items as a client reads them. */
const itemsOf = (pending: PendingReadings): unknown[] | undefined =>
  pending.take()?.items.map(({ json }) => JSON.parse(json) as unknown);

describe('PendingReadings', () => {
  it('keeps the latest value of each device and key, however many arrive', () => {
    const pending = new PendingReadings();
    for (let seq = 1; seq <= 1000; seq++) {
      pending.add(readings('a', seq, { temperature: seq }, seq));
      pending.add(readings('b', 7, { temperature: 'x' }, seq));
    }
    expect(pending.size).toBe(2);
    const taken = pending.take();
    expect(taken?.cursor).toBe('1000');
    expect(taken?.items.map(({ json }) => json)).toEqual([
      '{"deviceId":"a","ts":1000,"values":{"temperature":1000}}',
      '{"deviceId":"b","ts":7,"values":{"temperature":"x"}}',
    ]);
    expect(pending.take()).toBeNull();
  });

  it('gives each value its own instant, the oldest first', () => {
    const pending = new PendingReadings();
    pending.add(readings('a', 20, { humidity: 2, pressure: 3 }, 1));
    pending.add(readings('a', 20, { pressure: 4, temperature: 1 }, 2));
    pending.add(readings('a', 30, { temperature: 5 }, 3));
    expect(pending.size).toBe(3);
    expect(itemsOf(pending)).toEqual([
      { deviceId: 'a', ts: 20, values: { humidity: 2 } },
      { deviceId: 'a', ts: 20, values: { pressure: 4 } },
      { deviceId: 'a', ts: 30, values: { temperature: 5 } },
    ]);
  });

  it('gives nothing twice', () => {
    const pending = new PendingReadings();
    pending.add(readings('a', 1, { x: 1 }, 1));
    pending.take();
    pending.add(readings('b', 2, { x: 2 }, 2));
    expect(itemsOf(pending)).toEqual([{ deviceId: 'b', ts: 2, values: { x: 2 } }]);
  });

  it('passes on the readings of a commit as they are when all their keys are the latest', () => {
    const pending = new PendingReadings();
    const [first, second] = [readings('a', 1, { t: 1, u: 1 }, 1), readings('a', 2, { t: 2, u: 2 }, 2)];
    pending.add(first);
    pending.add(second);
    expect(pending.take()?.items[0]).toBe(second);
  });

  it('drops what a replay sent already, and keeps what came after it', () => {
    const pending = new PendingReadings();
    pending.add(readings('a', 1, { old: 1, both: 1 }, 5));
    pending.add(readings('a', 1, { new: 1, both: 2 }, 7));
    pending.superseded('a', { values: { old: 1, new: 0, both: 0 }, seq: 6 });
    pending.superseded('z', { values: { new: 1 }, seq: 6 });
    expect(pending.size).toBe(2);
    expect(itemsOf(pending)).toEqual([{ deviceId: 'a', ts: 1, values: { new: 1, both: 2 } }]);
    pending.add(readings('a', 1, { old: 1 }, 8));
    pending.superseded('a', { values: { old: 1 }, seq: 8 });
    expect(pending.size).toBe(0);
    expect(pending.take()).toBeNull();
  });

  it('drops all values of a device, and treats a key named __proto__ as any other', () => {
    const pending = new PendingReadings();
    pending.add(readings('a', 1, { x: 1, y: 1 }, 1));
    pending.forget('a');
    expect(pending.size).toBe(0);
    const values = JSON.parse('{"__proto__":5,"x":1}') as Record<string, JsonValue>;
    pending.add(readings('a', 1, values, 1));
    pending.add(readings('a', 2, { x: 2 }, 2));
    expect(pending.take()?.items.map(({ json }) => json)).toEqual([
      '{"deviceId":"a","ts":1,"values":{"__proto__":5}}',
      '{"deviceId":"a","ts":2,"values":{"x":2}}',
    ]);
  });

  it('has the content of a map of single values after any sequence of operations', () => {
    const key = fc.constantFrom('a', 'b', 'c', '__proto__');
    const operation = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ kind: fc.constant('add'), keys: fc.uniqueArray(key, { minLength: 1 }) }),
      },
      fc.record({ kind: fc.constant('superseded'), keys: fc.uniqueArray(key), behind: fc.nat(4) }),
      fc.record({ kind: fc.constant('forget') }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('x', 'y'), operation), { maxLength: 40 }),
        (operations) => {
          const pending = new PendingReadings();
          const single = new Map<string, { deviceId: string; ts: number; key: string; value: number }>();
          const seqs = new Map<string, number>();
          operations.forEach(([deviceId, one], seq) => {
            const keys = 'keys' in one ? one.keys : [];
            const values = Object.fromEntries(keys.map((name) => [name, seq]));
            const ts = Math.floor(seq / 3);
            if (one.kind === 'add') pending.add(readings(deviceId, ts, values, seq));
            if (one.kind === 'forget') pending.forget(deviceId);
            const upTo = seq - ('behind' in one ? one.behind : 0);
            if (one.kind === 'superseded') pending.superseded(deviceId, { values, seq: upTo });
            for (const name of one.kind === 'forget' ? ['a', 'b', 'c', '__proto__'] : keys) {
              const id = `${deviceId} ${name}`;
              if (one.kind === 'add') single.set(id, { deviceId, ts, key: name, value: seq });
              else if (one.kind === 'forget' || (seqs.get(id) ?? 0) <= upTo) single.delete(id);
              if (one.kind === 'add') seqs.set(id, seq);
            }
          });
          expect(pending.size).toBe(single.size);
          const taken = (pending.take()?.items ?? []).flatMap(({ deviceId, ts, values }) =>
            Object.entries(values).map(([name, value]) => ({ deviceId, ts, key: name, value })),
          );
          const order = (list: readonly object[]): string[] =>
            list.map((one) => JSON.stringify(one)).toSorted();
          expect(order(taken)).toEqual(order([...single.values()]));
        },
      ),
    );
  });
});
