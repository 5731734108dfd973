import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { refusal, type Cases } from './support.ts';

export const productModelsCases: Cases<'productModels'> = {
  'productModels.list': async ({ api }) => {
    const { items, total } = await api.productModels.list();
    expect(total).toBe(items.length);
    expect(items.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['DCF-4', 'QX-9', 'SP-DH2', 'TQ-3L']),
    );
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
  },
};
