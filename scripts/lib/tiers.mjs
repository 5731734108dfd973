// The two tiers of the test files: `npm test` runs the first, `npm run test:all` both, and .ci/run a part of the second
// (scripts/second-tier.mjs). A file is of the second tier when its first line says so, with a reason:
// `// Second tier (soak): twenty kills during ingestion`.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SKIPPED, fail } from './workspace.mjs';

/** Why a file may be of the second tier. */
const REASONS = {
  pictures: 'compares pictures',
  publish: 'packs, publishes and bundles',
  soak: 'a long or large run',
  fuzz: 'random input',
  seasons: 'simulated months',
  leaks: 'repeated creation and disposal',
  page: 'the details of a page',
  outside: 'needs programs or files from outside the clone',
};

const MARK = /^\/\/ Second tier\b/;
const FORM = /^\/\/ Second tier \(([a-z]+)\): \S/;

/**
 * The reason of a file of the second tier, undefined for one of the first.
 *
 * @param {string} line the first line of the file
 * @param {string} path names the file in the error
 * @throws when the line has another form, or an unknown reason
 */
export function reasonOf(line, path) {
  if (!MARK.test(line)) return undefined;
  const reason = FORM.exec(line)?.[1];
  if (reason in REASONS) return reason;
  throw new Error(
    `${path}: its first line is not \`// Second tier (REASON): WORDS\` with one of ${Object.keys(REASONS).join(', ')}`,
  );
}

const FOLDERS = ['packages', 'apps', 'scripts', 'quality', 'benchmarks', 'tests'];

/** Paths of all test files, from the root, sorted. */
export function testFiles(root = ROOT) {
  const found = [];
  const visit = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) visit(path);
      else if (entry.isFile() && /\.test\.tsx?$/.test(entry.name)) found.push(path);
    }
  };
  for (const folder of FOLDERS) if (existsSync(join(root, folder))) visit(folder);
  return found.sort((a, b) => (a < b ? -1 : 1));
}

/** Reasons of the files of the second tier, by path. A file with a wrong first line ends the program. */
export function secondTierOf(paths, root = ROOT) {
  const reasons = new Map();
  for (const path of paths) {
    try {
      const reason = reasonOf(readFileSync(join(root, path), 'utf8').split('\n', 1)[0], path);
      if (reason) reasons.set(path, reason);
    } catch (error) {
      fail(error.message);
    }
  }
  return reasons;
}
