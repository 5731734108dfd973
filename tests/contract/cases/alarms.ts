import { randomUUID } from 'node:crypto';
import type { Alarm, CreatedDevice } from '@farm3d/api';
import { expect } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { MOISTURE, newDevice, refusal, report, type Cases, type ContractTarget } from './support.ts';

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

/** The newest alarm of a device, once it is as asked. */
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
  },

  'alarms.ofDevice': async (target) => {
    const { api } = target;
    const { device, alarm } = await raised(target);
    expect((await api.alarms.ofDevice(device.id)).items).toEqual([alarm]);
    // Within the hysteresis it goes on; beyond it ends.
    await report(target, device, { [MOISTURE]: 13 });
    await report(target, device, { [MOISTURE]: 14 });
    const cleared = await newest(target, device, ({ active }) => !active);
    expect(cleared.id).toBe(alarm.id);
    // What is old when it comes says nothing of now.
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
    // Who was given the device to look at sees its alarms; who may control it deals with them.
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
    // Seen after its end; and the next reading that finds the same is a new alarm.
    expect(await api.alarms.acknowledge(alarm.id)).toMatchObject({ active: false, acknowledged: true });
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
