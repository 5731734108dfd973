import type { Kysely } from 'kysely';
import type { Blobs } from '../../../features/files/blob-store.ts';
import { mapAreas } from '../../../features/regions/map-file.ts';
import { RegionRepository } from '../../../features/regions/repository.ts';
import type { Database } from '../../../platform/storage/schema.ts';
import { storeDemoFile } from '../demo-files.ts';
import type { DemoLanguage } from '../demo-names.ts';
import { drawTerritory, type TerritoryFile } from './territory.ts';

/**
 * Creates the simulated territory of the demo farm, as if somebody had uploaded its map files.
 * @param farm position of the demo farm, degrees
 * @param language of the names of its files
 */
export async function seedTerritory(
  db: Kysely<Database>,
  blobs: Blobs,
  organisationId: string,
  farm: { readonly longitude: number; readonly latitude: number },
  language: DemoLanguage,
): Promise<void> {
  const maps = new RegionRepository(db);
  const save = async ({ parentCode, name, geojson }: TerritoryFile): Promise<void> => {
    const text = JSON.stringify(geojson);
    const file = await storeDemoFile(db, blobs, organisationId, {
      bytes: Buffer.from(text),
      media_type: 'application/json',
      extension: 'json',
      original_name: language === 'en' ? name.en : name.zh,
      width: null,
      height: null,
    });
    const areas = mapAreas(text);
    if (file && areas) await maps.save(organisationId, { parentCode, fileId: file.id, areas });
  };
  await Promise.all(drawTerritory([farm.longitude, farm.latitude]).map(save));
}
