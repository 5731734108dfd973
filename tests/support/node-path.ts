import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Node 24 wherever the tests themselves run. */
export function nodePath(): string {
  return Number(process.versions.node.split('.', 1)[0]) >= 24
    ? process.execPath
    : join(ROOT, 'node_modules/.bin/node');
}
