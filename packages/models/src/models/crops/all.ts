import type { Crop } from '../../catalogue.ts';
import type { Level } from '../../kit/detail.ts';
import { Plant } from '../../kit/plant.ts';
import { seeded } from '../../kit/random.ts';
import type { Model } from '../../model.ts';
import { MAIZE, RICE, WHEAT } from './cereals.ts';
import { LETTUCE, POTATO, STRAWBERRY } from './low.ts';
import type { Stage } from './parts.ts';
import { COTTON, SOYBEAN } from './rows.ts';
import { CUCUMBER, EGGPLANT, PEPPER, TOMATO } from './vines.ts';

const CROPS: Readonly<Record<Crop, Readonly<Record<string, Stage>>>> = {
  tomato: TOMATO,
  cucumber: CUCUMBER,
  lettuce: LETTUCE,
  pepper: PEPPER,
  strawberry: STRAWBERRY,
  wheat: WHEAT,
  rice: RICE,
  maize: MAIZE,
  potato: POTATO,
  cotton: COTTON,
  soybean: SOYBEAN,
  eggplant: EGGPLANT,
};

/** One plant at a stage, in one draw call. Its place is its root; turn and size vary with each instance. */
export function cropModel(crop: Crop, stage: string, level: Level): Model {
  const grow = CROPS[crop][stage];
  if (!grow) throw new Error(`${crop} has no stage ${stage}`);
  const plant = new Plant();
  grow(plant, seeded(crop.length * 1009 + crop.charCodeAt(1) * 31 + stage.charCodeAt(0)));
  const geometry = level === 'far' ? plant.far() : plant.near();
  return {
    name: `crop-${crop}-${stage}`,
    nodes: [{ name: 'plant', parts: [{ material: 'leaf', geometry }] }],
  };
}
