// Checks the commits since the rules exist (CONVENTIONS.md, "Changes"): their messages, and what they do to the lists of tests.
// Part of `npm test`. Without git, or in a history that does not reach so far back, there is nothing to check.
import { git } from './lib/changed-files.mjs';
import { faultsOf, faultsOfTests, marksFiles } from './lib/commit-rules.mjs';

/** The last commit before the rules of messages. */
const BASE = '4a399fb';

if (git('merge-base', '--is-ancestor', BASE, 'HEAD') === undefined) {
  console.log(`The history does not reach back to ${BASE}: no commit was checked.`);
  process.exit(0);
}
/** Hash, message and patch of each commit, as far as the options of `git log` show it. */
const commitsOf = (...options) =>
  git('log', '--no-merges', '--format=%x01%h%n%B%x02', ...options)
    .split('\x01')
    .slice(1)
    .map((text) => {
      const [head, patch] = text.split('\x02');
      const [hash, ...message] = head.split('\n');
      return { hash, message: message.join('\n').trim(), patch };
    });

const commits = commitsOf(`${BASE}..HEAD`);
const faults = commits.map((commit) => ({ ...commit, found: faultsOf(commit.message) }));

// The rules of tests hold since the names are listed.
const listed = git('log', '--diff-filter=A', '--format=%h', '--', 'quality/test-names.txt')
  .trim()
  .split('\n')
  .at(-1);
if (listed) {
  const paths = ['quality/test-names.txt', 'quality/second-tier.json', '*.test.ts', '*.test.tsx'];
  for (const commit of commitsOf('-p', '-U0', '-M', `${listed}..HEAD`, '--', ...paths)) {
    // All of a commit that moves tests to the second tier, else only its tests.
    const patch = marksFiles(commit.patch)
      ? git('show', '--format=', '-U0', '-M', commit.hash)
      : commit.patch;
    faults.push({ ...commit, found: faultsOfTests(commit.message, patch) });
  }
}
const wrong = faults.flatMap(({ hash, message, found }) =>
  found.map((fault) => `${hash} ${message.split('\n')[0]}: ${fault}`),
);
for (const line of wrong) console.error(line);
console.log(`${commits.length} commits since ${BASE}`);
process.exit(wrong.length === 0 ? 0 : 1);
