import { attempt, tableCells, type TableEdit, withEdits } from '@farm3d/agronomy';
import { agronomy, telemetry } from '@farm3d/api';
import { platformNow } from '../../platform/clock.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import { plotSummary, type AgronomyService } from './service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Plots of one response. */
const MAX_PLOTS = 100;

/** @throws {HttpProblem} 404 for undefined */
function found<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}

/** Assessments of the plot of a device, under `/api/telemetry/device`. */
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
      const now = Math.min(platformNow(), query.endTime ?? Infinity);
      const since = query.startTime ?? now - 30 * DAY_MS;
      if (since >= now) throw new HttpProblem(400, 'time.range', { field: 'startTime' });
      const device = await deviceOf(organisationId, path.id);
      return found(await service.drought(organisationId, device, query, { now, since }));
    }),
    serve(telemetry.irrigation, async ({ principal: { organisationId }, path, query }) => {
      const device = await deviceOf(organisationId, path.id);
      const now = Math.min(platformNow(), query.endTime ?? Infinity);
      return found(await service.irrigation(organisationId, device, query, now));
    }),
    serve(telemetry.warning, async ({ principal: { organisationId }, path, query }) =>
      service.warnings(organisationId, await deviceOf(organisationId, path.id), {
        now: platformNow(),
        keys: query.keys,
        horizonHours: query.horizon,
        stepMinutes: Number(query.step) as 5 | 10 | 30 | 60,
      }),
    ),
  ];
}

/** `/agronomy`: plots with their state, the tables, and the climate record. */
export function agronomyRoutes(service: AgronomyService): ServedCall[] {
  const { store, plots } = service;
  return [
    serve(agronomy.plots, async ({ principal: { organisationId }, query }) => {
      const items: ReturnType<typeof plotSummary>[] = [];
      // One after the other: an overview must not take all connections of the pool.
      for (const plot of await plots.list(organisationId, query, MAX_PLOTS))
        items.push(plotSummary(await service.situation(organisationId, plot, null, platformNow())));
      return { items, total: items.length };
    }),
    serve(agronomy.plot, async ({ principal: { organisationId }, path }) => {
      const plot = await plots.get(organisationId, path.id);
      if (!plot) throw notFound();
      return service.plotState(organisationId, plot, platformNow());
    }),
    serve(agronomy.recordIrrigation, async ({ principal: { organisationId, userId }, path, body }) => {
      const plot = await plots.get(organisationId, path.id);
      if (!plot?.id) throw notFound();
      return store.saveDone(organisationId, userId, plot.id, body);
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
