import type {
  EquipmentKind,
  EquipmentRecord,
  LiveState,
  ModelLevelSource,
  Locale,
  SceneLayout,
  ViewerScene,
} from 'farm3d-engine';

/** Id, model, x, z, rotation about Y (radians); names; a reading. */
type Device = readonly [
  string,
  string,
  number,
  number,
  number,
  zh: string,
  en: string,
  value: string,
];

/** The devices around the greenhouse. Metres; the greenhouse is 27 × 8.4 m about the origin. */
export const DEVICES: readonly Device[] = [
  [
    'probe',
    'soil-probe',
    3.4,
    7.2,
    0.4,
    '1号墒情站',
    'Soil probe 1',
    '31.2 %',
  ],
  [
    'station',
    'weather-station',
    14.6,
    8.4,
    0.4,
    '气象站',
    'Weather station',
    '24.6 °C',
  ],
  [
    'valve',
    'valve',
    7.6,
    7,
    0.3,
    '东区电磁阀',
    'East valve',
    '0.8 m³/h',
  ],
  [
    'led',
    'led-screen',
    10.8,
    8.4,
    0.25,
    'LED显示屏',
    'LED screen',
    '',
  ],
  ['pump', 'pump', -3.2, 8.2, 0.5, '水泵', 'Pump', '2.4 bar'],
  [
    'camera',
    'camera',
    -8.8,
    7.4,
    0.6,
    '1号摄像头',
    'Camera 1',
    '',
  ],
  [
    'gateway',
    'gateway',
    -12.2,
    8.6,
    0.6,
    '物联网网关',
    'Gateway',
    '-67 dBm',
  ],
  [
    'light',
    'grow-light',
    -2,
    0.2,
    0,
    '补光灯',
    'Grow light',
    '620 µmol',
  ],
];

export const standing = (
  id: string,
  x: number,
  z: number,
  yaw = 0,
  parentId: string | null = null,
): EquipmentRecord => ({
  id,
  parentId,
  position: { x, y: 0, z },
  rotation: { x: 0, y: yaw, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
  extra: {},
});

export const layoutOf = (
  equipment: EquipmentRecord[],
  camera: SceneLayout['camera'] = null,
): SceneLayout => ({
  camera,
  equipment,
  childScenes: [],
  extra: {},
});

const catalogueOf = (
  devices: readonly Device[],
  locale: Locale,
): EquipmentKind[] =>
  devices.map(([id, model, , , , zh, en]) => ({
    equipmentId: id,
    name: locale === 'en' ? en : zh,
    modelPath: `/models/${model}.glb`,
  }));

/** Simpler models of an object for distant views. */
export const levels = (path: string): ModelLevelSource[] => [
  { path: path.replace('.glb', '.mid.glb'), belowPixels: 150 },
  { path: path.replace('.glb', '.far.glb'), belowPixels: 48 },
];

/** The whole farm, as the argument of `viewer.load`. */
export function farm(
  locale: Locale,
  camera: SceneLayout['camera'] = null,
): ViewerScene {
  return {
    baseModelPath: '/models/greenhouse.glb',
    layout: layoutOf(
      DEVICES.map(([id, , x, z, yaw]) =>
        standing(id, x, z, yaw),
      ),
      camera,
    ),
    catalogue: catalogueOf(DEVICES, locale),
  };
}

/** Example readings of the devices. */
export const READINGS: readonly LiveState[] = DEVICES.map(
  ([id, , , , , , , value]) => ({
    id,
    online: id !== 'camera',
    alarm: id === 'probe',
    ...(value !== '' && { value }),
  }),
);
