import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { refusal, uniqueName, type Cases, type ContractTarget } from './support.ts';

const PERIODS = [
  { name: '苗期', days: 30 },
  { name: '结果期', days: 45, note: { kept: true } },
];

async function newPlant({ api }: ContractTarget, crop = uniqueName('番茄')) {
  const { items } = await api.crops.createPlants([
    { crop, growthModelId: 'tomato', growTime: '2026-03-01', periods: PERIODS, picture: '/p/tomato.png' },
  ]);
  const [plant] = items;
  if (!plant) throw new Error('nothing was made');
  return plant;
}

export const cropsCases: Cases<'crops'> = {
  'crops.growthModels': async ({ api }) => {
    const { items } = await api.crops.growthModels();
    expect(items.length).toBeGreaterThanOrEqual(10);
    const tomato = items.find(({ id }) => id === 'tomato');
    expect(tomato).toMatchObject({ crop: '番茄', stageDays: [30, 40, 45, 30], kc: [0.6, 1.15, 0.8] });
    expect(tomato?.periods[0]).toMatchObject({ name: '出苗期' });
    expect((await api.crops.growthModels({ crop: '水稻' })).items.map(({ id }) => id)).toEqual(['rice']);
  },

  'crops.plants': async (target) => {
    const { api } = target;
    const me = await api.auth.me();
    const plant = await newPlant(target);
    expect((await api.crops.plants({ createdBy: me.userId, crop: plant.crop })).items).toEqual([plant]);
    expect((await api.crops.plants({ createdBy: randomUUID() })).total).toBe(0);
  },

  'crops.plant': async (target) => {
    const { api } = target;
    const me = await api.auth.me();
    const plant = await newPlant(target);
    expect(await api.crops.plant(plant.id)).toEqual(plant);
    expect(plant).toMatchObject({
      growTime: '2026-03-01',
      periods: PERIODS,
      picture: '/p/tomato.png',
      createdBy: me.userId,
    });
    expect(await refusal(api.crops.plant(randomUUID()))).toMatchObject({ status: 404 });
  },

  'crops.createPlants': async ({ api }) => {
    const crop = uniqueName('黄瓜');
    const { items, total } = await api.crops.createPlants([{ crop }, { crop, growTime: '2026-04-02' }]);
    expect(total).toBe(2);
    expect(items.map(({ growTime }) => growTime)).toEqual([null, '2026-04-02']);
    // One that is wrong keeps all of them out.
    const other = uniqueName('辣椒');
    const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
    const refused = await refusal(
      api.crops.createPlants([{ crop: other }, { crop: other, growTime: tomorrow }]),
    );
    expect(refused).toMatchObject({ status: 400, msg: '种植日期不能晚于今天' });
    expect((await api.crops.plants({ crop: other })).total).toBe(0);
    expect(await refusal(api.crops.createPlants([{ crop: ' ' }]))).toMatchObject({ status: 400 });
  },

  'crops.updatePlant': async (target) => {
    const { api } = target;
    const plant = await newPlant(target);
    const moved = await api.crops.updatePlant(plant.id, { growTime: '2026-05-20' });
    expect(moved).toEqual({ ...plant, growTime: '2026-05-20', version: 2 });
    expect(await api.crops.plant(plant.id)).toEqual(moved);
    expect(await refusal(api.crops.updatePlant(plant.id, { sceneId: randomUUID() }))).toMatchObject({
      status: 404,
    });
  },

  'crops.removePlant': async (target) => {
    const { api } = target;
    const plant = await newPlant(target);
    await api.crops.removePlant(plant.id);
    expect(await refusal(api.crops.plant(plant.id))).toMatchObject({ status: 404 });
    expect(await refusal(api.crops.removePlant(plant.id))).toMatchObject({ status: 404 });
  },

  'crops.diseasesAndPests': async (target) => {
    const { api } = target;
    const ofCrop = await api.crops.diseasesAndPests('tomato');
    expect(ofCrop.items.find(({ id }) => id === 'gray-mold')).toMatchObject({
      type: 'disease',
      name: '灰霉病',
      agent: 'Botrytis cinerea',
      temperatureMin: 15,
    });
    expect(await api.crops.diseasesAndPests((await newPlant(target)).id)).toEqual(ofCrop);
    expect(await refusal(api.crops.diseasesAndPests(randomUUID()))).toMatchObject({ status: 404 });
  },
};
