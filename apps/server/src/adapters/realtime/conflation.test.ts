import { describe, expect, it } from 'vitest';
import { Conflation } from './conflation.ts';

describe('Conflation', () => {
  it('keeps the latest value of each device and key, however many came', () => {
    const pending = new Conflation();
    for (let seq = 1; seq <= 1000; seq++) {
      pending.add('a', 'temperature', { ts: seq, value: seq, seq });
      pending.add('b', 'temperature', { ts: 7, value: 'x', seq });
    }
    expect(pending.size).toBe(2);
    expect(pending.take()).toEqual({
      cursor: '1000',
      items: [
        { deviceId: 'a', ts: 1000, values: { temperature: 1000 } },
        { deviceId: 'b', ts: 7, values: { temperature: 'x' } },
      ],
    });
    expect(pending.take()).toBeNull();
  });

  it('gives each value its own instant', () => {
    const pending = new Conflation();
    pending.add('a', 'humidity', { ts: 20, value: 2, seq: 2 });
    pending.add('a', 'temperature', { ts: 10, value: 1, seq: 1 });
    pending.add('a', 'pressure', { ts: 20, value: 3, seq: 2 });
    expect(pending.take()?.items).toEqual([
      { deviceId: 'a', ts: 10, values: { temperature: 1 } },
      { deviceId: 'a', ts: 20, values: { humidity: 2, pressure: 3 } },
    ]);
  });

  it('drops what a replay has told already, and keeps what came after it', () => {
    const pending = new Conflation();
    pending.add('a', 'old', { ts: 1, value: 1, seq: 5 });
    pending.add('a', 'new', { ts: 1, value: 1, seq: 7 });
    pending.superseded('a', 'old', 6);
    pending.superseded('a', 'new', 6);
    pending.superseded('z', 'new', 6);
    expect(pending.size).toBe(1);
    expect(pending.take()?.items).toEqual([{ deviceId: 'a', ts: 1, values: { new: 1 } }]);
  });

  it('forgets a device as a whole, and takes a key named __proto__ for a key', () => {
    const pending = new Conflation();
    pending.add('a', 'x', { ts: 1, value: 1, seq: 1 });
    pending.add('a', 'y', { ts: 1, value: 1, seq: 1 });
    pending.forget('a');
    expect(pending.size).toBe(0);
    pending.add('a', '__proto__', { ts: 1, value: 5, seq: 1 });
    expect(JSON.stringify(pending.take()?.items[0]?.values)).toBe('{"__proto__":5}');
  });
});
