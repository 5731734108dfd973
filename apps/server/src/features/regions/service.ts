import type { AnswerOf, regions } from '@farm3d/api';
import type { Pool } from 'pg';
import { platformNow } from '../../platform/clock.ts';
import { plotSummary, type AgronomyService } from '../agronomy/service.ts';
import { placedDevices } from '../../platform/placed-devices.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import type { Place, RegionRepository } from './repository.ts';
import { countByArea, countInScenes, deviceFacts } from './summary.ts';

/** Scenes and gateways of one response. */
const MAX_SITES = 2000;
/** Most plots whose drought is computed for one map. */
const MAX_PLOTS = 100;
/** Lifetime of cached drought grades, milliseconds: they change by the hour. */
const GRADES_LAST_MS = 60_000;

const placeOf = ({
  latitude,
  longitude,
}: {
  latitude: number | null;
  longitude: number | null;
}): Place | null => (latitude === null || longitude === null ? null : { latitude, longitude });

/** Dependencies of the summaries. */
interface Dependencies {
  readonly pool: Pool;
  readonly sessions: { isOnline(deviceId: string): boolean };
  readonly maps: Pick<RegionRepository, 'locate'>;
  readonly scenes: Pick<SceneRepository, 'list'>;
  readonly agronomy: Pick<AgronomyService, 'plots' | 'situation'>;
}

/** Counts devices, scenes and alarms in each area of a map, and lists positions. */
export class RegionSummaries {
  readonly #needs: Dependencies;
  readonly #grades: DroughtGrades;

  constructor(needs: Dependencies) {
    this.#needs = needs;
    this.#grades = new DroughtGrades(needs.agronomy);
  }

  /** Of the map inside the area `parent`; '' is the whole. */
  async of(organisationId: string, parent: string): Promise<AnswerOf<typeof regions.summary>> {
    const { sites, records } = await this.#records(organisationId);
    const areaOf = await locateAll(this.#needs.maps, organisationId, parent, [...sites, ...records]);
    const placedSites = sites.map((site) => ({ ...site, area: areaOf(site.place) }));
    const recordsByArea = records.map((record) => ({ ...record, area: areaOf(record.place) }));
    const inScenes = countInScenes(records);
    return {
      areas: countByArea(placedSites, recordsByArea),
      sites: placedSites.flatMap(({ id, name, place, drought: grade, area }) =>
        place ? { id, name, ...place, areaCode: area, ...counts(inScenes.get(id)), drought: grade } : [],
      ),
      gateways: recordsByArea
        .flatMap(({ id, name, place, isGateway, online, area }) =>
          place && isGateway ? { id, name, ...place, areaCode: area, online } : [],
        )
        .slice(0, MAX_SITES),
      unplaced: {
        scenes: sites.filter(({ place }) => !place).length,
        devices: records.filter(({ place }) => !place).length,
      },
    };
  }

  /** Ids of the devices in an area of the map of `parent`. */
  async devicesIn(organisationId: string, parent: string, area: string): Promise<string[]> {
    const { records } = await this.#places(organisationId);
    const areaOf = await locateAll(this.#needs.maps, organisationId, parent, records);
    return records.flatMap(({ id, place }) => (areaOf(place) === area ? [id] : []));
  }

  /** Codes of the areas of the map of the whole, by the ids of the devices in them. */
  async areasOfDevices(organisationId: string): Promise<ReadonlyMap<string, string>> {
    const { records } = await this.#places(organisationId);
    const areaOf = await locateAll(this.#needs.maps, organisationId, '', records);
    return new Map(
      records.flatMap(({ id, place }) => {
        const area = areaOf(place);
        return area === null ? [] : [[id, area] as const];
      }),
    );
  }

  async #records(organisationId: string) {
    const [{ scenes, records }, drought] = await Promise.all([
      this.#places(organisationId),
      this.#grades.of(organisationId),
    ]);
    const sites = scenes.map((scene) => ({
      id: scene.id,
      name: scene.name,
      place: placeOf(scene),
      drought: drought.get(scene.id) ?? null,
    }));
    return { sites, records };
  }

  /** Scenes and devices; a device without a position has that of its scene. */
  async #places(organisationId: string) {
    const { scenes, pool, sessions } = this.#needs;
    const [listed, facts] = await Promise.all([
      scenes.list(organisationId, { offset: 0, limit: MAX_SITES }),
      deviceFacts(pool, organisationId),
    ]);
    const home = new Map<string, (typeof listed.items)[number]>();
    for (const scene of listed.items) {
      for (const id of placedDevices(scene.sceneDevice)) home.set(id, scene);
    }
    const records = facts.map((device) => {
      const scene = home.get(device.id);
      return {
        id: device.id,
        name: device.name,
        isGateway: device.gateway,
        online: sessions.isOnline(device.id),
        alarms: device.alarms,
        sceneId: scene?.id ?? null,
        place: placeOf(device) ?? (scene ? placeOf(scene) : null),
      };
    });
    return { scenes: listed.items, records };
  }
}

const counts = (sum?: { devices: number; online: number; alarms: number }) => ({
  devices: sum?.devices ?? 0,
  online: sum?.online ?? 0,
  alarms: sum?.alarms ?? 0,
});

/** One query a position: devices of a scene share it. */
async function locateAll(
  maps: Pick<RegionRepository, 'locate'>,
  organisationId: string,
  parent: string,
  records: readonly { readonly place: Place | null }[],
): Promise<(place: Place | null) => string | null> {
  const key = ({ latitude, longitude }: Place): string => `${longitude},${latitude}`;
  const places = new Map(records.flatMap(({ place }) => (place ? [[key(place), place] as const] : [])));
  const areas = await maps.locate(organisationId, parent, [...places.values()]);
  const byPlace = new Map([...places.keys()].map((name, index) => [name, areas[index] ?? null]));
  return (place) => (place ? (byPlace.get(key(place)) ?? null) : null);
}

/** The worst drought grade of each scene's plots, cached for a minute. */
class DroughtGrades {
  readonly #service: Dependencies['agronomy'];
  readonly #cache = new Map<
    string,
    { readonly until: number; readonly grades: Promise<Map<string, number>> }
  >();

  constructor(service: Dependencies['agronomy']) {
    this.#service = service;
  }

  of(organisationId: string): Promise<Map<string, number>> {
    const cached = this.#cache.get(organisationId);
    if (cached && cached.until > platformNow()) return cached.grades;
    const grades = this.#read(organisationId);
    this.#cache.set(organisationId, { until: platformNow() + GRADES_LAST_MS, grades });
    grades.catch(() => this.#cache.delete(organisationId));
    return grades;
  }

  async #read(organisationId: string): Promise<Map<string, number>> {
    const plots = await this.#service.plots.list(organisationId, {}, MAX_PLOTS);
    const grades = new Map<string, number>();
    // One after the other: an overview must not take all connections of the pool.
    for (const plot of plots) {
      if (plot.sceneId === null) continue;
      const situation = await this.#service.situation(organisationId, plot, null, platformNow());
      const level = plotSummary(situation).drought.level ?? null;
      if (level !== null) grades.set(plot.sceneId, Math.max(level, grades.get(plot.sceneId) ?? 0));
    }
    return grades;
  }
}
