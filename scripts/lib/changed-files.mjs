import { spawnSync } from 'node:child_process';
import { ROOT, fail } from './workspace.mjs';

/** The output of git; undefined where there is none, or it refuses. */
export function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? stdout : undefined;
}

/** Files that differ from a commit or branch, and new ones that git does not ignore; relative to the root. */
export function changedSince(reference) {
  const changed = git('diff', '--name-only', reference, '--');
  const added = git('ls-files', '--others', '--exclude-standard');
  if (changed === undefined) fail(`git does not know what changed since ${reference}`);
  return `${changed}${added}`.split('\n').filter((line) => line !== '');
}
