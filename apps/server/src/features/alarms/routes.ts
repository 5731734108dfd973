import { Hono } from 'hono';
import * as v from 'valibot';
import type { DeviceRow } from '../devices/repository.ts';
import { AlarmRepository, alarmToWire } from './repository.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import type { DeviceAccess } from '../devices/device-access.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import {
  integer,
  optionalQueryText,
  pageEntries,
  pageOf,
  pathParameter,
  readBody,
  readQuery,
} from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

const INSTANT = integer(0, 8_640_000_000_000_000);
/** Longest time that an alarm can be put aside: 30 days. */
const MAX_SHELVE_MINUTES = 43_200;

export const querySchema = v.object({
  ...pageEntries,
  deviceId: optionalQueryText,
  status: v.optional(v.picklist(['', 'ACTIVE', 'CLEARED'])),
  acknowledged: v.optional(v.picklist(['', '0', '1'])),
  severity: v.optional(v.picklist(['', 'CRITICAL', 'MAJOR', 'MINOR', 'WARNING'])),
  startTs: v.optional(INSTANT),
  endTs: v.optional(INSTANT),
});

export const shelveSchema = v.object({ minutes: integer(0, MAX_SHELVE_MINUTES) });

export function alarmRoutes(deps: ServerDeps, access: DeviceAccess): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const alarms = new AlarmRepository(deps.pool);
  const engine = deps.alarms;

  const list = async (c: AppContext, device?: DeviceRow): Promise<Response> => {
    const query = readQuery(c, querySchema);
    const { items, total } = await alarms.list(
      device?.organisation_id ?? c.get('principal').organisationId,
      {
        deviceId: device?.id ?? query.deviceId,
        active: query.status ? query.status === 'ACTIVE' : undefined,
        acknowledged: query.acknowledged ? query.acknowledged === '1' : undefined,
        severity: query.severity || undefined,
        startTs: query.startTs,
        endTs: query.endTs,
      },
      pageOf(query),
    );
    return okList(
      c,
      items.map((alarm) => alarmToWire(alarm)),
      total,
    );
  };

  const find = async (c: AppContext) => {
    const alarm = await alarms.find(pathParameter(c, 'id'));
    if (!alarm) throw notFound();
    // Of a shared device: for whom it was shared to be controlled.
    await access.of(c, alarm.deviceId, 'control');
    return alarm;
  };

  app.get('/device/query', (c) => list(c));

  app.get('/device/:id', async (c) => {
    return list(c, await access.find(c, 'view'));
  });

  app.post('/:id/acknowledge', async (c) => {
    const { userId } = c.get('principal');
    const { id, organisationId } = await find(c);
    if (!(await engine.act(organisationId, id, { kind: 'acknowledge' }, userId))) {
      await alarms.acknowledgeEnded(organisationId, id, userId, Date.now());
    }
    return ok(c, alarmToWire(await find(c)));
  });

  app.post('/:id/clear', async (c) => {
    const { userId } = c.get('principal');
    const { id, organisationId } = await find(c);
    if (!(await engine.act(organisationId, id, { kind: 'clear' }, userId))) {
      throw new HttpProblem(409, 'alarm.ended', { error: 'alarm_ended' });
    }
    return ok(c, alarmToWire(await find(c)));
  });

  app.post('/:id/shelve', async (c) => {
    const { userId } = c.get('principal');
    const { minutes } = await readBody(c, shelveSchema);
    const { id, organisationId } = await find(c);
    if (!(await engine.act(organisationId, id, { kind: 'shelve', minutes }, userId))) {
      throw new HttpProblem(409, 'alarm.ended', { error: 'alarm_ended' });
    }
    return ok(c, alarmToWire(await find(c)));
  });

  return app;
}
