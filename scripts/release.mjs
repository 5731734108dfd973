// `npm run release -- VERSION [--publish]`: sets the version of every package, moves the notes under
// Unreleased in CHANGELOG.md to it, builds farm3d-engine and lists the files that npm would publish;
// `--publish` publishes it. Commit and tag are made by hand, after a look at the result.
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, fail, install, requireNode, run, toolEnvironment } from './lib/workspace.mjs';
import { expectNewer, expectSameRepository, releaseChangelog } from './lib/release.mjs';

const ENGINE = join(ROOT, 'packages/farm3d-engine');

requireNode();
const [version = '', option] = process.argv.slice(2);
if (option !== undefined && option !== '--publish') fail(`no such option: ${option}`);
const { stdout: edited } = spawnSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
if (edited) fail(`a release begins with everything committed; these are not:\n${edited.trimEnd()}`);

const groups = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(ROOT, group)).map((name) => `${group}/${name}/`),
);
const manifests = ['', ...groups, 'tests/', 'gallery/'].map((folder) => `${folder}package.json`);
const changelogs = ['CHANGELOG.md', 'packages/farm3d-engine/CHANGELOG.md']
  .map((file) => join(ROOT, file))
  .filter((file) => existsSync(file));
try {
  const present = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
  expectNewer(version, present);
  if (option) {
    const { stdout: origin } = spawnSync('git', ['remote', 'get-url', 'origin'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const { repository } = JSON.parse(readFileSync(join(ENGINE, 'package.json'), 'utf8'));
    expectSameRepository(repository.url, origin);
  }
  const day = new Date().toISOString().slice(0, 10);
  const texts = changelogs.map((file) => releaseChangelog(readFileSync(file, 'utf8'), version, day));
  // Written only if all of them are valid.
  for (const [i, file] of changelogs.entries()) writeFileSync(file, texts[i]);
} catch (error) {
  fail(error.message);
}
for (const manifest of manifests) {
  const path = join(ROOT, manifest);
  // Only the version changes, not the format of the text.
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^(  "version": ")[^"]+/m, `$1${version}`));
}

await install();
const env = toolEnvironment({}, join(ENGINE, 'node_modules', '.bin'));
rmSync(join(ENGINE, 'dist'), { recursive: true, force: true });
if ((await run('npm', ['run', 'build'], { cwd: ENGINE, env })) !== 0) fail('the engine could not be built');
cpSync(join(ROOT, 'LICENSE'), join(ENGINE, 'LICENSE'));
const code = await run('npm', ['publish', '--access', 'public', ...(option ? [] : ['--dry-run'])], {
  cwd: ENGINE,
  env,
});
rmSync(join(ENGINE, 'LICENSE'));
if (code !== 0) fail('npm refused the package: the lines above say why');
console.log(
  `farm3d: ${version} is ${option ? 'published' : 'ready'}; look at git diff, then commit it and tag v${version}.`,
);
