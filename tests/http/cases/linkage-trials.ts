import { randomUUID } from 'node:crypto';
import type { LinkageTrialDraft, LinkageTrialJob } from '@farm3d/api';
import { expect } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { MOISTURE, newDevice, refusal, report, type CaseTarget, type Cases } from './support.ts';

const MINUTE = 60_000;

/** The job after its end. */
const ended = ({ api }: CaseTarget, id: string): Promise<LinkageTrialJob> =>
  waitFor(async () => {
    const job = await api.linkageTrials.get(id);
    return job.state === 'running' ? null : job;
  });

const dry = (deviceId: string): LinkageTrialDraft => ({
  trigger: { type: 'telemetry' },
  condition: { deviceId, key: MOISTURE, op: '<', value: 12 },
  days: 2,
});

export const linkageTrialsCases: Cases<'linkageTrials'> = {
  'linkageTrials.start': async (target) => {
    const { api, neighbour } = target;
    const device = await newDevice(target);
    for (const [minutesAgo, value] of [
      [40, 20],
      [30, 5],
      [20, 20],
      [10, 4],
    ] as const)
      await report(target, device, { ts: Date.now() - minutesAgo * MINUTE, values: { [MOISTURE]: value } });
    const { id } = await api.linkageTrials.start(dry(device.id));
    const job = await ended(target, id);
    expect(job).toMatchObject({ state: 'done', progress: 1, days: 2, messages: 4 });
    // The same as at once.
    const atOnce = await api.linkages.tryOut(dry(device.id));
    expect(atOnce).toMatchObject({ fired: 2 });
    expect({ ...job.result, startTs: 0, endTs: 0, parts: [] }).toEqual({
      ...atOnce,
      startTs: 0,
      endTs: 0,
      parts: [],
    });
    expect((await neighbour.api.linkageTrials.list()).items).toEqual([]);
    const refused = await Promise.all([
      refusal(neighbour.api.linkageTrials.start(dry(device.id))),
      refusal(api.linkageTrials.start({ trigger: { type: 'manual' } })),
      refusal(
        api.linkageTrials.start({ ...dry(device.id), trigger: { type: 'cron', expression: '* * * * * *' } }),
      ),
    ]);
    expect(refused.map(({ status, field }) => [status, field])).toEqual([
      [400, 'deviceId'],
      [400, 'triggers'],
      [413, 'days'],
    ]);
  },

  'linkageTrials.list': async (target) => {
    const device = await newDevice(target);
    const { id } = await target.api.linkageTrials.start(dry(device.id));
    await ended(target, id);
    const listed = async () => (await target.api.linkageTrials.list()).items.find((one) => one.id === id);
    // Results are in the trial itself.
    expect(await listed()).toMatchObject({ state: 'done', result: null });
    // They show readings: not those of a device that was given away.
    await target.api.devices.remove(device.id);
    expect(await listed()).toBeUndefined();
    expect(await refusal(target.api.linkageTrials.get(id))).toMatchObject({ status: 404 });
  },

  'linkageTrials.get': async ({ api, neighbour }) => {
    expect(await refusal(api.linkageTrials.get(randomUUID()))).toMatchObject({ status: 404 });
    const [theirs] = (await api.linkageTrials.list()).items;
    expect(await refusal(neighbour.api.linkageTrials.get(theirs?.id ?? ''))).toMatchObject({ status: 404 });
  },

  'linkageTrials.remove': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const { id } = await api.linkageTrials.start(dry(device.id));
    await ended(target, id);
    // A trial of a linkage is none of an alarm setting.
    expect(await refusal(api.alarmTrials.get(id))).toMatchObject({ status: 404 });
    await api.linkageTrials.remove(id);
    expect(await refusal(api.linkageTrials.get(id))).toMatchObject({ status: 404 });
    expect(await refusal(api.linkageTrials.remove(id))).toMatchObject({ status: 404 });
  },
};
