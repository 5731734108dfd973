import type { DeviceQuery } from '@farm3d/api';
import { expect } from 'vitest';
import { newDevice, refusal, report, uniqueName, type CaseTarget, type Cases } from './support.ts';

type Corner = readonly [number, number];
const square = (west: number, south: number, size: number): Corner[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

/** A territory with two areas: the east has a lake, a hole without devices. */
function land(west = 100): Blob {
  const feature = (adcode: number, name: string, rings: Corner[][]) => ({
    type: 'Feature',
    properties: { adcode, name },
    geometry: { type: 'Polygon', coordinates: rings },
  });
  const features = [
    feature(1, '西州', [square(west, 30, 4)]),
    feature(2, '东州', [square(west + 4, 30, 4), square(west + 5, 31, 2)]),
  ];
  return new Blob([JSON.stringify({ type: 'FeatureCollection', features })]);
}

/** A parent area per case: cases do not share data. */
const newParent = (): string => uniqueName('area');

async function at({ api }: CaseTarget, longitude: number, latitude: number): Promise<string> {
  const scene = await api.scenes.create({ name: uniqueName('温室'), longitude, latitude });
  return scene.id;
}

export const regionsCases: Cases<'regions'> = {
  'regions.maps': async ({ api, neighbour }) => {
    const parentCode = newParent();
    const saved = await api.regions.saveMap({ parentCode, file: land(), name: '省.geojson' });
    const found = (await api.regions.maps()).items.find(({ id }) => id === saved.id);
    expect(found).toMatchObject({ parentCode, name: '省.geojson', regions: 2, sizeBytes: land().size });
    expect((await neighbour.api.regions.maps()).items.map(({ id }) => id)).not.toContain(saved.id);
  },

  'regions.saveMap': async ({ api, baseUrl }) => {
    const parentCode = newParent();
    const first = await api.regions.saveMap({ parentCode, file: land(), name: 'a.json' });
    expect(await (await fetch(baseUrl + first.url)).text()).toBe(await land().text());
    // A second map replaces the first, whose file is deleted.
    const second = await api.regions.saveMap({ parentCode, file: land(90), name: 'b.json' });
    const own = (await api.regions.maps()).items.filter((map) => map.parentCode === parentCode);
    expect(own.map(({ id, name }) => [id, name])).toEqual([[second.id, 'b.json']]);
    expect((await fetch(baseUrl + first.url)).status).toBe(404);
    for (const text of ['{"type":"Topology"}', '{"type":"FeatureCollection","features":[]}', '{']) {
      const bad = api.regions.saveMap({ parentCode, file: new Blob([text]), name: 'c.json' });
      expect(await refusal(bad)).toMatchObject({ status: 400, field: 'file', error: 'map_invalid' });
    }
    expect((await api.regions.maps()).items.find((map) => map.parentCode === parentCode)?.id).toBe(second.id);
  },

  'regions.removeMap': async ({ api, baseUrl }) => {
    const map = await api.regions.saveMap({ parentCode: newParent(), file: land(), name: 'a.json' });
    await api.regions.removeMap(map.id);
    expect((await api.regions.maps()).items.map(({ id }) => id)).not.toContain(map.id);
    expect((await fetch(baseUrl + map.url)).status).toBe(404);
    expect(await refusal(api.regions.removeMap(map.id))).toMatchObject({ status: 404 });
  },

  'regions.summary': async (target) => {
    const { api } = target;
    const parentCode = newParent();
    await api.regions.saveMap({ parentCode, file: land(-40), name: 'a.json' });
    const device = await newDevice(target);
    const gateway = await newDevice(target, 'WG-4G');
    await report(target, device, { soilMoisture20: 20 });
    await api.devices.update(gateway.id, { longitude: -39, latitude: 31 });
    const inWest = await at(target, -38.5, 32.5);
    const inLake = await at(target, -34, 32);
    await api.scenes.drag(inWest, { deviceId: device.id, position: { x: 0, y: 0, z: 0 } });
    const { areas, sites, gateways, unplaced } = await api.regions.summary({ parentCode });
    // The device has no position: it has that of its scene.
    expect(areas).toEqual([{ code: '1', scenes: 1, devices: 2, online: 1, alarms: 0, drought: null }]);
    const site = (id: string) => sites.find((one) => one.id === id);
    expect(site(inWest)).toMatchObject({ areaCode: '1', longitude: -38.5, devices: 1, online: 1 });
    expect(site(inLake)).toMatchObject({ areaCode: null, devices: 0 });
    expect(gateways.find(({ id }) => id === gateway.id)).toMatchObject({ areaCode: '1', online: false });
    expect(unplaced.devices).toBeGreaterThanOrEqual(0);
    const listed = async (query: DeviceQuery) =>
      (await api.devices.list({ mapCode: parentCode, ...query })).items.map(({ id }) => id);
    expect((await listed({ areaCode: '1' })).toSorted()).toEqual([device.id, gateway.id].toSorted());
    expect(await listed({ areaCode: '1', online: true })).toEqual([device.id]);
    expect(await listed({ areaCode: '1', online: false })).toEqual([gateway.id]);
    expect(await listed({ areaCode: 'nowhere' })).toEqual([]);
    // Without a map, objects still have positions.
    const whole = await api.regions.summary({ parentCode: newParent() });
    expect(whole.areas).toEqual([]);
    expect(whole.sites.map(({ id }) => id)).toContain(inWest);
  },
};
