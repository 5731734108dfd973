import { readFileSync } from 'node:fs';

let version: string | undefined;

/** The version of this server, as its package has it. */
export function ownVersion(): string {
  version ??= (
    JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
  ).version;
  return version;
}
