import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FIXTURES = process.env['FARM3D_FIXTURES'] ?? resolve(import.meta.dirname, '../../../shared/data');
const SIZE_MAX = 4_000_000;
const OWN = resolve(import.meta.dirname, '../../packages/models/dist/soil-probe.glb');

/** Path of a third-party GLB if the fixtures exist, else of one of the product. */
export function realGlbPath(): string {
  const folder = join(FIXTURES, 'glb/plain');
  const fits = (name: string) => name.endsWith('.glb') && statSync(join(folder, name)).size < SIZE_MAX;
  const [name] = existsSync(folder) ? readdirSync(folder).filter(fits).sort() : [];
  return name === undefined ? OWN : join(folder, name);
}

/** Its bytes. */
export const realGlb = (): Buffer => readFileSync(realGlbPath());
