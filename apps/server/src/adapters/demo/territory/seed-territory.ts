import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Blobs } from '../../../features/files/blob-store.ts';
import { FileRepository } from '../../../features/files/repository.ts';
import { mapAreas } from '../../../features/regions/map-file.ts';
import { RegionRepository } from '../../../features/regions/repository.ts';
import type { Database } from '../../../platform/storage/schema.ts';
import { drawTerritory, type TerritoryFile } from './territory.ts';

/**
 * Creates the simulated territory of the demo farm, as if somebody had uploaded its map files.
 * @param farm position of the demo farm, degrees
 */
export async function seedTerritory(
  db: Kysely<Database>,
  blobs: Blobs,
  organisationId: string,
  farm: { readonly longitude: number; readonly latitude: number },
): Promise<void> {
  const files = new FileRepository(db);
  const maps = new RegionRepository(db);
  const save = async ({ parentCode, name, geojson }: TerritoryFile): Promise<void> => {
    const text = JSON.stringify(geojson);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const path = blobs.incoming.next();
    await writeFile(path, text, { mode: 0o600 });
    const file = await files.add(
      {
        organisation_id: organisationId,
        created_by: null,
        sha256,
        size: Buffer.byteLength(text),
        media_type: 'application/json',
        extension: 'json',
        original_name: name,
        width: null,
        height: null,
      },
      () => blobs.store.put(sha256, path),
    );
    const areas = mapAreas(text);
    if (file && areas) await maps.save(organisationId, { parentCode, fileId: file.id, areas });
  };
  await Promise.all(drawTerritory([farm.longitude, farm.latitude]).map(save));
}
