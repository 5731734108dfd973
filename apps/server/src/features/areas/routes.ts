import { areas } from '@farm3d/api';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { AreaDirectory, AreaNode } from './area-directory.ts';
import { AREA_ROOT } from './area-rules.ts';

const toWire = ({ code, parent, name, leaf, level }: AreaNode) => ({
  id: code,
  parentId: parent,
  areaName: name,
  areaCode: code,
  state: leaf ? ('open' as const) : ('closed' as const),
  level,
});

/** `/system/area`: the five levels, one at a time. */
export function areaRoutes({ areas: tree }: { readonly areas: AreaDirectory }): ServedCall[] {
  const below = async (code: string) => (await tree.children(code)).map(toWire);
  return [
    serve(areas.search, async ({ query }) => {
      const paths = await tree.search(query.name);
      const items = paths.flatMap((path) => {
        const found = path.at(-1);
        return found ? [{ ...toWire(found), path: path.map(toWire) }] : [];
      });
      return { items, total: items.length };
    }),
    serve(areas.children, async ({ path: { parentId } }) => {
      if (parentId !== AREA_ROOT && !(await tree.get(parentId))) throw notFound();
      const items = await below(parentId);
      return { items, total: items.length };
    }),
    serve(areas.get, async ({ path }) => {
      const area = await tree.get(path.id);
      if (!area) throw notFound();
      return { ...toWire(area), children: await below(area.code) };
    }),
  ];
}
