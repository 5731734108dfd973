import { spawnSync } from 'node:child_process';
import { ROOT, fail } from './workspace.mjs';

function git(args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0)
    fail(`--changed needs git to know what changed: ${(error?.message ?? stderr).trim().split('\n')[0]}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Files that differ from a commit or branch, and new ones that git does not ignore; relative to the root. */
export function changedSince(reference) {
  return [
    ...git(['diff', '--name-only', reference, '--']),
    ...git(['ls-files', '--others', '--exclude-standard']),
  ];
}
