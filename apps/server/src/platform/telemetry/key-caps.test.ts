import { describe, expect, it } from 'vitest';
import { KeyCaps } from './key-caps.ts';

describe('the keys of a device', () => {
  it('are bounded: a new one above the cap is refused, known and declared ones are stored', async () => {
    const caps = new KeyCaps(3, () => Promise.resolve(['a', 'b']));
    const messages = [
      { a: 1, c: 2, d: 3 },
      { d: 4, e: 5, declared: 6 },
    ];
    const problem = await caps.check(1, messages, (key) => key === 'declared');
    expect(messages).toEqual([{ a: 1, c: 2 }, { declared: 6 }]);
    expect(problem).toEqual({
      field: 'd',
      reason: 'too_many_keys: the device has 3 keys, 2 new ones were not stored',
    });
    const known = [{ a: 1, b: 2, c: 3 }];
    expect(await caps.check(1, known)).toBeNull();
    expect(known).toEqual([{ a: 1, b: 2, c: 3 }]);
  });

  it('of another device are not counted, and are read once', async () => {
    let reads = 0;
    const caps = new KeyCaps(1, () => {
      reads += 1;
      return Promise.resolve([]);
    });
    expect(await caps.check(1, [{ a: 1 }])).toBeNull();
    expect(await caps.check(1, [{ b: 1 }])).not.toBeNull();
    expect(await caps.check(2, [{ b: 1 }])).toBeNull();
    expect(reads).toBe(2);
  });

  it('are read before any of its messages goes on: they keep their order', async () => {
    let loaded: (keys: readonly string[]) => void = () => undefined;
    const caps = new KeyCaps(5, () => new Promise((resolve) => (loaded = resolve)));
    const order: string[] = [];
    const first = Promise.resolve(caps.check(1, [{ new: 1 }])).then(() => order.push('first'));
    await Promise.resolve();
    await Promise.resolve();
    const second = Promise.resolve(caps.check(1, [{ declared: 1 }], () => true)).then(() =>
      order.push('second'),
    );
    loaded([]);
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });
});
