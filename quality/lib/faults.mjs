// Seeded faults: hand-made mistakes, each applied alone to a copy of the working tree, where the test that should catch it
// is run. `npm run faults` (quality/faults.mjs); the faults are in quality/faults/.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createHash } from 'node:crypto';

/**
 * @typedef {object} Fault
 * @property {string} id unique, kebab-case
 * @property {string} says what the product would do wrong
 * @property {string} file path of the source, from the root
 * @property {string} find exact text, which occurs once in the file
 * @property {string} replace text that stands there instead
 * @property {string} suite vitest project
 * @property {string} test path of the test file that should fail
 * @property {string} [only] pattern of the names of the tests to run; default all of the file
 */

/** How often the text of a fault occurs in its file; a fault can be applied when it is 1. */
export function occurrences(root, { file, find }) {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8').split(find).length - 1 : 0;
}

/** Applies a fault below `root`. @returns a function that restores the file */
export function apply(root, fault) {
  const count = occurrences(root, fault);
  if (count !== 1) throw new Error(`${fault.id}: its text occurs ${count} times in ${fault.file}`);
  const path = join(root, fault.file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    before.replace(fault.find, () => fault.replace),
  );
  return () => writeFileSync(path, before);
}

/** Identifies what was tried: a result counts only as long as the fault is the same. */
export function keyOf({ file, find, replace, suite, test, only = '' }) {
  return createHash('sha256')
    .update(JSON.stringify([file, find, replace, suite, test, only]))
    .digest('hex')
    .slice(0, 12);
}

/** `count` of the faults in an order that only the seed decides. */
export function sampleOf(faults, count, seed) {
  const rank = ({ id }) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return faults
    .map((fault) => ({ fault, rank: rank(fault) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ fault }) => fault);
}

/** Builds that tests of a server or a page read. */
const BUILT = [
  'packages/models/dist',
  'packages/farm3d-engine/dist',
  'apps/server/dist',
  'apps/web/dist',
  'tests/.artifacts/pages',
];

/**
 * Copies the working tree, without ignored files. Installed packages are shared with it, but the links between packages of
 * the workspace are copied, so that each package sees the copies of the others.
 */
export function copyTree(from, to) {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: from,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  for (const file of stdout.split('\0').filter(Boolean)) {
    if (!existsSync(join(from, file))) continue;
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(from, file), join(to, file), { verbatimSymlinks: true });
  }
  for (const folder of BUILT)
    if (existsSync(join(from, folder))) cpSync(join(from, folder), join(to, folder), { recursive: true });
  for (const folder of packageFolders(from))
    copyLinks(join(from, folder, 'node_modules'), join(to, folder, 'node_modules'));
}

/** The root and each folder of a package, from the root. */
function packageFolders(root) {
  const groups = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(group, name)),
  );
  return ['', 'tests', 'gallery', ...groups];
}

/** Links stay links; the store of the package manager, the only real folder, becomes one. */
function copyLinks(from, to) {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (name === '.pnpm') symlinkSync(path, join(to, name));
    else if (name.startsWith('@') && !lstatSync(path).isSymbolicLink()) copyLinks(path, join(to, name));
    else if (!['.farm3d', '.vite', '.cache', '.modules.yaml', '.vitest'].includes(name))
      cpSync(path, join(to, name), { recursive: true, verbatimSymlinks: true });
  }
}
