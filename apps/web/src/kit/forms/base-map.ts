import { regions, type MapSetting } from '@farm3d/api';
import type { BaseMap } from '@farm3d/ui';
import type { FeatureCollection } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
// Coasts of the world, Natural Earth 1:110 million.
import landUrl from 'world-atlas/land-110m.json?url';
import type { Services } from '../../platform/services.ts';

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
export async function loadBaseMap(services: Services): Promise<BaseMap> {
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
