// The builds that the platform and the tests need, and their sources: the package itself and every workspace
// package that its package.json depends on. So there is no list to maintain.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, fail, hashOf, listen, setStamp, stampOf, toolEnvironment } from './workspace.mjs';

/** Sources of every build. */
const SHARED = ['pnpm-lock.yaml', 'tsconfig.base.json'];

/** Each is the `build` script of its package. `fromScriptFolder`: its only source is the folder of that script. */
const BUILDS = [
  { name: 'models', label: '3D models', folder: 'packages/models', output: 'dist/manifest.json' },
  {
    name: 'areas',
    label: 'areas',
    folder: 'apps/server',
    output: 'dist/areas/upper.br',
    fromScriptFolder: true,
  },
  { name: 'web', label: 'web app', folder: 'apps/web', output: 'dist/index.html' },
];

const manifestOf = (folder, root) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** Folder of each package of the workspace, by name. */
export function packageFolders(root) {
  const folders = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  return new Map(
    folders
      .filter((folder) => existsSync(join(root, folder, 'package.json')))
      .map((folder) => [manifestOf(folder, root).name, folder]),
  );
}

/** The folder of a package and of each that it depends on through `workspace:`, directly or not. */
export function foldersFor(folder, root = ROOT) {
  const folders = packageFolders(root);
  const found = new Set();
  const visit = (current) => {
    if (found.has(current)) return;
    found.add(current);
    const { dependencies, devDependencies } = manifestOf(current, root);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (!version.startsWith('workspace:')) continue;
      if (!folders.has(name)) throw new Error(`${current} depends on ${name}, which is not in the workspace`);
      visit(folders.get(name));
    }
  };
  visit(folder);
  return [...found];
}

/** Paths of the sources of a build, relative to the root. */
export function sourcesOf(name, root = ROOT) {
  const { folder, fromScriptFolder } = BUILDS.find((build) => build.name === name);
  if (!fromScriptFolder) return [...foldersFor(folder, root), ...SHARED];
  const script = /\S+\.ts\b/.exec(manifestOf(folder, root).scripts.build)[0];
  return [join(folder, dirname(script)), ...SHARED];
}

/** Names of the builds that the packages in these folders, or their dependencies, need at run time. */
export function buildsFor(folders) {
  const needed = new Set(folders.flatMap((folder) => foldersFor(folder)));
  return BUILDS.filter(({ folder }) => needed.has(folder)).map(({ name }) => name);
}

/** Runs the builds whose sources changed, in parallel. `only`: names of builds; default: all. */
export async function build(only = BUILDS.map(({ name }) => name)) {
  await Promise.all(BUILDS.filter(({ name }) => only.includes(name)).map(buildOne));
}

async function buildOne({ name, label, folder, output }) {
  const hash = hashOf(sourcesOf(name));
  if (stampOf(name) === hash && existsSync(join(ROOT, folder, output))) return;
  console.log(`farm3d: building the ${label} …`);
  const own = join(ROOT, folder);
  const { code, output: printed } = await listen(manifestOf(folder, ROOT).scripts.build, [], {
    cwd: own,
    env: toolEnvironment({}, join(own, 'node_modules', '.bin')),
    shell: true,
  });
  if (code !== 0) {
    console.error(printed.trimEnd());
    fail(`building the ${label} failed: the lines above say why.`);
  }
  setStamp(name, hash);
}
