import type { Level } from './kit/detail.ts';

/** Device models, one for each built-in product model and the stand-in for every other. */
export const DEVICE_NAMES = [
  'soil-probe',
  'weather-station',
  'valve',
  'camera',
  'device-default',
  'led-screen',
  'ph-ec-probe',
  'water-meter',
  'pump',
  'roll-motor',
  'shade-motor',
  'fan-pad',
  'grow-light',
  'insect-lamp',
  'gateway',
  'drip-controller',
  'climate-sensor',
] as const;
export type DeviceName = (typeof DEVICE_NAMES)[number];

/** Product model code → the device model that stands for it. */
export const PRODUCT_DEVICES: Readonly<Record<string, DeviceName>> = {
  'SP-DH2': 'camera',
  'LED-P10': 'led-screen',
  'QX-9': 'weather-station',
  'TQ-3L': 'soil-probe',
  'PHEC-1': 'ph-ec-probe',
  'SWJ-LL': 'water-meter',
  'DCF-4': 'valve',
  'SB-7.5': 'pump',
  'JMJ-24V': 'roll-motor',
  'ZYW-70': 'shade-motor',
  'FJSL-1': 'fan-pad',
  'BGD-600': 'grow-light',
  'CQD-AI': 'insect-lamp',
  'WG-4G': 'gateway',
  'DGK-8': 'drip-controller',
  'WSN-6': 'climate-sensor',
};

export const STRUCTURE_NAMES = [
  'greenhouse',
  'multi-span',
  'solar-greenhouse',
  'shade-net',
  'nursery-benches',
  'pump-house',
  'water-tank',
  'pond',
  'farmhouse',
  'road',
  'fence',
  'power-pole',
  'tree-broadleaf',
  'tree-poplar',
  'tree-pine',
  'soil-bed',
  'drip-lines',
  'demo-farm',
] as const;
export type StructureName = (typeof STRUCTURE_NAMES)[number];

/** Crop → its stages in the order of growth: the periods' codes of the agronomy tables in small letters, then harvest. */
export const CROP_STAGES = {
  tomato: ['germ', 'seedl', 'flow', 'fruit', 'ripe', 'harvest'],
  cucumber: ['germ', 'seedl', 'vine', 'flow', 'fruit', 'harvest'],
  lettuce: ['germ', 'seedl', 'roset', 'head', 'harvest'],
  pepper: ['germ', 'seedl', 'flow', 'fruit', 'ripe', 'harvest'],
  strawberry: ['estab', 'leaf', 'flow', 'fruit', 'ripe', 'harvest'],
  wheat: ['emer', 'till', 'joint', 'head', 'fill', 'matu', 'harvest'],
  rice: ['nurs', 'till', 'boot', 'head', 'fill', 'matu', 'harvest'],
  maize: ['emer', 'leaf', 'joint', 'tass', 'fill', 'matu', 'harvest'],
  potato: ['emer', 'leaf', 'tuber', 'bulk', 'matu', 'harvest'],
  cotton: ['emer', 'seedl', 'square', 'boll', 'open', 'harvest'],
  soybean: ['emer', 'branch', 'flow', 'pod', 'matu', 'harvest'],
  eggplant: ['germ', 'seedl', 'flow', 'fruit', 'harvest'],
} as const satisfies Record<string, readonly string[]>;
export type Crop = keyof typeof CROP_STAGES;
export type CropModelName = `crop-${Crop}-${string}`;

/** The model of a crop at a stage, such as `crop-maize-tass`. `stage` is one of {@link CROP_STAGES}. */
export const cropModelName = (crop: Crop, stage: string): CropModelName => `crop-${crop}-${stage}`;

export type ModelName = DeviceName | StructureName | CropModelName;

export type ModelKind = 'device' | 'structure' | 'crop';

/** The built-in models, in the order in which the build prints them. */
export const MODEL_NAMES: readonly ModelName[] = [
  ...STRUCTURE_NAMES,
  ...DEVICE_NAMES,
  ...(Object.keys(CROP_STAGES) as Crop[]).flatMap((crop) =>
    CROP_STAGES[crop].map((stage) => cropModelName(crop, stage)),
  ),
];

export function kindOf(name: ModelName): ModelKind {
  if (name.startsWith('crop-')) return 'crop';
  return (DEVICE_NAMES as readonly string[]).includes(name) ? 'device' : 'structure';
}

/** The levels of detail that each kind is built in. A level is a file of its own, so that one level is one batch. */
export const KIND_LEVELS: Readonly<Record<ModelKind, readonly Level[]>> = {
  device: ['near', 'mid', 'far'],
  structure: ['near', 'far'],
  crop: ['near', 'far'],
};

/**
 * A level serves while the model is at least this high on the screen, CSS pixels: take the first of its
 * kind's levels that serves.
 */
export const LEVEL_FROM_PIXELS: Readonly<Record<Level, number>> = { near: 60, mid: 18, far: 0 };

/** One built file. */
export interface BuiltLevel {
  level: Level;
  /** Where the server serves it. */
  path: string;
  bytes: number;
  triangles: number;
  /** Primitives: one draw call each when nothing is batched. */
  draws: number;
  /** Hex digest of the file. */
  sha256: string;
}

/** One model of `dist/manifest.json`. The near level's figures stand at the top, too. */
export interface ManifestEntry extends Omit<BuiltLevel, 'level'> {
  name: ModelName;
  kind: ModelKind;
  /** Corners of the box around it at rest, metres. */
  box: { low: readonly number[]; high: readonly number[] };
  /** Near first. */
  levels: BuiltLevel[];
}

/** Where the server serves a model: `/models/<name>.glb`, coarser levels `/models/<name>.<level>.glb`. */
export const modelPath = (name: ModelName, level: Level = 'near'): string =>
  `/models/${name}${level === 'near' ? '' : `.${level}`}.glb`;

/** Where the server serves a model's picture: transparent WebP, 512 px square. */
export const picturePath = (name: ModelName): string => `/models/${name}.webp`;

/** The folder that the build fills with the files and `manifest.json`. */
export const modelsFolder = (): URL => new URL('../dist/', import.meta.url);

/** The folder of the models' pictures and of `sources.json`, which says what each was taken of. */
export const picturesFolder = (): URL => new URL('../pictures/', import.meta.url);
