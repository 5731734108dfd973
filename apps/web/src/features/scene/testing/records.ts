import { signal } from '@preact/signals-react';
import type { Device, ModelAttribute, Scene } from '@farm3d/api';
import type { EquipmentRecord } from 'farm3d-engine';

/** Nobody is logged in: they have no right, and see what there is. */
export const nobody = { hasRight: () => false, seesByRules: signal(false) };

/** A device record of a layout, at the origin. */
export const equipment = (id: string): EquipmentRecord => ({
  id,
  parentId: null,
  position: { x: 0, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
  extra: {},
});

/** A greenhouse with the pump `pump-1` in it; version 3. */
export const sceneOf = (part: Partial<Scene> = {}): Scene =>
  ({
    id: 'scene-1',
    type: 'greenhouse',
    name: '一号温室',
    description: '',
    icon: null,
    baseModelPath: '/models/greenhouse.glb',
    version: 3,
    rights: [],
    layout: { camera: null, equipment: [equipment('pump-1')], childScenes: [], extra: {} },
    ...part,
  }) as Scene;

export const deviceOf = (id: string, part: Partial<Device> = {}): Device =>
  ({
    id,
    name: `水泵 ${id}`,
    modelPath: '/models/pump.glb',
    productModelId: 'model-1',
    productModelCode: 'PUMP',
    productModelName: '水泵',
    online: true,
    lastActivityAt: null,
    ...part,
  }) as Device;

/** The attribute that the product of {@link deviceOf} measures. */
export const pressure = {
  identify: 'pressure',
  name: '压力',
  type: 'attribute',
  parameters: [{ key: 'pressure', name: '压力', unit: 'kPa' }],
  productModelId: 'model-1',
} as unknown as ModelAttribute;
