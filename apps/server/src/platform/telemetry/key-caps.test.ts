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

  it('are not counted while they cannot be read: nothing is refused then', async () => {
    let isAway = true;
    const caps = new KeyCaps(1, () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(['a'])));
    const messages = [{ a: 1, b: 2 }];
    expect(await caps.check(1, messages)).toBeNull();
    expect(messages).toEqual([{ a: 1, b: 2 }]);
    isAway = false;
    expect(await caps.check(1, messages)).toMatchObject({ field: 'b' });
    expect(messages).toEqual([{ a: 1 }]);
  });

  it('that are all declared or known are answered at once, and not read', async () => {
    let reads = 0;
    const caps = new KeyCaps(2, () => {
      reads += 1;
      return Promise.resolve(['a']);
    });
    expect(caps.check(1, [{ declared: 1 }], () => true)).toBeNull();
    expect(reads).toBe(0);
    await caps.check(1, [{ b: 1 }]);
    expect(caps.check(1, [{ a: 1, b: 2 }])).toBeNull();
    // A cap that is reached is one of the device's own.
    expect(caps.check(1, [{ c: 1 }])).toMatchObject({ field: 'c' });
  });

  it('of the devices that were not asked for longest are forgotten first, above a million', async () => {
    const reads: number[] = [];
    const caps = new KeyCaps(2_000_000, (device) => {
      reads.push(device);
      return Promise.resolve(Array.from({ length: 400_000 }, (_, index) => `${index}`));
    });
    for (const device of [1, 2]) await caps.check(device, [{ new: 1 }]);
    // The first is asked for again: the second is the oldest.
    await caps.check(1, [{ newer: 1 }]);
    await caps.check(3, [{ new: 1 }]);
    await caps.check(1, [{ newest: 1 }]);
    expect(reads).toEqual([1, 2, 3]);
    await caps.check(2, [{ newer: 1 }]);
    expect(reads).toEqual([1, 2, 3, 2]);
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
