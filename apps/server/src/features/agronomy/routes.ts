import { attempt, tableCells, type TableEdit, withEdits } from '@farm3d/agronomy';
import { telemetry } from '@farm3d/api';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { ServerDeps } from '../../composition/deps.ts';
import { AgronomyService, plotSummary } from './service.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { optionalQueryText, pathParameter, readBody, readQuery } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Plots of one answer. */
const MAX_PLOTS = 100;
/** Months of a climate record: two and a half centuries. */
const MAX_MONTHS = 3000;

const tableName = v.picklist(['crops', 'textures', 'irrigation', 'grades', 'diseases', 'weather']);
const cellName = v.pipe(v.string(), v.regex(/^[\w.-]{1,80}$/));
export const editSchema = v.object({
  table: tableName,
  id: cellName,
  field: cellName,
  /** Null: back to the built-in number. */
  value: v.nullable(v.union([v.number(), v.string(), v.pipe(v.array(v.number()), v.maxLength(10))])),
  source: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500, 'field.tooLong')), ''),
});

export const climateSchema = v.object({
  items: v.pipe(
    v.array(
      v.object({
        month: v.pipe(v.string(), v.regex(/^(18|19|20)\d\d-(0[1-9]|1[0-2])$/)),
        rain: v.pipe(v.number(), v.minValue(0, 'number.range'), v.maxValue(10_000, 'number.range')),
        et0: v.optional(
          v.nullable(v.pipe(v.number(), v.minValue(0, 'number.range'), v.maxValue(1000, 'number.range'))),
          null,
        ),
      }),
    ),
    v.maxLength(MAX_MONTHS, 'field.tooLong'),
    v.check((months) => new Set(months.map(({ month }) => month)).size === months.length),
  ),
});

/** @throws {HttpProblem} 404 for nothing. */
function found<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}

export const plotsSchema = v.object({ sceneId: optionalQueryText });

export const tablesSchema = v.object({ table: v.optional(tableName) });

/** The assessments of a device's plot, under `/api/telemetry/device`. */
export function assessmentRoutes({
  service,
  devices,
}: {
  service: Pick<AgronomyService, 'drought' | 'irrigation' | 'warnings'>;
  devices: Pick<DeviceRepository, 'get'>;
}): ServedCall[] {
  const deviceOf = async (organisationId: string, id: string) => found(await devices.get(organisationId, id));

  return [
    serve(telemetry.drought, async ({ principal: { organisationId }, path, query }) => {
      const now = Math.min(Date.now(), query.endTime ?? Infinity);
      const since = query.startTime ?? now - 30 * DAY_MS;
      if (since >= now) throw new HttpProblem(400, 'time.range', { field: 'startTime' });
      const device = await deviceOf(organisationId, path.id);
      return found(await service.drought(organisationId, device, query, { now, since }));
    }),
    serve(telemetry.irrigation, async ({ principal: { organisationId }, path, query }) => {
      const device = await deviceOf(organisationId, path.id);
      return found(await service.irrigation(organisationId, device, query, Date.now()));
    }),
    serve(telemetry.warning, async ({ principal: { organisationId }, path, query }) =>
      service.warnings(organisationId, await deviceOf(organisationId, path.id), {
        now: Date.now(),
        keys: query.keys,
        horizonHours: query.horizon,
        stepMinutes: Number(query.step) as 5 | 10 | 30 | 60,
      }),
    ),
  ];
}

/** `/agronomy`: plots with their state, the tables and the climate behind the numbers. */
export function agronomyRoutes(
  deps: ServerDeps,
  devices: DeviceRepository,
  products: ProductModelRepository,
): Hono<AppEnv> {
  const service = new AgronomyService(deps, devices, products);
  const { store } = service;
  const app = new Hono<AppEnv>();

  app.get('/plots', async (c) => {
    const { sceneId } = readQuery(c, plotsSchema);
    const { organisationId } = c.get('principal');
    const plots = await service.plots.list(organisationId, { sceneId }, MAX_PLOTS);
    const states: unknown[] = [];
    // One after the other: an overview must not take all connections of the pool.
    for (const plot of plots)
      states.push(plotSummary(await service.situation(organisationId, plot, null, Date.now())));
    return okList(c, states);
  });

  app.get('/plots/:id', async (c) => {
    const { organisationId } = c.get('principal');
    const plot = await service.plots.get(organisationId, pathParameter(c, 'id'));
    if (!plot) throw notFound();
    return ok(c, await service.plotState(organisationId, plot, Date.now()));
  });

  app.get('/tables', async (c) => {
    const { table } = readQuery(c, tablesSchema);
    return okList(c, tableCells(await store.edits(c.get('principal').organisationId), table));
  });

  app.put('/tables', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const { table, id, field, value, source } = await readBody(c, editSchema);
    const others = (await store.edits(organisationId)).filter(
      (edit) => edit.table !== table || edit.id !== id || edit.field !== field,
    );
    const edit: TableEdit | null = value === null ? null : { table, id, field, value, note: source };
    if (edit && source === '') throw new HttpProblem(400, 'agronomy.source.required', { field: 'source' });
    const edits = edit ? [...others, edit] : others;
    const result = attempt(() => withEdits(edits));
    if (result.reason) {
      throw new HttpProblem(400, 'agronomy.cell.invalid', { field: 'value', error: result.reason.code });
    }
    if (edit) await store.saveEdit(organisationId, userId, edit);
    else await store.removeEdit(organisationId, { table, id, field });
    const cell = tableCells(edits, table).find((one) => one.id === id && one.field === field);
    if (!cell) throw notFound();
    return ok(c, cell);
  });

  app.get('/climate', async (c) => okList(c, await store.climate(c.get('principal').organisationId)));

  app.put('/climate', async (c) => {
    const { organisationId } = c.get('principal');
    const { items } = await readBody(c, climateSchema);
    await store.saveClimate(organisationId, items);
    return okList(c, await store.climate(organisationId));
  });

  return app;
}
