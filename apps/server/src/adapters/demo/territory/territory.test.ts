import { expect, test } from 'vitest';
import { mapAreas } from '../../../features/regions/map-file.ts';
import { DEMO_SCENE } from '../demo-farm.ts';
import { contains, turning, type Place } from './cells.ts';
import { drawTerritory } from './territory.ts';

const farm: Place = [DEMO_SCENE.longitude, DEMO_SCENE.latitude];
const files = drawTerritory(farm);
const featuresOf = (parentCode: string) =>
  files.find((file) => file.parentCode === parentCode)?.geojson.features ?? [];
type Feature = ReturnType<typeof featuresOf>[number];

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
