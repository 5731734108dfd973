import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * Client id at an external broker, the same at every start. Servers that share a data folder include their host
 * names.
 */
export function readNodeId(dataDir: string): string {
  const folder = join(dataDir, 'run');
  const file = join(folder, `node-id-${hostname().replaceAll(/[^\w-]/g, '_')}`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const id = `farm3d-${randomUUID()}`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${id}\n`);
    return id;
  }
}
