import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { MOISTURE, newDevice, refusal, report, type Cases, type ContractTarget } from './support.ts';
import { PATIENCE_MS } from '../../support/wait.ts';

const DRY = {
  name: '土壤偏干',
  severity: 'MAJOR',
  identify: MOISTURE,
  condition: { all: [{ key: MOISTURE, op: '<', value: 12, hysteresis: 2 }] },
  durationMs: 60_000,
  repeat: 3,
  schedule: { timeZone: 'Asia/Shanghai', days: [1, 2, 3], from: '06:00', to: '18:30' },
} as const;

const draft = () =>
  structuredClone(DRY) as unknown as Parameters<ContractTarget['api']['alarmSettings']['save']>[1][0];

/** A product model without alarm settings of other cases. */
async function cameraModel({ api }: ContractTarget) {
  const { items } = await api.productModels.list();
  return items.find(({ code }) => code === 'SP-DH2')?.id ?? '';
}

export const alarmSettingsCases: Cases<'alarmSettings'> = {
  'alarmSettings.list': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    expect((await api.alarmSettings.list(device.id)).total).toBe(0);
    await api.alarmSettings.save(device.id, [draft()]);
    const { items } = await api.alarmSettings.list(device.id);
    expect(items).toEqual([
      {
        ...DRY,
        id: items[0]?.id,
        enabled: true,
        clearDurationMs: 0,
        reminderMs: 0,
        escalations: [],
        workOrder: false,
        inherited: false,
      },
    ]);
    expect(await refusal(api.alarmSettings.list(randomUUID()))).toMatchObject({
      status: 404,
      error: undefined,
    });
  },

  'alarmSettings.save': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const [first, second] = (await api.alarmSettings.save(device.id, [draft(), { ...draft(), name: '二' }]))
      .items;
    if (!first || !second) throw new Error('not saved');
    // The first is changed under its id, the second is omitted and so deleted, a new one is added.
    const after = await api.alarmSettings.save(device.id, [
      { ...first, name: '改名', enabled: false },
      { ...draft(), name: '三' },
    ]);
    expect(after.items.map(({ id, name, enabled }) => [id === first.id, name, enabled])).toEqual([
      [true, '改名', false],
      [false, '三', true],
    ]);
    expect(after.items.map(({ id }) => id)).not.toContain(second.id);
    expect(await api.alarmSettings.list(device.id)).toEqual(after);
    const headers = { authorization: `Bearer ${target.accessToken}`, 'content-type': 'application/json' };
    const post = (body: unknown) =>
      fetch(`${target.baseUrl}/api/alarmsettings/device/${device.id}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
    // A bare list is accepted, too (readings 26); a foreign id in the body is refused.
    expect((await post([])).status).toBe(200);
    expect((await api.alarmSettings.list(device.id)).total).toBe(0);
    expect((await post({ id: randomUUID(), settingRequests: [] })).status).toBe(400);
    const unnamed = await refusal(api.alarmSettings.save(device.id, [{ ...draft(), name: ' ' }]));
    expect(unnamed).toMatchObject({ status: 400, msg: '请输入告警名称' });
    let deep: unknown = DRY.condition;
    for (let level = 0; level < 10; level += 1) deep = { not: deep };
    const tooDeep = await post([{ ...DRY, condition: deep }]);
    expect([tooDeep.status, await tooDeep.json()]).toMatchObject([400, { msg: '条件不能超过8层或100项' }]);
    expect((await post([{ ...DRY, condition: { key: MOISTURE, op: 'matches', value: 1 } }])).status).toBe(
      400,
    );
    const other = { key: MOISTURE, op: '<', value: 1, deviceId: randomUUID() };
    expect((await post([{ ...DRY, condition: other }])).status).toBe(400);
  },

  'alarmSettings.tryOut': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    const MINUTE = 60_000;
    const now = Math.floor(Date.now() / MINUTE) * MINUTE;
    const at = (minutesAgo: number, value: number) =>
      report(target, device, { ts: now - minutesAgo * MINUTE, values: { [MOISTURE]: value } });
    for (const [minutesAgo, value] of [
      [600, 20],
      [540, 10],
      [480, 13],
      [420, 15],
      [300, 9],
      [295, 20],
      [60, 5],
    ] as const)
      await at(minutesAgo, value);
    const tried = await api.alarmSettings.tryOut(
      device.id,
      { condition: { key: MOISTURE, op: '<', value: 12, hysteresis: 2 }, durationMs: 30 * MINUTE },
      1,
    );
    // Ten minutes below are too short; within the hysteresis it goes on.
    expect(tried).toMatchObject({
      messages: 7,
      intervals: [
        { from: now - 510 * MINUTE, to: now - 420 * MINUTE },
        { from: now - 30 * MINUTE, to: null },
      ],
    });
    expect(tried.endTs - tried.startTs).toBe(86_400_000);
    expect(tried.activeMs).toBe(90 * MINUTE + tried.endTs - (now - 30 * MINUTE));
    // Nothing is stored, and no alarm is raised.
    expect((await api.alarmSettings.list(device.id)).total).toBe(0);
    expect((await api.alarms.ofDevice(device.id)).total).toBe(0);
    const silent = await api.alarmSettings.tryOut(device.id, { condition: { silentForMs: 200 * MINUTE } }, 1);
    expect(silent.intervals.at(-1)).toEqual({ from: now - 95 * MINUTE, to: now - 60 * MINUTE });
    const wrong = await refusal(
      api.alarmSettings.tryOut(device.id, { condition: { key: MOISTURE, op: '<', value: 1 } }, 31),
    );
    expect(wrong).toMatchObject({ status: 400, field: 'days' });
  },

  'alarmSettings.ofAttribute': async (target) => {
    const { api } = target;
    const device = await newDevice(target);
    await api.alarmSettings.save(device.id, [draft(), { ...draft(), identify: 'rssi', name: '信号弱' }]);
    const { items } = await api.alarmSettings.ofAttribute(device.id, 'rssi');
    expect(items.map(({ name }) => name)).toEqual(['信号弱']);
  },

  'alarmSettings.ofProduct': async (target) => {
    const { api } = target;
    const model = await cameraModel(target);
    const saved = await api.alarmSettings.saveProduct(model, [draft()]);
    expect(saved.total).toBe(1);
    expect(await api.alarmSettings.ofProduct(model)).toEqual(saved);
    await api.alarmSettings.saveProduct(model, []);
    expect((await api.alarmSettings.ofProduct(model)).total).toBe(0);
  },

  'alarmSettings.saveProduct': async (target) => {
    const { api } = target;
    const model = await cameraModel(target);
    const device = await newDevice(target, 'SP-DH2');
    await api.alarmSettings.saveProduct(model, [
      { name: '画质差', condition: { key: 'videoQuality', op: '<', value: 1 } },
    ]);
    try {
      const inherited = await api.alarmSettings.list(device.id);
      expect(inherited.items).toMatchObject([{ name: '画质差', inherited: true }]);
      // A setting of the product model that is sent back with those of the device stays the product model's.
      await api.alarmSettings.save(device.id, inherited.items);
      expect((await api.alarmSettings.list(device.id)).total).toBe(1);
      await report(target, device, { videoQuality: 0 });
      await expect
        .poll(async () => (await api.alarms.ofDevice(device.id, { active: true })).total, {
          timeout: PATIENCE_MS,
        })
        .toBe(1);
    } finally {
      // Its alarms end with the setting.
      await api.alarmSettings.saveProduct(model, []);
    }
    expect((await api.alarms.ofDevice(device.id, { active: true })).total).toBe(0);
    expect((await api.alarms.ofDevice(device.id)).items).toMatchObject([{ active: false, settingId: null }]);
  },
};
