import { randomUUID } from 'node:crypto';
import type { Linkage, LinkageDraft, LinkageRun } from '@farm3d/api';
import { expect } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { connectDevice } from './device-link.ts';
import {
  MOISTURE,
  newDevice,
  refusal,
  report,
  uniqueName,
  type Cases,
  type ContractTarget,
} from './support.ts';

/** When the soil is dry, then open the valve, which may be away. */
async function dryThenWater(target: ContractTarget, more: Partial<LinkageDraft> = {}) {
  const probe = await newDevice(target);
  const valve = await newDevice(target, 'DCF-4');
  const linkage = await target.api.linkages.create({
    name: uniqueName('旱则灌'),
    trigger: { type: 'telemetry' },
    condition: { all: [{ deviceId: probe.id, key: MOISTURE, op: '<', value: 12, hysteresis: 3 }] },
    actions: [
      {
        type: 'command',
        deviceId: valve.id,
        method: 'switchValve',
        params: { open: true, minutes: 10 },
        expiresInMs: 60_000,
      },
    ],
    ...more,
  });
  return { probe, valve, linkage };
}

const lastRun = ({ api }: ContractTarget, { id }: Linkage): Promise<LinkageRun> =>
  waitFor(async () => (await api.linkages.runs(id)).items.find(({ state }) => state !== 'running'), {
    what: 'the run',
  });

export const linkagesCases: Cases<'linkages'> = {
  'linkages.list': async (target) => {
    const { api } = target;
    const { linkage } = await dryThenWater(target);
    expect(await api.linkages.list({ name: linkage.name })).toEqual({ items: [linkage], total: 1 });
    expect((await api.linkages.list({ name: randomUUID() })).total).toBe(0);
  },

  'linkages.get': async (target) => {
    const { api } = target;
    const { linkage, probe } = await dryThenWater(target);
    expect(await api.linkages.get(linkage.id)).toEqual(linkage);
    expect(linkage).toMatchObject({
      enabled: true,
      version: 1,
      condition: { all: [{ deviceId: probe.id, key: MOISTURE }] },
    });
    expect(await refusal(api.linkages.get(randomUUID()))).toMatchObject({ status: 404, error: undefined });
  },

  'linkages.create': async (target) => {
    const { api } = target;
    const { probe, valve, linkage } = await dryThenWater(target);
    // It runs when the condition begins to hold, once, and again only after it was over.
    for (const value of [20, 9, 8, 13, 9]) await report(target, probe, { [MOISTURE]: value });
    await lastRun(target, linkage);
    await report(target, probe, { [MOISTURE]: 16 });
    await report(target, probe, { [MOISTURE]: 7 });
    await waitFor(async () => (await api.linkages.runs(linkage.id)).total >= 2);
    const connection = await connectDevice(target, valve.accessToken);
    try {
      const asked: unknown[] = [];
      connection.on('message', (topic, payload) => {
        asked.push(JSON.parse(payload.toString()));
        connection.publish(topic.replace('request', 'response'), '{}');
      });
      await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
      await waitFor(() => asked.length >= 2);
      const open = { method: 'switchValve', params: { open: true, minutes: 10 } };
      expect(asked).toEqual([open, open]);
    } finally {
      await connection.endAsync(true);
    }
    expect((await api.linkages.runs(linkage.id)).total).toBe(2);
    // What it names must be there, and what it asks within the range.
    const base = { name: '坏', trigger: { type: 'manual' } } as const;
    const command = { type: 'command', method: 'switchValve' } as const;
    const refused = await Promise.all([
      refusal(api.linkages.create({ ...base, actions: [] })),
      refusal(
        api.linkages.create({ ...base, actions: [{ ...command, deviceId: randomUUID(), params: {} }] }),
      ),
      refusal(
        api.linkages.create({
          ...base,
          actions: [{ ...command, deviceId: valve.id, params: { minutes: 721 } }],
        }),
      ),
      refusal(
        api.linkages.create({
          ...base,
          trigger: { type: 'cron', expression: 'every day', timeZone: 'Asia/Shanghai' },
          actions: [{ type: 'notice', title: 'x', content: '' }],
        }),
      ),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  },

  'linkages.update': async (target) => {
    const { api } = target;
    const { linkage } = await dryThenWater(target);
    const renamed = await api.linkages.update(linkage.id, { name: '改名', version: 1 });
    expect(renamed).toEqual({ ...linkage, name: '改名', version: 2 });
    expect(await refusal(api.linkages.update(linkage.id, { name: '晚了', version: 1 }))).toMatchObject({
      status: 409,
    });
    expect((await api.linkages.update(linkage.id, { enabled: false })).enabled).toBe(false);
    expect(await refusal(api.linkages.update(randomUUID(), { name: 'x' }))).toMatchObject({ status: 404 });
  },

  'linkages.batch': async (target) => {
    const { api } = target;
    const [one, two] = [await dryThenWater(target), await dryThenWater(target)];
    const ids = [one.linkage.id, two.linkage.id];
    await api.linkages.batch(ids, false);
    for (const id of ids) expect((await api.linkages.get(id)).enabled).toBe(false);
    // With an unknown one among them, none.
    expect(await refusal(api.linkages.batch([...ids, randomUUID()], true))).toMatchObject({ status: 404 });
    for (const id of ids) expect((await api.linkages.get(id)).enabled).toBe(false);
  },

  'linkages.remove': async (target) => {
    const { api } = target;
    const { linkage } = await dryThenWater(target);
    await api.linkages.remove(linkage.id);
    expect(await refusal(api.linkages.get(linkage.id))).toMatchObject({ status: 404 });
  },

  'linkages.run': async (target) => {
    const { api } = target;
    const { probe, linkage } = await dryThenWater(target, {
      trigger: { type: 'manual' },
      actions: [{ type: 'workOrder', title: '检查滴灌', content: '' }],
    });
    await report(target, probe, { [MOISTURE]: 30 });
    // It says why it did nothing.
    expect(await api.linkages.run(linkage.id)).toMatchObject({
      trigger: 'manual',
      state: 'skipped',
      condition: [{ deviceId: probe.id, key: MOISTURE, actual: 30, holds: false }],
      actions: [],
    });
    await report(target, probe, { [MOISTURE]: 5 });
    const run = await api.linkages.run(linkage.id);
    expect(run).toMatchObject({ state: 'successful', actions: [{ type: 'workOrder', state: 'successful' }] });
  },

  'linkages.runs': async (target) => {
    const { api } = target;
    // By the clock, by an alarm, and by a device that comes online; an action that fails is written down.
    const { probe, valve, linkage } = await dryThenWater(target, {
      trigger: { type: 'cron', expression: '* * * * * *', timeZone: 'Asia/Shanghai' },
      condition: null,
      actions: [{ type: 'notice', title: '每秒', content: '' }],
    });
    expect(await lastRun(target, linkage)).toMatchObject({ trigger: 'cron', state: 'successful' });
    await api.linkages.update(linkage.id, { enabled: false });
    const command = {
      type: 'command',
      deviceId: valve.id,
      method: 'switchValve',
      params: { open: true },
    } as const;
    const byAlarm = await api.linkages.create({
      name: '告警联动',
      trigger: { type: 'alarm', deviceId: probe.id, change: 'raised' },
      actions: [command],
    });
    const byState = await api.linkages.create({
      name: '上线联动',
      trigger: { type: 'online', deviceId: probe.id, online: true },
      actions: [{ type: 'notice', title: '上线', content: '' }],
    });
    await api.alarmSettings.save(probe.id, [
      { name: '偏干', condition: { key: MOISTURE, op: '<', value: 12 } },
    ]);
    await report(target, probe, { [MOISTURE]: 5 });
    expect(await lastRun(target, byAlarm)).toMatchObject({
      trigger: 'alarm',
      state: 'failed',
      actions: [{ type: 'command', state: 'failed', detail: 'the device has no open session' }],
    });
    expect(await lastRun(target, byState)).toMatchObject({ trigger: 'online', state: 'successful' });
  },
};
