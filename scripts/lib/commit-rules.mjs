import { without } from './names.mjs';

/** Maximum length of a subject, characters: lists of commits truncate longer ones. */
const LONGEST_SUBJECT = 72;

const FORM = /^(feat|fix|refactor|perf|build|test|docs|style|chore|ci|revert)(\([a-z0-9,-]+\))?!?: \S/;
/** Types of commits that need a body with the reason. */
const REASONED = /^(feat|fix|refactor|perf|build)\b/;

/** The faults of a commit message; empty if there are none. */
export function faultsOf(message) {
  const [subject = '', ...rest] = message.trim().split('\n');
  const faults = [];
  const length = [...subject].length;
  if (length > LONGEST_SUBJECT)
    faults.push(`the subject has ${length} characters, at most ${LONGEST_SUBJECT} are shown`);
  if (!FORM.test(subject)) faults.push('the subject is not of the form `feat(engine): …`');
  if (subject.includes(';')) faults.push('the subject names several changes: one a commit');
  if (subject.endsWith('.')) faults.push('the subject ends with a full stop');
  if (REASONED.test(subject) && rest.join('').trim() === '')
    faults.push('the body with the reason is missing');
  return faults;
}

const FIRST_TIER = 'quality/test-names.txt';
const SECOND_TIER = 'quality/second-tier.json';

/** Lists of the names of all tests, and how a name stands in a line of each. */
const LISTS = {
  [FIRST_TIER]: (line) => /^ {2}(\S.*)$/.exec(line)?.[1],
  [SECOND_TIER]: (line) => {
    const text = /^ {6}(".*"),?$/.exec(line)?.[1];
    return text && JSON.parse(text);
  },
};

const isMark = (line) => line.startsWith('// Second tier (');

/** The files of a patch without context (`git log -p -U0`), with their removed and added lines. */
function filesOf(patch) {
  return patch
    .split(/^diff --git /m)
    .slice(1)
    .map((text) => {
      const lines = text.split('\n');
      const start = lines.findIndex((line) => line.startsWith('@@'));
      const body = start < 0 ? [] : lines.slice(start);
      const of = (sign) => body.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
      return {
        path: / b\/(.+)$/.exec(lines[0])?.[1] ?? lines[0],
        isNew: lines.some((line, index) => index < 3 && line.startsWith('new file mode')),
        removed: of('-'),
        added: of('+'),
      };
    });
}

/** Whether a patch moves an existing test file to the second tier. */
export const marksFiles = (patch) =>
  filesOf(patch).some(({ isNew, removed, added }) => !isNew && added.some(isMark) && !removed.some(isMark));

/**
 * The faults of what a commit does to tests: it removes names of tests without saying what proves the same now, or it moves
 * tests to the second tier beside other changes.
 *
 * @param {string} message
 * @param {string} patch without context
 */
export function faultsOfTests(message, patch) {
  const files = filesOf(patch);
  const namesIn = (key, list) =>
    files.flatMap(({ path, [key]: lines }) =>
      path === list ? lines.map(LISTS[path]).filter((name) => name !== undefined) : [],
    );
  const namesOf = (key) => Object.keys(LISTS).flatMap((list) => namesIn(key, list));
  const faults = [];
  const gone = without(namesOf('removed'), namesOf('added'));
  if (gone.length > 0 && !/^Proved now by: \S/m.test(message))
    faults.push(`${gone.length} names of tests are gone (“${gone[0]}”) without a line “Proved now by: …”`);
  if (marksFiles(patch)) {
    const other = files.find(
      ({ path, removed, added }) =>
        !(path in LISTS) && !(removed.length === 0 && added.length === 1 && isMark(added[0])),
    );
    if (other) faults.push(`tests move to the second tier in a commit that changes ${other.path}, too`);
  } else {
    const left = without(namesIn('removed', FIRST_TIER), namesIn('added', FIRST_TIER));
    const came = new Set(namesIn('added', SECOND_TIER));
    const moved = left.find((name) => came.has(name));
    const other = files.find(({ path }) => !(path in LISTS) && !path.endsWith('.test.ts'));
    if (moved !== undefined && other)
      faults.push(`“${moved}” moves to the second tier in a commit that changes ${other.path}, too`);
  }
  return faults;
}
