import type {
  EquipmentKind,
  EquipmentRecord,
  LiveState,
  ModelLevelSource,
  Locale,
  SceneLayout,
  ViewerScene,
} from 'farm3d-engine';

/** Id, model, x, z, turn about Y; names; a reading. */
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

/** What stands around the greenhouse. Metres; the greenhouse is 27 × 8.4 m about the origin. */
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
  turn = 0,
  parentId: string | null = null,
): EquipmentRecord => ({
  id,
  parentId,
  position: { x, y: 0, z },
  rotation: { x: 0, y: turn, z: 0 },
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

/** Simpler models of the same thing, for when it is small in the picture. */
export const levels = (path: string): ModelLevelSource[] => [
  { path: path.replace('.glb', '.mid.glb'), belowPixels: 150 },
  { path: path.replace('.glb', '.far.glb'), belowPixels: 48 },
];

/** The whole farm, ready for `viewer.load`. */
export function farm(
  locale: Locale,
  camera: SceneLayout['camera'] = null,
): ViewerScene {
  return {
    baseModelPath: '/models/greenhouse.glb',
    layout: layoutOf(
      DEVICES.map(([id, , x, z, turn]) =>
        standing(id, x, z, turn),
      ),
      camera,
    ),
    catalogue: catalogueOf(DEVICES, locale),
  };
}

/** What the devices would report. */
export const READINGS: readonly LiveState[] = DEVICES.map(
  ([id, , , , , , , value]) => ({
    id,
    online: id !== 'camera',
    alarm: id === 'probe',
    ...(value !== '' && { value }),
  }),
);
