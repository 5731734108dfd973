import {
  createMercator,
  NIGHT_STYLE,
  RegionMap,
} from 'farm3d-engine/region';
import type { Stage } from '../stage.ts';
import { countyMap } from '../village.ts';

const DROUGHT = [
  { from: 0, color: '#2c7a51' },
  { from: 20, color: '#8fae4d' },
  { from: 40, color: '#e0b04a' },
  { from: 60, color: '#c96a32' },
  { from: 80, color: '#7c2a22' },
];

export async function show(stage: Stage): Promise<void> {
  // Any projection of d3-geo works.
  const map = stage.own(
    new RegionMap(stage.element, {
      projection: createMercator([118.7, 36.9], 700),
      locale: stage.locale,
    }),
  );
  const { regions, triangles } = await map.load(countyMap(), {
    signal: stage.signal,
  });
  stage.fact('regions', ['区域', 'Regions'], regions.length);
  stage.fact('triangles', ['三角形', 'Triangles'], triangles);

  map.setValues(
    Object.fromEntries(
      regions.map(({ id }, i) => [id, (i * 37) % 100]),
    ),
    {
      stops: DROUGHT,
      heights: [0.1, 1.4],
    },
  );
  stage.legend(
    stage.say(['旱情指数', 'Drought index']),
    DROUGHT.map(({ from, color }) => ({ value: from, color })),
  );

  const town = regions[Math.floor(regions.length / 2)]!;
  const middle = [town.center.lng, town.center.lat] as const;
  for (const { center } of regions.filter(
    (_, i) => i % 3 === 0,
  )) {
    map.markers.add({
      position: [center.lng, center.lat],
      size: 0.3,
      floatingRange: 0.3,
    });
    map.flows.add({
      path: [middle, [center.lng, center.lat]],
      size: 0.03,
      height: 1.8,
      proportion: 0.3,
      color: '#1b6f8f',
    });
  }
  map.rings.add({ position: middle, scale: 3, opacity: 0.8 });

  map.camera.jump({
    position: { x: 1.5, y: 15, z: 11 },
    target: { x: 0, y: 0, z: 1 },
  });

  map.on('region-click', ({ id }) => map.select([id]));
  map.on('hover', ({ id }) =>
    stage.fact(
      'hover',
      ['悬停', 'Hover'],
      (id && map.region(id)?.name) ?? '–',
    ),
  );
  stage.toggle(['夜间', 'Night'], false, (isNight) =>
    map.setStyle(isNight ? NIGHT_STYLE : {}),
  );
  stage.toggle(['下雨', 'Rain'], false, (isRaining) =>
    map.setWeather(isRaining ? 'rain' : null),
  );
  stage.button(['下钻', 'Drill down'], () =>
    map.drillDown(town.id),
  );
  stage.button(['返回', 'Back'], () => map.back());
}
