import { readFile } from 'node:fs/promises';
import { regions, type AnswerOf } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Blobs } from '../files/blob-store.ts';
import { heldPath, pathOf } from '../files/file-addresses.ts';
import type { ImageFiles } from '../files/image-references.ts';
import { storeUpload } from '../files/store-upload.ts';
import { mapAreas } from './map-file.ts';
import type { RegionMapRow, RegionRepository } from './repository.ts';
import type { RegionSummaries } from './service.ts';

interface Dependencies extends ImageFiles {
  readonly maps: RegionRepository;
  readonly summaries: Pick<RegionSummaries, 'of'>;
  readonly blobs: Blobs;
  readonly log: Logger;
}

/** `/api/region`: the organisation's own maps, each of the inside of one area, and their summaries. */
export function regionRoutes({ maps, summaries, files, addresses, blobs, log }: Dependencies): ServedCall[] {
  const removeFile = async (organisationId: string, id: string): Promise<void> => {
    const file = await files.get(organisationId, id);
    if (file) await files.remove(file, () => blobs.removeAll(file.sha256));
  };
  /** Maps whose file exists. */
  const toResponse = async ({ organisationId, sessionId }: Principal, rows: readonly RegionMapRow[]) => {
    const named = await files.list(
      organisationId,
      rows.map(({ fileId }) => fileId),
    );
    const byId = new Map(named.map((file) => [file.id, file]));
    return rows.flatMap(({ fileId, ...row }): AnswerOf<typeof regions.saveMap>[] => {
      const file = byId.get(fileId);
      if (!file) return [];
      const url = addresses.sign(heldPath(pathOf(file), sessionId));
      return [{ ...row, name: file.original_name, size: Number(file.size), url }];
    });
  };

  return [
    serve(regions.maps, async ({ principal }) => {
      const items = await toResponse(principal, await maps.list(principal.organisationId));
      return { items, total: items.length };
    }),
    serve(regions.saveMap, async ({ c, principal, query }) => {
      const { organisationId } = principal;
      const { file, found } = await storeUpload(c, blobs, files, {
        text: 'json',
        check: async ({ extension, path }) => {
          const areas = extension === 'json' && mapAreas(await readFile(path, 'utf8'));
          if (!areas)
            throw new HttpProblem(400, 'region.map.invalid', { field: 'file', error: 'map_invalid' });
          return { picture: null, areas };
        },
      });
      const map = { parentCode: query.parent, fileId: file.id, areas: found.areas };
      const { row, replaced } = await maps.save(organisationId, map);
      if (replaced !== null) await removeFile(organisationId, replaced);
      const [saved] = await toResponse(principal, [row]);
      if (!saved) throw notFound();
      return saved;
    }),
    serve(regions.removeMap, async ({ principal: { organisationId }, path }) => {
      const map = await maps.get(organisationId, path.id);
      if (!map) throw notFound();
      // The map is removed with its file.
      await removeFile(organisationId, map.fileId);
      log.info({ map: map.id }, 'a region map was removed');
      return null;
    }),
    serve(regions.summary, ({ principal, query }) => summaries.of(principal.organisationId, query.parent)),
  ];
}
