// Checks the messages of the commits since the rules exist (CONVENTIONS.md, "Changes"). Part of `npm test`.
// Without git, or in a history that does not reach so far back, there is nothing to check.
import { spawnSync } from 'node:child_process';
import { ROOT } from './lib/workspace.mjs';
import { faultsOf } from './lib/commit-rules.mjs';

/** The last commit before the rules. */
const BASE = '4a399fb';

const git = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 });
if (git('merge-base', '--is-ancestor', BASE, 'HEAD').status !== 0) {
  console.log(`The history does not reach back to ${BASE}: no commit was checked.`);
  process.exit(0);
}
const { status, stdout, stderr } = git('log', '--no-merges', '-z', '--format=%h%n%B', `${BASE}..HEAD`);
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}
const commits = stdout.split('\0').filter((text) => text !== '');
let isGood = true;
for (const text of commits) {
  const [hash, ...message] = text.split('\n');
  for (const fault of faultsOf(message.join('\n'))) {
    isGood = false;
    console.error(`${hash} ${message[0]}: ${fault}`);
  }
}
console.log(`${commits.length} commits since ${BASE}`);
process.exit(isGood ? 0 : 1);
