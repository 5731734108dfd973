// Programs from outside the clone that the suite `cluster` and some benchmarks run, on ports of their own, never as
// system services.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackages } from './debian-packages.mjs';
import { fail } from './workspace.mjs';

const POSTGRES_FOLDER = '/usr/lib/postgresql';

/** Where Debian puts the library that shifts the clock of a program; undefined: it is not here. */
export const libraryOfFaketime = () =>
  ['x86_64', 'aarch64']
    .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
    .find((path) => existsSync(path));

/** By Debian package, whether it is here. */
const PROGRAMS = {
  postgresql: () =>
    existsSync(POSTGRES_FOLDER) &&
    readdirSync(POSTGRES_FOLDER).some((version) =>
      existsSync(join(POSTGRES_FOLDER, version, 'bin', 'initdb')),
    ),
  'mosquitto-clients': () => existsSync('/usr/bin/mosquitto_pub'),
  mosquitto: () => existsSync('/usr/sbin/mosquitto'),
  python3: () => existsSync('/usr/bin/python3'),
  'nginx-light': () => existsSync('/usr/sbin/nginx'),
  faketime: () => libraryOfFaketime() !== undefined,
  'libnginx-mod-stream': () => existsSync('/usr/lib/nginx/modules/ngx_stream_module.so'),
};

/** Those of these Debian packages that are missing. Default: all. */
export const missingPrograms = (names = Object.keys(PROGRAMS)) => names.filter((name) => !PROGRAMS[name]());

/** Installs them where that is possible. */
export async function installMissing(names) {
  const wanted = missingPrograms(names);
  if (wanted.length === 0) return;
  // Debian would make a cluster and start it as a service: each user of these programs makes its own instead.
  if (process.getuid?.() === 0 && !existsSync('/etc/postgresql-common/createcluster.conf')) {
    mkdirSync('/etc/postgresql-common', { recursive: true });
    writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n');
  }
  await installDebianPackages(wanted);
}

/** Installs what is missing of these Debian packages, or ends with the line that does. */
export async function installPrograms(names) {
  await installMissing(names);
  const still = missingPrograms(names);
  if (still.length > 0)
    fail(`this needs ${still.join(' and ')}. On Debian: apt-get install -y ${still.join(' ')}`);
}
