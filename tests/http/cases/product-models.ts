import { randomUUID } from 'node:crypto';
import { PRODUCT_DEVICES } from '@farm3d/models';
import { expect } from 'vitest';
import { newDevice, refusal, report, send, type Cases } from './support.ts';

const parameterOf = (key: string, min: number | null, max: number | null) => ({
  parameterEnName: key,
  parameterName: '二氧化碳',
  labelEn: 'CO₂',
  parameterType: 'NUMERIC' as const,
  unit: 'ppm',
  min,
  max,
});

/** A product model from nothing: a measured value with a range, a state, and a service that changes it. */
function newModel(code = `GAS-${randomUUID().slice(0, 8)}`) {
  return {
    productModelCode: code,
    name: '气体探头',
    nameEn: 'Gas probe',
    productTypeCode: 'QT',
    scene3dModelSnape: '/models/soil-probe.glb',
    reportingInterval: 600,
    attributes: [
      {
        identify: 'co2',
        name: '二氧化碳',
        nameEn: 'Carbon dioxide',
        type: '0' as const,
        parameters: [parameterOf('co2', 0, 5000)],
      },
      {
        identify: 'fan',
        name: '风机',
        nameEn: 'Fan',
        type: '3' as const,
        parameters: [{ parameterEnName: 'fan', parameterType: 'BOOLEAN' as const }],
      },
      {
        identify: 'setFan',
        name: '开关风机',
        type: '1' as const,
        parameters: [{ parameterEnName: 'on', parameterType: 'BOOLEAN' as const }],
        associationStates: [{ identify: 'fan' }],
      },
    ],
  };
}

export const productModelsCases: Cases<'productModels'> = {
  'productModels.list': async ({ api }) => {
    const { items, total } = await api.productModels.list();
    expect(total).toBe(items.length);
    expect(items.map(({ code }) => code)).toEqual(expect.arrayContaining(Object.keys(PRODUCT_DEVICES)));
    for (const { modelPath, picture } of items.filter(({ code }) => code in PRODUCT_DEVICES))
      expect(picture).toBe(modelPath?.replace('.glb', '.webp'));
    expect(items.find(({ code }) => code === 'SP-DH2')).toMatchObject({
      productTypeCode: 'SP',
      modelPath: '/models/camera.glb',
    });
  },

  'productModels.get': async (target) => {
    const { api, neighbour } = target;
    // A device that is claimed gets a copy of its model in the new organisation, with the same range.
    const made = await api.productModels.create(newModel());
    const device = await newDevice(target, made.code);
    const claimed = await neighbour.api.devices.claim((await api.devices.claimCode(device.id)).code);
    expect(claimed.productModelCode).toBe(made.code);
    expect(claimed.productModelId).not.toBe(made.id);
    expect((await neighbour.api.productModels.attributes(claimed.productModelId)).total).toBe(3);
    await send(target, 'ingest.telemetry', { token: device.accessToken }, { co2: 9000 });
    expect(await neighbour.api.telemetry.latest(device.id)).toMatchObject({ co2: { outside: true } });
    await api.productModels.remove(made.id);
    const [first] = (await api.productModels.list()).items;
    expect(first).toBeDefined();
    expect(await api.productModels.get(first?.id ?? '')).toEqual(first);
    expect(await refusal(api.productModels.get(randomUUID()))).toMatchObject({
      status: 404,
      error: undefined,
    });
  },

  'productModels.attributes': async ({ api }) => {
    const valve = (await api.productModels.list()).items.find(({ code }) => code === 'DCF-4');
    const services = await api.productModels.attributes(valve?.id ?? '', { type: 'service' });
    expect(services.items.every(({ type }) => type === 'service')).toBe(true);
    expect(services.items.find(({ identify }) => identify === 'switchValve')).toMatchObject({
      enabled: true,
      associatedStates: ['valveState'],
      parameters: expect.arrayContaining([expect.objectContaining({ key: 'open', type: 'BOOLEAN' })]),
    });
    const all = await api.productModels.attributes(valve?.id ?? '');
    expect(all.total).toBeGreaterThan(services.total);
    expect((await api.productModels.attributes(valve?.id ?? '', { enabled: false })).total).toBe(0);
    const camera = (await api.productModels.list()).items.find(({ code }) => code === 'SP-DH2');
    const alarming = await api.productModels.attributes(camera?.id ?? '', { forAlarms: true });
    expect(alarming.items.map(({ identify }) => identify)).toContain('recording');
    expect(alarming.items.map(({ identify }) => identify)).not.toContain('ptz');
  },

  'productModels.linkageAttributes': async ({ api }) => {
    const { items } = await api.productModels.linkageAttributes();
    expect(items.find(({ identify }) => identify === 'soilMoisture20')).toMatchObject({
      productModelCode: 'TQ-3L',
      type: 'attribute',
    });
    const services = (await api.productModels.linkageAttributes({ type: 'service' })).items;
    expect(services.map(({ identify }) => identify)).toContain('switchValve');
    expect(services.every(({ type }) => type === 'service')).toBe(true);
    const models = [...new Set(items.map(({ productModelId }) => productModelId))].slice(0, 2);
    const some = (await api.productModels.linkageAttributes({ models })).items;
    expect(new Set(some.map(({ productModelId }) => productModelId))).toEqual(new Set(models));
  },

  'productModels.dictionaries': async ({ api }) => {
    const { items } = await api.productModels.dictionaries();
    const battery = items.filter(({ identify }) => identify === 'batteryVoltage');
    expect(battery).toHaveLength(1);
    expect(battery[0]?.productModelCodes).toEqual(expect.arrayContaining(['QX-9', 'TQ-3L']));
    const found = await api.productModels.dictionaries({ name: '电池电压' });
    expect(found.items.map(({ identify }) => identify)).toEqual(['batteryVoltage']);
  },

  'productModels.create': async (target) => {
    const { api, neighbour } = target;
    const draft = newModel();
    const made = await api.productModels.create(draft);
    expect(made).toMatchObject({
      code: draft.productModelCode,
      name: '气体探头',
      nameEn: 'Gas probe',
      productTypeCode: 'QT',
      state: 'active',
      builtIn: false,
      reportingInterval: 600,
      modelPath: '/models/soil-probe.glb',
      version: 1,
    });
    expect((await api.productModels.list()).items.map(({ id }) => id)).toContain(made.id);
    const { items } = await api.productModels.attributes(made.id);
    expect(items.map(({ identify, type, nameEn }) => [identify, type, nameEn])).toEqual([
      ['co2', 'attribute', 'Carbon dioxide'],
      ['fan', 'status', 'Fan'],
      ['setFan', 'service', ''],
    ]);
    expect(items[0]?.parameters).toMatchObject([
      { key: 'co2', unit: 'ppm', min: 0, max: 5000, labelEn: 'CO₂' },
    ]);
    // A device of it: values outside the range are flagged, declared methods allowed, others refused.
    const device = await newDevice(target, draft.productModelCode);
    const path = { token: device.accessToken };
    const answer = await send(target, 'ingest.telemetry', path, { co2: '9000', fan: 1 });
    expect(answer.status).toBe(200);
    expect(await api.telemetry.latest(device.id)).toMatchObject({
      co2: { value: 9000, outside: true },
      fan: { value: true },
    });
    const refused = api.rpc.twoway(device.id, { method: 'explode', params: {}, timeout: 5_000 });
    expect(await refusal(refused)).toMatchObject({ status: 400 });
    // No other organisation has it; its code is unique within its organisation.
    expect(await refusal(neighbour.api.productModels.get(made.id))).toMatchObject({ status: 404 });
    expect((await neighbour.api.productModels.create(draft)).code).toBe(draft.productModelCode);
    expect(await refusal(api.productModels.create(draft))).toMatchObject({
      status: 409,
      field: 'productModelCode',
      msg: '该型号编码已存在',
    });
    expect(await refusal(api.productModels.create({ ...draft, productModelCode: 'TQ-3L' }))).toMatchObject({
      status: 409,
      field: 'productModelCode',
    });
  },

  'productModels.update': async (target) => {
    const { api } = target;
    const draft = newModel();
    const made = await api.productModels.create(draft);
    const device = await newDevice(target, draft.productModelCode);
    await report(target, device, { co2: 4000 });
    const parameters = [parameterOf('co2', 0, 1000)];
    const attributes = draft.attributes.slice(0, 1).map((one) => ({ ...one, parameters }));
    const changed = await api.productModels.update(made.id, {
      ...draft,
      name: '探头二',
      attributes,
      version: 1,
    });
    expect(changed).toMatchObject({ id: made.id, name: '探头二', version: 2 });
    expect((await api.productModels.attributes(made.id)).total).toBe(1);
    // The new range holds from the next message on, for open connections too.
    await send(target, 'ingest.telemetry', { token: device.accessToken }, { co2: 4000 });
    expect(await api.telemetry.latest(device.id, ['co2'])).toMatchObject({ co2: { outside: true } });
    expect(await refusal(api.productModels.update(made.id, { ...draft, version: 1 }))).toMatchObject({
      status: 409,
      msg: '产品型号已被他人修改，请重新加载',
    });
    const builtIn = (await api.productModels.list()).items.find(({ code }) => code === 'TQ-3L');
    expect(await refusal(api.productModels.update(builtIn?.id ?? '', draft))).toMatchObject({
      status: 403,
      msg: '内置型号不能修改，请复制后修改',
    });
    // Retired: devices keep it, new ones cannot have it.
    await api.productModels.update(made.id, { ...draft, state: 'retired' });
    expect(await refusal(newDevice(target, draft.productModelCode))).toMatchObject({
      status: 400,
      field: 'productModelCode',
      msg: '该型号已停用，不能用于新设备',
    });
    expect((await api.devices.get(device.id)).productModelCode).toBe(draft.productModelCode);
  },

  'productModels.remove': async (target) => {
    const { api, neighbour } = target;
    const draft = newModel();
    const made = await api.productModels.create(draft);
    const theirs = neighbour.api.productModels;
    for (const attempt of [
      () => theirs.update(made.id, draft),
      () => theirs.remove(made.id),
      () => theirs.copy(made.id, `X-${randomUUID().slice(0, 8)}`),
      () => theirs.attributes(made.id),
    ])
      expect(await refusal(attempt())).toMatchObject({ status: 404 });
    const device = await newDevice(target, draft.productModelCode);
    expect(await refusal(api.productModels.remove(made.id))).toMatchObject({
      status: 409,
      msg: '仍有设备使用该型号，请停用它',
    });
    await api.devices.remove(device.id);
    await api.productModels.remove(made.id);
    expect(await refusal(api.productModels.get(made.id))).toMatchObject({ status: 404 });
    const [builtIn] = (await api.productModels.list()).items.filter((model) => model.builtIn);
    expect(await refusal(api.productModels.remove(builtIn?.id ?? ''))).toMatchObject({ status: 403 });
  },

  'productModels.copy': async ({ api }) => {
    const valve = (await api.productModels.list()).items.find(({ code }) => code === 'DCF-4');
    const code = `DCF-${randomUUID().slice(0, 8)}`;
    const copy = await api.productModels.copy(valve?.id ?? '', code, '我的阀门');
    expect(copy).toMatchObject({ code, name: '我的阀门', builtIn: false, modelPath: valve?.modelPath });
    const [ours, theirs] = await Promise.all(
      [copy.id, valve?.id ?? ''].map(async (id) => (await api.productModels.attributes(id)).items),
    );
    expect(ours?.map(({ identify, type }) => [identify, type])).toEqual(
      theirs?.map(({ identify, type }) => [identify, type]),
    );
    expect(await refusal(api.productModels.copy(copy.id, code))).toMatchObject({ status: 409 });
  },

  'productModels.export': async ({ api, neighbour }) => {
    const made = await api.productModels.create(newModel());
    await api.alarmSettings.saveProduct(made.id, [
      { name: '浓度过高', severity: 'CRITICAL', condition: { key: 'co2', op: '>', value: 2000 } },
    ]);
    const file = await api.productModels.export(made.id);
    expect(file).toMatchObject({
      format: 'farm3d.product-models',
      models: [{ productModelCode: made.code, alarmTemplates: [{ name: '浓度过高', severity: 'CRITICAL' }] }],
    });
    expect(JSON.stringify(file)).not.toContain(made.id);
    expect(await refusal(neighbour.api.productModels.export(made.id))).toMatchObject({ status: 404 });
  },

  'productModels.import': async ({ api, neighbour }) => {
    const made = await api.productModels.create(newModel());
    const file = await api.productModels.export(made.id);
    const { items } = await neighbour.api.productModels.import(file);
    expect(items).toMatchObject([{ code: made.code, builtIn: false }]);
    const again = await neighbour.api.productModels.export(items[0]?.id ?? '');
    expect(again).toEqual(file);
    // All or none, and the invalid one is named.
    const fresh = newModel();
    const both = { format: 'farm3d.product-models', models: [fresh, newModel(made.code)] };
    expect(await refusal(api.productModels.import(both))).toMatchObject({
      status: 409,
      field: 'models.1.productModelCode',
    });
    expect((await api.productModels.list()).items.map(({ code }) => code)).not.toContain(
      fresh.productModelCode,
    );
    expect(await refusal(api.productModels.import({ format: 'x', models: [] }))).toMatchObject({
      status: 400,
      field: 'format',
      msg: '不是产品型号的导出文件',
    });
  },

  'productModels.addAttribute': async (target) => {
    const { api } = target;
    const camera = (await api.productModels.list()).items.find(({ code }) => code === 'SP-DH2');
    const key = `salt_${randomUUID().slice(0, 8)}`;
    const draft = {
      identify: key,
      name: '盐分',
      type: 'attribute' as const,
      parameters: [{ key, name: '盐分', type: 'NUMERIC' as const, unit: 'g/kg', min: 0, max: 20 }],
    };
    const made = await api.productModels.addAttribute(camera?.id ?? '', draft);
    expect(made).toMatchObject({ identify: key, enabled: true, parameters: draft.parameters });
    expect((await api.productModels.attributes(camera?.id ?? '')).items).toContainEqual(made);
    const again = await refusal(api.productModels.addAttribute(camera?.id ?? '', draft));
    expect(again).toMatchObject({ status: 409, field: 'identify' });
    // From then on the readings of its devices are checked by it.
    const device = await newDevice(target, 'SP-DH2');
    const body = { [key]: 21 };
    const answer = await send(target, 'ingest.telemetry', { token: device.accessToken }, body);
    expect(answer.status).toBe(200);
    expect(await api.telemetry.latest(device.id)).toMatchObject({ [key]: { value: 21, outside: true } });
  },

  'productModels.groups': async ({ api }) => {
    const { items } = await api.productModels.groups();
    expect(items.find(({ id }) => id === 'monitoring')).toMatchObject({
      name: '环境监测',
      productTypeCodes: expect.arrayContaining(['QX', 'TQ']),
    });
    expect(items.find(({ id }) => id === 'video')?.productTypeCodes).toEqual(['SP']);
  },

  'productModels.ofGroup': async ({ api }) => {
    const { items } = await api.productModels.ofGroup('video', 'SP');
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ productTypeCode }) => productTypeCode === 'SP')).toBe(true);
    expect(await refusal(api.productModels.ofGroup('monitoring', 'SP'))).toMatchObject({ status: 404 });
  },
};
