import { Hono } from 'hono';
import type { AreaDirectory, AreaNode } from './area-directory.ts';
import { AREA_ROOT } from './area-rules.ts';
import type { AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { pathParameter } from '../../platform/http/input.ts';
import { notFound } from '../../platform/http/problem.ts';

const toWire = (area: AreaNode): Record<string, unknown> => ({
  id: area.code,
  parentId: area.parent,
  areaName: area.name,
  areaCode: area.code,
  // 'closed' means that something lies below (specification, section 3).
  state: area.leaf ? 'open' : 'closed',
  level: area.level,
});

/** `/system/area`: the five levels, one at a time. */
export function areaRoutes(areas: AreaDirectory): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/children/:parentId', async (c) => {
    const parent = pathParameter(c, 'parentId');
    if (parent !== AREA_ROOT && !(await areas.get(parent))) throw notFound();
    return okList(c, (await areas.children(parent)).map(toWire));
  });
  app.get('/:id', async (c) => {
    const area = await areas.get(pathParameter(c, 'id'));
    if (!area) throw notFound();
    return ok(c, { ...toWire(area), children: (await areas.children(area.code)).map(toWire) });
  });
  return app;
}
