/** Where a demo device stands: metres in the greenhouse's frame (24.6 m along X, 8 m along Z), turn about Y in radians. */
export interface Placement {
  readonly x: number;
  /** Height of the ground there: the beds lie above the paths. */
  readonly y: number;
  readonly z: number;
  readonly turn: number;
}

interface DemoDevice {
  readonly name: string;
  readonly productModelCode: string;
  /** Null: left for the visitor to place. */
  readonly placement: Placement | null;
}

/** Models face +Z; a quarter turn back looks along −X, into the greenhouse from its east gable. */
const FACING_WEST = -Math.PI / 2;

/** The demo farm's devices, all simulated. Six stand in the scene, two wait in the list. */
export const DEMO_DEVICES: readonly DemoDevice[] = [
  { name: '1号墒情站', productModelCode: 'TQ-3L', placement: { x: -7.2, y: 0.14, z: 2.24, turn: 0 } },
  { name: '2号墒情站', productModelCode: 'TQ-3L', placement: { x: 5.1, y: 0.14, z: -2.24, turn: 0 } },
  { name: '3号墒情站', productModelCode: 'TQ-3L', placement: null },
  { name: '气象站', productModelCode: 'QX-9', placement: { x: -15.2, y: 0, z: 4.6, turn: 0 } },
  // The simulator lets the first valve water the first probe's zone: west with west, east with east.
  {
    name: '西区电磁阀',
    productModelCode: 'DCF-4',
    placement: { x: -11.7, y: 0, z: -2.2, turn: -FACING_WEST },
  },
  { name: '东区电磁阀', productModelCode: 'DCF-4', placement: { x: 11.7, y: 0, z: 2.2, turn: FACING_WEST } },
  { name: '1号摄像头', productModelCode: 'SP-DH2', placement: { x: 11.6, y: 0, z: -0.9, turn: FACING_WEST } },
  { name: '2号摄像头', productModelCode: 'SP-DH2', placement: null },
];

/** The scene of the demo farm: a greenhouse ('1', readings 5). */
export const DEMO_SCENE = {
  name: '示范温室',
  description: '六跨拱棚，设备数据为模拟数据',
  type: '1',
  latitude: 36.88,
  longitude: 118.74,
  base_model_path: '/models/greenhouse.glb',
} as const;
