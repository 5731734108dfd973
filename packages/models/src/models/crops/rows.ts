import { blend, PALETTE } from '../../kit/colour.ts';
import { leafTones, SHAPES, type Plant } from '../../kit/plant.ts';
import type { Vec3 } from '../../kit/vector.ts';
import { compoundLeaf, GOLDEN, PROFILES, seedling, type Stage } from './parts.ts';

interface Cotton {
  height: number;
  leaves: number;
  squares?: number;
  flowers?: number;
  bolls?: number;
  /** Open bolls with their lint. */
  open?: number;
  age?: number;
}

/** Cotton: a cone of branches with lobed leaves; cream flowers, green bolls, white lint. */
function cottonPlant(
  plant: Plant,
  random: () => number,
  { height, leaves, squares = 0, flowers = 0, bolls = 0, open = 0, age = -0.1 }: Cotton,
): void {
  const wood = blend(PALETTE.stem, PALETTE.leafBrown, 0.45 + Math.max(0, age) * 0.5);
  plant.stem({
    path: [
      [0, 0, 0],
      [0, height, 0],
    ],
    radius: 0.003 + height * 0.0055,
    colour: wood,
    taper: 0.35,
  });
  const branches = Math.max(3, Math.round(height * 9));
  const spot = (i: number, reach: number): { at: Vec3; a: number } => {
    const t = 0.2 + 0.74 * ((i * 0.7549) % 1);
    const a = i * GOLDEN;
    const r = height * 0.42 * (1.1 - t) * reach;
    return { a, at: [Math.cos(a) * r, height * (t + 0.05 * reach), Math.sin(a) * r] };
  };
  for (let i = 0; i < branches; i++) {
    const { at } = spot(i, 1);
    plant.stem({ path: [[0, at[1] - height * 0.06, 0], at], radius: 0.005, colour: wood });
  }
  for (let i = 0; i < leaves; i++) {
    const { at, a } = spot(i, 0.35 + 0.65 * random());
    const size = Math.min(0.2, height * 0.34) * (0.85 + random() * 0.4);
    plant.leaf({
      at,
      heading: a + (random() - 0.5) * 1.6,
      rise: 0.35,
      length: size,
      width: size * 1.15,
      shape: SHAPES.cotton,
      droop: 0.9,
      fold: 0.06,
      ...leafTones(age + random() * 0.25 - 0.1),
    });
  }
  for (let i = 0; i < squares; i++) {
    const { at, a } = spot(i, 1);
    plant.fruit({
      at,
      along: [Math.cos(a), 0.9, Math.sin(a)],
      length: 0.04,
      radius: 0.015,
      profile: [0.5, 1, 0.6, 0],
      from: PALETTE.leafMid,
      to: PALETTE.leafYoung,
      sides: 4,
    });
  }
  for (let i = 0; i < flowers; i++) {
    const { at, a } = spot(i + 1, 1.05);
    plant.flower({
      at,
      facing: [Math.cos(a), 0.5, Math.sin(a)],
      radius: 0.04,
      petals: 5,
      colour: i % 3 === 0 ? PALETTE.petalPink : PALETTE.berryPale,
      centre: PALETTE.petalYellow,
    });
  }
  for (let i = 0; i < bolls; i++) {
    const { at } = spot(i + 2, 0.95);
    plant.fruit({
      at,
      along: [0, 1, 0.1],
      length: 0.055,
      radius: 0.022,
      profile: [0.5, 1, 0.85, 0],
      from: PALETTE.leafMid,
      to: PALETTE.leafLight,
      sides: 5,
    });
  }
  for (let i = 0; i < open; i++) {
    const { at, a } = spot(i, 1);
    // Four locks of lint burst out of the dry bur.
    plant.flower({
      at,
      facing: [Math.cos(a) * 0.4, 1, Math.sin(a) * 0.4],
      radius: 0.048,
      petals: 4,
      colour: PALETTE.leafBrown,
      centre: PALETTE.strawDark,
    });
    for (const turn of [0, 2.1, 4.2])
      plant.fruit({
        at: [at[0] + Math.cos(turn) * 0.021, at[1] - 0.004, at[2] + Math.sin(turn) * 0.021],
        along: [Math.cos(turn) * 0.3, 1, Math.sin(turn) * 0.3],
        length: 0.06,
        radius: 0.03,
        profile: [0.4, 1, 0],
        from: PALETTE.lint,
        to: PALETTE.lint,
        sides: 4,
      });
  }
}

export const COTTON: Readonly<Record<string, Stage>> = {
  emer: (plant) => seedling(plant, 0.07, SHAPES.ovate, 1),
  seedl: (plant, random) => cottonPlant(plant, random, { height: 0.32, leaves: 12, age: -0.4 }),
  square: (plant, random) => cottonPlant(plant, random, { height: 0.65, leaves: 30, squares: 7 }),
  boll: (plant, random) => cottonPlant(plant, random, { height: 1.05, leaves: 38, flowers: 6, bolls: 4 }),
  open: (plant, random) => cottonPlant(plant, random, { height: 1.1, leaves: 15, open: 9, age: 0.6 }),
  harvest: (plant, random) => cottonPlant(plant, random, { height: 1.05, leaves: 5, open: 2, age: 0.95 }),
};

interface Soy {
  height: number;
  leaves: number;
  flowers?: number;
  pods?: number;
  age?: number;
}

/** Soybean: upright, leaves in threes on long stalks, pods in bunches along the stem. */
function soybeanPlant(
  plant: Plant,
  random: () => number,
  { height, leaves, flowers = 0, pods = 0, age = -0.1 }: Soy,
): void {
  const wood = blend(PALETTE.stem, PALETTE.podBrown, Math.max(0, age));
  plant.stem({
    path: [
      [0, 0, 0],
      [0, height * 0.94, 0],
    ],
    radius: 0.004 + height * 0.005,
    colour: wood,
  });
  for (const a of [0.6, 2.7, 4.8])
    if (height > 0.4)
      plant.stem({
        path: [
          [0, height * 0.15, 0],
          [Math.cos(a) * height * 0.2, height * 0.72, Math.sin(a) * height * 0.2],
        ],
        radius: 0.004,
        colour: wood,
      });
  for (let i = 0; i < leaves; i++) {
    const t = 0.2 + (0.76 * i) / Math.max(1, leaves - 1);
    compoundLeaf(plant, {
      at: [0, height * t * 0.86, 0],
      heading: i * GOLDEN,
      rise: 0.75,
      length: Math.min(0.46, height * 0.68) * (1.05 - 0.35 * t) * (0.9 + random() * 0.2),
      shape: SHAPES.ovate,
      pairs: 1,
      slim: 0.84,
      stalk: 0.55,
      droop: 0.9,
      ...leafTones(age - 0.15 * t),
    });
  }
  for (let i = 0; i < flowers; i++) {
    const [a, y] = [i * GOLDEN, height * (0.35 + 0.05 * i)];
    plant.flower({
      at: [Math.cos(a) * 0.05, y, Math.sin(a) * 0.05],
      facing: [Math.cos(a), 0.2, Math.sin(a)],
      radius: 0.014,
      petals: 4,
      colour: PALETTE.petalViolet,
      centre: PALETTE.petalWhite,
    });
  }
  const shell = blend(PALETTE.podGreen, PALETTE.podBrown, Math.min(1, Math.max(0, age) * 1.4));
  for (let i = 0; i < pods; i++) {
    const [a, t] = [i * GOLDEN, 0.16 + (0.7 * i) / pods];
    const onBranch = i % 2 === 0 ? 0.02 : height * 0.16 * t;
    plant.fruit({
      at: [Math.cos(a) * onBranch, height * t, Math.sin(a) * onBranch],
      along: [Math.cos(a), -0.7, Math.sin(a)],
      length: 0.075,
      radius: 0.0115,
      profile: [0.2, 1, 0.85, 0],
      from: shell,
      to: blend(shell, PALETTE.leafYoung, 0.2),
      sides: 4,
    });
  }
}

export const SOYBEAN: Readonly<Record<string, Stage>> = {
  emer: (plant) => seedling(plant, 0.07, SHAPES.ovate, 2),
  branch: (plant, random) => soybeanPlant(plant, random, { height: 0.38, leaves: 9, age: -0.35 }),
  flow: (plant, random) => soybeanPlant(plant, random, { height: 0.6, leaves: 13, flowers: 9 }),
  pod: (plant, random) => soybeanPlant(plant, random, { height: 0.72, leaves: 10, pods: 9 }),
  matu: (plant, random) => soybeanPlant(plant, random, { height: 0.7, leaves: 3, pods: 18, age: 0.85 }),
  harvest: (plant, random) => {
    plant.stem({
      path: [
        [0, 0, 0],
        [0, 0.08, 0],
      ],
      radius: 0.007,
      colour: PALETTE.podBrown,
      taper: 1,
      sides: 5,
    });
    // Pulled plants lie across the row.
    for (let i = 0; i < 4; i++) {
      const z = -0.06 + i * 0.045;
      plant.stem({
        path: [
          [-0.28, 0.04, z],
          [0.3, 0.06 + 0.02 * i, z * 1.6],
        ],
        radius: 0.006,
        colour: PALETTE.podBrown,
      });
      for (let k = 0; k < 5; k++)
        plant.fruit({
          at: [-0.1 + k * 0.08, 0.06, z * 1.3],
          along: [0.6, 0.4 - 0.2 * k + random() * 0.3, (k % 2) - 0.5],
          length: 0.07,
          radius: 0.012,
          profile: PROFILES.spindle,
          from: PALETTE.podBrown,
          to: PALETTE.straw,
          sides: 4,
        });
    }
  },
};
