// Recorded durations of test files, and the order of a run that follows from them: those of the first tier by
// `npm test -- --record-times`, those of the second with what else is recorded of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecords } from './kept-names.mjs';
import { ROOT } from './workspace.mjs';

const FILE = join(ROOT, 'tests', 'times.json');
/** Assumed duration of a file without a record, seconds: long, so that it starts early. */
const UNKNOWN_SECONDS = 30;

const nameOf = (path) => /(?:^|\/)tests\/(.+)\.test\.ts$/.exec(path)?.[1];

/** Seconds by name ('e2e/scene') of the first tier. Empty where nothing was recorded. */
export function readTimes() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/** Those of both tiers. */
function allTimes() {
  const second = Object.entries(readRecords())
    .filter(([path, { seconds }]) => nameOf(path) !== undefined && seconds !== undefined)
    .map(([path, { seconds }]) => [nameOf(path), seconds]);
  return { ...readTimes(), ...Object.fromEntries(second) };
}

/** Seconds that a file takes; 0 for one of no suite under tests/. */
export function secondsOf(path, times = allTimes()) {
  const name = nameOf(path);
  return name === undefined ? 0 : (times[name] ?? UNKNOWN_SECONDS);
}

/** As many files tell the pace of a machine. */
const FILES_OF_A_PACE = 30;

/**
 * How many times the recorded seconds this machine took for these files; undefined for a few files.
 *
 * @param {{ path: string, seconds: number }[]} files
 */
export function paceOf(files, times = allTimes()) {
  const known = files.filter(({ path }) => times[nameOf(path)] !== undefined);
  if (known.length < FILES_OF_A_PACE) return undefined;
  const sum = (secondsIn) => known.reduce((total, file) => total + secondsIn(file), 0);
  return sum(({ seconds }) => seconds) / sum(({ path }) => secondsOf(path, times));
}

/**
 * Paths of test files, the longest first: a long file that starts last would run alone at the end. Files of
 * no suite under tests/ follow.
 */
export function longestFirst(paths, times = allTimes()) {
  return paths.toSorted((a, b) => secondsOf(b, times) - secondsOf(a, times));
}

/**
 * Merges the durations of a run, sorted by name. Records of files for which `isThere` returns false are removed.
 *
 * @param {Record<string, number>} times
 * @param {{ path: string, seconds: number }[]} files
 */
export function withReport(times, files, isThere = () => true) {
  const measured = files.map(({ path, seconds }) => [nameOf(path), seconds]);
  return Object.fromEntries(
    Object.entries({ ...times, ...Object.fromEntries(measured) })
      .filter(([name]) => name !== 'undefined' && isThere(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

export function writeTimes(times) {
  writeFileSync(FILE, `${JSON.stringify(times, undefined, 2)}\n`);
}
