import { FarmViewer, type EquipmentKind } from 'farm3d-engine';
import {
  CropField,
  PRODUCT_LIGHT_CODE,
  ProductLights,
} from 'farm3d-engine/farm';
import { SceneWeather } from 'farm3d-engine/weather';
import { layoutOf, standing } from '../farm.ts';
import type { Stage } from '../stage.ts';

const LAMPS = ['lamp-1', 'lamp-2', 'lamp-3'];

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, stage.options),
  );
  // Equipment with this product model code has a light.
  const catalogue = LAMPS.map((id): EquipmentKind => ({
    equipmentId: id,
    name: stage.say(['补光灯', 'Grow light']),
    modelPath: '/models/grow-light.glb',
    productModelCode: PRODUCT_LIGHT_CODE,
  }));
  await viewer.load(
    {
      baseModelPath: null,
      layout: layoutOf(
        LAMPS.map((id, i) => standing(id, (i - 1) * 3.4, 0)),
        {
          position: { x: 3.4, y: 2.3, z: 6.6 },
          target: { x: 0, y: 0.9, z: 0 },
        },
      ),
      catalogue,
    },
    { signal: stage.signal },
  );
  stage
    .own(new SceneWeather(viewer))
    .setTime(new Date('2026-04-20T22:30+08:00'), {
      latitude: 36.9,
      longitude: 118.7,
    });
  const tomatoes = stage.own(
    new CropField(viewer, {
      rows: [0.1, 0.7, 1.3].map((z) => ({
        x: -5.2,
        y: 0,
        z,
        stepX: 0.5,
        stepZ: 0,
        count: 22,
      })),
      stages: [
        {
          fromDay: 0,
          nearPath: '/models/crop-tomato-fruit.glb',
          farPath: '/models/crop-tomato-fruit.far.glb',
        },
      ],
      plantedOn: new Date('2026-03-01'),
      date: new Date('2026-03-18'),
    }),
  );
  await tomatoes.ready;

  const lights = stage.own(
    new ProductLights(viewer, { catalogue }),
  );
  await lights.ready;
  const level = (value: number) => {
    for (const id of LAMPS) lights.setLevel(id, value);
    viewer.setLiveState(
      LAMPS.map((id) => ({
        id,
        online: true,
        drive: { glow: value },
      })),
    );
    stage.fact(
      'level',
      ['亮度', 'Level'],
      `${Math.round(value * 100)} %`,
    );
    stage.fact('lit', ['点亮', 'Shining'], lights.litCount);
  };
  stage.range(
    ['亮度', 'Level'],
    {
      min: 0,
      max: 1,
      step: 0.01,
      value: 1,
      format: (value) => `${Math.round(value * 100)} %`,
    },
    level,
  );
  level(1);
}
