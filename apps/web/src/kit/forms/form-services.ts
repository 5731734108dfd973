import type { FeatureCollection } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
// Coasts of the world, Natural Earth 1:110 million.
import landUrl from 'world-atlas/land-110m.json?url';
import { files, ApiError, type StoredFile, regions, type MapSetting } from '@farm3d/api';
import type { AreaNode, BaseMap, FormProblem, FormServices, UploadedFile } from '@farm3d/ui';
import { signal } from '@preact/signals-react';
import { locale } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { refusalText, uploadFile, uploadImage } from '../images/upload-image.ts';
import { useServices } from '../services.tsx';
import { t } from './zh-CN.ts';

const uploaded = ({ id, path, originalName, sizeBytes, url }: StoredFile): UploadedFile => ({
  id,
  path,
  name: originalName,
  sizeBytes,
  url,
});
/** Uploads of the fields of a form. @param requestKey the server stores what is sent twice with the same one once */
export const fieldUploads = (
  services: Services,
  requestKey?: string,
): Pick<FormServices, 'uploadImage' | 'uploadFile'> => ({
  uploadImage: async (file, { signal: abort, onProgress }) => {
    const report = (_label: string, ratio: number): void => onProgress(ratio);
    return uploaded((await uploadImage(services, file, { signal: abort, report, requestKey })).stored);
  },
  uploadFile: async (file, { signal: abort, onProgress }) => {
    const report = (_label: string, ratio: number): void => onProgress(ratio);
    return uploaded(await uploadFile(services, file, file.name, { signal: abort, report, requestKey }));
  },
});
const areaNode = ({ code, name, level, leaf }: AreaNode): AreaNode => ({ code, name, level, leaf });

const areaSource = ({ api }: Services): FormServices['areas'] => ({
  children: async (code, abort) => (await api.areas.children(code, { signal: abort })).items.map(areaNode),
  path: async (code, abort) => {
    const path: AreaNode[] = [];
    for (let next = code; next !== '0';) {
      const area = await api.areas.get(next, { signal: abort });
      path.unshift(areaNode(area));
      next = area.parentCode;
    }
    return path;
  },
  search: async (text, abort) =>
    (await api.areas.search(text, { signal: abort })).items.map(({ path }) => path.map(areaNode)),
});

/** Used until the server's settings have arrived. */
const EMPTY_MAP = (services: Services): BaseMap => ({
  tiles: null,
  centre: { longitude: 104, latitude: 35 },
  zoom: 3,
  shapes: async () => (await loadBaseMap(services)).shapes(),
});

/** What the fields need of the services of a page, and the base map, which is fetched when it is first asked for. */
function fieldServices(services: Services) {
  const client = services.clientOf({ files });
  const map = signal<BaseMap | null>(null);
  let loading: Promise<void> | undefined;
  const load = (): void => {
    loading = loadBaseMap(services).then(
      (loaded) => void (map.value = loaded),
      () => void (loading = undefined),
    );
  };
  const fixed: Omit<FormServices, 'locale' | 'baseMap'> = {
    t,
    areas: areaSource(services),
    ...fieldUploads(services),
    uploadPreview: async (image, abort) =>
      uploaded(await client.files.uploadPlot(image, 'plot.png', { signal: abort })),
    addressOf: (path) => client.files.url(path),
    refusalOf: refusalText,
  };
  return {
    load,
    now: (): FormServices => {
      if (!loading) load();
      return { ...fixed, locale: locale.value, baseMap: map.value ?? EMPTY_MAP(services) };
    },
  };
}
const made = new WeakMap<Services, ReturnType<typeof fieldServices>>();

function fieldServicesOf(services: Services): ReturnType<typeof fieldServices> {
  const known = made.get(services) ?? fieldServices(services);
  made.set(services, known);
  return known;
}

/** Fetches the base map again, when its setting was changed. */
export const renewBaseMap = (services: Services): void => fieldServicesOf(services).load();

/** What the fields of generic forms need; it follows language and map settings. */
export const useFormServices = (): FormServices => fieldServicesOf(useServices()).now();

/** The reason why a form was not accepted. @param fields keys of the form by names of the call's body, where they differ */
export const formProblem =
  (fields: Readonly<Record<string, string>> = {}) =>
  (error: unknown): FormProblem => {
    const field = error instanceof ApiError ? error.field : undefined;
    return { text: problemText(error), field: field === undefined ? undefined : (fields[field] ?? field) };
  };

/** First view where the organisation has set none: China. */
const CHINA: MapSetting = { longitude: 104, latitude: 35, zoom: 3, mapType: 'vector' };

async function landShapes(): Promise<FeatureCollection> {
  const [{ feature }, land] = await Promise.all([
    import('topojson-client'),
    fetch(landUrl).then((answer) => answer.json() as Promise<Topology<{ land: GeometryCollection }>>),
  ]);
  return feature(land, land.objects.land);
}

/** The organisation's own region maps, as far as they can be fetched. */
async function ownShapes({ clientOf }: Services): Promise<FeatureCollection[]> {
  const { items } = await clientOf({ regions }).regions.maps();
  const shapes = await Promise.allSettled(
    items.map(async ({ url }) => (await fetch(url)).json() as Promise<FeatureCollection>),
  );
  return shapes.flatMap((shape) => (shape.status === 'fulfilled' ? [shape.value] : []));
}

/** Base map of the map fields: tiles by the server's setting, else coasts and the organisation's own areas. */
async function loadBaseMap(services: Services): Promise<BaseMap> {
  const { api } = services;
  const [config, setting] = await Promise.all([
    api.scenes.globalConfig().catch(() => null),
    api.organisation.mapSetting().catch(() => null),
  ]);
  const { longitude, latitude, zoom } = setting ?? CHINA;
  return {
    tiles: config?.mapTiles ?? null,
    centre: { longitude, latitude },
    zoom,
    shapes: async () => [await landShapes(), ...(await ownShapes(services).catch(() => []))],
  };
}
