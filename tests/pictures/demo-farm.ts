import { modelPath, PRODUCT_DEVICES } from '@farm3d/models';
import { DEMO_DEVICES, DEMO_PLOT, DEMO_SCENE } from '../../apps/server/src/adapters/demo/demo-farm.ts';
import type { FarmScene } from '../browser/pages/farm/main.ts';

export const idOf = (name: string): string =>
  String(DEMO_DEVICES.findIndex((device) => device.name === name));

const placed = DEMO_DEVICES.flatMap(({ name, productModelCode, placement }) =>
  placement ? [{ id: idOf(name), name, path: modelPath(PRODUCT_DEVICES[productModelCode]!), placement }] : [],
);

/** The demo farm as input of the engine, with live states of its devices. */
export const DEMO_FARM: FarmScene = {
  baseModelPath: DEMO_SCENE.base_model_path,
  layout: {
    camera: null,
    equipment: placed.map(({ id, placement: { x, y, z, turn } }) => ({
      id,
      parentId: null,
      position: { x, y, z },
      rotation: { x: 0, y: turn, z: 0 },
      scale: { x: 1, y: 1, z: 1 },
      extra: {},
    })),
    childScenes: [],
    extra: {},
  },
  catalogue: placed.map(({ id, name, path }) => ({ equipmentId: id, name, modelPath: path })),
  // The grow light is on, as a device that reports it would show it.
  states: placed.map(({ id, path }) => ({
    id,
    online: true,
    ...(path === modelPath('grow-light') && { drive: { glow: 1 } }),
  })),
  place: { latitude: DEMO_SCENE.latitude, longitude: DEMO_SCENE.longitude },
  // In fruit, as in summer.
  crop: { id: DEMO_PLOT.growth_model, grown: 4.6 },
  screen: {
    equipmentId: idOf('LED显示屏'),
    entries: [
      { text: DEMO_SCENE.name, color: '#ffb13b', size: 22, speed: 0 },
      { text: '番茄温室', color: '#5ee36b', size: 16, speed: 0 },
    ],
  },
};
