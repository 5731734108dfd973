import { describe, expect, it } from 'vitest';
import { type LoadProgress, ProgressSum } from './load-progress.ts';

function record() {
  const events: LoadProgress[] = [];
  return { reported: events, sum: new ProgressSum((progress) => events.push(progress)) };
}

describe('ProgressSum', () => {
  it('counts received bytes against announced ones and ends at exactly 1', () => {
    const { reported, sum } = record();
    sum.expect('a', '土壤墒情仪');
    sum.expect('b', '气象站');
    sum.received('a', 50, 100);
    sum.received('b', 100, 300);
    expect(reported.at(-1)).toEqual({ ratio: 150 / 400, loadedBytes: 150, totalBytes: 400, label: '气象站' });
    sum.received('a', 100, 100);
    sum.settled('a');
    sum.received('b', 300, 300);
    expect(reported.at(-1)!.ratio).toBeLessThan(1);
    sum.settled('b');
    expect(reported.at(-1)).toMatchObject({ ratio: 1, loadedBytes: 400, totalBytes: 400 });
  });

  it('never decreases, even when a file is larger than assumed', () => {
    const { reported, sum } = record();
    for (const path of ['a', 'b', 'c']) sum.expect(path, path);
    sum.received('a', 60_000, 60_000);
    sum.received('b', 10, 9_000_000);
    sum.received('b', 5_000_000, 9_000_000);
    sum.settled('a');
    sum.settled('b');
    sum.settled('c');
    const ratios = reported.map(({ ratio }) => ratio);
    expect(ratios).toEqual([...ratios].sort((x, y) => x - y));
    expect(ratios.at(-1)).toBe(1);
  });

  it('counts a failed file as done', () => {
    const { reported, sum } = record();
    sum.expect('a', 'a');
    sum.settled('a');
    expect(reported.at(-1)!.ratio).toBe(1);
  });
});
