import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * The folder that holds `data` and `vectors`: the parent of FARM3D_FIXTURES, or `shared` beside the repository.
 * The corpus suite is run on request only, so a missing folder is a failure with a message.
 */
function fixtureFolder(): string {
  const configured = process.env['FARM3D_FIXTURES'];
  const folder =
    configured === undefined ? resolve(import.meta.dirname, '../../../shared') : resolve(configured, '..');
  for (const needed of ['vectors/agronomy', 'data/agro']) {
    if (!existsSync(resolve(folder, needed))) {
      throw new Error(
        `${resolve(folder, needed)} is missing: set FARM3D_FIXTURES to the data folder of the fixtures`,
      );
    }
  }
  return folder;
}

export function readText(path: string): string {
  const bytes = readFileSync(resolve(fixtureFolder(), path));
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

export function readJson(path: string): unknown {
  return JSON.parse(readText(path));
}
