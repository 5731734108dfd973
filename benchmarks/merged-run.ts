import type { BenchRun } from './report-page.ts';

/** @returns the results of `now`, and of `before` those whose benchmark was not run again; the commit is that of `before` */
export function mergedRun(before: BenchRun | undefined, now: BenchRun): BenchRun {
  const isAgain = (name: string): boolean =>
    now.failed.includes(name) || now.results.some(({ bench }) => bench === name);
  const results = [...(before?.results.filter(({ bench }) => !isAgain(bench)) ?? []), ...now.results];
  return {
    commit: before?.commit ?? now.commit,
    finishedAt: now.finishedAt,
    results: results.toSorted((a, b) => a.bench.localeCompare(b.bench)),
    failed: [...(before?.failed.filter((name) => !isAgain(name)) ?? []), ...now.failed],
  };
}
