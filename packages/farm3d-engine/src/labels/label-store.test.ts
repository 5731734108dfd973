import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelStore } from './label-store.ts';

describe('LabelStore', () => {
  it('has the content of a Map after any additions, changes and removals', () => {
    const step = fc.record({
      id: fc.integer({ min: 0, max: 150 }).map(String),
      isRemoved: fc.boolean(),
      x: fc.integer({ min: -1000, max: 1000 }),
      pinned: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const store = new LabelStore();
        const plain = new Map<string, { x: number; pinned: boolean; name: string }>();
        for (const { id, isRemoved, x, pinned } of steps) {
          if (isRemoved) {
            store.remove(id);
            plain.delete(id);
            continue;
          }
          const slot = store.set(id, { x, y: 1, z: 2 }, { name: `${id} ${x}` }, x + 2000);
          store.setPinned(slot, pinned);
          plain.set(id, { x, pinned, name: `${id} ${x}` });
        }
        expect(store.count).toBe(plain.size);
        for (const [id, { x, pinned, name }] of plain) {
          const slot = store.slotOf(id)!;
          expect(store.ids[slot]).toBe(id);
          expect([...store.positions.subarray(slot * 3, slot * 3 + 3)]).toEqual([x, 1, 2]);
          expect(store.contents[slot]).toEqual({ name });
          expect(store.widths[slot]).toBe(x + 2000);
          expect(store.pinned[slot]).toBe(pinned ? 1 : 0);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has a new version after a new text, and the same after a new position', () => {
    const store = new LabelStore();
    const slot = store.set('a', { x: 0, y: 0, z: 0 }, { name: 'a' }, 50);
    const version = store.versions[slot];
    store.move(slot, { x: 1, y: 0, z: 0 });
    expect(store.versions[slot]).toBe(version);
    store.set('a', { x: 1, y: 0, z: 0 }, { name: 'b' }, 50);
    expect(store.versions[slot]).not.toBe(version);
  });
});
