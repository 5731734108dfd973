import { randomUUID } from 'node:crypto';
import type { PlotSoil } from '@farm3d/api';
import { expect } from 'vitest';
import { dayBefore, newField, weatherHours } from './agronomy.ts';
import {
  expectPictureField,
  newDevice,
  refusal,
  report,
  uniqueName,
  type Cases,
  type ContractTarget,
} from './support.ts';

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
    expect(tomato?.periods[0]).toMatchObject({ name: '出苗期', endGdd: 43, waterSensitivity: 'seedling' });
    expect(tomato?.origins['kc']).toMatchObject({ certainty: 'published' });
    expect(tomato?.origins['stages.FLOW.endGdd']).toMatchObject({ certainty: 'assumed' });
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

  'crops.createPlants': async (target) => {
    const { api } = target;
    const crop = uniqueName('黄瓜');
    const { items, total } = await api.crops.createPlants([{ crop }, { crop, growTime: '2026-04-02' }]);
    expect(total).toBe(2);
    expect(items.map(({ growTime }) => growTime)).toEqual([null, '2026-04-02']);
    await expectPictureField(target, 'pic', async (picture) => {
      const made = await api.crops.createPlants([{ crop: '图' }, { crop: '图', picture }]);
      return made.items[1]?.picture;
    });
    // One invalid entry rejects all of them.
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
    await expectPictureField(
      target,
      'pic',
      async (picture) => (await api.crops.updatePlant(plant.id, { picture })).picture,
    );
    expect(await refusal(api.crops.updatePlant(plant.id, { sceneId: randomUUID() }))).toMatchObject({
      status: 404,
    });
    const meter = await newDevice(target);
    const soil: PlotSoil = {
      sand: 40,
      clay: 20,
      organicMatter: null,
      curve: [{ tension: 33, vwc: 0.28 }],
      mulch: { kind: 'plastic', cover: 0.7 },
      curveNumber: 75,
      waterTable: null,
      waterEc: 1.2,
      soilEc: null,
      irrigatedShare: 0.6,
    };
    const model = { meterId: meter.id, windHeight: 10, soil };
    expect(await api.crops.updatePlant(plant.id, model)).toMatchObject(model);
    expect(await api.crops.updatePlant(plant.id, { name: '东区' })).toMatchObject(model);
    expect((await api.crops.updatePlant(plant.id, { soil: null })).soil).toBeNull();
    expect(await refusal(api.crops.updatePlant(plant.id, { meterId: randomUUID() }))).toMatchObject({
      status: 404,
    });
    const sandAndClay = { soil: { ...soil, sand: 60, clay: 41 } };
    expect(await refusal(api.crops.updatePlant(plant.id, sandAndClay))).toMatchObject({ status: 400 });
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
    expect(ofCrop.items.find(({ id }) => id === 'gray_mold')).toMatchObject({
      type: 'disease',
      name: '灰霉病',
      agent: 'Botrytis cinerea',
      temperatureMin: 15,
      temperatureMax: 23,
      // For a crop without a plot no risk is computed.
      risk: 'insufficient_data',
      missing: expect.arrayContaining(['humidity']),
    });
    const { plant, station } = await newField(target);
    const ofPlot = await api.crops.diseasesAndPests(plant.id);
    expect(ofPlot.items.map(({ id }) => id)).toEqual(ofCrop.items.map(({ id }) => id));
    const blight = ofPlot.items.find(({ id }) => id === 'late_blight_tomato');
    // Nights of 90 % at 12 °C are some hours short of the criteria.
    expect(['none', 'low', 'medium', 'high']).toContain(blight?.risk);
    expect(blight?.days.length).toBeGreaterThanOrEqual(14);

    // Without humidity, dry air is unknown: no risk is ruled out.
    const dumb = await newDevice(target, 'QX-9');
    const bare = weatherHours(14).map((hour) => ({
      ...hour,
      values: { airTemperature: 15 },
    }));
    await report(target, dumb, bare);
    const { items } = await api.crops.createPlants([
      { crop: '番茄', growTime: dayBefore(40), deviceIds: [dumb.id], latitude: -36, longitude: -118 },
    ]);
    const blind = await api.crops.diseasesAndPests(items[0]?.id ?? '');
    expect(blind.items.filter(({ risk }) => risk === 'none')).toEqual([]);
    expect(blind.items.find(({ id }) => id === 'late_blight_tomato')).toMatchObject({
      risk: 'insufficient_data',
      missing: ['humidity'],
    });
    expect(station.id).not.toBe(dumb.id);
    expect(await refusal(api.crops.diseasesAndPests(randomUUID()))).toMatchObject({ status: 404 });
  },
};
