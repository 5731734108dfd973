// Recorded durations of test files (`npm test -- --record-times`), and the order of a run that follows from them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './workspace.mjs';

const FILE = join(ROOT, 'tests', 'times.json');
/** Assumed duration of a file without a record, seconds: long, so that it starts early. */
const UNKNOWN_SECONDS = 30;

const nameOf = (path) => /(?:^|\/)tests\/(.+)\.test\.ts$/.exec(path)?.[1];

/** Seconds by name ('e2e/scene'). Empty where nothing was recorded. */
export function readTimes() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Paths of test files, the longest first: a long file that starts last would run alone at the end. Files of
 * no suite under tests/ follow.
 */
export function longestFirst(paths, times = readTimes()) {
  const secondsOf = (path) => {
    const name = nameOf(path);
    return name === undefined ? 0 : (times[name] ?? UNKNOWN_SECONDS);
  };
  return paths.toSorted((a, b) => secondsOf(b) - secondsOf(a));
}

/**
 * Merges the durations of a vitest JSON report, sorted by name. Records of files for which `isThere` returns
 * false are removed.
 */
export function withReport(times, testResults, isThere = () => true) {
  const merged = { ...times };
  for (const { name: path, startTime, endTime } of testResults) {
    const name = nameOf(path);
    if (name !== undefined) merged[name] = Math.round((endTime - startTime) / 1000);
  }
  return Object.fromEntries(
    Object.entries(merged)
      .filter(([name]) => isThere(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

export function writeTimes(times) {
  writeFileSync(FILE, `${JSON.stringify(times, undefined, 2)}\n`);
}
