import { deviceImports as calls, message } from '@farm3d/api';
import { localeOf, type AppContext } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { DeviceImports, ImportJob } from './service.ts';

export interface DeviceImportJobDependencies {
  readonly imports: DeviceImports;
  readonly products: Pick<ProductModelRepository, 'list'>;
}

const toWire = (c: AppContext, { errors, createdAt, ...job }: ImportJob) => ({
  ...job,
  errors: errors.map(({ row, field, key }) => ({ row, field, msg: message(key, localeOf(c)) })),
  createTime: createdAt,
});

/** `/api/devices/imports`: imports of many devices as jobs. */
export function deviceImportJobRoutes({ imports, products }: DeviceImportJobDependencies): ServedCall[] {
  const find = async (organisationId: string, id: string): Promise<ImportJob> => {
    const job = await imports.get(organisationId, id);
    if (!job) throw notFound();
    return job;
  };
  return [
    serve(calls.start, async ({ c, principal: { organisationId, userId }, body }) => {
      const usable = (await products.list(organisationId)).filter(({ state }) => state !== 'retired');
      const models = new Map(usable.map(({ code, id }) => [code, id]));
      return toWire(c, await imports.start(organisationId, userId, body.devices, models));
    }),
    serve(calls.list, async ({ c, principal }) => {
      const items = (await imports.list(principal.organisationId)).map((job) => toWire(c, job));
      return { items, total: items.length };
    }),
    serve(calls.get, async ({ c, principal, path }) =>
      toWire(c, await find(principal.organisationId, path.id)),
    ),
    serve(calls.tokens, async ({ c, principal, path }) => {
      const { id } = await find(principal.organisationId, path.id);
      c.header('Cache-Control', 'no-store');
      const items = [...imports.takeTokens(id)];
      return { items, total: items.length };
    }),
    serve(calls.undo, async ({ principal: { organisationId }, path }) => {
      const job = await find(organisationId, path.id);
      if (!(await imports.undo(organisationId, job)))
        throw new HttpProblem(409, 'device.import.state', { field: 'id' });
      return null;
    }),
  ];
}
