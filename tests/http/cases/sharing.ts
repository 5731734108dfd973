import { expect } from 'vitest';
import { expectShown, minutesAgo, newDevice, newPicture, refusal, report, type Cases } from './support.ts';

export const sharingCases: Cases<'sharing'> = {
  'sharing.share': async (target) => {
    const { api, neighbour } = target;
    const device = await newDevice(target);
    expect(await refusal(neighbour.api.devices.get(device.id))).toMatchObject({ status: 404 });
    const expiresAt = Date.parse('2040-01-01T00:00:00Z');
    const { items } = await api.sharing.share({
      deviceIds: [device.id],
      username: neighbour.username,
      permissions: ['control'],
      expiresAt,
    });
    expect(items).toMatchObject([
      {
        deviceId: device.id,
        partner: neighbour.username,
        permissions: ['view', 'control'],
        expiresAt,
        state: 'active',
      },
    ]);
    expect((await neighbour.api.devices.get(device.id)).name).toBe(device.name);
    // Sharing again changes the terms of the same share.
    const again = await api.sharing.share({ deviceIds: [device.id], username: neighbour.username });
    expect(again.items).toMatchObject([{ id: items[0]?.id, permissions: ['view'], expiresAt: null }]);
    const nobody = api.sharing.share({ deviceIds: [device.id], username: 'nobody' });
    expect(await refusal(nobody)).toMatchObject({ status: 400, field: 'username' });
  },

  'sharing.ledger': async (target) => {
    const { api, neighbour } = target;
    const device = await newDevice(target);
    const { items } = await api.sharing.share({ deviceIds: [device.id], username: neighbour.username });
    expect((await api.sharing.ledger({ deviceId: device.id })).items).toEqual(items);
    const query = { direction: 'received', deviceId: device.id } as const;
    expect((await neighbour.api.sharing.ledger(query)).items).toMatchObject([
      { id: items[0]?.id, direction: 'received', deviceName: device.name, state: 'active' },
    ]);
    await api.sharing.change([items[0]?.id ?? ''], { expiresAt: minutesAgo(1) });
    expect((await neighbour.api.sharing.ledger(query)).items[0]?.state).toBe('expired');
    expect(await refusal(neighbour.api.devices.get(device.id))).toMatchObject({ status: 404 });
  },

  'sharing.change': async (target) => {
    const { api, neighbour } = target;
    const devices = [await newDevice(target), await newDevice(target)];
    const deviceIds = devices.map(({ id }) => id);
    const { items } = await api.sharing.share({ deviceIds, username: neighbour.username });
    const ids = items.map(({ id }) => id);
    const rename = () => neighbour.api.devices.update(deviceIds[0] ?? '', { name: '邻居改的' });
    expect(await refusal(rename())).toMatchObject({ status: 403, msg: '没有该设备的此项权限' });
    const changed = await api.sharing.change(ids, { permissions: ['configure'] });
    expect(changed.items.map(({ permissions }) => permissions)).toEqual([
      ['view', 'configure'],
      ['view', 'configure'],
    ]);
    expect((await rename()).name).toBe('邻居改的');
    // One unknown share rejects all changes.
    const foreign = api.sharing.change([...ids, deviceIds[0] ?? ''], { permissions: ['view'] });
    expect(await refusal(foreign)).toMatchObject({ status: 404 });
    expect((await rename()).version).toBe(3);

    // A recipient with the right to configure sees the image and may send it back, but cannot refer to
    // another image of the owner.
    const [photo, other] = [await newPicture(target), await newPicture(target)];
    const id = deviceIds[0] ?? '';
    await api.devices.update(id, { picture: photo });
    await api.sharing.change(ids, { permissions: ['view', 'configure'], expiresAt: null });
    const { picture } = await neighbour.api.devices.get(id);
    await expectShown(target, [picture ?? ''], [photo]);
    await neighbour.api.devices.update(id, { picture });
    expect(await refusal(neighbour.api.devices.update(id, { picture: other }))).toMatchObject({
      status: 400,
      field: 'pic',
    });
  },

  'sharing.stop': async (target) => {
    const { api, neighbour } = target;
    const device = await newDevice(target);
    const { items } = await api.sharing.share({ deviceIds: [device.id], username: neighbour.username });
    const id = items[0]?.id ?? '';
    await neighbour.api.devices.get(device.id);
    expect(await refusal(neighbour.api.sharing.stop(id))).toMatchObject({ status: 404 });
    await api.sharing.stop(id);
    expect(await refusal(neighbour.api.devices.get(device.id))).toMatchObject({ status: 404 });
    expect((await api.sharing.ledger({ deviceId: device.id })).items[0]?.state).toBe('stopped');
    expect(await refusal(api.sharing.stop(id))).toMatchObject({ status: 404 });
  },

  'sharing.leave': async (target) => {
    const { api, neighbour } = target;
    const device = await newDevice(target);
    const { items } = await api.sharing.share({ deviceIds: [device.id], username: neighbour.username });
    const id = items[0]?.id ?? '';
    expect(await refusal(api.sharing.leave(id))).toMatchObject({ status: 404 });
    await neighbour.api.sharing.leave(id);
    expect(await refusal(neighbour.api.devices.get(device.id))).toMatchObject({ status: 404 });
    expect((await api.sharing.ledger({ deviceId: device.id })).items[0]?.state).toBe('stopped');
  },

  'sharing.receivedCount': async (target) => {
    const { api, neighbour } = target;
    const before = await neighbour.api.sharing.receivedCount();
    const devices = [await newDevice(target), await newDevice(target)];
    await api.sharing.share({ deviceIds: devices.map(({ id }) => id), username: neighbour.username });
    if (devices[0]) await report(target, devices[0], { soilMoisture20: 30 });
    expect(await neighbour.api.sharing.receivedCount()).toEqual({
      total: before.total + 2,
      online: before.online + 1,
      offline: before.offline + 1,
    });
  },
};
