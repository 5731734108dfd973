// `npm run test:cluster`: the suite that needs programs from outside the clone: Debian's PostgreSQL server, mosquitto,
// its clients, nginx and Python. They run on ports of their own, never as system services. The clients of others lie in
// the folder of the fixtures (FARM3D_FIXTURES, default ../shared/data).
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackages } from './lib/debian-packages.mjs';
import { availableIn, completePythonPackages, missingPythonPackages } from './lib/python-packages.mjs';
import { ROOT, fail, run } from './lib/workspace.mjs';

const POSTGRES_FOLDER = '/usr/lib/postgresql';

function missing() {
  const wanted = [];
  const versions = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER) : [];
  if (!versions.some((version) => existsSync(join(POSTGRES_FOLDER, version, 'bin', 'initdb'))))
    wanted.push('postgresql');
  if (!existsSync('/usr/bin/mosquitto_pub')) wanted.push('mosquitto-clients');
  if (!existsSync('/usr/sbin/mosquitto')) wanted.push('mosquitto');
  if (!existsSync('/usr/bin/python3')) wanted.push('python3');
  if (!existsSync('/usr/sbin/nginx')) wanted.push('nginx-light');
  if (!existsSync('/usr/lib/nginx/modules/ngx_stream_module.so')) wanted.push('libnginx-mod-stream');
  return wanted;
}

const packages = missing();
if (packages.length > 0) {
  // Debian would make a cluster and start it as a service: the suite makes its own instead.
  if (process.getuid?.() === 0 && !existsSync('/etc/postgresql-common/createcluster.conf')) {
    mkdirSync('/etc/postgresql-common', { recursive: true });
    writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n');
  }
  await installDebianPackages(packages);
  const still = missing();
  if (still.length > 0) {
    fail(`this suite needs ${still.join(' and ')}. On Debian: apt-get install -y ${still.join(' ')}`);
  }
}
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
