// Before the package is packed: a folder with a package.json for each entry but the main one. Bundlers and compilers that do
// not read `exports` (Parcel 2 by default, TypeScript's node10 resolution) find `farm3d-engine/region` by it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The package's folder; the one this runs in by default. */
const root = process.argv[2] ?? process.cwd();
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
for (const [name, target] of Object.entries(exports)) {
  if (!target.types || name === '.') continue;
  const folder = join(root, name);
  const from = (path) => relative(folder, join(root, path));
  const manifest = {
    type: 'module',
    sideEffects: false,
    main: from(target.default),
    types: from(target.types),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
