// Type-checks every package that has a tsconfig.json, in parallel, with the native compiler.
import { spawn } from 'node:child_process';
import { readdirSync, existsSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
const projects = ['packages', 'apps']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
  .concat('tests', 'gallery')
  .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')));

const check = (folder) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: root });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve({ folder, code, output }));
  });

const results = await Promise.all(projects.map(check));
for (const { folder, code, output } of results) {
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${folder}`);
  if (code !== 0) console.log(output.trimEnd());
}
if (projects.length < 6) {
  console.log(`Only ${projects.length} projects found: the check did not see the workspace.`);
  process.exit(1);
}
process.exit(results.some((result) => result.code !== 0) ? 1 : 0);
