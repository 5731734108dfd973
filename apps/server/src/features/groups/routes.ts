import { deviceGroups, groups as calls } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type CallInput, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import { unique } from '../devices/taken.ts';
import { deviceToWire, type ImageAddresses, type Presence } from '../devices/wire.ts';
import type { RuleReach } from '../../platform/auth/rule-reach.ts';
import type { GroupRepository } from './repository.ts';

/** What depends on the groups: the rules about them. */
interface GroupRules {
  readonly reach: Pick<RuleReach, 'groupIds' | 'deviceIds'>;
  /** Groups changed: streams that rest on rules about them are checked. */
  readonly reachChanged: (organisationId: string, ended?: boolean) => Promise<void>;
}

/** `/group`: the tree of groups. */
export function groupRoutes({
  groups,
  reach,
  reachChanged,
}: GroupRules & { readonly groups: GroupRepository }): ServedCall[] {
  const find = async ({ organisationId }: Principal, id: string) => {
    const group = await groups.get(organisationId, id);
    if (!group) throw notFound();
    return group;
  };

  return [
    serve(calls.list, async ({ principal, query }) => {
      const all = await groups.list(principal.organisationId, query.name);
      if (!principal.byRules) return all;
      const reached = await reach.groupIds(principal);
      const items = all.items
        .filter(({ id }) => reached.has(id))
        // What lies above the reached ones is not told.
        .map((group) => (reached.has(group.parentId ?? '') ? group : { ...group, parentId: null }));
      return { items, total: items.length };
    }),
    serve(calls.create, async ({ principal, body: { name, parentId = null } }) => {
      if (parentId !== null) await find(principal, parentId);
      return groups.create(principal.organisationId, { name, parent_id: parentId });
    }),
    serve(calls.update, async ({ principal, body: { id, name, parentId } }) => {
      const { organisationId } = principal;
      await find(principal, id);
      if (parentId) {
        await find(principal, parentId);
        if (await groups.contains(organisationId, id, parentId))
          throw new HttpProblem(400, 'group.cycle', { field: 'parentId' });
      }
      await groups.update(organisationId, id, {
        ...(name === undefined ? {} : { name }),
        ...(parentId === undefined ? {} : { parent_id: parentId }),
      });
      if (parentId !== undefined) await reachChanged(organisationId);
      return find(principal, id);
    }),
    serve(calls.remove, async ({ principal, ids }) => {
      if (!(await groups.remove(principal.organisationId, ids))) throw notFound();
      await reachChanged(principal.organisationId, true);
      return null;
    }),
  ];
}

interface DeviceGroupDependencies extends GroupRules {
  readonly groups: GroupRepository;
  readonly devices: Pick<DeviceRepository, 'keys' | 'list'>;
  readonly photos: ImageAddresses;
  readonly sessions: Presence;
}

/** `/devicegroup`: memberships of devices. */
export function deviceGroupRoutes({
  groups,
  devices,
  photos,
  sessions,
  reach,
  reachChanged,
}: DeviceGroupDependencies): ServedCall[] {
  const add = async (organisationId: string, groupId: string, deviceIds: readonly string[]) => {
    const wanted = new Set(deviceIds);
    const known = await devices.keys(organisationId, [...wanted]);
    if (!(await groups.get(organisationId, groupId)) || known.length !== wanted.size) throw notFound();
    await unique(groups.add(groupId, [...wanted]));
    await reachChanged(organisationId);
  };

  type Membership = Awaited<ReturnType<GroupRepository['memberships']>>[number];

  /** Memberships of devices and groups that rules give. */
  const reachedOf = async (principal: Principal, all: readonly Membership[]): Promise<Membership[]> => {
    const [reached, seen] = [await reach.groupIds(principal), new Set(await reach.deviceIds(principal))];
    return all.filter(({ groupId, deviceId }) => reached.has(groupId) && seen.has(deviceId));
  };

  const list = async (
    principal: Principal,
    filter: { groupId?: string | undefined; deviceId?: string | undefined },
  ) => {
    const { organisationId } = principal;
    const all = await groups.memberships(organisationId, filter);
    const members = principal.byRules ? await reachedOf(principal, all) : all;
    const ids = [...new Set(members.map(({ deviceId }) => deviceId))];
    const found = await devices.list(organisationId, { ids }, { offset: 0, limit: ids.length });
    const images = photos.shownTo(principal);
    const byId = new Map(found.items.map((row) => [row.id, deviceToWire(row, sessions, images)]));
    const items = members.flatMap((member) => {
      const device = byId.get(member.deviceId);
      return device ? [{ ...member, device }] : [];
    });
    return { items, total: items.length };
  };

  const leave = async ({
    principal,
    ids,
  }: Pick<CallInput<typeof deviceGroups.list>, 'principal' | 'ids'>) => {
    if (!(await groups.leave(principal.organisationId, ids))) throw notFound();
    await reachChanged(principal.organisationId);
    return null;
  };

  return [
    serve(deviceGroups.list, ({ principal, query }) => list(principal, query)),
    serve(deviceGroups.add, async ({ principal, body: { groupId, deviceId } }) => {
      await add(principal.organisationId, groupId, [deviceId]);
      const [membership] = (await list(principal, { groupId, deviceId })).items;
      if (!membership) throw notFound();
      return membership;
    }),
    serve(deviceGroups.addMany, async ({ principal, body: { groupId, deviceIds } }) => {
      await add(principal.organisationId, groupId, deviceIds);
      return list(principal, { groupId });
    }),
    serve(deviceGroups.remove, leave),
    serve(deviceGroups.removeMany, leave),
  ];
}
