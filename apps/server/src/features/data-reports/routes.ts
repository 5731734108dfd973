import { dataReports, pageOf } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { ImageReferences } from '../files/image-references.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import type { DataReportRepository, DataReportRow } from './repository.ts';

interface Dependencies {
  readonly reports: DataReportRepository;
  readonly devices: Pick<DeviceRepository, 'get'>;
  readonly scenes: Pick<SceneRepository, 'get'>;
  readonly photos: Pick<ImageReferences, 'takeFiles' | 'shownTo'>;
}

/** `/api/datareports`: what people measured or saw, with its proof. */
export function dataReportRoutes({ reports, devices, scenes, photos }: Dependencies): ServedCall[] {
  const toResponse = async (rows: readonly DataReportRow[], principal: Principal) => {
    const authors = await reports.authors(rows);
    const { show } = photos.shownTo(principal);
    return rows.map(({ createBy, materials, ...row }) => ({
      ...row,
      materials: materials.map(({ path, name }) => ({ path: show(path), name })),
      author: authors.get(createBy ?? '') ?? '',
    }));
  };
  return [
    serve(dataReports.list, async ({ principal, query }) => {
      const { items, ...page } = await reports.list(principal.organisationId, query.deviceId, pageOf(query));
      return { items: await toResponse(items, principal), ...page };
    }),
    serve(dataReports.create, async ({ c, principal, body }) => {
      const { organisationId } = principal;
      if (body.deviceId && !(await devices.get(organisationId, body.deviceId))) throw notFound();
      if (body.sceneId && !(await scenes.get(organisationId, body.sceneId))) throw notFound();
      const materials = await photos.takeFiles(c, body.materials, [], 'materials');
      const [report] = await toResponse([await reports.create(principal, body, materials)], principal);
      if (!report) throw notFound();
      return report;
    }),
  ];
}
