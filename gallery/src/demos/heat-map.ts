import { FarmViewer } from 'farm3d-engine';
import { Plot } from 'farm3d-engine/farm';
import { layoutOf, standing } from '../farm.ts';
import type { Stage } from '../stage.ts';

/** Length of a metre at the equator, degrees. */
const METER = 1 / 111_195;
const [WIDTH, DEPTH] = [36, 24];
const BOUNDARY = [
  [-WIDTH / 2, -DEPTH / 2],
  [WIDTH / 2, -DEPTH / 2],
  [WIDTH / 2 - 3, DEPTH / 2],
  [-WIDTH / 2 + 2, DEPTH / 2 - 2],
].map(([x, y]) => [x! * METER, y! * METER]);

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, {
      ...stage.options,
      labels: 'all',
    }),
  );
  const probes = Array.from({ length: 12 }, (_, i) => ({
    id: `probe-${i + 1}`,
    x: -14 + (i % 4) * 9.2 + (i % 3),
    z: -8 + Math.floor(i / 4) * 7.6,
  }));
  await viewer.load(
    {
      baseModelPath: null,
      layout: layoutOf(
        probes.map(({ id, x, z }) => standing(id, x, z, 0.3)),
        {
          position: { x: 7, y: 23, z: 32 },
          target: { x: 0, y: 0, z: 1 },
        },
      ),
      catalogue: probes.map(({ id }) => ({
        equipmentId: id,
        name: id,
        modelPath: '/models/soil-probe.glb',
      })),
    },
    { signal: stage.signal },
  );

  const plot = stage.own(
    new Plot(viewer, { boundary: BOUNDARY }),
  );
  const readings = {
    moisture: {
      name: ['土壤水分', 'Soil moisture'],
      unit: '%',
      mean: 26,
      spread: 12,
    },
    temperature: {
      name: ['土壤温度', 'Soil temperature'],
      unit: '°C',
      mean: 17,
      spread: 4,
    },
  } as const;

  // Any value with a position.
  const color = (key: keyof typeof readings) => {
    const { name, unit, mean, spread } = readings[key];
    const points = probes.map(({ x, z }) => ({
      x,
      z,
      value:
        mean + spread * Math.sin(x * 0.21 + z * 0.13 + mean),
    }));
    const { entries, low, high } = plot.showHeatMap(points, {
      unit,
    });
    viewer.setLiveState(
      probes.map(({ id }, i) => ({
        id,
        online: true,
        value: `${points[i]!.value.toFixed(1)} ${unit}`,
      })),
    );
    stage.legend(
      `${stage.say(name)} ${unit}`,
      entries.map(({ value, color }) => ({
        value: Math.round(value),
        color,
      })),
    );
    stage.fact('low', ['最低', 'Lowest'], low.toFixed(1));
    stage.fact('high', ['最高', 'Highest'], high.toFixed(1));
  };
  stage.choice(
    ['指标', 'Reading'],
    [
      ['moisture', readings.moisture.name],
      ['temperature', readings.temperature.name],
    ],
    'moisture',
    color,
  );
  color('moisture');
}
