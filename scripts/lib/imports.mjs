// What a source file imports, directly or not, by the text of its imports: enough to know that a change may concern a test.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ROOT } from './workspace.mjs';
import { packageFolders } from './builds.mjs';

/** `from '…'`, `import '…'`, `import('…')`, `new URL('…'`, `vi.mock('…'`. A match in a comment does no harm. */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bURL\(\s*|\bmock\(\s*)(['"`])([^'"`\n]+)\1/g;
const isSource = (path) => /\.(ts|tsx|mjs|js)$/.test(path);

/** A function that returns the set of paths a file reaches by imports, itself among them; paths are from the root. */
export function importsBelow(root = ROOT) {
  const isFile = (path) => existsSync(join(root, path)) && statSync(join(root, path)).isFile();
  const packages = packageFolders(root);
  const known = new Map();

  /** The file of a specifier; undefined for a package from outside, or a folder. */
  function resolve(specifier, from) {
    const path = specifier.replace(/[?#].*$/, '');
    if (path.startsWith('.')) return asFile(posix.join(dirname(from), path));
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
    if (!packages.has(name)) return undefined;
    const folder = packages.get(name);
    const { exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const target = exports[`.${path.slice(name.length)}`];
    const file = target?.['@farm3d/source'] ?? target?.default ?? target;
    return typeof file === 'string' ? asFile(posix.join(folder, file)) : undefined;
  }

  const asFile = (path) =>
    [path, ...['.ts', '.tsx', '.mjs', '/index.ts'].map((end) => path + end)].find(isFile);

  function importsOf(path) {
    if (!known.has(path)) {
      const text = isSource(path) ? readFileSync(join(root, path), 'utf8') : '';
      const files = [...text.matchAll(SPECIFIER)].map(([, , specifier]) => resolve(specifier, path));
      known.set(path, new Set(files.filter((file) => file !== undefined)));
    }
    return known.get(path);
  }

  return (entry) => {
    const reached = new Set([entry]);
    for (const path of reached) for (const next of importsOf(path)) reached.add(next);
    return reached;
  };
}
