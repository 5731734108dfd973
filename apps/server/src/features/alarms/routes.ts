import {
  alarmHandling,
  alarms as calls,
  pageOf,
  type AnswerOf,
  type Condition,
  type QueryOf,
} from '@farm3d/api';
import { platformNow } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/http/context.ts';
import type { RuleReach } from '../../platform/auth/rule-reach.ts';
import type { DeviceAccess } from '../devices/device-access.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type CallInput, type ServedCall } from '../../platform/http/serve.ts';
import type { AlarmAction, AlarmEngine } from './engine.ts';
import type { AlarmHistory } from './history.ts';
import { isConditionVisible } from './visible-conditions.ts';
import { isAlarmVisible, listedToWire, type AlarmRepository, type ListedAlarm } from './repository.ts';
import type { VisibleKeys } from '../../platform/telemetry/visible-keys.ts';
import type { ServerEvents } from '../../platform/events.ts';

/** Which devices stand where. */
interface DevicePlaces {
  /** Ids of the devices in a scene; none in an unknown one. */
  inScene(organisationId: string, sceneId: string): Promise<readonly string[]>;
  /** Ids of the devices in an area of the map of `mapCode`, '' for the whole. */
  inArea(organisationId: string, mapCode: string, areaCode: string): Promise<readonly string[]>;
}

interface Dependencies {
  readonly alarms: Pick<AlarmRepository, 'list' | 'find' | 'acknowledgeEnded'>;
  readonly history: AlarmHistory;
  readonly places: DevicePlaces;
  readonly reach: Pick<RuleReach, 'deviceIds'>;
  readonly events: Pick<ServerEvents, 'emit'>;
  /** The engine of the leader, on this server or another. */
  readonly engine: Pick<AlarmEngine, 'act'>;
  readonly access: Pick<DeviceAccess, 'find' | 'of'>;
}

const toWire = (alarm: ListedAlarm, organisationId: string) =>
  listedToWire(alarm, alarm.organisationId === organisationId);

/** Devices of the scene and the area of a query; undefined: of any. */
async function devicesOf(
  organisationId: string,
  { sceneId, areaCode, mapCode = '' }: QueryOf<typeof calls.query>,
  places: DevicePlaces,
): Promise<readonly string[] | undefined> {
  const inScene = sceneId === undefined ? undefined : await places.inScene(organisationId, sceneId);
  if (areaCode === undefined) return inScene;
  const inArea = await places.inArea(organisationId, mapCode, areaCode);
  return inScene ? inArea.filter((id) => inScene.includes(id)) : inArea;
}

/** `/api/alarm`: alarms, and the actions of people on them. */
export function alarmRoutes(dependencies: Dependencies): ServedCall[] {
  const { alarms, engine, access, places } = dependencies;
  const list = async (
    caller: string,
    organisationId: string,
    query: QueryOf<typeof calls.query>,
    shared: { deviceId?: string; visible?: VisibleKeys; among?: readonly string[] } = {},
  ) => {
    const placed = await devicesOf(organisationId, query, places);
    const { among } = shared;
    const filter = {
      deviceIds: among && placed ? placed.filter((id) => among.includes(id)) : (placed ?? among),
      groupId: query.groupId,
      text: query.text,
      shelved: query.shelved ? query.shelved === '1' : undefined,
      deviceId: shared.deviceId ?? query.deviceId,
      visible: shared.visible ?? null,
      active: query.status ? query.status === 'ACTIVE' : undefined,
      acknowledged: query.acknowledged ? query.acknowledged === '1' : undefined,
      severity: query.severity || undefined,
      startTs: query.startTs,
      endTs: query.endTs,
    };
    const { items, ...page } = await alarms.list(organisationId, filter, pageOf(query));
    return { items: items.map((alarm) => toWire(alarm, caller)), ...page };
  };
  const find = alarmFinder(dependencies);

  /** Only of an open alarm; `ended` handles one that has ended. */
  const act = async (
    { c, principal: { userId }, path }: Pick<CallInput<typeof calls.clear>, 'c' | 'principal' | 'path'>,
    action: AlarmAction,
    ended: (organisationId: string, id: string, userId: string) => Promise<void>,
  ) => {
    const { id, organisationId } = await find(c, path.id);
    if (!(await engine.act(organisationId, id, action, userId))) await ended(organisationId, id, userId);
    return toWire(await find(c, id), c.get('principal').organisationId);
  };
  const refuse = (): never => {
    throw new HttpProblem(409, 'alarm.ended', { error: 'alarm_ended' });
  };

  return [
    serve(calls.query, async ({ principal, query }) => {
      const { organisationId } = principal;
      const among = principal.byRules ? await dependencies.reach.deviceIds(principal) : undefined;
      return list(organisationId, organisationId, query, among && { among });
    }),
    serve(calls.ofDevice, async ({ c, principal, query }) => {
      const device = await access.find(c, 'view');
      const { id: deviceId, visible } = device;
      return list(principal.organisationId, device.organisation_id, query, { deviceId, visible });
    }),
    serve(calls.acknowledge, (input) =>
      act(input, { kind: 'acknowledge' }, (organisationId, id, userId) =>
        alarms.acknowledgeEnded(organisationId, id, userId, platformNow()),
      ),
    ),
    serve(calls.clear, (input) => act(input, { kind: 'clear' }, refuse)),
    serve(calls.shelve, (input) => act(input, { kind: 'shelve', minutes: input.body.minutes }, refuse)),
    ...handlingRoutes(dependencies),
  ];
}

/** Finds an alarm of a call. Of a shared device: needs the permission, by default that to control it. */
function alarmFinder({ alarms, access }: Pick<Dependencies, 'alarms' | 'access'>) {
  return async (
    c: AppContext,
    id: string,
    permission: 'view' | 'control' = 'control',
  ): Promise<ListedAlarm & { readonly visible: VisibleKeys }> => {
    const alarm = await alarms.find(id);
    if (!alarm) throw notFound();
    const { visible } = await access.of(c, alarm.deviceId, permission);
    // Those who may control it but see chosen keys know of no other alarm.
    if (!isAlarmVisible(visible, alarm)) throw notFound();
    return { ...alarm, visible };
  };
}

/** One alarm in full, and what people write about it. */
function handlingRoutes(dependencies: Dependencies): ServedCall[] {
  const { history, events } = dependencies;
  const find = alarmFinder(dependencies);
  return [
    serve(alarmHandling.details, async ({ c, principal, path }) => {
      const alarm = await find(c, path.id, 'view');
      const [found, steps] = await Promise.all([history.reason(alarm.id), history.of(alarm.id)]);
      const condition = found.condition as Condition | null;
      const isShown = !condition || isConditionVisible(alarm.visible, condition);
      const reason = isShown ? found : { ...found, condition: null, durationMs: null };
      const isOwn = alarm.organisationId === principal.organisationId;
      return {
        alarm: toWire(alarm, principal.organisationId),
        ...(isOwn ? reason : { ...reason, workOrders: [] }),
        history: isOwn ? steps : withoutPeople(steps),
      };
    }),
    serve(alarmHandling.comment, async ({ c, principal, path, body }) => {
      const alarm = await find(c, path.id);
      return history.comment(alarm.id, principal.userId, body.text);
    }),
    serve(alarmHandling.assign, async ({ c, principal: { organisationId, userId }, path, body }) => {
      const before = await find(c, path.id);
      // Its people are those of its organisation.
      if (before.organisationId !== organisationId) throw new HttpProblem(403, 'device.notPermitted');
      if (!(await history.assign(organisationId, before.id, body.userId, userId)))
        throw new HttpProblem(400, 'alarm.assignee.unknown', { field: 'userId' });
      const alarm = toWire(await find(c, path.id), organisationId);
      events.emit('alarm', {
        deviceId: before.deviceId,
        organisationId,
        change: 'assigned',
        alarm: { ...alarm, assignee: alarm.assignee ?? null },
      });
      return alarm;
    }),
  ];
}

/** The history for another organisation: names and remarks of people stay in their own. */
function withoutPeople(
  steps: AnswerOf<typeof alarmHandling.details>['history'],
): AnswerOf<typeof alarmHandling.details>['history'] {
  return steps.flatMap((step) =>
    step.kind === 'comment' || step.kind === 'assigned' ? [] : [{ ...step, user: null }],
  );
}
