// A test that fails beside other files is tried once more, alone: a defect fails again, a machine that stood still does
// not. Both are printed; nothing else of the run changes.
import { relative } from 'node:path';

/** More failures than this, of thousands, are no accident: none of them is tried again. */
const MOST_TRIED_AGAIN = 8;

// Of an entry of vitest's JSON report, one a file.
const isOfSuite = ({ name }) => /\/tests\/[^/]+\//.test(name);
const failuresOf = (file) => file.assertionResults.filter(({ status }) => status === 'failed');

/**
 * Files to try again: those with failed tests, when all these are few. A file that could not run at all is no accident, nor
 * a unit test: it waits for nothing.
 *
 * @param testResults `testResults` of vitest's JSON report
 * @returns absolute paths; empty when nothing failed, or too much
 */
export function filesToTryAgain(testResults) {
  const failed = testResults.filter(({ status }) => status === 'failed');
  if (failed.some((file) => failuresOf(file).length === 0 || !isOfSuite(file))) return [];
  const count = failed.reduce((sum, file) => sum + failuresOf(file).length, 0);
  return count > MOST_TRIED_AGAIN ? [] : failed.map(({ name }) => name);
}

/**
 * The results with those of the second try in the place of the first. A file that the second try does not have, or that
 * has fewer tests there, keeps its failures.
 *
 * @returns `results` and `lines`: one line for each test that failed first, with how its second try ended
 */
export function withSecondTry(first, second, root) {
  const lines = [];
  const results = first.map((file) => {
    const again = second.find(({ name }) => name === file.name);
    if (!again || again.assertionResults.length < file.assertionResults.length) return file;
    for (const test of failuresOf(file)) {
      const end = again.assertionResults.find(({ fullName }) => fullName === test.fullName)?.status;
      const error = (test.failureMessages?.[0] ?? '').trim().split('\n')[0].slice(0, 300);
      lines.push(
        `SECOND TRY ${end === 'passed' ? 'passed' : 'failed'}: ${relative(root, file.name)}: ${test.fullName}: first ${error}`,
      );
    }
    return again;
  });
  return { results, lines };
}
