import { linkageCreateSchema, linkageUpdateSchema } from '@farm3d/api';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { DeviceRepository } from '../devices/repository.ts';
import {
  LinkageRepository,
  linkageRunToWire,
  linkageToWire,
  type LinkageDefinition,
  type LinkageRow,
} from './repository.ts';
import { unfitParameter } from '../product-models/handles.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import { nextRun } from './engine.ts';
import { compileCondition } from '../../platform/rules/condition.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import {
  optionalQueryText,
  pageEntries,
  pageOf,
  pathParameter,
  readBody,
  readQuery,
} from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

export const listSchema = v.object({ ...pageEntries, name: optionalQueryText });
export const batchSchema = v.object({
  ids: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(200)),
  enabled: v.pipe(
    v.union([v.boolean(), v.picklist(['0', '1'])]),
    v.transform((value) => value === true || value === '1'),
  ),
});

export const runsSchema = v.object(pageEntries);

export function linkageRoutes(
  { pool, linkages: engine }: ServerDeps,
  devices: DeviceRepository,
  products: ProductModelRepository,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const repository = new LinkageRepository(pool);

  const find = async (c: AppContext): Promise<LinkageRow> => {
    const row = await repository.get(c.get('principal').organisationId, pathParameter(c, 'id'));
    if (!row) throw notFound();
    return row;
  };

  /** Everything that a linkage names must be there, the organisation's own, and within its range. */
  const check = async (organisationId: string, definition: LinkageDefinition): Promise<void> => {
    const { trigger, condition, actions } = definition;
    const watches = condition ? compileCondition(condition).watches : [];
    if (watches.some(({ deviceId }) => deviceId === null)) {
      throw new HttpProblem(400, 'linkage.condition.device', { field: 'condition' });
    }
    if (trigger.type === 'telemetry' && condition === null) {
      throw new HttpProblem(400, 'linkage.condition.required', { field: 'condition' });
    }
    if (trigger.type === 'cron' && !isCron(trigger.expression, trigger.timeZone)) {
      throw new HttpProblem(400, 'field.invalid', { field: 'trigger.expression' });
    }
    const named = new Set([
      ...watches.flatMap(({ deviceId }) => deviceId ?? []),
      ...('deviceId' in trigger ? [trigger.deviceId] : []),
      ...actions.flatMap((action) => ('deviceId' in action ? (action.deviceId ?? []) : [])),
    ]);
    if ((await devices.keys(organisationId, [...named])).length !== named.size) {
      throw new HttpProblem(400, 'linkage.device.unknown', { field: 'deviceId' });
    }
    for (const [index, action] of actions.entries()) {
      if (action.type !== 'command') continue;
      const device = await devices.get(organisationId, action.deviceId);
      const services = device
        ? await products.attributes(device.product_model_id, { state: 1, type: '1', organisationId })
        : [];
      const service = services.find(({ identify }) => identify === action.method);
      const unfit = service ? unfitParameter(service.parameters, action.params) : null;
      if (unfit !== null) {
        throw new HttpProblem(400, 'number.range', { field: `actions.${index}.params.${unfit}` });
      }
    }
  };

  app.get('/', async (c) => {
    const query = readQuery(c, listSchema);
    const { items, total } = await repository.list(
      c.get('principal').organisationId,
      query.name,
      pageOf(query),
    );
    return okList(
      c,
      items.map((row) => linkageToWire(row)),
      total,
    );
  });

  app.post('/', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const { name, enabled, ...definition } = await readBody(c, linkageCreateSchema);
    await check(organisationId, definition);
    const id = await repository.create(organisationId, { name, enabled, definition }, userId);
    await engine.reload();
    const row = await repository.get(organisationId, id);
    if (!row) throw notFound();
    return ok(c, linkageToWire(row));
  });

  app.put('/batch', async (c) => {
    const { ids, enabled } = await readBody(c, batchSchema);
    if (!(await repository.setEnabled(c.get('principal').organisationId, ids, enabled))) throw notFound();
    await engine.reload();
    return ok(c);
  });

  app.get('/:id', async (c) => ok(c, linkageToWire(await find(c))));

  app.put('/:id', async (c) => {
    const { organisationId } = c.get('principal');
    const body = await readBody(c, linkageUpdateSchema);
    const before = await find(c);
    if (body.id !== undefined && body.id.toLowerCase() !== before.id) {
      throw new HttpProblem(400, 'body.idMismatch', { field: 'id' });
    }
    const { trigger, condition, actions } = before.definition;
    const definition = {
      trigger: body.trigger ?? trigger,
      condition: body.condition === undefined ? condition : body.condition,
      actions: body.actions ?? actions,
    };
    await check(organisationId, definition);
    const values = { name: body.name ?? before.name, enabled: body.enabled ?? before.enabled, definition };
    if (!(await repository.update(organisationId, before.id, body.version ?? before.version, values))) {
      throw new HttpProblem(409, 'linkage.stale', { error: 'stale_version' });
    }
    await engine.reload();
    return ok(c, linkageToWire(await find(c)));
  });

  app.delete('/:id', async (c) => {
    const { id, organisationId } = await find(c);
    await repository.remove(organisationId, id);
    await engine.reload();
    return ok(c);
  });

  // A GET that acts, as the specification has it: answered with no-store like all that users see.
  app.get('/:id/run', async (c) => {
    const run = await engine.runNow(await find(c), c.get('principal').userId);
    if (!run) throw notFound();
    return ok(c, linkageRunToWire(run));
  });

  app.get('/:id/runs', async (c) => {
    const { id } = await find(c);
    const { items, total } = await repository.runs(id, pageOf(readQuery(c, runsSchema)));
    return okList(
      c,
      items.map((run) => linkageRunToWire(run)),
      total,
    );
  });

  return app;
}

function isCron(expression: string, timeZone: string): boolean {
  try {
    return nextRun(expression, timeZone, Date.now()) !== null;
  } catch {
    return false;
  }
}
