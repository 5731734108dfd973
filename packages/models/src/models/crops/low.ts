import { blend, PALETTE, type Colour } from '../../kit/colour.ts';
import { leafTones, SHAPES, type Plant } from '../../kit/plant.ts';
import type { Vec3 } from '../../kit/vector.ts';
import { compoundLeaf, crate, GOLDEN, PROFILES, seedling, type Stage, type Tones } from './parts.ts';

const LETTUCE_TONES: Tones = { dark: PALETTE.leafLight, light: PALETTE.leafYoung };

/** A rosette of frilled leaves: flat outside, upright within. */
function rosette(
  plant: Plant,
  random: () => number,
  leaves: number,
  size: number,
  upright: number,
  at: Vec3 = [0, 0, 0],
): void {
  for (let i = 0; i < leaves; i++) {
    const inner = i / leaves;
    plant.leaf({
      at: [at[0], at[1] + 0.01 + 0.02 * inner, at[2]],
      heading: i * GOLDEN,
      rise: 0.35 + upright * inner + random() * 0.15,
      length: size * (1 - 0.45 * inner),
      width: size * (0.92 - 0.3 * inner),
      shape: SHAPES.spoon,
      droop: 0.5 - 1.3 * inner * upright,
      fold: 0.16,
      wave: 0.09,
      dark: blend(PALETTE.leafMid, LETTUCE_TONES.dark, 0.3 + 0.7 * inner),
      light: blend(PALETTE.leafLight, PALETTE.leafYoung, 0.25 + 0.75 * inner),
    });
  }
}

function lettuceHead(plant: Plant, random: () => number, at: Vec3): void {
  plant.fruit({
    at: [at[0], at[1] + 0.02, at[2]],
    along: [0, 1, 0],
    length: 0.17,
    radius: 0.095,
    profile: [0.7, 1, 0.92, 0.55, 0],
    from: PALETTE.leafLight,
    to: PALETTE.leafYoung,
    sides: 8,
  });
  rosette(plant, random, 16, 0.21, 0.75, at);
}

/** Lettuce: a frilled rosette that closes into a pale head. */
export const LETTUCE: Readonly<Record<string, Stage>> = {
  germ: (plant) => seedling(plant, 0.04, SHAPES.spoon, 1, LETTUCE_TONES),
  seedl: (plant, random) => rosette(plant, random, 6, 0.1, 0.8),
  roset: (plant, random) => rosette(plant, random, 16, 0.2, 0.7),
  head: (plant, random) => lettuceHead(plant, random, [0, 0, 0]),
  harvest: (plant, random) => {
    // The stump with its last leaves, and the head that was cut off it.
    plant.fruit({
      at: [0, 0, 0],
      along: [0, 1, 0],
      length: 0.04,
      radius: 0.022,
      profile: [1, 1, 0.9, 0],
      from: PALETTE.berryPale,
      to: PALETTE.petalWhite,
    });
    for (let i = 0; i < 4; i++)
      plant.leaf({
        at: [0, 0.01, 0],
        heading: i * 1.6,
        rise: 0.1,
        length: 0.16,
        width: 0.13,
        shape: SHAPES.spoon,
        droop: 0.2,
        wave: 0.06,
        ...leafTones(0.35, PALETTE.leafMid, PALETTE.leafLight),
      });
    plant.fruit({
      at: [0.2, 0.03, 0.06],
      along: [0, 1, 0],
      length: 0.16,
      radius: 0.09,
      profile: [0.7, 1, 0.92, 0.55, 0],
      from: PALETTE.leafLight,
      to: PALETTE.leafYoung,
      sides: 8,
    });
    rosette(plant, random, 9, 0.17, 0.9, [0.2, 0.02, 0.06]);
  },
};

interface Crown {
  leaves: number;
  size: number;
  flowers?: number;
  fruit?: readonly Colour[];
  age?: number;
}

/** Strawberry: leaves in threes on arching stalks; flowers, then fruits at the edge. */
function strawberryPlant(
  plant: Plant,
  random: () => number,
  { leaves, size, flowers = 0, fruit = [], age = -0.1 }: Crown,
): void {
  for (let i = 0; i < leaves; i++) {
    const heading = i * GOLDEN;
    const inner = i / leaves;
    const reach = size * (0.95 - 0.6 * inner);
    const height = size * (0.45 + 0.65 * inner);
    const foot: Vec3 = [Math.cos(heading) * reach, height, Math.sin(heading) * reach];
    plant.stem({
      path: [[0, 0.01, 0], [foot[0] * 0.45, height * 0.7, foot[2] * 0.45], foot],
      radius: 0.003,
      colour: PALETTE.stem,
      sides: 2,
    });
    const length = size * 0.62 * (0.85 + random() * 0.3);
    for (const turn of [-1.35, 0, 1.35])
      plant.leaf({
        at: foot,
        heading: heading + turn,
        rise: 0.2,
        length,
        width: length * 0.86,
        shape: SHAPES.ovate,
        droop: 0.8,
        fold: 0.12,
        ...leafTones(age - 0.25 * inner),
      });
  }
  for (let i = 0; i < flowers; i++) {
    const a = i * GOLDEN + 0.9;
    const at: Vec3 = [Math.cos(a) * size * 0.95, size * 0.95, Math.sin(a) * size * 0.95];
    plant.stem({ path: [[0, 0.02, 0], at], radius: 0.0022, colour: PALETTE.stem, sides: 2 });
    plant.flower({
      at,
      facing: [Math.cos(a) * 0.5, 1, Math.sin(a) * 0.5],
      radius: 0.02,
      petals: 5,
      colour: PALETTE.petalWhite,
      centre: PALETTE.petalYellow,
    });
  }
  fruit.forEach((colour, i) => {
    const a = i * GOLDEN + 0.3;
    const reach = size * (1.25 + 0.15 * (i % 2));
    const at: Vec3 = [Math.cos(a) * reach, 0.055, Math.sin(a) * reach];
    plant.stem({
      path: [[0, 0.03, 0], [at[0] * 0.6, size * 0.5, at[2] * 0.6], at],
      radius: 0.0025,
      colour: PALETTE.stem,
      sides: 2,
    });
    plant.fruit({
      at,
      along: [Math.cos(a) * 0.3, -1, Math.sin(a) * 0.3],
      length: 0.046,
      radius: 0.021,
      profile: PROFILES.cone,
      from: blend(colour, PALETTE.berryPale, 0.06),
      to: colour,
      sides: 5,
    });
    plant.flower({
      at: [at[0], at[1] + 0.002, at[2]],
      facing: [0, 1, 0],
      radius: 0.02,
      petals: 5,
      colour: PALETTE.leafMid,
      centre: PALETTE.leafLight,
    });
  });
}

const berries = (count: number, red: number): Colour[] =>
  Array.from({ length: count }, (_, i) => (i / count < red ? PALETTE.berryRed : PALETTE.berryPale));

export const STRAWBERRY: Readonly<Record<string, Stage>> = {
  estab: (plant, random) => strawberryPlant(plant, random, { leaves: 4, size: 0.07, age: -0.3 }),
  leaf: (plant, random) => strawberryPlant(plant, random, { leaves: 9, size: 0.13 }),
  flow: (plant, random) => strawberryPlant(plant, random, { leaves: 11, size: 0.14, flowers: 7 }),
  fruit: (plant, random) =>
    strawberryPlant(plant, random, { leaves: 9, size: 0.14, flowers: 2, fruit: berries(5, 0) }),
  ripe: (plant, random) => strawberryPlant(plant, random, { leaves: 8, size: 0.14, fruit: berries(6, 0.8) }),
  harvest: (plant, random) => {
    strawberryPlant(plant, random, { leaves: 8, size: 0.13, age: 0.15 });
    crate(plant, [0.24, 0, 0.04], 0.18, 0.13, 0.05);
    for (let i = 0; i < 6; i++)
      plant.fruit({
        at: [0.19 + (i % 3) * 0.05, 0.07, 0.015 + Math.floor(i / 3) * 0.05],
        along: [0.5, -0.7, 0.2],
        length: 0.046,
        radius: 0.022,
        profile: PROFILES.cone,
        from: PALETTE.berryRed,
        to: PALETTE.berryRed,
        sides: 5,
      });
  },
};

/** Potato: a low bush of oval leaflets on a ridge of soil. */
function potatoPlant(
  plant: Plant,
  random: () => number,
  {
    height,
    leaves,
    flowers = 0,
    age = -0.1,
  }: { height: number; leaves: number; flowers?: number; age?: number },
): void {
  const stems = Math.max(2, Math.round(leaves / 6));
  for (let s = 0; s < stems; s++) {
    const a = (s / stems) * Math.PI * 2;
    const lean = height * 0.35;
    plant.stem({
      path: [
        [0, 0, 0],
        [Math.cos(a) * lean, height * 0.85, Math.sin(a) * lean],
      ],
      radius: 0.007,
      colour: PALETTE.stem,
    });
  }
  for (let i = 0; i < leaves; i++) {
    const a = i * GOLDEN;
    const t = 0.2 + (0.72 * i) / Math.max(1, leaves - 1);
    const lean = height * 0.36 * t;
    compoundLeaf(plant, {
      at: [Math.cos(a) * lean, height * t * 0.9, Math.sin(a) * lean],
      heading: a + (random() - 0.5) * 0.6,
      rise: 0.45 + 0.3 * t - Math.max(0, age) * 0.9,
      length: Math.min(0.34, height * 0.62) * (0.85 + random() * 0.3),
      shape: SHAPES.lance,
      pairs: 2,
      slim: 0.68,
      stalk: 0.2,
      droop: 0.9,
      ...leafTones(age - 0.2 * t, PALETTE.leafDark, PALETTE.leafMid),
    });
  }
  for (let i = 0; i < flowers; i++) {
    const a = i * GOLDEN;
    plant.flower({
      at: [Math.cos(a) * height * 0.3, height * (0.96 + 0.05 * (i % 3)), Math.sin(a) * height * 0.3],
      facing: [Math.cos(a) * 0.6, 1, Math.sin(a) * 0.6],
      radius: 0.026,
      petals: 5,
      colour: i % 3 === 0 ? PALETTE.petalWhite : PALETTE.petalViolet,
      centre: PALETTE.petalYellow,
    });
  }
}

/** Tubers half out of the soil. */
function tubers(plant: Plant, random: () => number, count: number): void {
  for (let i = 0; i < count; i++) {
    const [a, r] = [i * GOLDEN, 0.05 + 0.06 * Math.sqrt(i)];
    plant.fruit({
      at: [Math.cos(a) * r, 0.012, Math.sin(a) * r],
      along: [Math.sin(a * 3), 0.35, Math.cos(a * 3)],
      length: 0.085 + random() * 0.03,
      radius: 0.034,
      profile: PROFILES.round,
      from: blend(PALETTE.tuber, PALETTE.soilDry, random() * 0.4),
      to: PALETTE.tuber,
      sides: 6,
    });
  }
}

export const POTATO: Readonly<Record<string, Stage>> = {
  emer: (plant, random) => potatoPlant(plant, random, { height: 0.09, leaves: 4, age: -0.3 }),
  leaf: (plant, random) => potatoPlant(plant, random, { height: 0.3, leaves: 12 }),
  tuber: (plant, random) => potatoPlant(plant, random, { height: 0.5, leaves: 18, flowers: 7 }),
  bulk: (plant, random) => potatoPlant(plant, random, { height: 0.55, leaves: 20, flowers: 2, age: 0.02 }),
  matu: (plant, random) => potatoPlant(plant, random, { height: 0.36, leaves: 16, age: 0.6 }),
  harvest: (plant, random) => {
    tubers(plant, random, 8);
    for (let i = 0; i < 5; i++)
      plant.leaf({
        at: [-0.06, 0.03, 0.02 * i],
        heading: 2.4 + i * 0.5,
        rise: 0.1,
        length: 0.2,
        width: 0.06,
        shape: SHAPES.lance,
        droop: 0.3,
        ...leafTones(0.95),
      });
  },
};
