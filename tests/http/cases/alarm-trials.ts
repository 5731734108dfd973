import { randomUUID } from 'node:crypto';
import type { AlarmTrialJob } from '@farm3d/api';
import { expect } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { MOISTURE, newDevice, refusal, report, type CaseTarget, type Cases } from './support.ts';

const MINUTE = 60_000;

const SILENT = { silentForMs: MINUTE };

/** The job after its end. */
const ended = ({ api }: CaseTarget, id: string): Promise<AlarmTrialJob> =>
  waitFor(async () => {
    const job = await api.alarmTrials.get(id);
    return job.state === 'running' ? null : job;
  });

export const alarmTrialsCases: Cases<'alarmTrials'> = {
  'alarmTrials.ofProduct': async (target) => {
    const { api } = target;
    const [often, once, never] = [await newDevice(target), await newDevice(target), await newDevice(target)];
    // No other case reports this key: other devices of the product model have nothing to try.
    const key = `trial-${randomUUID()}`;
    const now = Math.floor(Date.now() / MINUTE) * MINUTE;
    const at = (device: typeof often, minutesAgo: number, value: number | string) =>
      report(target, device, { ts: now - minutesAgo * MINUTE, values: { [key]: value } });
    for (const [minutesAgo, value] of [
      [300, 5],
      [200, 20],
      [100, 5],
      [50, 20],
    ] as const)
      await at(often, minutesAgo, value);
    // A text is a value, too: it is not below the bound.
    for (const [minutesAgo, value] of [
      [90, 5],
      [80, 'broken'],
    ] as const)
      await at(once, minutesAgo, value);
    await at(never, 10, 30);
    const { items } = await api.productModels.list();
    const model = items.find(({ code }) => code === 'TQ-3L')?.id ?? '';
    const condition = { key, op: '<', value: 12 } as const;
    const tried = await api.alarmTrials.ofProduct(model, { condition }, 1);
    expect(tried).toMatchObject({ messages: 7, alarms: 3, activeMs: 160 * MINUTE });
    expect(tried.devices).toBeGreaterThanOrEqual(3);
    expect(tried.endTs - tried.startTs).toBe(86_400_000);
    expect(tried.items).toEqual([
      {
        deviceId: often.id,
        deviceName: often.name,
        messages: 4,
        alarms: 2,
        activeMs: 150 * MINUTE,
        intervals: [
          { from: now - 300 * MINUTE, to: now - 200 * MINUTE },
          { from: now - 100 * MINUTE, to: now - 50 * MINUTE },
        ],
      },
      {
        deviceId: once.id,
        deviceName: once.name,
        messages: 2,
        alarms: 1,
        activeMs: 10 * MINUTE,
        intervals: [{ from: now - 90 * MINUTE, to: now - 80 * MINUTE }],
      },
    ]);
    expect(await refusal(api.alarmTrials.ofProduct(model, { condition }, 31))).toMatchObject({
      status: 400,
      field: 'days',
    });
    expect(await refusal(api.alarmTrials.ofProduct(randomUUID(), { condition }))).toMatchObject({
      status: 404,
    });
  },

  'alarmTrials.start': async (target) => {
    const { api, neighbour } = target;
    const device = await newDevice(target);
    const condition = { key: MOISTURE, op: '<', value: 12 } as const;
    for (const [minutesAgo, value] of [
      [30, 5],
      [20, 20],
    ] as const)
      await report(target, device, { ts: Date.now() - minutesAgo * MINUTE, values: { [MOISTURE]: value } });
    const { id } = await api.alarmTrials.start({ deviceId: device.id }, { condition }, 2);
    const job = await ended(target, id);
    expect(job).toMatchObject({ state: 'done', progress: 1, days: 2, messages: 2, deviceId: device.id });
    expect(job.result).toMatchObject({ devices: 1, alarms: 1, items: [{ deviceId: device.id, alarms: 1 }] });
    // The same as at once.
    const atOnce = await api.alarmSettings.tryOut(device.id, { condition }, 2);
    expect(job.result?.items[0]?.intervals).toEqual(atOnce.intervals);
    expect((await neighbour.api.alarmTrials.list()).items).toEqual([]);
    const wrong = await refusal(api.alarmTrials.start({} as never, { condition }));
    expect(wrong).toMatchObject({ status: 400, field: 'deviceId' });
    expect(wrong.message).toContain('请指定设备或产品型号');
  },

  'alarmTrials.list': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const started = await api.alarmTrials.start({ deviceId: device.id }, { condition: SILENT });
    await ended(target, started.id);
    // Results are in the trial itself.
    const { items } = await api.alarmTrials.list();
    expect(items[0]).toMatchObject({ id: started.id, state: 'done', result: null });
  },

  'alarmTrials.get': async ({ api, neighbour }) => {
    expect(await refusal(api.alarmTrials.get(randomUUID()))).toMatchObject({ status: 404 });
    const [theirs] = (await api.alarmTrials.list()).items;
    expect(await refusal(neighbour.api.alarmTrials.get(theirs?.id ?? ''))).toMatchObject({ status: 404 });
  },

  'alarmTrials.remove': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const { id } = await api.alarmTrials.start({ deviceId: device.id }, { condition: SILENT });
    await ended(target, id);
    await api.alarmTrials.remove(id);
    expect(await refusal(api.alarmTrials.get(id))).toMatchObject({ status: 404 });
    expect(await refusal(api.alarmTrials.remove(id))).toMatchObject({ status: 404 });
  },
};
