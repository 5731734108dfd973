#!/usr/bin/env node
// region-pack MAP.geojson [OUT.f3rp]: makes a region pack in the engine's default projection. For another projection
// call makeRegionPack of farm3d-engine/region/pack.
import { readFile, writeFile } from 'node:fs/promises';
import { makeRegionPack } from 'farm3d-engine/region/pack';

const [source, target = source?.replace(/\.(geo)?json$/i, '') + '.f3rp'] = process.argv.slice(2);
if (source === undefined) {
  console.error('usage: farm3d-region-pack MAP.geojson [OUT.f3rp]');
  process.exit(1);
}
try {
  const bytes = await readFile(source);
  const { pack, stats } = await makeRegionPack(bytes);
  await writeFile(target, pack);
  const { regions, polygons, holes, triangles, skipped } = stats;
  console.log(
    JSON.stringify({
      file: target,
      sizeBytes: pack.length,
      sourceBytes: bytes.length,
      regions,
      polygons,
      holes,
      triangles,
      skipped,
    }),
  );
} catch (error) {
  console.error(`${source}: ${error.fault ?? error.code ?? ''} ${error.message}`);
  process.exit(1);
}
