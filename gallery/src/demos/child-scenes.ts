import {
  FarmViewer,
  type ChildSceneRecord,
} from 'farm3d-engine';
import { ChildScenes, Plot } from 'farm3d-engine/farm';
import { standing } from '../farm.ts';
import type { Stage } from '../stage.ts';

/** Length of a metre at the equator, degrees. */
const METER = 1 / 111_195;
const BOUNDARY = [
  [-24, -24],
  [24, -24],
  [24, 14],
  [-24, 14],
].map(([x, y]) => [x! * METER, y! * METER]);

const house = (id: string, z: number): ChildSceneRecord => ({
  ...standing(id, 0, z),
  name: id,
});

export async function show(stage: Stage): Promise<void> {
  const viewer = stage.own(
    new FarmViewer(stage.element, {
      ...stage.options,
      labels: 'all',
    }),
  );
  const houses = [house('house-1', -6), house('house-2', 8)];
  const devices = houses.flatMap(({ id }) => [
    // Positions are in the frame of the child scene: the same greenhouse, the same layout.
    standing(`${id}/climate`, 4, 6, 0.3, id),
    standing(`${id}/valve`, -6, 6, 0.3, id),
  ]);
  await viewer.load(
    {
      baseModelPath: null,
      layout: {
        camera: {
          position: { x: 13, y: 13, z: 25 },
          target: { x: 0, y: 0, z: 1.5 },
        },
        equipment: devices,
        childScenes: houses,
        extra: {},
      },
      catalogue: devices.map(({ id }) => ({
        equipmentId: id,
        name: id,
        modelPath: id.endsWith('valve')
          ? '/models/valve.glb'
          : '/models/climate-sensor.glb',
      })),
    },
    { signal: stage.signal },
  );
  stage
    .own(new Plot(viewer, { boundary: BOUNDARY }))
    .setMoisture(0.4);
  const children = stage.own(
    new ChildScenes(viewer, {
      modelPathOf: () => '/models/greenhouse.glb',
    }),
  );
  await children.ready;
  viewer.setLiveState(
    devices.map(({ id }) => ({ id, online: true })),
  );

  stage.fact(
    'children',
    ['子场景', 'Child scenes'],
    viewer.document.childScenes().length,
  );
  stage.fact(
    'devices',
    ['设备', 'Devices'],
    viewer.document.equipment().length,
  );
}
