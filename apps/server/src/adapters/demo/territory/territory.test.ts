import { expect, test } from 'vitest';
import { mapAreas } from '../../../features/regions/map-file.ts';
import { DEMO_SCENE } from '../demo-farm.ts';
import { contains, type Place } from './cells.ts';
import { drawTerritory } from './territory.ts';

const farm: Place = [DEMO_SCENE.longitude, DEMO_SCENE.latitude];
const files = drawTerritory(farm);
const featuresOf = (parentCode: string) =>
  files.find((file) => file.parentCode === parentCode)?.geojson.features ?? [];
type Feature = ReturnType<typeof featuresOf>[number];

/** Twice the signed area of a ring; positive when it is counter-clockwise. */
const turning = (ring: readonly Place[]): number =>
  ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);

const areaOf = ({ geometry }: Feature): number =>
  geometry.coordinates.flat().reduce((sum, ring) => sum + turning(ring) / 2, 0);
const covers = ({ geometry }: Feature, place: Place): boolean =>
  geometry.coordinates.some(
    ([outer, ...holes]) => contains(outer!, place) && !holes.some((hole) => contains(hole, place)),
  );

test('a land of provinces, cities and counties, each with a name of its own', () => {
  expect(featuresOf('')).toHaveLength(6);
  expect(files).toHaveLength(1 + 6 + 24);
  const all = files.flatMap(({ geojson }) => geojson.features.map(({ properties }) => properties));
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(new Set(all.map(({ name_en }) => name_en)).size).toBe(all.length);
  expect(all.filter(({ name_en }) => !/^[A-Z][a-z]+( [A-Z][a-z]+)?$/.test(name_en))).toEqual([]);
  expect(new Set(all.map(({ adcode }) => adcode)).size).toBe(all.length);
  expect(all.map(({ adcode }) => adcode).every((code) => code.startsWith('SIM'))).toBe(true);
  for (const { geojson } of files) {
    expect(mapAreas(JSON.stringify(geojson))).toHaveLength(geojson.features.length);
  }
});

test('what is inside an area fills it exactly, and has its figures', () => {
  for (const province of featuresOf('')) {
    const cities = featuresOf(province.properties.adcode);
    expect(cities.reduce((sum, city) => sum + areaOf(city), 0)).toBeCloseTo(areaOf(province), 6);
    expect(cities.reduce((sum, { properties }) => sum + properties.simulated.devices, 0)).toBe(
      province.properties.simulated.devices,
    );
    for (const city of cities) {
      const counties = featuresOf(city.properties.adcode);
      expect(counties.reduce((sum, county) => sum + areaOf(county), 0)).toBeCloseTo(areaOf(city), 6);
    }
  }
});

test('the demo farm lies in one county of it, which has no other figures than the real ones', () => {
  const [province, ...others] = featuresOf('').filter((one) => covers(one, farm));
  expect(others).toEqual([]);
  const [city] = featuresOf(province!.properties.adcode).filter((one) => covers(one, farm));
  const [county] = featuresOf(city!.properties.adcode).filter((one) => covers(one, farm));
  expect(county?.properties.simulated).toMatchObject({ devices: 0, alarms: 0, sites: [] });
});

test('it shows every drought grade, alarms, and farms that lie where they are said to', () => {
  const cities = featuresOf('').flatMap(({ properties }) => featuresOf(properties.adcode));
  const counties = cities.flatMap(({ properties }) => featuresOf(properties.adcode));
  expect(new Set(counties.map(({ properties }) => properties.simulated.drought))).toEqual(
    new Set([0, 1, 2, 3, 4]),
  );
  expect(counties.filter(({ properties }) => properties.simulated.alarms > 0).length).toBeGreaterThan(5);
  const withFarms = counties.filter(({ properties }) => properties.simulated.sites.length > 0);
  expect(withFarms.length).toBeGreaterThan(5);
  for (const county of withFarms) {
    const [site] = county.properties.simulated.sites;
    expect(covers(county, [site!.longitude, site!.latitude]), county.properties.name).toBe(true);
  }
});

const areas = files.flatMap(({ geojson }) => geojson.features);
const [provinces, cities, counties] = [5, 7, 9].map((digits) =>
  areas.filter(({ properties }) => properties.adcode.length === digits),
) as [Feature[], Feature[], Feature[]];
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

test('every outline is closed once, counter-clockwise and without a hole, as GeoJSON wants it', () => {
  for (const { geometry, type } of areas) {
    expect([type, geometry.type]).toEqual(['Feature', 'MultiPolygon']);
    for (const [ring, ...holes] of geometry.coordinates) {
      expect(holes).toEqual([]);
      expect(ring!.at(-1)).toEqual(ring![0]);
      expect(ring!.at(-2)).not.toEqual(ring![0]);
      expect(turning(ring!)).toBeGreaterThan(0);
    }
  }
});

test('codes count the areas within each other from 01 on, in the order of the files', () => {
  expect(provinces.map(({ properties }) => properties.adcode)).toEqual(
    Array.from({ length: 6 }, (_, index) => `SIM0${index + 1}`),
  );
  for (const { parentCode, geojson } of files) {
    const codes = geojson.features.map(({ properties }) => properties.adcode);
    const start = parentCode === '' ? 'SIM' : parentCode;
    expect(codes).toEqual(codes.map((_, index) => `${start}${String(index + 1).padStart(2, '0')}`));
    for (const { properties } of geojson.features) expect(properties.parent).toEqual({ adcode: parentCode });
  }
});

test('files are named for the areas that they lie in, in both languages', () => {
  const nameOf = (parentCode: string) => files.find((file) => file.parentCode === parentCode)?.name;
  expect(nameOf('')).toEqual({ zh: '模拟领地.geojson', en: 'Simulated land.geojson' });
  const [province] = provinces;
  const [city] = cities.filter(({ properties }) => properties.parent.adcode === 'SIM01');
  expect(nameOf('SIM01')).toEqual({
    zh: `模拟领地 ${province!.properties.name}.geojson`,
    en: `Simulated land, ${province!.properties.name_en}.geojson`,
  });
  expect(nameOf('SIM0101')).toEqual({
    zh: `模拟领地 ${province!.properties.name} ${city!.properties.name}.geojson`,
    en: `Simulated land, ${province!.properties.name_en}, ${city!.properties.name_en}.geojson`,
  });
});

test('the name of an area stands inside of it, away from its border', () => {
  for (const area of areas) {
    const { center, name } = area.properties;
    expect(covers(area, center), name).toBe(true);
    expect(center.map((degrees) => Math.round(degrees * 1e4) / 1e4)).toEqual(center);
  }
  // A province has room for a name of 0.2 degrees.
  for (const { geometry, properties } of provinces) {
    const border = geometry.coordinates.flat(2).filter((_, index) => index % 4 === 0);
    const away = border.map(([x, y]) => Math.hypot(x - properties.center[0], y - properties.center[1]));
    expect(Math.min(...away), properties.name).toBeGreaterThan(0.2);
  }
});

test('the figures of an area are those of its counties together, its drought the worst of them', () => {
  for (const area of [...provinces, ...cities]) {
    const inside = counties
      .filter(({ properties }) => properties.adcode.startsWith(area.properties.adcode))
      .map(({ properties }) => properties.simulated);
    const sum = (of: 'devices' | 'online' | 'alarms' | 'scenes') =>
      inside.reduce((total, figures) => total + figures[of], 0);
    expect(area.properties.simulated).toEqual({
      devices: sum('devices'),
      online: sum('online'),
      alarms: sum('alarms'),
      scenes: sum('scenes'),
      drought: Math.max(...inside.map(({ drought }) => drought)),
      sites: expect.anything() as unknown,
    });
    expect(new Set(area.properties.simulated.sites)).toEqual(new Set(inside.flatMap(({ sites }) => sites)));
  }
});

test('a county has 4 to 49 devices, of which at most two are away; few counties have alarms or a farm', () => {
  const figures = counties.map(({ properties }) => properties.simulated).filter(({ devices }) => devices > 0);
  // All but that of the demo farm.
  expect(figures).toHaveLength(counties.length - 1);
  for (const { devices, online, alarms, scenes, sites } of figures) {
    expect(Number.isInteger(devices) && devices >= 4 && devices < 50).toBe(true);
    expect(devices - online).toBeGreaterThanOrEqual(0);
    expect(devices - online).toBeLessThanOrEqual(2);
    expect(alarms).toBeLessThanOrEqual(6);
    expect(scenes).toBe(sites.length);
    for (const site of sites) expect(site).toMatchObject({ devices, online, alarms });
  }
  expect(Math.max(...figures.map(({ devices }) => devices))).toBeGreaterThan(35);
  expect(new Set(figures.map(({ devices, online }) => devices - online))).toEqual(new Set([0, 1, 2]));
  const withAlarms = figures.filter(({ alarms }) => alarms > 0);
  expect(withAlarms.length).toBeLessThan(figures.length / 4);
  expect(Math.max(...withAlarms.map(({ alarms }) => alarms))).toBeGreaterThan(2);
  expect(figures.filter(({ sites }) => sites.length > 0).length).toBeLessThan(figures.length / 3);
});

test('the south-west is dry, the coast in the north-east is not', () => {
  const drought = (holds: (place: Place) => boolean) =>
    mean(
      counties
        .filter(({ properties }) => holds(properties.center))
        .map(({ properties }) => properties.simulated.drought),
    );
  expect(drought(([lng]) => lng < 117.3)).toBeGreaterThan(drought(([lng]) => lng > 119.3));
  expect(drought(([, lat]) => lat < 35.8)).toBeGreaterThan(drought(([, lat]) => lat > 37.3));
});
