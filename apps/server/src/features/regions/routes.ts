import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { ServerDeps } from '../../composition/deps.ts';
import { AgronomyService, plotSummary } from '../agronomy/service.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import { mapAreas } from './map-file.ts';
import { RegionRepository, type Place, type RegionMapRow } from './repository.ts';
import { countByArea, countInScenes, deviceFacts } from './summary.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import { placedDevices } from '../scenes/layout.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { pathParameter, readQuery } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { storeUpload } from '../files/store-upload.ts';
import { pathOf } from '../files/file-addresses.ts';
import type { PictureFiles } from '../files/photos.ts';

/** Scenes and gateways of one answer. */
const MAX_SITES = 2000;
/** Plots whose drought is looked at for one map. */
const MAX_PLOTS = 100;
/** Grades change by the hour; a map that many look at asks once. */
const GRADES_LAST_MS = 60_000;

/** The area that a map is the inside of; '' is the whole. */
const areaCode = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64, 'field.tooLong')), '');
export const mapSchema = v.object({ parent: areaCode });
export const summarySchema = v.object({ parent: areaCode });

const organisationOf = (c: AppContext): string => c.get('principal').organisationId;

const placeOf = ({
  latitude,
  longitude,
}: {
  latitude: number | null;
  longitude: number | null;
}): Place | null => (latitude === null || longitude === null ? null : { latitude, longitude });

/** `/api/region/map`: the organisation's own maps of territories, each the inside of one area. */
export function regionMapRoutes(
  { db, blobs, log }: ServerDeps,
  { files, addresses }: PictureFiles,
): Hono<AppEnv> {
  const maps = new RegionRepository(db);
  const app = new Hono<AppEnv>();

  const removeFile = async (organisationId: string, id: string): Promise<void> => {
    const file = await files.get(organisationId, id);
    if (file) await files.remove(file, () => blobs.removeAll(file.sha256));
  };
  const toWire = async (organisationId: string, rows: readonly RegionMapRow[]): Promise<object[]> => {
    const named = await files.list(
      organisationId,
      rows.map(({ file_id }) => file_id),
    );
    const byId = new Map(named.map((file) => [file.id, file]));
    return rows.flatMap((row) => {
      const file = byId.get(row.file_id);
      if (!file) return [];
      return {
        id: row.id,
        parentCode: row.parent_code,
        name: file.original_name,
        regions: row.regions,
        size: Number(file.size),
        url: addresses.sign(pathOf(file)),
        createTime: row.created_at.toISOString(),
      };
    });
  };

  app.get('/list', async (c) =>
    okList(c, await toWire(organisationOf(c), await maps.list(organisationOf(c)))),
  );

  app.post('/', async (c) => {
    const { organisationId } = c.get('principal');
    const { parent } = readQuery(c, mapSchema);
    const { file, found } = await storeUpload(c, blobs, files, {
      text: 'json',
      check: async ({ extension, path }) => {
        const areas = extension === 'json' && mapAreas(await readFile(path, 'utf8'));
        if (!areas) throw new HttpProblem(400, 'region.map.invalid', { field: 'file', error: 'map_invalid' });
        return { picture: null, areas };
      },
    });
    const { row, replaced } = await maps.save(organisationId, {
      parentCode: parent,
      fileId: file.id,
      areas: found.areas,
    });
    if (replaced !== null) await removeFile(organisationId, replaced);
    const [saved] = await toWire(organisationId, [row]);
    return ok(c, saved);
  });

  app.delete('/:id', async (c) => {
    const map = await maps.get(organisationOf(c), pathParameter(c, 'id'));
    if (!map) throw notFound();
    // The map goes with its file.
    await removeFile(organisationOf(c), map.file_id);
    log.info({ map: map.id }, 'a region map was removed');
    return ok(c);
  });
  return app;
}

/** `/api/region/summary`: what there is in each area of a map, and where it stands. */
export function regionSummaryRoutes(
  deps: ServerDeps,
  scenes: SceneRepository,
  devices: DeviceRepository,
  products: ProductModelRepository,
): Hono<AppEnv> {
  const { db, pool, sessions } = deps;
  const maps = new RegionRepository(db);
  const grades = new DroughtGrades(new AgronomyService(deps, devices, products));
  const app = new Hono<AppEnv>();

  app.get('/summary', async (c) => {
    const organisationId = organisationOf(c);
    const { parent } = readQuery(c, summarySchema);
    const [listed, facts, drought] = await Promise.all([
      scenes.list(organisationId, { offset: 0, limit: MAX_SITES }),
      deviceFacts(pool, organisationId),
      grades.of(organisationId),
    ]);
    const home = new Map<string, (typeof listed.items)[number]>();
    for (const scene of listed.items) {
      for (const id of placedDevices(scene.sceneDevice)) home.set(id, scene);
    }
    const sites = listed.items.map((scene) => ({
      id: scene.id,
      name: scene.name,
      place: placeOf(scene),
      drought: drought.get(scene.id) ?? null,
    }));
    // A device without a place of its own is where its scene is.
    const things = facts.map((device) => {
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
    const areaOf = await locateAll(maps, organisationId, parent, [...sites, ...things]);
    const placedSites = sites.map((site) => ({ ...site, area: areaOf(site.place) }));
    const placedThings = things.map((thing) => ({ ...thing, area: areaOf(thing.place) }));
    const inScenes = countInScenes(things);
    return ok(c, {
      areas: countByArea(placedSites, placedThings),
      sites: placedSites.flatMap(({ id, name, place, drought: grade, area }) =>
        place ? { id, name, ...place, areaCode: area, ...counts(inScenes.get(id)), drought: grade } : [],
      ),
      gateways: placedThings
        .flatMap(({ id, name, place, isGateway, online, area }) =>
          place && isGateway ? { id, name, ...place, areaCode: area, online } : [],
        )
        .slice(0, MAX_SITES),
      unplaced: {
        scenes: sites.filter(({ place }) => !place).length,
        devices: things.filter(({ place }) => !place).length,
      },
    });
  });
  return app;
}

const counts = (sum?: { devices: number; online: number; alarms: number }) => ({
  devices: sum?.devices ?? 0,
  online: sum?.online ?? 0,
  alarms: sum?.alarms ?? 0,
});

/** Asks once for each place: what stands in one scene stands in one area. */
async function locateAll(
  maps: RegionRepository,
  organisationId: string,
  parent: string,
  things: readonly { readonly place: Place | null }[],
): Promise<(place: Place | null) => string | null> {
  const key = ({ latitude, longitude }: Place): string => `${longitude},${latitude}`;
  const places = new Map(things.flatMap(({ place }) => (place ? [[key(place), place] as const] : [])));
  const areas = await maps.locate(organisationId, parent, [...places.values()]);
  const byPlace = new Map([...places.keys()].map((name, index) => [name, areas[index] ?? null]));
  return (place) => (place ? (byPlace.get(key(place)) ?? null) : null);
}

/** The worst drought grade of each scene's plots, kept for a minute. */
class DroughtGrades {
  readonly #service: AgronomyService;
  readonly #known = new Map<
    string,
    { readonly until: number; readonly grades: Promise<Map<string, number>> }
  >();

  constructor(service: AgronomyService) {
    this.#service = service;
  }

  of(organisationId: string): Promise<Map<string, number>> {
    const known = this.#known.get(organisationId);
    if (known && known.until > Date.now()) return known.grades;
    const grades = this.#read(organisationId);
    this.#known.set(organisationId, { until: Date.now() + GRADES_LAST_MS, grades });
    grades.catch(() => this.#known.delete(organisationId));
    return grades;
  }

  async #read(organisationId: string): Promise<Map<string, number>> {
    const plots = await this.#service.plots.list(organisationId, {}, MAX_PLOTS);
    const grades = new Map<string, number>();
    // One after the other: an overview must not take all connections of the pool.
    for (const plot of plots) {
      if (plot.sceneId === null) continue;
      const situation = await this.#service.situation(organisationId, plot, null, Date.now());
      const { level } = plotSummary(situation)['drought'] as { level: number | null };
      if (level !== null) grades.set(plot.sceneId, Math.max(level, grades.get(plot.sceneId) ?? 0));
    }
    return grades;
  }
}
