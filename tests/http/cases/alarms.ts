import { randomUUID } from 'node:crypto';
import type { Alarm, AlarmQuery, CreatedDevice } from '@farm3d/api';
import { expect } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import {
  MOISTURE,
  newDevice,
  refusal,
  report,
  uniqueName,
  type Cases,
  type ContractTarget,
} from './support.ts';

/** A device that raises an alarm below 12 %. */
async function watchedDevice(target: ContractTarget): Promise<CreatedDevice> {
  const device = await newDevice(target);
  await target.api.alarmSettings.save(device.id, [
    {
      name: '土壤偏干',
      severity: 'MAJOR',
      identify: MOISTURE,
      condition: { key: MOISTURE, op: '<', value: 12, hysteresis: 2 },
    },
  ]);
  return device;
}

/** The newest alarm of a device, once it has the expected state. */
async function newest(
  { api }: ContractTarget,
  device: CreatedDevice,
  accept: (alarm: Alarm) => boolean = () => true,
): Promise<Alarm> {
  return waitFor(
    async () => {
      const alarm = (await api.alarms.ofDevice(device.id)).items[0];
      return alarm && accept(alarm) ? alarm : undefined;
    },
    { what: 'the alarm' },
  );
}

async function raised(target: ContractTarget): Promise<{ device: CreatedDevice; alarm: Alarm }> {
  const device = await watchedDevice(target);
  await report(target, device, { [MOISTURE]: 9 });
  return { device, alarm: await newest(target, device, ({ active }) => active) };
}

export const alarmsCases: Cases<'alarms'> = {
  'alarms.query': async (target) => {
    const { api } = target;
    const { device, alarm } = await raised(target);
    expect(alarm).toMatchObject({
      deviceId: device.id,
      deviceName: device.name,
      name: '土壤偏干',
      identify: MOISTURE,
      severity: 'MAJOR',
      active: true,
      acknowledged: false,
      clearedAt: null,
      values: { [MOISTURE]: 9 },
    });
    const mine = { deviceId: device.id };
    expect((await api.alarms.query(mine)).items).toEqual([alarm]);
    const totals = await Promise.all(
      [
        { ...mine, active: true },
        { ...mine, active: false },
        { ...mine, acknowledged: true },
        { ...mine, severity: 'MINOR' as const },
        { ...mine, startTs: alarm.raisedAt, endTs: alarm.raisedAt + 1 },
        { ...mine, endTs: alarm.raisedAt },
      ].map(async (query) => (await api.alarms.query(query)).total),
    );
    expect(totals).toEqual([1, 0, 0, 0, 1, 0]);
    // By scene, by group and by text; shelved ones apart.
    const group = await api.groups.create({ name: uniqueName('北区') });
    await api.deviceGroups.add(group.id, device.id);
    const scene = await api.scenes.create({ name: uniqueName('温室') });
    await api.scenes.drag(scene.id, { deviceId: device.id, position: { x: 0, y: 0, z: 0 } });
    const empty = await api.scenes.create({ name: uniqueName('空温室') });
    const found = async (query: AlarmQuery) =>
      (await api.alarms.query({ ...query, pageSize: 200 })).items.map(({ id }) => id);
    expect(await found({ groupId: group.id })).toEqual([alarm.id]);
    expect(await found({ sceneId: scene.id })).toEqual([alarm.id]);
    expect(await found({ sceneId: empty.id })).toEqual([]);
    expect(await found({ text: device.name.toUpperCase() })).toEqual([alarm.id]);
    expect(await found({ areaCode: 'nowhere' })).toEqual([]);
    expect((await api.alarms.query(mine)).items[0]?.groups).toEqual([group.name]);
    await api.alarms.shelve(alarm.id, 5);
    expect(await found({ ...mine, shelved: true })).toEqual([alarm.id]);
    expect(await found({ ...mine, shelved: false })).toEqual([]);
  },

  'alarms.ofDevice': async (target) => {
    const { api } = target;
    const { device, alarm } = await raised(target);
    expect((await api.alarms.ofDevice(device.id)).items).toEqual([alarm]);
    // Within the hysteresis the alarm continues; beyond it, it ends.
    await report(target, device, { [MOISTURE]: 13 });
    await report(target, device, { [MOISTURE]: 14 });
    const cleared = await newest(target, device, ({ active }) => !active);
    expect(cleared.id).toBe(alarm.id);
    // A reading that is old on arrival does not change the present state.
    await report(target, device, { ts: Date.now() - 3_600_000, values: { [MOISTURE]: 1 } });
    await report(target, device, { [MOISTURE]: 8 });
    const next = await newest(target, device, ({ active }) => active);
    expect((await api.alarms.ofDevice(device.id)).total).toBe(2);
    expect(next.values).toEqual({ [MOISTURE]: 8 });
    expect(await refusal(api.alarms.ofDevice(randomUUID()))).toMatchObject({ status: 404, error: undefined });
  },

  'alarms.acknowledge': async (target) => {
    const { api, neighbour } = target;
    const { device, alarm } = await raised(target);
    // A recipient with the right to view sees its alarms; one with the right to control may handle them.
    expect(await refusal(neighbour.api.alarms.ofDevice(device.id))).toMatchObject({ status: 404 });
    await api.sharing.share({ deviceIds: [device.id], username: neighbour.username, permissions: ['view'] });
    expect((await neighbour.api.alarms.ofDevice(device.id)).items).toEqual([alarm]);
    expect((await neighbour.api.alarmSettings.list(device.id)).total).toBe(1);
    expect(await refusal(neighbour.api.alarms.acknowledge(alarm.id))).toMatchObject({ status: 403 });
    expect(await refusal(neighbour.api.alarmSettings.save(device.id, []))).toMatchObject({ status: 403 });
    expect(await api.alarms.acknowledge(alarm.id)).toMatchObject({ acknowledged: true, active: true });
    const first = await newest(target, device);
    expect(first.acknowledgedAt).toBeGreaterThanOrEqual(alarm.raisedAt);
    // A second time changes nothing.
    expect(await api.alarms.acknowledge(alarm.id)).toEqual(first);
    expect(await refusal(api.alarms.acknowledge(randomUUID()))).toMatchObject({ status: 404 });
  },

  'alarms.clear': async (target) => {
    const { api } = target;
    const { device, alarm } = await raised(target);
    expect(await api.alarms.clear(alarm.id)).toMatchObject({ active: false });
    expect(await refusal(api.alarms.clear(alarm.id))).toMatchObject({ status: 409, msg: '告警已结束' });
    // Acknowledged after its end, once; the next matching reading raises a new alarm.
    const acknowledged = await api.alarms.acknowledge(alarm.id);
    expect(acknowledged).toMatchObject({ active: false, acknowledged: true });
    expect(await api.alarms.acknowledge(alarm.id)).toEqual(acknowledged);
    const { history } = await api.alarmHandling.details(alarm.id);
    expect(history.map(({ kind }) => kind)).toEqual(['raised', 'cleared', 'acknowledged']);
    await report(target, device, { [MOISTURE]: 7 });
    expect((await newest(target, device, ({ active }) => active)).id).not.toBe(alarm.id);
  },

  'alarms.shelve': async (target) => {
    const { api } = target;
    const { alarm } = await raised(target);
    const before = Date.now();
    const shelved = await api.alarms.shelve(alarm.id, 30);
    expect(shelved.shelvedUntil ?? 0).toBeGreaterThanOrEqual(before + 30 * 60_000);
    expect(await api.alarms.shelve(alarm.id, 0)).toMatchObject({ shelvedUntil: null, active: true });
    expect(await refusal(api.alarms.shelve(alarm.id, -1))).toMatchObject({ status: 400, field: 'minutes' });
    await api.alarms.clear(alarm.id);
    expect(await refusal(api.alarms.shelve(alarm.id, 5))).toMatchObject({ status: 409 });
  },
};

/** The caller's name as the history shows it: other cases change it. */
async function ownName({ api }: ContractTarget): Promise<string> {
  const { username } = await api.auth.me();
  const [self] = (await api.users.list({ name: username })).items;
  return self?.displayName || username;
}

export const alarmHandlingCases: Cases<'alarmHandling'> = {
  'alarmHandling.details': async (target) => {
    const { api, neighbour } = target;
    const { device, alarm } = await raised(target);
    await api.alarms.acknowledge(alarm.id);
    const shelved = await api.alarms.shelve(alarm.id, 30);
    await report(target, device, { [MOISTURE]: 30 });
    await newest(target, device, ({ active }) => !active);
    const details = await api.alarmHandling.details(alarm.id);
    const name = await ownName(target);
    expect(details.alarm).toMatchObject({ id: alarm.id, active: false, acknowledged: true });
    expect(details).toMatchObject({ condition: { key: MOISTURE, op: '<', value: 12 }, durationMs: 0 });
    expect(details.history.map(({ kind, user, until }) => [kind, user, until])).toEqual([
      ['raised', null, null],
      ['acknowledged', name, null],
      ['shelved', name, shelved.shelvedUntil],
      ['cleared', null, null],
    ]);
    // Another organisation sees what happened, not who did it.
    await api.sharing.share({ deviceIds: [device.id], username: neighbour.username, permissions: ['view'] });
    const shown = await neighbour.api.alarmHandling.details(alarm.id);
    expect(shown.history.map(({ kind, user }) => [kind, user])).toEqual([
      ['raised', null],
      ['acknowledged', null],
      ['shelved', null],
      ['cleared', null],
    ]);
    expect(await refusal(api.alarmHandling.details(randomUUID()))).toMatchObject({ status: 404 });
  },

  'alarmHandling.comment': async (target) => {
    const { api } = target;
    const { alarm } = await raised(target);
    const event = await api.alarmHandling.comment(alarm.id, ' 泵已检查 ');
    expect(event).toMatchObject({ kind: 'comment', text: '泵已检查', user: await ownName(target) });
    expect((await api.alarmHandling.details(alarm.id)).history.at(-1)).toEqual(event);
    expect(await refusal(api.alarmHandling.comment(alarm.id, '  '))).toMatchObject({
      status: 400,
      field: 'text',
    });
  },

  'alarmHandling.assign': async (target) => {
    const { api, neighbour } = target;
    const { alarm } = await raised(target);
    const { userId } = await api.auth.me();
    const name = await ownName(target);
    expect(await api.alarmHandling.assign(alarm.id, userId)).toMatchObject({
      id: alarm.id,
      assignee: { id: userId, name },
    });
    const [listed] = (await api.alarms.query({ deviceId: alarm.deviceId })).items;
    expect(listed?.assignee?.id).toBe(userId);
    expect((await api.alarmHandling.assign(alarm.id, null)).assignee).toBeUndefined();
    expect((await api.alarmHandling.details(alarm.id)).history.slice(1)).toMatchObject([
      { kind: 'assigned', assignee: name, user: name },
      { kind: 'assigned', assignee: null, user: name },
    ]);
    const { userId: theirs } = await neighbour.api.auth.me();
    for (const unknown of [theirs, randomUUID()])
      expect(await refusal(api.alarmHandling.assign(alarm.id, unknown))).toMatchObject({
        status: 400,
        field: 'userId',
      });
  },
};
