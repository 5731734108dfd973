// Checks the direction of imports, and that dependency-cruiser found the modules: without modules its check
// would pass.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/workspace.mjs';

const FOLDERS = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(ROOT, group)).map((name) => `${group}/${name}/src`),
);

const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    ...FOLDERS,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
  ],
  { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 },
);
if (!stdout) {
  console.error(stderr);
  process.exit(status || 1);
}
const { modules, summary } = JSON.parse(stdout);
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`);

const own = modules.filter((module) => /^(packages|apps)\/[^/]+\/src\//.test(module.source));
const unseen = FOLDERS.filter((folder) => !own.some((module) => module.source.startsWith(`${folder}/`)));
for (const folder of unseen) console.error(`No module of ${folder} was seen.`);
const edges = own.reduce((sum, module) => sum + module.dependencies.length, 0);
console.log(`${own.length} modules, ${edges} imports, ${summary.violations.length} violations`);
process.exit(summary.error > 0 || unseen.length > 0 || edges < own.length ? 1 : 0);
