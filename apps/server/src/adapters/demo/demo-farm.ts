import { DEMO_FIELD, DEMO_HOUSES } from './demo-field.ts';

/**
 * Position of a demo device: metres in the frame of the farm (origin: middle of the greenhouse), rotation about Y in
 * radians.
 */
export interface Placement {
  readonly x: number;
  /** Height of the ground: the beds are higher than the paths. */
  readonly y: number;
  readonly z: number;
  readonly turn: number;
}

interface DemoDevice {
  readonly name: string;
  readonly productModelCode: string;
  /** Null: not in the scene yet, for the visitor to place. */
  readonly placement: Placement | null;
  /** Degrees. Default: latitude of the scene. */
  readonly latitude?: number;
  readonly longitude?: number;
}

const at = (x: number, z: number, yaw = 0, y = 0): Placement => ({ x, y, z, turn: yaw });

/** Models face +Z; rotated by 90° they face +X, away from the east gable of the greenhouse. */
const EAST = Math.PI / 2;
/** Towards the first camera position. */
const FRONT = 0.6;
/** The beds in the greenhouse, and the aisles between them. */
const BED = 0.16;
const AISLE = 0.04;

/**
 * Devices of the demo farm, all simulated: fourteen are in the scene at plausible positions, four in the greenhouses of
 * the demo plot, the others only in the list. Greenhouse 24.6 × 24 m in the middle, lane along its east gable, maize beyond the lane, pump house, tank and
 * pond at the end of the lane.
 */
export const DEMO_DEVICES: readonly DemoDevice[] = [
  { name: '1号墒情站', productModelCode: 'TQ-3L', placement: at(9.2, 10.4, FRONT, BED) },
  { name: '2号墒情站', productModelCode: 'TQ-3L', placement: at(24.2, -1.6, FRONT) },
  { name: '3号墒情站', productModelCode: 'TQ-3L', placement: null },
  {
    name: '气象站',
    productModelCode: 'QX-9',
    placement: at(20.4, 1.6, FRONT),
    latitude: 36.8801,
    longitude: 118.7402,
  },
  // In the simulator the first valve waters the zone of the first probe.
  { name: '西区电磁阀', productModelCode: 'DCF-4', placement: at(14.9, 6.4, EAST) },
  { name: '东区电磁阀', productModelCode: 'DCF-4', placement: null },
  { name: '温室环境传感器', productModelCode: 'WSN-6', placement: at(7.4, 8, FRONT, AISLE) },
  { name: '卷膜机', productModelCode: 'JMJ-24V', placement: at(12.7, 12.75, 0.25) },
  { name: '风机湿帘', productModelCode: 'FJSL-1', placement: at(13.6, -5.2, EAST) },
  { name: '补光灯', productModelCode: 'BGD-600', placement: at(2.2, 8, 0, AISLE) },
  { name: '水泵', productModelCode: 'SB-7.5', placement: at(19.2, -18.2, 0.35) },
  { name: '水肥探头', productModelCode: 'PHEC-1', placement: at(16.2, -15.4, FRONT) },
  { name: '水位流量计', productModelCode: 'SWJ-LL', placement: at(21.6, -22.6, 0.3) },
  { name: '虫情测报灯', productModelCode: 'CQD-AI', placement: at(21.4, -9.4, FRONT) },
  { name: 'LED显示屏', productModelCode: 'LED-P10', placement: at(15.4, 10.6, 0.75) },
  { name: '1号摄像头', productModelCode: 'SP-DH2', placement: at(13.5, -11.2, EAST) },
  { name: '2号摄像头', productModelCode: 'SP-DH2', placement: null },
  { name: '遮阳网电机', productModelCode: 'ZYW-70', placement: null },
  { name: '滴灌控制器', productModelCode: 'DGK-8', placement: null },
  { name: '物联网网关', productModelCode: 'WG-4G', placement: null, latitude: 36.8806, longitude: 118.7412 },
  // In the greenhouses of the demo plot. Last: the valves' zones of the simulator are in the order of the list.
  ...DEMO_HOUSES.flatMap(({ devices }) =>
    devices.map(({ name, productModelCode }) => ({
      name,
      productModelCode,
      placement: null,
      latitude: DEMO_FIELD.latitude,
      longitude: DEMO_FIELD.longitude,
    })),
  ),
];

/** The scene of the demo farm: a greenhouse ('1', readings 5). */
export const DEMO_SCENE = {
  name: '示范农场',
  description: '三连栋番茄温室、玉米田和蓄水池，设备数据为模拟数据',
  type: '1',
  latitude: 36.88,
  longitude: 118.74,
  base_model_path: '/models/demo-farm.glb',
  grow_crop: '番茄',
} as const;

/**
 * The plot of the demo farm: the zone of one valve of the greenhouse, with the soil of its simulated probe, so that
 * advice has millimetres, cubic metres and hours and can open the valve.
 */
export const DEMO_PLOT = {
  name: '西区番茄',
  crop: DEMO_SCENE.grow_crop,
  growth_model: 'tomato',
  environment: 'greenhouse',
  /** m². */
  area: 30,
  soil_texture: 'sandyLoam',
  /** m³/m³. */
  field_capacity: 0.29,
  wilting_point: 0.13,
  irrigation_method: 'drip',
  /** m³/h. */
  irrigation_flow: 2.4,
} as const;
/** Devices that measure the plot, and its valve. */
export const DEMO_PLOT_DEVICES = ['1号墒情站', '温室环境传感器', '气象站'] as const;
export const DEMO_PLOT_VALVE = '西区电磁阀';

/** Age of the crop when the demo begins, days: in flower in a cold season, in fruit in a warm one. */
export const DEMO_CROP_DAYS = 75;
