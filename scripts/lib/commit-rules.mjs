/** Longest subject, characters: what lists of commits show without cutting it off. */
const LONGEST_SUBJECT = 72;

const FORM = /^(feat|fix|refactor|perf|build|test|docs|chore|ci|revert)(\([a-z0-9,-]+\))?!?: \S/;
/** Kinds of change whose reason a reader asks for. */
const REASONED = /^(feat|fix|refactor|perf|build)\b/;

/** What is wrong with the message of a commit; empty when nothing is. */
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
