import type { Transform } from '@farm3d/api';

/** A greenhouse of the demo plot: a scene of its own (type '1'), and a child scene of the plot. */
interface DemoHouse {
  readonly name: string;
  readonly description: string;
  /** Place on the plot, metres from its middle: x east, z south; rotation about Y, radians. */
  readonly at: { readonly x: number; readonly z: number; readonly turn: number };
  readonly devices: readonly {
    readonly name: string;
    readonly productModelCode: string;
    /** In the frame of the greenhouse, metres. */
    readonly x: number;
    readonly z: number;
  }[];
}

/** The middle of the demo plot, degrees: some 400 m east of the demo farm. */
const MIDDLE = { longitude: 118.7448, latitude: 36.8797 } as const;
/** Half its width and height, degrees: about 110 × 80 m. */
const HALF = { longitude: 0.00062, latitude: 0.00036 } as const;

/** A corner of the plot in halves of its width and height. */
const corner = (east: number, north: number): [number, number] => [
  Number((MIDDLE.longitude + east * HALF.longitude).toFixed(6)),
  Number((MIDDLE.latitude + north * HALF.latitude).toFixed(6)),
];

/** The plot of the demo farm: type '2', with a boundary and two greenhouses on it (readings 5). */
export const DEMO_FIELD = {
  name: '阳坡地块',
  description: '一块有边界的地，上面有两座大棚，设备数据为模拟数据',
  type: '2',
  ...MIDDLE,
  boundary: {
    type: 'Polygon',
    coordinates: [
      [corner(-1, -0.8), corner(0.7, -1), corner(1, 0.6), corner(-0.3, 1), corner(-1, 0.7), corner(-1, -0.8)],
    ],
  },
} as const;

/** The greenhouses on the plot, of which each is a scene, too. */
export const DEMO_HOUSES: readonly DemoHouse[] = [
  {
    name: '阳坡一号棚',
    description: '黄瓜大棚，设备数据为模拟数据',
    at: { x: -20, z: -4, turn: 0 },
    devices: [
      { name: '阳坡一号棚温湿度', productModelCode: 'WSN-6', x: -4, z: 0 },
      { name: '阳坡一号棚电磁阀', productModelCode: 'DCF-4', x: 6, z: 1.2 },
    ],
  },
  {
    name: '阳坡二号棚',
    description: '生菜大棚，设备数据为模拟数据',
    at: { x: 18, z: 6, turn: 0.12 },
    devices: [
      { name: '阳坡二号棚温湿度', productModelCode: 'WSN-6', x: -4, z: 0 },
      { name: '阳坡二号棚电磁阀', productModelCode: 'DCF-4', x: 6, z: 1.2 },
    ],
  },
];

/** Base model of the greenhouses. */
export const DEMO_HOUSE_MODEL = '/models/greenhouse.glb';

/** A transform on the ground. */
export const standing = ({ x, z, turn = 0 }: { x: number; z: number; turn?: number }): Transform => ({
  position: { x, y: 0, z },
  rotation: { x: 0, y: turn, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
});
