import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Debian's; another one first in the path has not the packages that the suite installs. */
export const PYTHON = '/usr/bin/python3';

const FOLDER = join(
  process.env['FARM3D_FIXTURES'] ?? resolve(import.meta.dirname, '../../../../shared/data'),
  'clients',
);
/** What Debian does not have is installed here by scripts/lib/outside.mjs. */
const PACKAGES = resolve(import.meta.dirname, '../../.artifacts/python');

/** A folder of the clients that others wrote. @throws when it is not there, naming the setting */
export function clientFolder(name: string): string {
  const folder = join(FOLDER, name);
  if (!existsSync(folder))
    throw new Error(`${folder} is missing: set FARM3D_FIXTURES to the folder that holds 'clients'`);
  return folder;
}

/** The environment in which Python finds these folders; nothing is written into them, nothing installed. */
export function pythonEnvironment(...folders: readonly string[]): NodeJS.ProcessEnv {
  const path = [...folders.map(clientFolder), PACKAGES].join(':');
  return { ...process.env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1', PIP_NO_INDEX: '1' };
}
