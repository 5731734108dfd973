// `npm run test:cluster`: the suite that needs programs from outside the clone: Debian's PostgreSQL
// server, mosquitto and its clients. They run on ports of their own, never as system services.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, fail, run } from './lib/workspace.mjs';

const POSTGRES_FOLDER = '/usr/lib/postgresql';

function missing() {
  const wanted = [];
  const versions = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER) : [];
  if (!versions.some((version) => existsSync(join(POSTGRES_FOLDER, version, 'bin', 'initdb'))))
    wanted.push('postgresql');
  if (!existsSync('/usr/bin/mosquitto_pub')) wanted.push('mosquitto-clients');
  if (!existsSync('/usr/sbin/mosquitto')) wanted.push('mosquitto');
  return wanted;
}

const packages = missing();
if (packages.length > 0) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    fail(`this suite needs ${packages.join(' and ')}. On Debian: apt-get install -y ${packages.join(' ')}`);
  }
  console.log(`farm3d: installing ${packages.join(' and ')} with apt …`);
  // Debian would make a cluster and start it as a service: the suite makes its own instead.
  mkdirSync('/etc/postgresql-common', { recursive: true });
  if (!existsSync('/etc/postgresql-common/createcluster.conf')) {
    writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n');
  }
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  };
  await run('apt-get', ['update', '-qq'], options);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  const still = missing();
  if (still.length > 0) fail(`apt could not install ${still.join(' and ')}.`);
}
process.exit(await run(process.execPath, [join(ROOT, 'scripts/test.mjs'), 'cluster']));
