import { Hono } from 'hono';
import * as v from 'valibot';
import type { DepartmentRow, DeskRepository, OperateLogRow, PlotSkinRow } from './repository.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import {
  optionalQueryText,
  pageEntries,
  pageOf,
  pathParameter,
  readBody,
  readQuery,
  uuid,
} from '../../platform/http/input.ts';
import type { Photos } from '../files/photos.ts';
import { notFound } from '../../platform/http/problem.ts';

const organisationOf = (c: AppContext): string => c.get('principal').organisationId;

const required = (maximum: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(maximum, 'field.tooLong'));

export const operateSchema = v.object({ ...pageEntries, deviceId: optionalQueryText });

export const mapSchema = v.object({
  longitude: v.pipe(v.number(), v.minValue(-180, 'number.range'), v.maxValue(180, 'number.range')),
  latitude: v.pipe(v.number(), v.minValue(-90, 'number.range'), v.maxValue(90, 'number.range')),
  zoom: v.optional(v.pipe(v.number(), v.minValue(0, 'number.range'), v.maxValue(24, 'number.range')), 12),
  mapType: v.optional(v.picklist(['vector', 'satellite', 'terrain']), 'vector'),
});

/** `/mapconfig`: where an organisation's maps begin. */
export function mapRoutes(desk: DeskRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/setting', async (c) => ok(c, (await desk.setting(organisationOf(c), 'map')) ?? null));
  app.post('/setting', async (c) => {
    const body = await readBody(c, mapSchema);
    await desk.saveSetting(organisationOf(c), 'map', body);
    return ok(c, body);
  });
  return app;
}

interface DepartmentNode {
  deptId: string;
  deptName: string;
  children: DepartmentNode[];
}

function departmentTree(rows: readonly DepartmentRow[], parent: string | null = null): DepartmentNode[] {
  return rows
    .filter((row) => row.parent_id === parent)
    .map((row) => ({ deptId: row.id, deptName: row.name, children: departmentTree(rows, row.id) }));
}

export const departmentSchema = v.object({
  deptName: required(64),
  parentId: v.optional(v.nullable(uuid), null),
});

/** `/system/dept`: departments of the organisation (readings 28). */
export function departmentRoutes(desk: DeskRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/tree', async (c) => okList(c, departmentTree(await desk.departments(organisationOf(c)))));
  app.post('/', async (c) => {
    const { deptName, parentId } = await readBody(c, departmentSchema);
    const known = await desk.departments(organisationOf(c));
    if (parentId !== null && !known.some(({ id }) => id === parentId)) throw notFound();
    const row = await desk.addDepartment(organisationOf(c), { name: deptName, parent_id: parentId });
    return ok(c, { deptId: row.id, deptName: row.name, children: [] });
  });
  app.delete('/:id', async (c) => {
    if (!(await desk.remove('department', organisationOf(c), pathParameter(c, 'id')))) throw notFound();
    return ok(c);
  });
  return app;
}

export const skinSchema = v.object({
  name: required(64),
  // A file of this server: a foreign address would be refused by the page's policy. What an upload answered may be
  // given as it is, with its signature.
  skinUrl: v.pipe(v.string(), v.maxLength(2048, 'field.tooLong'), v.regex(/^(\/[\w.~%-]+)+(\?[\w=&-]*)?$/)),
});

/** `/plot/skin`: what a plot can be covered with. */
export function plotSkinRoutes(desk: DeskRepository, photos: Photos): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const toWire = (row: PlotSkinRow) => {
    const url = photos.show(row.skin_url);
    return { id: row.id, name: row.name, skinUrl: url, skinPic: url };
  };
  app.get('/list', async (c) => okList(c, (await desk.plotSkins(organisationOf(c))).map(toWire)));
  app.post('/', async (c) => {
    const { name, skinUrl } = await readBody(c, skinSchema);
    const skin = { name, skin_url: await photos.takeOne(c, 'skinUrl', skinUrl) };
    return ok(c, toWire(await desk.addPlotSkin(organisationOf(c), skin)));
  });
  app.delete('/:id', async (c) => {
    if (!(await desk.remove('plot_skin', organisationOf(c), pathParameter(c, 'id')))) throw notFound();
    return ok(c);
  });
  return app;
}

const operateToWire = (row: OperateLogRow) => ({
  id: row.id,
  deviceId: row.device_id,
  deviceName: row.device_name,
  username: row.username,
  method: row.method,
  params: row.params,
  state: row.state,
  answer: row.answer,
  error: row.error,
  source: row.source,
  sourceId: row.source_id,
  reason: row.reason,
  createTime: row.created_at.toISOString(),
  finishTime: row.finished_at?.toISOString() ?? null,
});

/** `/device/operate/log`: who told which device to do what, and what came of it. */
export function operateLogRoutes(desk: DeskRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/list', async (c) => {
    const query = readQuery(c, operateSchema);
    const { items, total } = await desk.operateLog(organisationOf(c), query, pageOf(query));
    return okList(c, items.map(operateToWire), total);
  });
  return app;
}
