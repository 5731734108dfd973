import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newDevice, refusal, uniqueName, type Cases } from './support.ts';

export const groupsCases: Cases<'groups'> = {
  'groups.list': async ({ api }) => {
    const group = await api.groups.create({ name: uniqueName('东区') });
    const { items, total } = await api.groups.list();
    expect(items).toHaveLength(total);
    expect(items).toContainEqual(group);
    expect((await api.groups.list({ name: group.name })).items).toEqual([group]);
  },

  'groups.create': async ({ api }) => {
    const parent = await api.groups.create({ name: ' 一区 ' });
    expect(parent).toMatchObject({ name: '一区', parentId: null, deviceCount: 0 });
    expect(await api.groups.create({ name: '一号棚', parentId: parent.id })).toMatchObject({
      parentId: parent.id,
    });
    expect(await refusal(api.groups.create({ name: ' ' }))).toMatchObject({
      status: 400,
      field: 'name',
      msg: '请输入分组名称',
    });
    expect(await refusal(api.groups.create({ name: 'x', parentId: randomUUID() }))).toMatchObject({
      status: 404,
    });
  },

  'groups.update': async ({ api }) => {
    const top = await api.groups.create({ name: uniqueName('上级') });
    const below = await api.groups.create({ name: uniqueName('下级'), parentId: top.id });
    expect(await api.groups.update(below.id, { name: '改名' })).toMatchObject({
      name: '改名',
      parentId: top.id,
    });
    expect(await refusal(api.groups.update(top.id, { parentId: below.id }))).toMatchObject({
      status: 400,
      field: 'parentId',
    });
    expect((await api.groups.update(below.id, { parentId: null })).parentId).toBeNull();
    expect(await api.groups.update(top.id, { parentId: below.id })).toMatchObject({ parentId: below.id });
  },

  'groups.remove': async (target) => {
    const { api } = target;
    const top = await api.groups.create({ name: uniqueName('上级') });
    const below = await api.groups.create({ name: uniqueName('下级'), parentId: top.id });
    const device = await newDevice(target);
    await api.deviceGroups.add(below.id, device.id);
    await api.groups.remove([top.id]);
    const left = (await api.groups.list()).items.map(({ id }) => id);
    expect(left).not.toContain(top.id);
    expect(left).not.toContain(below.id);
    expect((await api.devices.get(device.id)).name).toBe(device.name);
    expect(await refusal(api.groups.remove([top.id]))).toMatchObject({ status: 404 });
  },
};

export const deviceGroupsCases: Cases<'deviceGroups'> = {
  'deviceGroups.list': async (target) => {
    const { api } = target;
    const top = await api.groups.create({ name: uniqueName('上级') });
    const below = await api.groups.create({ name: uniqueName('下级'), parentId: top.id });
    const device = await newDevice(target);
    const membership = await api.deviceGroups.add(below.id, device.id);
    expect((await api.deviceGroups.list({ groupId: below.id })).items).toEqual([membership]);
    expect((await api.deviceGroups.list({ deviceId: device.id })).items).toEqual([membership]);
    expect((await api.deviceGroups.list({ groupId: top.id })).total).toBe(0);
    // The devices of a group include those of its subgroups.
    expect((await api.devices.list({ groupId: top.id })).items.map(({ id }) => id)).toEqual([device.id]);
  },

  'deviceGroups.add': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const [one, two] = [await api.groups.create({ name: '甲' }), await api.groups.create({ name: '乙' })];
    const first = await api.deviceGroups.add(one.id, device.id);
    expect(first).toMatchObject({ groupId: one.id, groupName: '甲', device: { id: device.id } });
    expect(await api.deviceGroups.add(one.id, device.id)).toEqual(first);
    await api.deviceGroups.add(two.id, device.id);
    expect((await api.deviceGroups.list({ deviceId: device.id })).total).toBe(2);
    expect(await refusal(api.deviceGroups.add(one.id, randomUUID()))).toMatchObject({ status: 404 });
  },

  'deviceGroups.addMany': async (target) => {
    const { api } = target;
    const devices = [await newDevice(target), await newDevice(target)];
    const group = await api.groups.create({ name: uniqueName('批量') });
    const ids = devices.map(({ id }) => id);
    const { items } = await api.deviceGroups.addMany(group.id, ids);
    expect(items.map(({ device }) => device.id).sort()).toEqual(ids.sort());
    expect((await api.groups.list({ name: group.name })).items[0]?.deviceCount).toBe(2);
    // One unknown id rejects all of them.
    const other = await api.groups.create({ name: uniqueName('批量') });
    expect(await refusal(api.deviceGroups.addMany(other.id, [...ids, randomUUID()]))).toMatchObject({
      status: 404,
    });
    expect((await api.deviceGroups.list({ groupId: other.id })).total).toBe(0);
  },

  'deviceGroups.remove': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const group = await api.groups.create({ name: uniqueName('移出') });
    const { id } = await api.deviceGroups.add(group.id, device.id);
    await api.deviceGroups.remove(id);
    expect((await api.deviceGroups.list({ groupId: group.id })).total).toBe(0);
    expect(await refusal(api.deviceGroups.remove(id))).toMatchObject({ status: 404 });
  },

  'deviceGroups.removeMany': async (target) => {
    const { api } = target;
    const group = await api.groups.create({ name: uniqueName('批量') });
    const devices = [await newDevice(target), await newDevice(target), await newDevice(target)];
    const { items } = await api.deviceGroups.addMany(
      group.id,
      devices.map(({ id }) => id),
    );
    const [kept, ...leaving] = items.map(({ id }) => id);
    await api.deviceGroups.removeMany(leaving);
    expect((await api.deviceGroups.list({ groupId: group.id })).items.map(({ id }) => id)).toEqual([kept]);
  },
};
