import { devices as calls, pageOf } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { RuleReach } from '../../platform/auth/rule-reach.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { DeviceFilter, DeviceRepository } from './repository.ts';
import { deviceToWire, simpleDeviceToWire, type ImageAddresses, type Presence } from './wire.ts';

/** Most devices of a short list. */
const SHORT_LIST_MAX = 10_000;

export interface DeviceListDependencies {
  readonly devices: Pick<DeviceRepository, 'list' | 'typeCounts' | 'keys'>;
  readonly sessions: Presence & Pick<DeviceSessions, 'onlineIds'>;
  readonly photos: ImageAddresses;
  readonly reach: Pick<RuleReach, 'deviceIds'>;
  /** Ids of the devices in an area of the map of `mapCode`, '' for the whole. */
  readonly inArea: (organisationId: string, mapCode: string, areaCode: string) => Promise<readonly string[]>;
}

/** Those that are in all lists; undefined: nothing narrows. */
function amongAll(...lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const given = lists.filter((list) => list !== undefined);
  return given.length === 0 ? undefined : given.reduce(onlineAmong);
}

function onlineAmong(ids: readonly string[], onlineIds: readonly string[]): readonly string[] {
  const online = new Set(onlineIds);
  return ids.filter((id) => online.has(id));
}

/** Lists and counts of an organisation's devices. */
export function deviceListRoutes({
  devices,
  sessions,
  photos,
  inArea,
  reach,
}: DeviceListDependencies): ServedCall[] {
  /** Ids that access rules give; undefined where the roles give all. */
  const reached = async (principal: Principal): Promise<readonly string[] | undefined> =>
    principal.byRules ? reach.deviceIds(principal) : undefined;
  const all = async (principal: Principal, filter: DeviceFilter) =>
    devices.list(
      principal.organisationId,
      { ...filter, ids: await reached(principal) },
      { offset: 0, limit: SHORT_LIST_MAX },
    );

  return [
    serve(calls.list, async ({ principal, query }) => {
      const { online, sortProperty, name, productModelCode, groupId, gatewayId, inactiveSince } = query;
      const { areaCode, mapCode = '' } = query;
      const onlineIds = online === undefined && sortProperty !== 'online' ? [] : sessions.onlineIds();
      const placed = areaCode ? await inArea(principal.organisationId, mapCode, areaCode) : undefined;
      const narrowed = amongAll(await reached(principal), placed);
      const filter = { name, productModelCode, groupId, gatewayId, inactiveSince, ids: narrowed };
      const { items, ...page } = await devices.list(
        principal.organisationId,
        online === undefined
          ? filter
          : online
            ? { ...filter, ids: amongAll(narrowed, onlineIds) }
            : { ...filter, exceptIds: onlineIds },
        pageOf(query),
        { by: sortProperty, descending: query.sortOrder === 'DESC', onlineIds },
      );
      const images = photos.shownTo(principal);
      return { items: items.map((device) => deviceToWire(device, sessions, images)), ...page };
    }),
    serve(calls.simple, async ({ principal }) => {
      const { items, total } = await all(principal, {});
      return { items: items.map((device) => simpleDeviceToWire(device, sessions)), total };
    }),
    serve(calls.displayed, async ({ principal, query: { displayed = true } }) => {
      const { items, total } = await all(principal, { displayed });
      return {
        items: items.map((device) => ({ ...simpleDeviceToWire(device, sessions), displayed })),
        total,
      };
    }),
    serve(calls.map, async ({ principal }) => {
      const { items, total } = await all(principal, { placed: true });
      const placed = items.flatMap((device) => {
        const { latitude, longitude } = device;
        if (latitude === null || longitude === null) return [];
        return [{ ...simpleDeviceToWire(device, sessions), latitude, longitude }];
      });
      return { items: placed, total };
    }),
    serve(calls.typeCount, async ({ principal }) => {
      const only = await reached(principal);
      const counts = await devices.typeCounts(principal.organisationId, sessions.onlineIds(), only);
      const items = counts.map((count) => ({ ...count, offline: count.total - count.online }));
      return { items, total: items.length };
    }),
    serve(calls.count, async ({ principal }) => {
      const keys = await devices.keys(principal.organisationId, await reached(principal));
      const online = keys.filter(({ id }) => sessions.isOnline(id)).length;
      return { total: keys.length, online, offline: keys.length - online };
    }),
  ];
}
