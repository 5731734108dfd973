import { attempt, tableCells, type TableEdit, withEdits } from '@farm3d/agronomy';
import { agronomy } from '@farm3d/api';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { ServerDeps } from '../../composition/deps.ts';
import { AgronomyService, plotSummary } from './service.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { integer, optionalQueryText, pathParameter, readQuery, uuid } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Plots of one answer. */
const MAX_PLOTS = 100;
/** Keys of one forecast. */
const MAX_KEYS = 20;

/** A number of a query; what is no finite number is refused, what is physically impossible gets a typed reason. */
const number = v.pipe(v.string(), v.regex(/^-?\d{1,12}(\.\d{1,12})?$/), v.transform(Number));
const optionalNumber = v.optional(number);
const date = v.optional(v.pipe(v.string(), v.isoDate()));
/** `0,12.5,0`: a week from today on. */
const week = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(200, 'field.tooLong'),
    v.transform((text) => text.split(',')),
    v.maxLength(7, 'field.tooLong'),
    v.array(number),
  ),
);
const instant = v.optional(integer(0, 253_402_300_799_999));

/** What a caller may say in place of what is stored of the plot. */
const plotEntries = {
  /** The plot, where the device serves several. */
  plotId: v.optional(uuid),
  crop: optionalQueryText,
  plantDate: date,
  texture: optionalQueryText,
  fieldCapacity: optionalNumber,
  wiltingPoint: optionalNumber,
  latitude: optionalNumber,
  environment: v.optional(v.picklist(['field', 'greenhouse'])),
};
export const droughtSchema = v.object({ ...plotEntries, startTime: instant, endTime: instant });
export const irrigateSchema = v.object({
  ...plotEntries,
  area: optionalNumber,
  flow: optionalNumber,
  efficiency: optionalNumber,
  method: v.optional(v.picklist(['surface', 'sprinkler', 'drip'])),
  refillFraction: optionalNumber,
  rainForecast: week,
  et0Forecast: week,
  /** Hours of hourly ET0 in the answer. */
  hours: v.optional(integer(0, 168), 48),
});
export const warningSchema = v.object({
  keys: v.pipe(
    v.optional(v.pipe(v.string(), v.maxLength(4096, 'field.tooLong')), ''),
    v.transform((text) => text.split(',').filter((key) => key !== '')),
    v.maxLength(MAX_KEYS, 'field.tooLong'),
  ),
  horizon: v.optional(integer(1, 72), 6),
  step: v.optional(v.picklist(['5', '10', '30', '60']), '60'),
});

/** @throws {HttpProblem} 404 for nothing. */
function found<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}

/** The assessments of a device's plot, under `/api/telemetry/device`. */
export function assessmentRoutes(
  deps: ServerDeps,
  devices: DeviceRepository,
  products: ProductModelRepository,
): Hono<AppEnv> {
  const service = new AgronomyService(deps, devices, products);
  const app = new Hono<AppEnv>();
  const deviceOf = async (c: AppContext) => {
    const device = await devices.get(c.get('principal').organisationId, pathParameter(c, 'id'));
    if (!device) throw notFound();
    return device;
  };

  app.get('/:id/history/timeseries/droughtassessment', async (c) => {
    const query = readQuery(c, droughtSchema);
    const now = Math.min(Date.now(), query.endTime ?? Infinity);
    const since = query.startTime ?? now - 30 * DAY_MS;
    if (since >= now) throw new HttpProblem(400, 'time.range', { field: 'startTime' });
    return ok(
      c,
      found(
        await service.drought(c.get('principal').organisationId, await deviceOf(c), query, { now, since }),
      ),
    );
  });

  app.get('/:id/irrigate', async (c) => {
    const query = readQuery(c, irrigateSchema);
    return ok(
      c,
      found(
        await service.irrigation(c.get('principal').organisationId, await deviceOf(c), query, Date.now()),
      ),
    );
  });

  app.get('/:id/history/timeseries/predicate/warning', async (c) => {
    const query = readQuery(c, warningSchema);
    return ok(
      c,
      await service.warnings(c.get('principal').organisationId, await deviceOf(c), {
        now: Date.now(),
        keys: query.keys,
        horizonHours: query.horizon,
        stepMinutes: Number(query.step) as 5 | 10 | 30 | 60,
      }),
    );
  });

  return app;
}

/** `/agronomy`: plots with their state, the tables and the climate behind the numbers. */
export function agronomyRoutes(service: AgronomyService): ServedCall[] {
  const { store, plots } = service;
  return [
    serve(agronomy.plots, async ({ principal: { organisationId }, query }) => {
      const items: ReturnType<typeof plotSummary>[] = [];
      // One after the other: an overview must not take all connections of the pool.
      for (const plot of await plots.list(organisationId, query, MAX_PLOTS))
        items.push(plotSummary(await service.situation(organisationId, plot, null, Date.now())));
      return { items, total: items.length };
    }),
    serve(agronomy.plot, async ({ principal: { organisationId }, path }) => {
      const plot = await plots.get(organisationId, path.id);
      if (!plot) throw notFound();
      return service.plotState(organisationId, plot, Date.now());
    }),
    serve(agronomy.tables, async ({ principal, query }) => {
      const items = tableCells(await store.edits(principal.organisationId), query.table);
      return { items, total: items.length };
    }),
    serve(agronomy.editTable, async ({ principal: { organisationId, userId }, body }) => {
      const { table, id, field, value, source } = body;
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
      return cell;
    }),
    serve(agronomy.climate, async ({ principal }) => {
      const items = await store.climate(principal.organisationId);
      return { items, total: items.length };
    }),
    serve(agronomy.saveClimate, async ({ principal, body }) => {
      await store.saveClimate(principal.organisationId, body.items);
      const items = await store.climate(principal.organisationId);
      return { items, total: items.length };
    }),
  ];
}
