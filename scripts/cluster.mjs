// `npm run test:cluster`: the suite that needs programs from outside the clone: Debian's PostgreSQL server, mosquitto,
// its clients, nginx and Python. They run on ports of their own, never as system services. The clients of others lie in
// the folder of the fixtures (FARM3D_FIXTURES, default ../shared/data).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackages } from './lib/debian-packages.mjs';
import { installPrograms } from './lib/outside-programs.mjs';
import { availableIn, completePythonPackages, missingPythonPackages } from './lib/python-packages.mjs';
import { ROOT, run } from './lib/workspace.mjs';

await installPrograms();
// Which of them Debian has is known after an update, which comes with the first installation.
if (missingPythonPackages().length > 0 && (await installDebianPackages(['python3'])))
  await installDebianPackages(availableIn(missingPythonPackages()));
const missingModules = completePythonPackages();
const clients = join(process.env.FARM3D_FIXTURES ?? join(ROOT, '../shared/data'), 'clients');
/** Files that cannot run on this machine, and why. */
const without = new Map();
if (!existsSync(clients)) {
  const reason = `${clients} is missing: set FARM3D_FIXTURES to the folder that holds 'clients'`;
  for (const name of ['thingsboard-clients', 'conformance']) without.set(name, reason);
} else if (missingModules.length > 0) {
  without.set('thingsboard-clients', `Python finds no ${missingModules.join(', ')}`);
}
for (const [name, reason] of without) console.log(`farm3d: cluster/${name} was not run: ${reason}.`);
process.env.FARM3D_CLUSTER_WITHOUT = [...without.keys()].join(',');
process.exit(await run(process.execPath, [join(ROOT, 'scripts/test.mjs'), 'cluster']));
