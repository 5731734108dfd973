// Packages that Python clients of others import: from Debian, else from PyPI into a folder of the tests.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './workspace.mjs';

/** Debian's Python; another one in the path does not find Debian's packages. */
const PYTHON = '/usr/bin/python3';
const FOLDER = join(ROOT, 'tests/.artifacts/python');
/** Debian's package of each imported module. */
const DEBIAN = {
  paho: 'python3-paho-mqtt',
  orjson: 'python3-orjson',
  mmh3: 'python3-mmh3',
  pybase64: 'python3-pybase64',
  requests: 'python3-requests',
  simplejson: 'python3-simplejson',
  yaml: 'python3-yaml',
  regex: 'python3-regex',
  cachetools: 'python3-cachetools',
  psutil: 'python3-psutil',
  cryptography: 'python3-cryptography',
  grpc: 'python3-grpcio',
  'google.protobuf': 'python3-protobuf',
  dateutil: 'python3-dateutil',
  jsonpath_rw: 'python3-jsonpath-rw',
  service_identity: 'python3-service-identity',
  socks: 'python3-socks',
};
/** Wheels of those that Debian 12 does not have. */
const PYPI = { orjson: '3.12.0', mmh3: '5.3.0' };
/** ThingsBoard's gateway imports two functions of it, which the standard library has too. */
const STANDARD = { pybase64: 'from base64 import b64decode, b64encode\n' };

/** Modules that the clients import and Python does not find. */
function missingModules() {
  const script = `
import importlib.util, json, sys
sys.path.append(sys.argv[1])
def missing(name):
    try:
        return importlib.util.find_spec(name) is None
    except ModuleNotFoundError:
        return True
print(json.dumps([name for name in sys.argv[2:] if missing(name)]))`;
  const printed = execFileSync(PYTHON, ['-c', script, FOLDER, ...Object.keys(DEBIAN)], { encoding: 'utf8' });
  return JSON.parse(printed);
}

/** Debian's packages of the modules that are missing, whether Debian has them or not. */
export const missingPythonPackages = () => missingModules().map((name) => DEBIAN[name]);

/** Those of them that Debian has; call it after `apt-get update`. */
export const availableIn = (packages) =>
  packages.filter(
    (name) => spawnSync('/usr/bin/apt-cache', ['show', name], { stdio: 'ignore' }).status === 0,
  );

/**
 * Installs what Debian does not have, and reports the replacements.
 * @returns {string[]} the modules that are missing still
 */
export function completePythonPackages() {
  const wheels = missingModules().filter((name) => name in PYPI);
  if (wheels.length > 0) {
    const named = wheels.map((name) => `${name}==${PYPI[name]}`);
    console.log(`farm3d: Debian has no ${wheels.join(', ')}: installing ${named.join(' ')} with pip …`);
    const options = ['--quiet', '--no-deps', '--only-binary=:all:', '--target', FOLDER];
    spawnSync(PYTHON, ['-m', 'pip', 'install', ...options, ...named], { stdio: 'inherit' });
  }
  for (const name of missingModules().filter((one) => one in STANDARD)) {
    console.log(`farm3d: Debian has no ${name}: the same functions of the standard library stand in for it.`);
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${name}.py`), STANDARD[name]);
  }
  return missingModules();
}
