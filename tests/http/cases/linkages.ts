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

/** When the soil is dry, open the valve, which may be offline. */
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
    expect(await api.linkages.list({ name: linkage.name })).toEqual({
      items: [{ ...linkage, lastRun: null }],
      total: 1,
      next: null,
    });
    await api.linkages.run(linkage.id);
    const { id, trigger, state, reason, startedAt } = await api.linkages.run(linkage.id);
    expect((await api.linkages.list({ name: linkage.name })).items).toEqual([
      { ...linkage, lastRun: { id, trigger, state, reason, startedAt } },
    ]);
    expect((await api.linkages.list({ name: randomUUID() })).total).toBe(0);
  },

  'linkages.get': async (target) => {
    const { api } = target;
    const { linkage, probe } = await dryThenWater(target);
    expect(await api.linkages.get(linkage.id)).toEqual(linkage);
    expect(linkage).toMatchObject({
      enabled: true,
      version: 1,
      triggers: [{ type: 'telemetry' }],
      condition: { all: [{ deviceId: probe.id, key: MOISTURE }] },
      once: null,
    });
    expect(await refusal(api.linkages.get(randomUUID()))).toMatchObject({ status: 404, error: undefined });
  },

  'linkages.create': async (target) => {
    const { api } = target;
    const { probe, valve, linkage } = await dryThenWater(target);
    // It runs once when the condition begins to hold, and again only after the condition ended.
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
    // Its references must exist, and its values be within range.
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
    // Any of several triggers sets it off; each is named when it is wrong.
    const notice = { type: 'notice', title: 'x', content: '' } as const;
    const raised = { type: 'alarm', deviceId: probe.id, change: 'raised' } as const;
    const cron = { type: 'cron', expression: '0 5 * * *', timeZone: 'Asia/Shanghai' } as const;
    const several = await api.linkages.create({
      name: uniqueName('几种触发'),
      triggers: [cron, raised, { type: 'online', deviceId: valve.id, online: true }],
      once: { per: 'minutes', minutes: 5 },
      actions: [notice],
    });
    expect(several).toMatchObject({ triggers: [cron, raised, { type: 'online' }], once: { minutes: 5 } });
    const wrong = await Promise.all([
      refusal(api.linkages.create({ name: '坏', actions: [notice] })),
      refusal(api.linkages.create({ name: '坏', triggers: [raised, raised], actions: [notice] })),
      refusal(
        api.linkages.create({
          name: '坏',
          triggers: [cron, { ...cron, expression: 'every day' }],
          actions: [notice],
        }),
      ),
      refusal(
        api.linkages.create({
          name: '坏',
          triggers: [raised],
          once: { per: 'minutes', minutes: 0 },
          actions: [notice],
        }),
      ),
    ]);
    expect(wrong.map(({ status, field }) => [status, field])).toEqual([
      [400, 'triggers'],
      [400, 'triggers.1.type'],
      [400, 'triggers.1.expression'],
      [400, 'once.minutes'],
    ]);
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
    // One unknown id rejects all of them.
    expect(await refusal(api.linkages.batch([...ids, randomUUID()], true))).toMatchObject({ status: 404 });
    for (const id of ids) expect((await api.linkages.get(id)).enabled).toBe(false);
    // Another organisation's are unknown.
    expect(await refusal(target.neighbour.api.linkages.batch(ids, true))).toMatchObject({ status: 404 });
    for (const id of ids) expect((await api.linkages.get(id)).enabled).toBe(false);
  },

  'linkages.switch': async ({ neighbour: { api } }) => {
    // On until somebody switches it off.
    expect(await api.linkages.switch()).toEqual({ enabled: true, changedAt: null, changedBy: null });
  },

  'linkages.setSwitch': async (target) => {
    const { api, neighbour } = target;
    const { probe, valve, linkage } = await dryThenWater(target);
    await report(target, probe, { [MOISTURE]: 9 });
    // Its command waits for the valve.
    expect(await lastRun(target, linkage)).toMatchObject({ state: 'successful', reason: null });
    const manual = await api.linkages.create({
      name: uniqueName('手动'),
      trigger: { type: 'manual' },
      actions: [{ type: 'workOrder', title: '检查滴灌', content: '' }],
    });
    const byAlarm = await api.linkages.create({
      name: uniqueName('告警联动'),
      trigger: { type: 'alarm', deviceId: probe.id, change: 'raised' },
      actions: [{ type: 'notice', title: '偏干', content: '' }],
    });
    const waiting = await api.linkages.create({
      name: uniqueName('等待'),
      trigger: { type: 'manual' },
      actions: [
        { type: 'wait', ms: 3_600_000 },
        { type: 'notice', title: '等过', content: '' },
      ],
    });
    expect(await api.linkages.run(waiting.id)).toMatchObject({ state: 'waiting', actions: [] });
    const began = Date.now();
    try {
      const off = await api.linkages.setSwitch(false);
      expect(off).toMatchObject({ enabled: false, changedBy: expect.any(String) });
      expect(off.changedAt).toBeGreaterThanOrEqual(began - 1_000);
      expect(await api.linkages.switch()).toEqual(off);
      const refused = { state: 'skipped', reason: 'switchedOff', actions: [] };
      expect(await api.linkages.run(manual.id)).toMatchObject(refused);
      expect((await api.linkages.runs(waiting.id)).items).toMatchObject([
        { state: 'cancelled', reason: 'switchedOff', actions: [] },
      ]);
      await api.alarmSettings.save(probe.id, [
        { name: '偏干', condition: { key: MOISTURE, op: '<', value: 12 } },
      ]);
      await report(target, probe, { [MOISTURE]: 20 });
      await report(target, probe, { [MOISTURE]: 5 });
      expect(await lastRun(target, byAlarm)).toMatchObject(refused);
      // What the condition saw is in the log, too.
      await waitFor(async () => (await api.linkages.runs(linkage.id)).total === 2);
      expect((await api.linkages.runs(linkage.id)).items[0]).toMatchObject({
        ...refused,
        condition: [{ deviceId: probe.id, key: MOISTURE, actual: 5, holds: true }],
      });
      // Another organisation's automations run on.
      expect((await neighbour.api.linkages.switch()).enabled).toBe(true);
      const wrong = await fetch(`${target.baseUrl}/api/linkages/switch`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${target.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ enabled: 'x' }),
      });
      expect([wrong.status, await wrong.json()]).toMatchObject([400, { field: 'enabled' }]);
    } finally {
      expect(await api.linkages.setSwitch(true)).toMatchObject({ enabled: true });
    }
    // The condition holds still: it triggers now. Of the two commands only the second goes out.
    await waitFor(async () => (await api.linkages.runs(linkage.id)).items[0]?.state === 'successful');
    const connection = await connectDevice(target, valve.accessToken);
    try {
      const asked: string[] = [];
      connection.on('message', (topic, payload) => {
        asked.push(payload.toString());
        connection.publish(topic.replace('request', 'response'), '{}');
      });
      await connection.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
      await waitFor(() => asked.length > 0);
      const log = await waitFor(async () => {
        const { items } = await api.organisation.operateLog({ deviceId: valve.id });
        return items.every(({ state }) => state === 'failed' || state === 'successful') ? items : null;
      });
      expect(log.map(({ state, error }) => [state, error])).toEqual([
        ['successful', null],
        ['failed', 'automations are switched off'],
      ]);
      expect(asked).toHaveLength(1);
    } finally {
      await connection.endAsync(true);
    }
    const audited = (await api.audit.list()).items.filter(({ action }) => action === 'linkages.setSwitch');
    expect(audited.length).toBeGreaterThanOrEqual(2);
  },

  'linkages.tryOut': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const MINUTE = 60_000;
    const now = Math.floor(Date.now() / MINUTE) * MINUTE;
    for (const [minutesAgo, value] of [
      [600, 20],
      [540, 10],
      [480, 13],
      [420, 16],
      [300, 9],
    ] as const)
      await report(target, device, { ts: now - minutesAgo * MINUTE, values: { [MOISTURE]: value } });
    const condition = { deviceId: device.id, key: MOISTURE, op: '<', value: 12, hysteresis: 3 } as const;
    const tried = await api.linkages.tryOut({ trigger: { type: 'telemetry' }, condition, days: 1 });
    // Within its hysteresis it goes on.
    const part = { deviceId: device.id, key: MOISTURE };
    expect(tried).toMatchObject({
      messages: 5,
      fired: 2,
      skipped: 0,
      runs: [
        { at: now - 540 * MINUTE, holds: true, condition: [{ ...part, actual: 10, holds: true }] },
        { at: now - 300 * MINUTE, holds: true, condition: [{ ...part, actual: 9, holds: true }] },
      ],
    });
    expect(tried.parts).toEqual([{ ...part, heldMs: 60 * MINUTE + tried.endTs - (now - 300 * MINUTE) }]);
    const cron = { type: 'cron', expression: '0 * * * *', timeZone: 'Asia/Shanghai' } as const;
    const hourly = await api.linkages.tryOut({ trigger: cron, condition, days: 1 });
    expect(hourly.fired + hourly.skipped).toBe(24);
    expect(hourly.fired).toBeGreaterThanOrEqual(5);
    expect(hourly.runs[0]).toMatchObject({ holds: false, condition: [{ actual: null, holds: null }] });
    // Nothing is stored.
    const alarm = { type: 'alarm', deviceId: device.id, change: 'raised' } as const;
    expect(await api.linkages.tryOut({ trigger: alarm })).toMatchObject({ fired: 0, parts: [] });
    const refused = await Promise.all([
      refusal(api.linkages.tryOut({ trigger: { type: 'manual' } })),
      refusal(api.linkages.tryOut({ trigger: cron, condition, days: 31 })),
      refusal(api.linkages.tryOut({ trigger: { ...cron, expression: '* * * * * *' }, condition })),
      refusal(api.linkages.tryOut({ trigger: { type: 'telemetry' } })),
    ]);
    expect(refused.map(({ status, field }) => [status, field])).toEqual([
      [400, 'triggers'],
      [400, 'days'],
      [413, 'days'],
      [400, 'condition'],
    ]);
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
    // The run contains the reason why nothing was done.
    expect(await api.linkages.run(linkage.id)).toMatchObject({
      trigger: 'manual',
      state: 'skipped',
      condition: [{ deviceId: probe.id, key: MOISTURE, actual: 30, holds: false }],
      actions: [],
    });
    await report(target, probe, { [MOISTURE]: 5 });
    const run = await api.linkages.run(linkage.id);
    expect(run).toMatchObject({ state: 'successful', actions: [{ type: 'workOrder', state: 'successful' }] });
    // One runs another, in whose log it stands; never in a circle.
    const outer = await api.linkages.create({
      name: uniqueName('外'),
      trigger: { type: 'manual' },
      actions: [{ type: 'linkage', linkageId: linkage.id }],
    });
    expect(await api.linkages.run(outer.id)).toMatchObject({
      state: 'successful',
      actions: [{ type: 'linkage', state: 'successful', detail: 'successful' }],
    });
    expect((await api.linkages.runs(linkage.id)).items[0]).toMatchObject({ trigger: 'linkage' });
    const circle = { type: 'linkage', linkageId: outer.id } as const;
    expect(await refusal(api.linkages.update(linkage.id, { actions: [circle] }))).toMatchObject({
      status: 400,
      field: 'actions.0.linkageId',
    });
    const nobody = { type: 'linkage', linkageId: randomUUID() } as const;
    expect(await refusal(api.linkages.update(outer.id, { actions: [nobody] }))).toMatchObject({
      status: 400,
    });
    await api.linkages.batch([linkage.id], false);
    expect(await api.linkages.run(outer.id)).toMatchObject({
      state: 'failed',
      actions: [{ detail: 'the automation is switched off' }],
    });
    // After a wait the next action follows; a changed linkage does not go on.
    const order = { type: 'workOrder', title: '再看一次', content: '' } as const;
    const waiting = await api.linkages.create({
      name: uniqueName('等待'),
      trigger: { type: 'manual' },
      actions: [order, { type: 'wait', ms: 1_000 }, order],
    });
    const paused = await api.linkages.run(waiting.id);
    expect(paused).toMatchObject({ state: 'waiting', actions: [{ type: 'workOrder' }] });
    expect(paused.resumesAt).toBeGreaterThanOrEqual(paused.startedAt + 1_000);
    await waitFor(async () => (await api.linkages.runs(waiting.id)).items[0]?.state === 'successful');
    expect((await api.linkages.runs(waiting.id)).items).toMatchObject([
      {
        id: paused.id,
        resumesAt: null,
        actions: [
          { type: 'workOrder', state: 'successful' },
          { type: 'wait', state: 'successful', tookMs: 1_000 },
          { type: 'workOrder', state: 'successful' },
        ],
      },
    ]);
    await api.linkages.update(waiting.id, { actions: [order, { type: 'wait', ms: 60_000 }, order] });
    expect(await api.linkages.run(waiting.id)).toMatchObject({ state: 'waiting' });
    await api.linkages.update(waiting.id, { name: uniqueName('改过') });
    expect((await api.linkages.runs(waiting.id)).items[0]).toMatchObject({
      state: 'cancelled',
      reason: 'changed',
      resumesAt: null,
      actions: [{ type: 'workOrder' }],
    });
    expect(await api.linkages.run(waiting.id)).toMatchObject({ state: 'waiting' });
    await api.linkages.batch([waiting.id], false);
    expect((await api.linkages.runs(waiting.id)).items[0]).toMatchObject({ state: 'cancelled' });
  },

  'linkages.webhookKey': async (target) => {
    const { api, neighbour } = target;
    const { key } = await api.linkages.webhookKey();
    expect(key).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await api.linkages.webhookKey()).toEqual({ key });
    expect((await neighbour.api.linkages.webhookKey()).key).not.toBe(key);
    // An address of a private network is not called; the log says so.
    const hook = { type: 'webhook', url: target.baseUrl, content: '' } as const;
    const { id } = await api.linkages.create({
      name: uniqueName('网络请求'),
      trigger: { type: 'manual' },
      actions: [hook],
    });
    expect(await api.linkages.run(id)).toMatchObject({
      state: 'failed',
      actions: [{ type: 'webhook', state: 'failed', detail: 'the address is in a private network' }],
    });
    const wrong = { ...hook, url: 'https://user:secret@example.org' };
    expect(await refusal(api.linkages.update(id, { actions: [wrong] }))).toMatchObject({
      status: 400,
      field: 'actions.0.url',
    });
  },

  'linkages.renewWebhookKey': async ({ neighbour: { api } }) => {
    const before = await api.linkages.webhookKey();
    const after = await api.linkages.renewWebhookKey();
    expect(after.key).not.toBe(before.key);
    expect(await api.linkages.webhookKey()).toEqual(after);
  },

  'linkages.runs': async (target) => {
    const { api } = target;
    // By time, by an alarm, and by a device that comes online; a failed action is recorded.
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
    // Once a day, by whichever trigger; a run by hand is neither limited nor counted.
    const daily = await api.linkages.create({
      name: uniqueName('每天一次'),
      triggers: [
        { type: 'alarm', deviceId: probe.id, change: 'cleared' },
        { type: 'cron', expression: '* * * * * *', timeZone: 'Asia/Shanghai' },
      ],
      once: { per: 'minutes', minutes: 1_440 },
      actions: [{ type: 'notice', title: '一次', content: '' }],
    });
    expect(await api.linkages.run(daily.id)).toMatchObject({ trigger: 'manual', state: 'successful' });
    await waitFor(async () => (await api.linkages.runs(daily.id)).total >= 4, { what: 'four runs' });
    expect(await api.linkages.run(daily.id)).toMatchObject({ state: 'successful', reason: null });
    await api.linkages.update(daily.id, { enabled: false });
    const { items } = await api.linkages.runs(daily.id, { pageSize: 200 });
    const clocked = items.filter(({ trigger }) => trigger === 'cron').toReversed();
    expect(clocked[0]).toMatchObject({ state: 'successful', reason: null });
    for (const run of clocked.slice(1))
      expect(run).toMatchObject({ state: 'skipped', reason: 'once', actions: [] });
  },
};
