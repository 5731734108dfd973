import { FarmViewer } from 'farm3d-engine';
import {
  CropField,
  type CropStage,
  type PlantRow,
} from 'farm3d-engine/farm';
import { layoutOf } from '../farm.ts';
import type { Stage } from '../stage.ts';

const PLANTED = new Date('2026-04-20');
const DAY = 86_400_000;

/** Days after sowing, and the models of one plant for near and far. */
const STAGES: CropStage[] = Object.entries({
  emer: 0,
  leaf: 14,
  joint: 38,
  tass: 62,
  fill: 84,
  matu: 108,
}).map(([name, fromDay]) => ({
  fromDay,
  nearPath: `/models/crop-maize-${name}.glb`,
  farPath: `/models/crop-maize-${name}.far.glb`,
}));

const rowsOf = (count: number, length: number): PlantRow[] =>
  Array.from({ length: count }, (_, i) => ({
    x: -length / 8,
    y: 0,
    z: 3 - i * 0.62,
    stepX: 0.25,
    stepZ: 0,
    count: length,
  }));

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  await viewer.load(
    {
      baseModelPath: null,
      layout: layoutOf([], {
        position: { x: 5, y: 3.6, z: 9 },
        target: { x: 0, y: 0.9, z: -3 },
      }),
      catalogue: [],
    },
    { signal: stage.signal },
  );

  let day = 56;
  let field: CropField | undefined;
  const plant = async (rows: PlantRow[]) => {
    field?.dispose();
    const start = performance.now();
    field = new CropField(viewer, {
      rows,
      stages: STAGES,
      plantedOn: PLANTED,
      date: new Date(+PLANTED + day * DAY),
    });
    stage.fact(
      'made',
      ['创建', 'Made in'],
      `${(performance.now() - start).toFixed(1)} ms`,
    );
    stage.fact('plants', ['株数', 'Plants'], field.plantCount);
    await field.ready;
  };
  stage.choice(
    ['数量', 'How many'],
    [
      ['plot', ['一块地', 'a plot']],
      ['million', ['一百万株', 'a million']],
    ],
    'plot',
    (size) =>
      plant(
        size === 'plot'
          ? rowsOf(40, 160)
          : rowsOf(1_000, 1_000),
      ),
  );
  const date = (value: number) =>
    new Date(+PLANTED + value * DAY).toISOString().slice(0, 10);
  // Another date changes uniforms; the model changes when the crop reaches another stage.
  stage.range(
    ['日期', 'Date'],
    { min: 0, max: 125, value: day, format: date },
    async (value) => {
      day = value;
      await field?.setDate(new Date(+PLANTED + day * DAY));
      stage.fact(
        'day',
        ['播种后', 'After sowing'],
        stage.say([`${day} 天`, `${day} days`]),
      );
    },
  );
  await plant(rowsOf(40, 160));
  stage.fact(
    'day',
    ['播种后', 'After sowing'],
    stage.say([`${day} 天`, `${day} days`]),
  );
  viewer.on('render', () =>
    stage.fact(
      'drawn',
      ['本帧绘制', 'Drawn'],
      (field?.instances.near ?? 0) +
        (field?.instances.far ?? 0),
    ),
  );
  viewer.requestRender();
}
