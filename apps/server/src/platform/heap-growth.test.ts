import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** The greatest heap, MB, of a process that keeps 250 MB and replaces what has grown old. */
const greatestHeap = (isLimited: boolean): number => {
  const program = `
    import { limitHeapGrowth } from ${JSON.stringify(new URL('./heap-growth.ts', import.meta.url).href)};
    if (${isLimited}) limitHeapGrowth();
    const some = () => Array.from({ length: 1_000 }, (_, i) => ({ i: i + 0.5, text: 'x' + i }));
    const kept = Array.from({ length: 2_500 }, some);
    let greatest = 0;
    const ring = [];
    for (let round = 0; round < 20_000; round += 1) {
      ring[round % 400] = some();
      if (round % 100 === 0) {
        greatest = Math.max(greatest, process.memoryUsage().heapUsed);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    console.log(kept.length && Math.round(greatest / 1024 ** 2));
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-semi-space-size=16', '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  );
  if (stderr) throw new Error(stderr);
  return Number(stdout);
};

test('a large heap grows by half until it is collected', { timeout: 600_000 }, () => {
  const [limited, unlimited] = [greatestHeap(true), greatestHeap(false)];
  expect(limited).toBeGreaterThan(200);
  expect(limited).toBeLessThan(unlimited * 0.8);
});
