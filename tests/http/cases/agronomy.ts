import { randomUUID } from 'node:crypto';
import type { PlantConfigurationDraft } from '@farm3d/api';
import { expect } from 'vitest';
import { newDevice, refusal, report, type CaseTarget, type Cases, type ContractTarget } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const dayBefore = (days: number): string =>
  new Date(Date.now() + 8 * HOUR - days * DAY).toISOString().slice(0, 10);

/** Hours of a mild season up to now: 12–26 °C, humid nights, as much sun as the shortest day has at 37° north. */
export function weatherHours(days: number, over: Record<string, number> = {}): object[] {
  const end = Math.floor(Date.now() / HOUR) * HOUR;
  return Array.from({ length: days * 24 }, (_, index) => {
    const ts = end - (days * 24 - 1 - index) * HOUR;
    // Noon in Shanghai is at 4 o'clock UTC.
    const sun = Math.cos(((((ts / HOUR + 8) % 24) - 13) * Math.PI) / 12);
    return {
      ts,
      values: {
        airTemperature: 19 + 7 * sun,
        airHumidity: 70 - 20 * sun,
        windSpeed: 2,
        solarRadiation: Math.max(0, 400 * sun),
        rainfall: 0,
        ...over,
      },
    };
  });
}

/** A tomato field of 2 000 m² under drip with its station and its probe, both with a fortnight of hours. */
export async function newField(
  target: ContractTarget,
  over: Partial<PlantConfigurationDraft> = {},
  moisture = 13,
) {
  const station = await newDevice(target, 'QX-9');
  const probe = await newDevice(target);
  await report(target, station, weatherHours(14));
  const end = Math.floor(Date.now() / HOUR) * HOUR;
  await report(
    target,
    probe,
    Array.from({ length: 14 * 24 }, (_, hour) => ({
      ts: end - hour * HOUR,
      values: { soilMoisture10: moisture, soilMoisture20: moisture, soilMoisture40: moisture },
    })),
  );
  const { items } = await target.api.crops.createPlants([
    {
      crop: '番茄',
      growTime: dayBefore(40),
      deviceIds: [probe.id, station.id],
      environment: 'field',
      area: 2000,
      soilTexture: 'loam',
      irrigationMethod: 'drip',
      irrigationFlow: 20,
      latitude: 36.88,
      longitude: 118.74,
      ...over,
    },
  ]);
  const [plant] = items;
  if (!plant) throw new Error('nothing was planted');
  return { station, probe, plant };
}

/** 31 years in which each month is a little different, the last whole month by far the driest. */
function climate(): { month: string; rain: number; et0: number; tmax: number; tmin: number }[] {
  const now = new Date(Date.now() + 8 * HOUR);
  const last = now.getUTCFullYear() * 12 + now.getUTCMonth() - 1;
  return Array.from({ length: 31 * 12 }, (_, index) => {
    const month = last - index;
    const year = Math.floor(month / 12);
    return {
      month: `${year}-${String((month % 12) + 1).padStart(2, '0')}`,
      rain: index === 0 ? 0.5 : 40 + ((year * 7) % 23),
      et0: 60 + ((year * 5) % 11),
      tmax: 20,
      tmin: 8,
    };
  }).reverse();
}

const cellOf = async ({ api }: CaseTarget, field: string) => {
  const { items } = await api.agronomy.tables({ table: 'crops' });
  const cell = items.find((one) => one.id === 'tomato' && one.field === field);
  if (!cell) throw new Error(`tomato has no ${field}`);
  return cell;
};

export const agronomyCases: Cases<'agronomy'> = {
  'agronomy.plots': async (target) => {
    const { api } = target;
    const scene = await api.scenes.create({
      name: '五号地',
      type: 'plot',
      boundary: {
        type: 'Polygon',
        coordinates: [
          [
            [118, 36],
            [118.01, 36],
            [118.01, 36.01],
            [118, 36.01],
            [118, 36],
          ],
        ],
      },
    });
    const { plant, probe } = await newField(target, { sceneId: scene.id, name: '五号地', area: null });
    const { items } = await api.agronomy.plots({ sceneId: scene.id });
    expect(items).toHaveLength(1);
    const [plot] = items;
    expect(plot).toMatchObject({
      id: plant.id,
      name: '五号地',
      sceneId: scene.id,
      cropId: 'tomato',
      deviceId: probe.id,
      drought: { level: 1, code: 'LIGHT', basis: 'soil' },
      day: 41,
    });
    // 13 % by volume in a soil with a field capacity of 25 %, plus a tenth for a seedling.
    expect(plot?.soilMoisture).toBeCloseTo(52 * 1.1, 6);
    expect((plot?.area ?? 0) / 1e6).toBeCloseTo(1.0003, 2);
    expect(plot?.stage?.name.length).toBeGreaterThan(1);
    expect(plot?.scale).toBeGreaterThan(0.08);
    expect(plot?.scale).toBeLessThan(1);
    expect(await api.agronomy.plots({ sceneId: randomUUID() })).toEqual({ items: [], total: 0 });
  },

  'agronomy.plot': async (target) => {
    const { api } = target;
    const { plant, station } = await newField(target);
    const plot = await api.agronomy.plot(plant.id);
    expect(plot.growth).toMatchObject({ day: 41, base: 7, method: 'aquacrop3' });
    expect(plot.growth?.stages.map(({ code }) => code)).toEqual(['GERM', 'SEEDL', 'FLOW', 'FRUIT', 'RIPE']);
    expect(plot.growth?.heat).toHaveLength(41);
    // Only two weeks were measured; the rest is reported as an estimate.
    expect(plot.growth?.estimatedDays).toBeGreaterThan(20);
    const blight = plot.diseases.find(({ id }) => id === 'late_blight_tomato');
    expect(blight?.risk).not.toBe('insufficient_data');
    expect(blight?.days.length).toBeGreaterThan(10);
    expect(plot.sources.find(({ quantity }) => quantity === 'temperature')?.deviceId).toBe(station.id);
    // A crop without a plot and without a planting date.
    const bare = await api.crops.createPlants([{ crop: '番茄' }]);
    const unknown = await api.agronomy.plot(bare.items[0]?.id ?? '');
    expect(unknown.growth).toBeNull();
    expect(unknown.growthReason).toMatchObject({ code: 'no_plant_date', zh: '未设置种植日期' });
    expect(await refusal(api.agronomy.plot(randomUUID()))).toMatchObject({ status: 404 });
  },

  'agronomy.recordIrrigation': async (target) => {
    const { api } = target;
    const { plant, probe } = await newField(target, { name: '记录灌水' });
    const before = await api.telemetry.irrigation(probe.id, { plotId: plant.id });
    expect(before.done).toEqual([]);
    const done = await api.agronomy.recordIrrigation(plant.id, { kind: 'valve', grossMm: 24, volumeM3: 160 });
    expect(done).toMatchObject({ kind: 'valve', grossMm: 24, volumeM3: 160 });
    // A later request, also after a reload of the page, gets the stored result.
    const after = await api.telemetry.irrigation(probe.id, { plotId: plant.id });
    expect(after.done).toEqual([done]);
  },
  'agronomy.tables': async (target) => {
    const { items, total } = await target.api.agronomy.tables();
    expect(total).toBe(items.length);
    expect(new Set(items.map(({ table }) => table))).toEqual(
      new Set(['crops', 'textures', 'irrigation', 'grades', 'diseases', 'weather']),
    );
    expect(items.find(({ id, field }) => id === 'loam' && field === 'moisture')).toMatchObject({
      value: [60, 50, 40, 30],
      certainty: 'published',
      edited: false,
    });
  },

  'agronomy.editTable': async (target) => {
    const { api, neighbour } = target;
    const edit = {
      table: 'crops',
      id: 'tomato',
      field: 'maxHeight',
      value: 1.8,
      source: '本地品种试验',
    } as const;
    expect(await api.agronomy.editTable(edit)).toMatchObject({
      value: 1.8,
      source: '本地品种试验',
      certainty: 'entered',
      edited: true,
    });
    expect(await cellOf(target, 'maxHeight')).toMatchObject({ value: 1.8, edited: true });
    // Another organisation keeps the built-in value.
    const theirs = await neighbour.api.agronomy.tables({ table: 'crops' });
    expect(theirs.items.find(({ id, field }) => id === 'tomato' && field === 'maxHeight')?.value).toBe(0.6);
    const refuse = (over: object) => refusal(api.agronomy.editTable({ ...edit, ...over }));
    expect(await refuse({ value: 900 })).toMatchObject({
      status: 400,
      field: 'value',
      error: 'out_of_range',
    });
    expect(await refuse({ value: 'tall' })).toMatchObject({ status: 400, error: 'not_a_number' });
    expect(await refuse({ field: '__proto__' })).toMatchObject({ status: 400 });
    expect(await refuse({ source: ' ' })).toMatchObject({ status: 400, field: 'source' });
    expect(await api.agronomy.editTable({ ...edit, value: null })).toMatchObject({
      value: 0.6,
      edited: false,
    });
  },

  'agronomy.climate': async (target) => {
    const { api } = target;
    const months = [{ month: '1999-12', rain: 3.5, et0: null, tmax: 4.5, tmin: -6 }];
    await api.agronomy.saveClimate(months);
    expect(await api.agronomy.climate()).toEqual({ items: months, total: 1 });
    await api.agronomy.saveClimate([]);
  },

  'agronomy.saveClimate': async (target) => {
    const { api } = target;
    const probe = await newDevice(target);
    const before = await api.telemetry.drought(probe.id);
    expect(before.overall).toMatchObject({
      level: null,
      code: 'NO_DATA',
      reason: { code: 'no_soil_moisture' },
    });
    expect(before.spi.every(({ value }) => value === null)).toBe(true);
    const months = climate();
    expect((await api.agronomy.saveClimate(months)).items).toEqual(months);
    const after = await api.telemetry.drought(probe.id);
    // A month almost without rain among thirty ordinary ones.
    expect(after.spi[0]).toMatchObject({ scaleDays: 30, level: 4, years: 30 });
    expect(after.spi[0]?.value).toBeLessThan(-2);
    expect(after.spei[0]?.value).toBeLessThan(-1);
    expect(after.overall).toMatchObject({ code: 'EXTREME', basis: 'spi' });
    const twice = [months[0], months[0]].flatMap((month) => month ?? []);
    expect(await refusal(api.agronomy.saveClimate(twice))).toMatchObject({ status: 400 });
    const inverted = [{ month: '1999-12', rain: 3, et0: null, tmax: -6, tmin: 4 }];
    expect(await refusal(api.agronomy.saveClimate(inverted))).toMatchObject({ status: 400 });
    await api.agronomy.saveClimate([]);
  },
};
