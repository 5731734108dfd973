import { randomUUID } from 'node:crypto';
import type { CreatedDevice } from '@farm3d/api';
import { expect } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { pdfWords } from './pdf-words.ts';
import { newDevice, refusal, report, uniqueName, type CaseTarget, type Cases } from './support.ts';

const HOURS = 'soilMoisture20';
const SERVICE = {
  title: '保养水泵',
  checklist: ['关闭电源', '更换滤网'],
  parts: [{ name: '滤网', quantity: 2, unit: '个' }],
  priority: 'high',
  needsSignature: true,
  dueHours: 24,
} as const;
const RULE = {
  kind: 'calendar',
  every: 1,
  unit: 'month',
  from: '2026-01-31',
  at: '08:00',
  timeZone: 'Asia/Shanghai',
} as const;

const newTemplate = ({ api }: CaseTarget) =>
  api.workOrderPlans.addTemplate({
    ...SERVICE,
    name: uniqueName('保养'),
    checklist: [...SERVICE.checklist],
    parts: [...SERVICE.parts],
  });

export const workOrderPlansCases: Cases<'workOrderPlans'> = {
  'workOrderPlans.templates': async (target) => {
    const made = await newTemplate(target);
    const { items } = await target.api.workOrderPlans.templates();
    expect(items.find(({ id }) => id === made.id)).toEqual(made);
    const theirs = await target.neighbour.api.workOrderPlans.templates();
    expect(theirs.items.map(({ id }) => id)).not.toContain(made.id);
  },

  'workOrderPlans.addTemplate': async (target) => {
    const { api, neighbour } = target;
    const template = await newTemplate(target);
    const order = await api.workOrders.create({ templateId: template.id });
    expect(order).toMatchObject({
      title: SERVICE.title,
      priority: 'high',
      needsSignature: true,
      parts: SERVICE.parts,
    });
    expect(order.checklist.map(({ text, done }) => [text, done])).toEqual([
      ['关闭电源', false],
      ['更换滤网', false],
    ]);
    expect(order.deadline).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect((await api.workOrders.create({ templateId: template.id, title: '另一张' })).title).toBe('另一张');
    const foreign = neighbour.api.workOrders.create({ templateId: template.id });
    expect(await refusal(foreign)).toMatchObject({ status: 404 });
    expect(await refusal(api.workOrderPlans.addTemplate({ name: '', title: 'x' }))).toMatchObject({
      status: 400,
      field: 'name',
    });
  },

  'workOrderPlans.setTemplate': async (target) => {
    const { api, neighbour } = target;
    const { id } = await newTemplate(target);
    const wanted = { name: uniqueName('巡检'), title: '巡检大棚', checklist: ['看温度'] };
    expect(await api.workOrderPlans.setTemplate(id, wanted)).toMatchObject({
      ...wanted,
      parts: [],
      dueHours: null,
    });
    expect(await refusal(neighbour.api.workOrderPlans.setTemplate(id, wanted))).toMatchObject({
      status: 404,
    });
  },

  'workOrderPlans.removeTemplate': async (target) => {
    const { api, neighbour } = target;
    const { id } = await newTemplate(target);
    const order = await api.workOrders.create({ templateId: id });
    const schedule = await api.workOrderPlans.addSchedule({ templateId: id, rule: RULE });
    expect(await refusal(neighbour.api.workOrderPlans.removeTemplate(id))).toMatchObject({ status: 404 });
    await api.workOrderPlans.removeTemplate(id);
    expect((await api.workOrders.get(order.id)).title).toBe(SERVICE.title);
    expect((await api.workOrderPlans.schedules()).items.map((one) => one.id)).not.toContain(schedule.id);
  },

  'workOrderPlans.schedules': async (target) => {
    const { api, neighbour } = target;
    const { id: templateId } = await newTemplate(target);
    const made = await api.workOrderPlans.addSchedule({ templateId, rule: RULE });
    expect((await api.workOrderPlans.schedules()).items).toContainEqual(made);
    expect((await neighbour.api.workOrderPlans.schedules()).items.map(({ id }) => id)).not.toContain(made.id);

    // The hours of a device that has become another organisation's are not the business of the former owner.
    const [away, own] = [await newDevice(target), await newDevice(target)];
    const scheduled = async (device: CreatedDevice) => {
      await report(target, device, { [HOURS]: 1 });
      const rule = { kind: 'hours', key: HOURS, every: 10 } as const;
      return api.workOrderPlans.addSchedule({ templateId, deviceId: device.id, rule });
    };
    const ofAway = await scheduled(away);
    await scheduled(own);
    const left = await api.workOrders.create({ title: uniqueName('巡检'), deviceId: away.id });
    await neighbour.api.devices.claim((await api.devices.claimCode(away.id)).code);
    const name = uniqueName('邻居的水泵');
    await neighbour.api.devices.update(away.id, { name });
    for (const device of [away, own]) await report(target, device, { [HOURS]: 20 });
    const ordersOf = async ({ id }: { id: string }) =>
      (await api.workOrders.list({ deviceId: id })).items.filter(({ source }) => source === 'schedule');
    await waitFor(async () => (await ordersOf(own)).length > 0, { what: 'the order of the own device' });
    expect(await ordersOf(away)).toEqual([]);
    // Not even one that names no device.
    const { items } = await api.workOrderPlans.schedules();
    expect(items.find(({ id }) => id === ofAway.id)).toMatchObject({ made: 0 });
    expect(await pdfWords(await api.workOrders.pdf(left.id))).not.toContain(name);
  },

  /** One order for a time that has come, however often the server looks; and one when a device has run long enough. */
  'workOrderPlans.addSchedule': async (target) => {
    const { api } = target;
    const { id: templateId } = await newTemplate(target);
    const device = await newDevice(target);
    const byHours = {
      templateId,
      deviceId: device.id,
      rule: { kind: 'hours', key: HOURS, every: 10 },
    } as const;
    expect(await refusal(api.workOrderPlans.addSchedule(byHours))).toMatchObject({
      status: 400,
      field: 'rule.key',
    });
    await report(target, device, { [HOURS]: 12 });
    const schedule = await api.workOrderPlans.addSchedule(byHours);
    expect(schedule).toMatchObject({ nextHours: 22, nextAt: null, made: 0 });
    await report(target, device, { [HOURS]: 21 });
    await report(target, device, { [HOURS]: 45 });
    const made = async () => (await api.workOrders.list({ deviceId: device.id })).items;
    await waitFor(async () => (await made()).length > 0, { what: 'the order of the hours run' });
    const after = (await api.workOrderPlans.schedules()).items.find(({ id }) => id === schedule.id);
    expect(after).toMatchObject({ nextHours: 55, made: 1 });
    expect(await made()).toMatchObject([{ source: 'schedule', title: SERVICE.title, needsSignature: true }]);
    const calendar = await api.workOrderPlans.addSchedule({ templateId, rule: RULE });
    expect(calendar.nextAt).toBeGreaterThan(Date.now());
    for (const wrong of [
      { ...RULE, every: 0 },
      { ...RULE, timeZone: 'Mars/Base' },
    ])
      expect(await refusal(api.workOrderPlans.addSchedule({ templateId, rule: wrong }))).toMatchObject({
        status: 400,
      });
    const noDevice = api.workOrderPlans.addSchedule({ templateId, rule: byHours.rule });
    expect(await refusal(noDevice)).toMatchObject({ status: 400, field: 'deviceId' });
    const unknown = api.workOrderPlans.addSchedule({ templateId: randomUUID(), rule: RULE });
    expect(await refusal(unknown)).toMatchObject({ status: 404 });
  },

  'workOrderPlans.switchSchedule': async (target) => {
    const { api, neighbour } = target;
    const { id: templateId } = await newTemplate(target);
    const { id } = await api.workOrderPlans.addSchedule({ templateId, rule: RULE });
    expect(await api.workOrderPlans.switchSchedule(id, false)).toMatchObject({ enabled: false });
    expect(await refusal(neighbour.api.workOrderPlans.switchSchedule(id, true))).toMatchObject({
      status: 404,
    });
  },

  'workOrderPlans.removeSchedule': async (target) => {
    const { api, neighbour } = target;
    const { id: templateId } = await newTemplate(target);
    const { id } = await api.workOrderPlans.addSchedule({ templateId, rule: RULE });
    expect(await refusal(neighbour.api.workOrderPlans.removeSchedule(id))).toMatchObject({ status: 404 });
    await api.workOrderPlans.removeSchedule(id);
    expect(await refusal(api.workOrderPlans.removeSchedule(id))).toMatchObject({ status: 404 });
  },
};
