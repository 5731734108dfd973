// What the suites `cluster` and `corpus` need from outside the clone: Debian's PostgreSQL server, mosquitto, its clients,
// nginx and Python, which run on ports of their own, never as system services; and real files, the clients of others among
// them, in the folder of the fixtures (FARM3D_FIXTURES, default ../shared/data).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.mjs';
import { installMissing, missingPrograms } from './outside-programs.mjs';
import { availableIn, completePythonPackages, missingPythonPackages } from './python-packages.mjs';
import { suiteOf } from './suites.mjs';
import { ROOT } from './workspace.mjs';

const FIXTURES = process.env.FARM3D_FIXTURES ?? join(ROOT, '../shared/data');
/** Files of the cluster suite that run the clients of others. */
const WITH_CLIENTS = ['clients', 'conformance', 'thingsboard-clients'].map(
  (name) => `tests/cluster/${name}.test.ts`,
);
/** The one of them that needs Python packages. */
const WITH_PYTHON = 'tests/cluster/thingsboard-clients.test.ts';

/** Why a file cannot run on this machine; undefined when it can, perhaps after an installation. */
export function hindranceOf(path) {
  const suite = suiteOf(path);
  if (suite === 'corpus' && !existsSync(FIXTURES)) return `${FIXTURES} is missing: set FARM3D_FIXTURES`;
  if (suite !== 'cluster') return undefined;
  const missing = missingPrograms();
  if (missing.length > 0 && !canInstallDebianPackages())
    return `it needs ${missing.join(', ')}. On Debian: apt-get install -y ${missing.join(' ')}`;
  const clients = join(FIXTURES, 'clients');
  if (WITH_CLIENTS.includes(path) && !existsSync(clients))
    return `${clients} is missing: set FARM3D_FIXTURES to the folder that holds 'clients'`;
  return undefined;
}

/**
 * Installs what these test files need from outside, where that is possible.
 *
 * @param {string[]} paths
 * @returns {Promise<Map<string, string>>} why the others cannot run, by path
 */
export async function prepareOutside(paths) {
  const away = new Map(paths.map((path) => [path, hindranceOf(path)]).filter(([, reason]) => reason));
  const cluster = paths.filter((path) => suiteOf(path) === 'cluster' && !away.has(path));
  if (cluster.length === 0) return away;
  await installMissing();
  const missing = missingPrograms();
  if (missing.length > 0) {
    for (const path of cluster) away.set(path, `${missing.join(', ')} could not be installed`);
  } else if (cluster.includes(WITH_PYTHON)) {
    // Which of them Debian has is known after an update, which comes with the first installation.
    if (missingPythonPackages().length > 0 && (await installDebianPackages(['python3'])))
      await installDebianPackages(availableIn(missingPythonPackages()));
    const modules = completePythonPackages();
    if (modules.length > 0) away.set(WITH_PYTHON, `Python finds no ${modules.join(', ')}`);
  }
  return away;
}
