import { organisation } from '@farm3d/api';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { Photos } from '../files/photos.ts';
import type { PlotSkinRepository, PlotSkinRow } from './repository.ts';

interface Needs {
  readonly skins: PlotSkinRepository;
  readonly photos: Pick<Photos, 'show' | 'takeOne'>;
}

/** `/plot/skin`: surface images of plots. */
export function plotSkinRoutes({ skins, photos }: Needs): ServedCall[] {
  const shown = (row: PlotSkinRow) => {
    const url = photos.show(row.skinUrl);
    return { ...row, skinUrl: url, skinPic: url };
  };
  return [
    serve(organisation.plotSkins, async ({ principal }) => {
      const items = (await skins.list(principal.organisationId)).map(shown);
      return { items, total: items.length };
    }),
    serve(organisation.createPlotSkin, async ({ c, principal, body }) => {
      const url = await photos.takeOne(c, 'skinUrl', body.skinUrl);
      return shown(await skins.create(principal.organisationId, body.name, url));
    }),
    serve(organisation.removePlotSkin, async ({ principal, path }) => {
      if (!(await skins.remove(principal.organisationId, path.id))) throw notFound();
      return null;
    }),
  ];
}
