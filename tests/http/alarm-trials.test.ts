// Second tier (soak): rules of alarms tried on long histories
import type { AlarmTrialJob, LinkageTrialJob } from '@farm3d/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';
import { refusal } from './cases/support.ts';

/** Minute messages of so many devices in 30 days are more than a call waits for. */
const DEVICES = 24;
const DAYS = 30;
const DAY_MS = 86_400_000;

let server: Farm;
let model = '';

beforeAll(async () => {
  server = await farm();
  const api = await server.client();
  for (let n = 0; n < DEVICES; n += 1)
    await api.devices.create({ name: `分钟${n}`, productModelCode: 'TQ-3L' });
  model = (await api.productModels.list()).items.find(({ code }) => code === 'TQ-3L')?.id ?? '';
  const endTs = Date.now();
  // Below the bound in the second half of each day.
  await server.sql(
    `insert into ts_message (device, ts, values)
     select d.key, ts, jsonb_build_object('soilMoisture20',
       case when extract(epoch from ts)::int8 % 86400 < 43200 then 20 else 5 end)
     from device d, generate_series(to_timestamp($1), to_timestamp($2), interval '1 minute') as ts`,
    [(endTs - DAYS * DAY_MS) / 1_000, endTs / 1_000],
  );
});
afterAll(async () => {
  await server?.stop();
});

it('so is a linkage of more messages than a call waits for, with the result of the same rule', async () => {
  const api = await server.client();
  const devices = (await api.devices.list({ pageSize: 200 })).items.map(({ id }) => id);
  // Dry on any of them: all are dry in the second half of each day.
  const tried = {
    trigger: { type: 'telemetry' },
    condition: {
      any: devices.map((deviceId) => ({ deviceId, key: 'soilMoisture20', op: '<' as const, value: 12 })),
    },
  } as const;
  const tooLarge = await refusal(api.linkages.tryOut(tried));
  expect(tooLarge).toMatchObject({ status: 413, field: 'days' });
  expect(tooLarge.message).toContain('后台试算');
  const { id } = await api.linkageTrials.start(tried);
  const shares: number[] = [];
  const job = await waitFor(async (): Promise<LinkageTrialJob | null> => {
    const now = await api.linkageTrials.get(id);
    shares.push(now.progress);
    return now.state === 'running' ? null : now;
  });
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(job).toMatchObject({ state: 'done', progress: 1 });
  expect(job.messages).toBeGreaterThan(1_000_000);
  // Once in each day or part of a day.
  expect([DAYS, DAYS + 1]).toContain(job.result?.fired);
});

it('more messages than a call waits for are tried by a job, with progress, a kept result, and an end at any time', async () => {
  const api = await server.client();
  const setting = { condition: { key: 'soilMoisture20', op: '<', value: 12 } } as const;
  const tooLarge = await refusal(api.alarmTrials.ofProduct(model, setting));
  expect(tooLarge).toMatchObject({ status: 413, field: 'days' });
  expect(tooLarge.message).toContain('后台试算');

  const { id } = await api.alarmTrials.start({ productModelId: model }, setting);
  const shares: number[] = [];
  const job = await waitFor(async (): Promise<AlarmTrialJob | null> => {
    const now = await api.alarmTrials.get(id);
    shares.push(now.progress);
    return now.state === 'running' ? null : now;
  });
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(job).toMatchObject({ state: 'done', progress: 1, productModelId: model });
  expect(job.messages).toBeGreaterThan(1_000_000);
  expect(job.result).toMatchObject({ devices: DEVICES });
  // One alarm in each day or part of a day, of half a day.
  expect(job.result?.items).toHaveLength(DEVICES);
  for (const { alarms, intervals } of job.result?.items ?? []) {
    expect([DAYS, DAYS + 1]).toContain(alarms);
    const [, second] = intervals;
    expect((second?.to ?? 0) - (second?.from ?? 0)).toBe(DAY_MS / 2);
  }
  // As the call says it of fewer days.
  const week = await api.alarmTrials.ofProduct(model, setting, 7);
  expect(week.items[0]?.intervals.at(-2)).toEqual(job.result?.items[0]?.intervals.at(-2));

  const second = await api.alarmTrials.start({ productModelId: model }, setting);
  await api.alarmTrials.remove(second.id);
  expect(await api.alarmTrials.get(second.id)).toMatchObject({ state: 'cancelled', result: null });
  expect((await api.alarmTrials.list()).items.map(({ state }) => state)).toEqual(['cancelled', 'done']);
});
