import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Marker, type GeoJSONSource, type Map as MapLibreMap } from 'maplibre-gl';
import type { FeatureCollection, Point } from 'geojson';
import { useLatest } from '../use-latest.ts';
import { createBaseMap, showPoints, supportsMaps } from './base-map.ts';
import type { MapProps } from './map-source.ts';
import { mapTexts } from './map-texts.ts';
import { useMapTitle } from './use-map-title.ts';
import type { MapPoint } from './map-point.ts';

export interface PointMapProps extends MapProps {
  points: readonly MapPoint[];
  /** The chosen point has a pin; null: none. */
  chosen: string | null;
  onChoose: (id: string | null) => void;
  /** Receives the ids of the points in view, when the view or the points have changed. */
  onView: (ids: readonly string[]) => void;
  /** Shown where the browser draws no maps. */
  fallback: ReactNode;
}

/** Pixels within which points are one circle, and zoom from which each is drawn for itself. */
const CLUSTER_PX = 44;
const MAX_CLUSTER_ZOOM = 15;
const ACTIVE = '#2a7a3c';
const INACTIVE = '#6b7280';
const CIRCLES = ['point-clusters', 'points'];

const featuresOf = (points: readonly MapPoint[]): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features: points.map(({ id, longitude, latitude, isActive }) => ({
    type: 'Feature',
    properties: { id, isActive },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
});

/** Adds the source of the points and their circles. */
function addPoints(map: MapLibreMap, points: readonly MapPoint[]): void {
  map.addSource('points', {
    type: 'geojson',
    data: featuresOf(points),
    cluster: true,
    clusterRadius: CLUSTER_PX,
    clusterMaxZoom: MAX_CLUSTER_ZOOM,
    clusterProperties: { active: ['+', ['case', ['get', 'isActive'], 1, 0]] },
  });
  const edge = { 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 2 } as const;
  map.addLayer({
    id: 'point-clusters',
    type: 'circle',
    source: 'points',
    filter: ['has', 'point_count'],
    paint: {
      ...edge,
      'circle-color': ['case', ['>', ['get', 'active'], 0], ACTIVE, INACTIVE],
      'circle-radius': ['step', ['get', 'point_count'], 14, 10, 17, 100, 20, 1000, 24],
    },
  });
  map.addLayer({
    id: 'point-counts',
    type: 'symbol',
    source: 'points',
    filter: ['has', 'point_count'],
    layout: {
      'text-field': ['get', 'point_count_abbreviated'],
      'text-size': 12,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': '#ffffff' },
  });
  map.addLayer({
    id: 'points',
    type: 'circle',
    source: 'points',
    filter: ['!', ['has', 'point_count']],
    paint: { ...edge, 'circle-color': ['case', ['get', 'isActive'], ACTIVE, INACTIVE], 'circle-radius': 8 },
  });
}

/** Chooses the clicked point, or moves closer to the clicked circle of several. */
async function choose(
  map: MapLibreMap,
  at: { x: number; y: number },
  onChoose: (id: string | null) => void,
): Promise<void> {
  if (!map.getLayer('points')) return;
  const [found] = map.queryRenderedFeatures([at.x, at.y], { layers: CIRCLES });
  const source = map.getSource<GeoJSONSource>('points');
  if (!found || !source || found.geometry.type !== 'Point') return onChoose(null);
  const cluster: unknown = found.properties['cluster_id'];
  if (typeof cluster !== 'number') return onChoose(String(found.properties['id']));
  const [longitude = 0, latitude = 0] = found.geometry.coordinates;
  map.easeTo({ center: [longitude, latitude], zoom: await source.getClusterExpansionZoom(cluster) });
}

export default function PointMapView({
  t,
  baseMap,
  points,
  chosen,
  onChoose,
  onView,
  fallback,
}: PointMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isSupported] = useState(supportsMaps);
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const latest = useLatest({ points, onChoose, onView });
  const first = useRef({ baseMap, texts: mapTexts(t) });
  const [pin] = useState(() => new Marker({ color: ACTIVE }));

  useEffect(() => {
    if (!container.current || !isSupported) return undefined;
    const created = createBaseMap(container.current, first.current.baseMap, first.current.texts);
    const tellView = (): void => {
      const bounds = created.getBounds();
      const inView = latest().points.filter(({ longitude, latitude }) =>
        bounds.contains([longitude, latitude]),
      );
      latest().onView(inView.map(({ id }) => id));
    };
    void created.once('load', () => {
      addPoints(created, latest().points);
      showPoints(
        created,
        latest().points.map(({ longitude, latitude }) => [longitude, latitude]),
      );
      created.on('moveend', tellView);
      tellView();
      setMap(created);
    });
    created.on('click', ({ point }) => void choose(created, point, (id) => latest().onChoose(id)));
    return () => {
      setMap(null);
      created.remove();
    };
  }, [latest, isSupported]);
  useMapTitle(container, t('form.map.pick'));

  useEffect(() => {
    void map?.getSource<GeoJSONSource>('points')?.setData(featuresOf(points));
    map?.fire('moveend');
  }, [map, points]);
  const place = points.find(({ id }) => id === chosen);
  const [longitude, latitude] = [place?.longitude, place?.latitude];
  useEffect(() => {
    if (map && longitude !== undefined && latitude !== undefined)
      pin.setLngLat([longitude, latitude]).addTo(map);
    else pin.remove();
  }, [map, pin, longitude, latitude]);

  if (!isSupported) return <>{fallback}</>;
  return <div ref={container} data-testid="point-map" data-ready={map !== null} className="size-full" />;
}
