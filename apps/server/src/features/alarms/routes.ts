import { alarms as calls, pageOf, type QueryOf } from '@farm3d/api';
import type { AppContext } from '../../platform/http/context.ts';
import type { DeviceAccess } from '../devices/device-access.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type CallInput, type ServedCall } from '../../platform/http/serve.ts';
import type { AlarmAction, AlarmEngine } from './engine.ts';
import { alarmToWire, type AlarmRepository } from './repository.ts';

interface Dependencies {
  readonly alarms: Pick<AlarmRepository, 'list' | 'find' | 'acknowledgeEnded'>;
  /** The engine of the leader, on this server or another. */
  readonly engine: Pick<AlarmEngine, 'act'>;
  readonly access: Pick<DeviceAccess, 'find' | 'of'>;
}

/** `/api/alarm`: alarms, and the actions of people on them. */
export function alarmRoutes({ alarms, engine, access }: Dependencies): ServedCall[] {
  const list = async (organisationId: string, query: QueryOf<typeof calls.query>, deviceId?: string) => {
    const filter = {
      deviceId: deviceId ?? query.deviceId,
      active: query.status ? query.status === 'ACTIVE' : undefined,
      acknowledged: query.acknowledged ? query.acknowledged === '1' : undefined,
      severity: query.severity || undefined,
      startTs: query.startTs,
      endTs: query.endTs,
    };
    const { items, total } = await alarms.list(organisationId, filter, pageOf(query));
    return { items: items.map(alarmToWire), total };
  };

  const find = async (c: AppContext, id: string) => {
    const alarm = await alarms.find(id);
    if (!alarm) throw notFound();
    // Of a shared device: needs the permission to control it.
    await access.of(c, alarm.deviceId, 'control');
    return alarm;
  };

  /** Only of an open alarm; `ended` handles one that has ended. */
  const act = async (
    { c, principal: { userId }, path }: Pick<CallInput<typeof calls.clear>, 'c' | 'principal' | 'path'>,
    action: AlarmAction,
    ended: (organisationId: string, id: string, userId: string) => Promise<void>,
  ) => {
    const { id, organisationId } = await find(c, path.id);
    if (!(await engine.act(organisationId, id, action, userId))) await ended(organisationId, id, userId);
    return alarmToWire(await find(c, id));
  };
  const refuse = (): never => {
    throw new HttpProblem(409, 'alarm.ended', { error: 'alarm_ended' });
  };

  return [
    serve(calls.query, ({ principal, query }) => list(principal.organisationId, query)),
    serve(calls.ofDevice, async ({ c, query }) => {
      const device = await access.find(c, 'view');
      return list(device.organisation_id, query, device.id);
    }),
    serve(calls.acknowledge, (input) =>
      act(input, { kind: 'acknowledge' }, (organisationId, id, userId) =>
        alarms.acknowledgeEnded(organisationId, id, userId, Date.now()),
      ),
    ),
    serve(calls.clear, (input) => act(input, { kind: 'clear' }, refuse)),
    serve(calls.shelve, (input) => act(input, { kind: 'shelve', minutes: input.body.minutes }, refuse)),
  ];
}
