import { randomUUID } from 'node:crypto';
import { PRODUCT_DEVICES } from '@farm3d/models';
import { expect } from 'vitest';
import { newDevice, refusal, send, type Cases } from './support.ts';

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

  'productModels.get': async ({ api }) => {
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
  },

  'productModels.dictionaries': async ({ api }) => {
    const { items } = await api.productModels.dictionaries();
    const battery = items.filter(({ identify }) => identify === 'batteryVoltage');
    expect(battery).toHaveLength(1);
    expect(battery[0]?.productModelCodes).toEqual(expect.arrayContaining(['QX-9', 'TQ-3L']));
    const found = await api.productModels.dictionaries({ name: '电池电压' });
    expect(found.items.map(({ identify }) => identify)).toEqual(['batteryVoltage']);
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
    // From then on what devices report is checked by it.
    const device = await newDevice(target, 'SP-DH2');
    const body = { [key]: 21 };
    const answer = await send(target, 'ingest.telemetry', { token: device.accessToken }, body);
    expect(answer.status).toBe(400);
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
