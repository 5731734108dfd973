import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrimitiveData } from './model.contract.ts';
import { MAX_WAITING_BYTES, TreeQueue } from './tree-queue.ts';

/** One triangle, with its positions in a buffer of this size. */
function primitive(bytes = 36): PrimitiveData {
  const array = new Float32Array(bytes / 4);
  array.set([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  return {
    attributes: [{ name: 'position', array, itemSize: 3, normalized: false }],
    index: Uint16Array.of(0, 1, 2),
    material: 0,
    box: [0, 0, 0, 1, 1, 0],
    triangles: 1,
  };
}

const EMPTY: PrimitiveData = { ...primitive(), triangles: 0 };

function queue() {
  const sent: string[] = [];
  return { sent, trees: new TreeQueue((job, id) => sent.push(`${job}:${id}`)) };
}

describe('TreeQueue', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('builds no tree while a job runs, and all of them when the worker is idle', () => {
    const { sent, trees } = queue();
    trees.enter();
    trees.add(1, [primitive(), EMPTY, primitive()]);
    trees.enter();
    trees.leave();
    vi.runAllTimers();
    expect(sent).toEqual([]);
    trees.leave();
    expect(sent).toEqual([]);
    vi.runAllTimers();
    // A primitive without triangles has no tree, and the others keep their indices.
    expect(sent).toEqual(['1:0', '1:2']);
  });

  it('runs a job that arrives between two trees first', () => {
    const { sent, trees } = queue();
    trees.add(1, [primitive(), primitive()]);
    vi.runOnlyPendingTimers();
    expect(sent).toEqual(['1:0']);
    trees.enter();
    vi.runAllTimers();
    expect(sent).toEqual(['1:0']);
    trees.leave();
    vi.runAllTimers();
    expect(sent).toEqual(['1:0', '1:1']);
  });

  it('builds at once when the queued geometries exceed the memory limit', () => {
    const { sent, trees } = queue();
    trees.enter();
    trees.add(1, [primitive(MAX_WAITING_BYTES), primitive()]);
    vi.runAllTimers();
    // Below the limit again it waits as before.
    expect(sent).toEqual(['1:0']);
  });

  it('keeps copies, because the arrays themselves are transferred to the page', () => {
    const { sent, trees } = queue();
    const original = primitive();
    trees.add(1, [original]);
    structuredClone(null, { transfer: [original.attributes[0]!.array.buffer, original.index!.buffer] });
    vi.runAllTimers();
    expect(sent).toEqual(['1:0']);
  });
});
