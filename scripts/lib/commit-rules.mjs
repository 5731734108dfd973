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
