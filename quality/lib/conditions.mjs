// Conditions under which the suites have to pass as well, and the page of the results (quality/conditions.mjs).
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** `isBusy`: twice as many test files at once as the cores take. `day`: month and day of the clock. */
export const CONDITIONS = {
  'busy-1': { isBusy: true },
  'busy-2': { isBusy: true },
  'busy-3': { isBusy: true },
  january: { day: [1, 7] },
  'leap-day': { day: [2, 29] },
};

/** Suites that pass under every condition. */
export const STEADY = ['unit', 'http', 'e2e'];

/** What is run and recorded on its own: each test file, and the unit tests together. */
export function entriesOf(suite, root) {
  if (suite === 'unit') return ['unit'];
  return readdirSync(join(root, 'tests', suite))
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => `tests/${suite}/${name}`);
}

/** Of what was run: its record counts while this stays the same. Unit tests have none: they are run each time. */
export function versionOf(entry, root) {
  const file = join(root, entry);
  return entry.endsWith('.ts') && existsSync(file)
    ? createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)
    : '';
}

/**
 * Test files that wait for a time-out of the database run on the last such day. With a clock that is ahead no time-out
 * comes: faketime answers what interrupts a wait with the real time, which is too early for it.
 */
export const ON_LAST_DAY = new Set(['tests/http/archived-days.test.ts']);

/** Milliseconds from `now` to 09:00 UTC of the next such day, or the last: the whole run stays on it. */
export function shiftTo([month, day], now, isLast = false) {
  const step = isLast ? -1 : 1;
  for (let year = new Date(now).getUTCFullYear(); ; year += step) {
    const at = Date.UTC(year, month - 1, day, 9);
    if ((at - now) * step > 0 && new Date(at).getUTCDate() === day) return at - now;
  }
}

const firstLine = (message) => stripVTControlCharacters(message).trim().split('\n')[0].slice(0, 200);

/** Share of the time between two readings of the system in which something waited for a core, 0 to 1; undefined without them. */
export function pressureBetween(from, to) {
  if (!from || !to) return undefined;
  return Math.round((to.waitedUs - from.waitedUs) / (to.atMs - from.atMs) / 10) / 100;
}

/** An entry's record for one condition, of the results of its test files in vitest's JSON report. */
export function recordOf(results, { commit, version, pressure }) {
  const failed = results.flatMap(({ status, assertionResults, message = '' }) => {
    // Tests of a file whose preparation failed have no message of their own.
    const tests = assertionResults
      .filter((test) => test.status !== 'passed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages?.[0] ?? message)}`);
    return tests.length === 0 && status === 'failed' ? [firstLine(message)] : tests;
  });
  const tests = results.reduce((sum, { assertionResults }) => sum + assertionResults.length, 0);
  const seconds = Math.round(
    results.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0) / 1000,
  );
  return {
    commit,
    version,
    tests,
    seconds,
    ...(pressure !== undefined && { pressure }),
    failed: results.length === 0 ? ['no report'] : failed,
  };
}

/** Whether an entry need not be run again. */
export function hasPassed(records, condition, entry, root) {
  const record = records[condition]?.[entry];
  return record?.version !== '' && record?.version === versionOf(entry, root) && record.failed.length === 0;
}

/** The page of the results. */
export function documentOf(records, root) {
  const rows = Object.keys(CONDITIONS).flatMap((condition) =>
    STEADY.map((suite) => {
      const entries = entriesOf(suite, root);
      const found = entries.map((entry) => records[condition]?.[entry]).filter(Boolean);
      const sum = (of) => found.reduce((total, record) => total + of(record), 0);
      const failed = sum((record) => record.failed.length);
      const seconds = sum((record) => record.seconds);
      const measured = found.filter((record) => record.pressure !== undefined);
      const time = measured.reduce((total, record) => total + record.seconds, 0);
      const pressed = measured.reduce((total, record) => total + record.pressure * record.seconds, 0);
      const pressure = time === 0 ? '' : (pressed / time).toFixed(2);
      return `| ${condition} | ${suite} | ${found.length} of ${entries.length} | ${sum(({ tests }) => tests)} | ${failed} | ${seconds} | ${pressure} |`;
    }),
  );
  const lists = Object.entries(records).flatMap(([condition, entries]) =>
    Object.entries(entries).flatMap(([entry, { failed }]) =>
      failed.map((test) => `- ${condition}, ${entry}: ${test}`),
    ),
  );
  return `${[
    '# Under other conditions',
    '',
    'The suites three times with twice as many files at once as the cores take, each the load of the others, and on 7 January',
    'and 29 February, without a second try. `npm run test:conditions` runs what changed or failed since and writes this page',
    'from `conditions.json`. Pressure: the share of the time in which something waited for a core, as the system counts it,',
    'the mean of all runs; without a figure two endless loops ran beside them. On other dates the clock is ahead, by faketime;',
    'of the database no time-out comes then, so what waits for one runs on the last such day (`ON_LAST_DAY`).',
    '',
    '| Condition | Suite | Files run | Tests | Failed | Seconds in its files | Pressure |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    '## Failed',
    '',
    lists.length > 0 ? lists.join('\n') : 'Nothing.',
  ].join('\n')}\n`;
}
