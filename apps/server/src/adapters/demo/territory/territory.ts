import {
  contains,
  distance,
  landCells,
  nearest,
  outlines,
  spread,
  turning,
  type Cell,
  type Place,
} from './cells.ts';
import { cityName, countyName, farmName, LAND_NAME, provinceName, type PlaceName } from './names.ts';
import { hash, hills } from './noise.ts';

/*
 * The demo farm's territory: provinces, cities and counties of a land that does not exist, so that the region map shows
 * what it can do before anybody has uploaded a map. Drawn by this code; the figures in it are made up as well and say so.
 */

const PROVINCES = 6;
const CITIES = 4;
const COUNTIES = 5;

/** A farm that exists on this map only. */
interface SimulatedSite {
  readonly name: string;
  readonly name_en: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly devices: number;
  readonly online: number;
  readonly alarms: number;
}

/** Made-up figures of an area, as the map screen adds them to the real ones. */
interface SimulatedFigures {
  readonly devices: number;
  readonly online: number;
  readonly alarms: number;
  readonly scenes: number;
  /** 0 none … 4 extreme. */
  readonly drought: number;
  readonly sites: readonly SimulatedSite[];
}

/** A map file of the territory. */
export interface TerritoryFile {
  /** The area that it is the inside of; '' is the whole land. */
  readonly parentCode: string;
  readonly name: string;
  readonly geojson: {
    readonly type: 'FeatureCollection';
    readonly features: readonly TerritoryFeature[];
  };
}

interface TerritoryFeature {
  readonly type: 'Feature';
  readonly properties: {
    readonly adcode: string;
    readonly name: string;
    readonly name_en: string;
    readonly center: Place;
    readonly parent: { readonly adcode: string };
    readonly simulated: SimulatedFigures;
  };
  readonly geometry: { readonly type: 'MultiPolygon'; readonly coordinates: Place[][][] };
}

const two = (index: number): string => String(index + 1).padStart(2, '0');
const codeOf = (...path: readonly number[]): string => `SIM${path.map(two).join('')}`;

/**
 * Draws the territory.
 * @param farm where the demo farm stands: it needs no made-up neighbour in its own county
 */
export function drawTerritory(farm: Place): TerritoryFile[] {
  const cells = landCells();
  const all = [...cells.values()];
  const [provinceOf, cityOf, countyOf] = divide(all);
  const cityCodes = new Map<number, string>();
  const files: TerritoryFile[] = [];

  const provinceRings = outlines(cells, (cell) => provinceOf.get(cell)!);
  const cityRings = outlines(cells, (cell) => cityOf.get(cell)!);
  const countyRings = outlines(cells, (cell) => countyOf.get(cell)!);
  const home = nearestCell(all, farm);

  const counties = new Map<number, SimulatedFigures>();
  for (const [county, rings] of countyRings) {
    const center = labelPlace(
      all.filter((cell) => countyOf.get(cell) === county),
      rings,
    );
    counties.set(county, figuresOf(county, center, countyOf.get(home) === county));
  }
  const under = (
    groups: ReadonlyMap<Cell, number>,
    group: number,
    inner: ReadonlyMap<Cell, number>,
  ): number[] =>
    [...new Set(all.filter((cell) => groups.get(cell) === group).map((cell) => inner.get(cell)!))].toSorted(
      (a, b) => a - b,
    );
  const feature = (
    group: number,
    groups: ReadonlyMap<Cell, number>,
    rings: Place[][],
    as: { readonly adcode: string; readonly name: PlaceName; readonly parent: string },
  ): TerritoryFeature => ({
    type: 'Feature',
    properties: {
      adcode: as.adcode,
      name: as.name.zh,
      name_en: as.name.en,
      center: labelPlace(
        all.filter((cell) => groups.get(cell) === group),
        rings,
      ),
      parent: { adcode: as.parent },
      simulated: sum(under(groups, group, countyOf).map((county) => counties.get(county)!)),
    },
    geometry: { type: 'MultiPolygon', coordinates: polygonsOf(rings) },
  });
  const add = (parentCode: string, name: string, features: readonly TerritoryFeature[]): void => {
    files.push({ parentCode, name, geojson: { type: 'FeatureCollection', features } });
  };

  const provinces = [...provinceRings.keys()].toSorted((a, b) => a - b);
  add(
    '',
    `${LAND_NAME}.geojson`,
    provinces.map((province) =>
      feature(province, provinceOf, provinceRings.get(province)!, {
        adcode: codeOf(province),
        name: provinceName(province),
        parent: '',
      }),
    ),
  );
  for (const province of provinces) {
    const cities = under(provinceOf, province, cityOf);
    for (const [index, city] of cities.entries()) cityCodes.set(city, codeOf(province, index));
    add(
      codeOf(province),
      `${LAND_NAME} ${provinceName(province).zh}.geojson`,
      cities.map((city) =>
        feature(city, cityOf, cityRings.get(city)!, {
          adcode: cityCodes.get(city)!,
          name: cityName(city),
          parent: codeOf(province),
        }),
      ),
    );
    for (const [index, city] of cities.entries()) {
      add(
        cityCodes.get(city)!,
        `${LAND_NAME} ${provinceName(province).zh} ${cityName(city).zh}.geojson`,
        under(cityOf, city, countyOf).map((county, place) =>
          feature(county, countyOf, countyRings.get(county)!, {
            adcode: codeOf(province, index, place),
            name: countyName(county),
            parent: cityCodes.get(city)!,
          }),
        ),
      );
    }
  }
  return files;
}

type Groups = ReadonlyMap<Cell, number>;

/** Which province, city and county each cell belongs to; cities and counties are counted through the whole land. */
function divide(cells: readonly Cell[]): readonly [Groups, Groups, Groups] {
  const split = (within: readonly (readonly Cell[])[], count: number, bend: number, seed: number) => {
    const groups = new Map<Cell, number>();
    const parts: Cell[][] = [];
    for (const part of within) {
      const places = part.map(({ place }) => place);
      const seeds = spread(places, count, Math.floor(hash(seed, parts.length) * places.length)).map(
        (index) => places[index]!,
      );
      const first = parts.length;
      const owners = nearest(places, seeds, bend, seed);
      // Numbers without gaps: a seed may have no cell.
      const used = [...new Set(owners)].toSorted((a, b) => a - b);
      for (const _ of used) parts.push([]);
      for (const [index, cell] of part.entries()) {
        const group = first + used.indexOf(owners[index]!);
        groups.set(cell, group);
        parts[group]!.push(cell);
      }
    }
    return { groups, parts };
  };
  const provinces = split([cells], PROVINCES, 0.32, 3);
  const cities = split(provinces.parts, CITIES, 0.14, 17);
  const counties = split(cities.parts, COUNTIES, 0.07, 29);
  return [provinces.groups, cities.groups, counties.groups];
}

const nearestCell = (cells: readonly Cell[], place: Place): Cell =>
  cells.reduce((best, cell) => (distance(cell.place, place) < distance(best.place, place) ? cell : best));

/** The cell that is farthest from what is not its own: there is room for a name. */
function labelPlace(cells: readonly Cell[], rings: readonly Place[][]): Place {
  const edge = rings.flat().filter((_, index) => index % 4 === 0);
  let best = cells[0]!.place;
  let most = -1;
  for (const { place } of cells) {
    const room = Math.min(...edge.map((point) => distance(point, place)));
    if (room > most) [best, most] = [place, room];
  }
  return [Math.round(best[0] * 1e4) / 1e4, Math.round(best[1] * 1e4) / 1e4];
}

/** Outer rings with the holes that lie in them. */
function polygonsOf(rings: readonly Place[][]): Place[][][] {
  const closed = rings.map((ring) => (samePlace(ring[0]!, ring.at(-1)!) ? ring : [...ring, ring[0]!]));
  const outer = closed.filter((ring) => turning(ring) > 0).map((ring) => [ring]);
  for (const hole of closed.filter((ring) => turning(ring) <= 0)) {
    outer.find(([ring]) => contains(ring!, hole[0]!))?.push(hole);
  }
  return outer;
}

const samePlace = (a: Place, b: Place): boolean => a[0] === b[0] && a[1] === b[1];

/** Dry in the south-west, moist by the sea; farms here and there, with an alarm now and then. */
function figuresOf(county: number, [lng, lat]: Place, isHome: boolean): SimulatedFigures {
  const dryness = 1.35 - (lng - 118.3) * 0.5 - (lat - 36.55) * 0.95 + hills(lng * 1.1, lat * 1.1, 41) * 1.7;
  const drought = Math.max(0, Math.min(4, Math.floor(dryness)));
  if (isHome) return { devices: 0, online: 0, alarms: 0, scenes: 0, drought: 0, sites: [] };
  const devices = 4 + Math.floor(hash(county, 1) ** 2 * 46);
  const alarms = hash(county, 2) > 0.88 ? 1 + Math.floor(hash(county, 3) * 6) : 0;
  const online = devices - Math.floor(hash(county, 4) * 3);
  const hasFarm = hash(county, 5) > 0.84;
  const { zh: name, en } = farmName(countyName(county));
  const sites = hasFarm
    ? [{ name, name_en: en, longitude: lng, latitude: lat, devices, online, alarms }]
    : [];
  return { devices, online, alarms, scenes: sites.length, drought, sites };
}

function sum(parts: readonly SimulatedFigures[]): SimulatedFigures {
  const total = (of: 'devices' | 'online' | 'alarms' | 'scenes'): number =>
    parts.reduce((all, part) => all + part[of], 0);
  return {
    devices: total('devices'),
    online: total('online'),
    alarms: total('alarms'),
    scenes: total('scenes'),
    // As the real figures have it: the worst counts.
    drought: Math.max(0, ...parts.map(({ drought }) => drought)),
    sites: parts.flatMap(({ sites }) => sites),
  };
}
