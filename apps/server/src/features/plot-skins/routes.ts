import { organisation } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { ImageReferences } from '../files/image-references.ts';
import type { PlotSkinRepository, PlotSkinRow } from './repository.ts';

interface Dependencies {
  readonly skins: PlotSkinRepository;
  readonly photos: Pick<ImageReferences, 'shownTo' | 'takeOne'>;
}

/** `/plot/skin`: surface images of plots. */
export function plotSkinRoutes({ skins, photos }: Dependencies): ServedCall[] {
  const toResponse = (row: PlotSkinRow, principal: Principal) => {
    const url = photos.shownTo(principal).show(row.skinUrl);
    return { ...row, skinUrl: url, skinPic: url };
  };
  return [
    serve(organisation.plotSkins, async ({ principal }) => {
      const rows = await skins.list(principal.organisationId);
      const items = rows.map((row) => toResponse(row, principal));
      return { items, total: items.length };
    }),
    serve(organisation.createPlotSkin, async ({ c, principal, body }) => {
      const url = await photos.takeOne(c, 'skinUrl', body.skinUrl);
      return toResponse(await skins.create(principal.organisationId, body.name, url), principal);
    }),
    serve(organisation.removePlotSkin, async ({ principal, path }) => {
      if (!(await skins.remove(principal.organisationId, path.id))) throw notFound();
      return null;
    }),
  ];
}
