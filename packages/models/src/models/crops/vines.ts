import { blend, PALETTE, type Colour } from '../../kit/colour.ts';
import { leafTones, SHAPES, type Plant } from '../../kit/plant.ts';
import type { Vec3 } from '../../kit/vector.ts';
import { compoundLeaf, crate, GOLDEN, PROFILES, seedling, type Stage } from './parts.ts';

/** A stem led up a string: a little zigzag, so that no two nodes stand in line. */
const vine = (height: number): Vec3[] =>
  Array.from({ length: 5 }, (_, i): Vec3 => [
    Math.sin(i * 1.9) * 0.02,
    (height * i) / 4,
    Math.cos(i * 2.3) * 0.02,
  ]);

interface Fruiting {
  height: number;
  leaves: number;
  /** Trusses from below, each with its colours. */
  trusses?: readonly Colour[];
  flowers?: number;
  age?: number;
  /** Leaves below this share of the height are taken off. */
  bare?: number;
}

function tomatoPlant(
  plant: Plant,
  random: () => number,
  { height, leaves, trusses = [], flowers = 0, age = -0.2, bare = 0.06 }: Fruiting,
): void {
  plant.stem({ path: vine(height), radius: 0.011, colour: PALETTE.stem });
  for (let i = 0; i < leaves; i++) {
    const t = bare + ((0.97 - bare) * i) / (leaves - 1);
    compoundLeaf(plant, {
      at: [0, height * t, 0],
      heading: i * GOLDEN,
      rise: 0.35 + 0.6 * t ** 3,
      length: Math.min(0.6, height * 0.6) * (1 - 0.45 * t ** 2) * (0.9 + random() * 0.2),
      shape: SHAPES.lance,
      pairs: 2,
      slim: 0.74,
      droop: 1.1,
      ...leafTones(age + 0.25 * (1 - t) - 0.2 * t),
    });
  }
  trusses.forEach((colour, k) => {
    const y = height * (0.14 + 0.15 * k);
    const a = k * 2.1 + 0.8;
    const [c, s] = [Math.cos(a), Math.sin(a)];
    plant.stem({
      path: [
        [0, y + 0.05, 0],
        [c * 0.09, y + 0.04, s * 0.09],
        [c * 0.12, y - 0.14, s * 0.12],
      ],
      radius: 0.005,
      colour: PALETTE.stem,
      sides: 2,
    });
    for (let i = 0; i < 4; i++) {
      const side = i % 2 === 0 ? 0.036 : -0.036;
      const ripe = blend(colour, PALETTE.tomatoGreen, i * 0.1);
      plant.fruit({
        at: [c * 0.12 - s * side, y + 0.04 - i * 0.058, s * 0.12 + c * side],
        along: [c * 0.2, -1, s * 0.2],
        length: 0.078,
        radius: 0.046,
        profile: PROFILES.ball,
        from: blend(ripe, PALETTE.tomatoGreen, 0.25),
        to: ripe,
      });
    }
  });
  for (let i = 0; i < flowers; i++) {
    const [y, a] = [height * (0.5 + 0.09 * i), i * 2.3 + 0.5];
    plant.flower({
      at: [Math.cos(a) * 0.14, y, Math.sin(a) * 0.14],
      facing: [Math.cos(a), -0.2, Math.sin(a)],
      radius: 0.024,
      petals: 5,
      colour: PALETTE.petalYellow,
      centre: PALETTE.tomatoOrange,
    });
  }
}

const { tomatoGreen, tomatoOrange, tomatoRed } = PALETTE;

/** Tomato on its string: feathered leaves, trusses that ripen from below. */
export const TOMATO: Readonly<Record<string, Stage>> = {
  germ: (plant) => seedling(plant, 0.08, SHAPES.lance, 2),
  seedl: (plant, random) => tomatoPlant(plant, random, { height: 0.42, leaves: 9, age: -0.5 }),
  flow: (plant, random) => tomatoPlant(plant, random, { height: 1.05, leaves: 14, flowers: 6 }),
  fruit: (plant, random) =>
    tomatoPlant(plant, random, {
      height: 1.5,
      leaves: 11,
      bare: 0.16,
      trusses: [tomatoGreen, tomatoGreen, tomatoGreen],
      flowers: 3,
    }),
  ripe: (plant, random) =>
    tomatoPlant(plant, random, {
      height: 1.65,
      leaves: 9,
      bare: 0.34,
      trusses: [tomatoRed, tomatoRed, tomatoOrange, tomatoGreen],
      age: 0,
    }),
  harvest: (plant, random) => {
    tomatoPlant(plant, random, { height: 1.65, leaves: 9, bare: 0.55, age: 0.2 });
    crate(plant, [0.26, 0, 0.1], 0.36, 0.26, 0.12);
    for (let i = 0; i < 8; i++)
      plant.fruit({
        at: [0.26 + ((i % 4) - 1.5) * 0.082, 0.135, 0.1 + (Math.floor(i / 4) - 0.5) * 0.1],
        along: [0, -1, 0],
        length: 0.07,
        radius: 0.042,
        profile: PROFILES.ball,
        from: tomatoRed,
        to: tomatoRed,
      });
  },
};

function cucumberPlant(
  plant: Plant,
  random: () => number,
  {
    height,
    leaves,
    fruit = 0,
    flowers = 0,
    age = -0.15,
    bare = 0.05,
  }: Omit<Fruiting, 'trusses'> & { fruit?: number },
): void {
  plant.stem({ path: vine(height), radius: 0.01, colour: PALETTE.leafLight });
  for (let i = 0; i < leaves; i++) {
    const t = bare + ((0.97 - bare) * i) / (leaves - 1);
    const heading = i * GOLDEN;
    const size = 0.29 * (1 - 0.55 * t ** 3) * (0.9 + random() * 0.2) * Math.min(1, 0.4 + height);
    const reach = size * 0.6;
    const foot: Vec3 = [Math.cos(heading) * reach, height * t + reach * 0.55, Math.sin(heading) * reach];
    plant.stem({ path: [[0, height * t, 0], foot], radius: 0.005, colour: PALETTE.leafLight, sides: 2 });
    plant.leaf({
      at: foot,
      heading,
      rise: -0.25 + 0.5 * t,
      length: size,
      width: size * 1.06,
      shape: SHAPES.cucumber,
      droop: 0.7,
      fold: 0.06,
      wave: 0.03,
      ...leafTones(age + 0.2 * (1 - t) - 0.3 * t),
    });
  }
  for (let i = 0; i < fruit; i++) {
    const [y, a] = [height * (0.36 + 0.13 * i), i * 2.2 + 1.4];
    const at: Vec3 = [Math.cos(a) * 0.07, y, Math.sin(a) * 0.07];
    plant.fruit({
      at,
      along: [Math.cos(a) * 0.15, -1, Math.sin(a) * 0.15],
      length: 0.3 - 0.05 * i,
      radius: 0.026,
      profile: PROFILES.long,
      from: PALETTE.cucumberGreen,
      to: PALETTE.cucumberLight,
      sides: 6,
    });
  }
  for (let i = 0; i < flowers; i++) {
    const [y, a] = [height * (0.4 + 0.12 * i), i * 1.9 + 0.6];
    plant.flower({
      at: [Math.cos(a) * 0.11, y, Math.sin(a) * 0.11],
      facing: [Math.cos(a), 0.3, Math.sin(a)],
      radius: 0.036,
      petals: 5,
      colour: PALETTE.petalYellow,
      centre: PALETTE.tomatoOrange,
    });
  }
}

/** Cucumber on its string: broad angled leaves, long hanging fruits, yellow flowers. */
export const CUCUMBER: Readonly<Record<string, Stage>> = {
  germ: (plant) => seedling(plant, 0.07, SHAPES.cucumber, 1),
  seedl: (plant, random) => cucumberPlant(plant, random, { height: 0.3, leaves: 6, age: -0.5 }),
  vine: (plant, random) => cucumberPlant(plant, random, { height: 1.1, leaves: 15 }),
  flow: (plant, random) => cucumberPlant(plant, random, { height: 1.5, leaves: 21, flowers: 6 }),
  fruit: (plant, random) =>
    cucumberPlant(plant, random, { height: 1.75, leaves: 21, fruit: 4, flowers: 3, age: -0.05, bare: 0.15 }),
  harvest: (plant, random) => {
    cucumberPlant(plant, random, { height: 1.75, leaves: 12, bare: 0.35, age: 0.25 });
    crate(plant, [0.26, 0, 0.08], 0.38, 0.26, 0.1);
    for (let i = 0; i < 5; i++)
      plant.fruit({
        at: [0.11, 0.1, -0.01 + i * 0.046],
        along: [1, 0, 0],
        length: 0.3,
        radius: 0.027,
        profile: PROFILES.long,
        from: PALETTE.cucumberGreen,
        to: PALETTE.cucumberLight,
        sides: 6,
      });
  },
};

interface Bush {
  height: number;
  leaves: number;
  size: number;
  fruit?: readonly Colour[];
  flowers?: number;
  age?: number;
}

/** A forked bush: pepper and eggplant. Returns places where fruits hang. */
function fork(plant: Plant, height: number, colour: Colour): Vec3[] {
  const crotch: Vec3 = [0, height * 0.38, 0];
  plant.stem({ path: [[0, 0, 0], crotch], radius: height * 0.013 + 0.003, colour, taper: 0.8 });
  const tips: Vec3[] = [];
  for (let i = 0; i < 4; i++) {
    const a = (i * Math.PI) / 2 + 0.4;
    const tip: Vec3 = [
      Math.cos(a) * height * 0.24,
      height * (0.86 + 0.06 * (i % 2)),
      Math.sin(a) * height * 0.24,
    ];
    plant.stem({ path: [crotch, tip], radius: height * 0.008 + 0.002, colour });
    tips.push(tip);
  }
  return tips;
}

function pepperPlant(
  plant: Plant,
  random: () => number,
  { height, leaves, size, fruit = [], flowers = 0, age = -0.1 }: Bush,
): void {
  fork(plant, height, PALETTE.stem);
  for (let i = 0; i < leaves; i++) {
    const t = 0.3 + (0.68 * i) / (leaves - 1);
    const heading = i * GOLDEN;
    const reach = height * 0.2 * Math.sqrt(t) * (0.5 + random() * 0.6);
    plant.leaf({
      at: [Math.cos(heading) * reach, height * t, Math.sin(heading) * reach],
      heading,
      rise: 0.25 + 0.5 * t,
      length: size * (0.85 + random() * 0.3),
      width: size * 0.5,
      shape: SHAPES.ovate,
      droop: 1.1,
      fold: 0.1,
      ...leafTones(age - 0.3 * t),
    });
  }
  fruit.forEach((colour, i) => {
    const a = i * GOLDEN + 1;
    plant.fruit({
      at: [Math.cos(a) * height * 0.24, height * (0.66 - 0.06 * (i % 4)), Math.sin(a) * height * 0.24],
      along: [Math.cos(a) * 0.2, -1, Math.sin(a) * 0.2],
      length: 0.11,
      radius: 0.04,
      profile: PROFILES.bell,
      from: blend(colour, PALETTE.leafDark, 0.25),
      to: colour,
      sides: 5,
    });
  });
  for (let i = 0; i < flowers; i++) {
    const a = i * 2.1;
    plant.flower({
      at: [Math.cos(a) * height * 0.26, height * (0.7 + 0.06 * (i % 3)), Math.sin(a) * height * 0.26],
      facing: [Math.cos(a), -0.1, Math.sin(a)],
      radius: 0.022,
      petals: 6,
      colour: PALETTE.petalWhite,
      centre: PALETTE.petalYellow,
    });
  }
}

const redder = (count: number, share: number): Colour[] =>
  Array.from({ length: count }, (_, i) => (i / count < share ? PALETTE.pepperRed : PALETTE.leafDark));

/** Sweet pepper: a forked bush of glossy leaves, blocky fruits from green to red. */
export const PEPPER: Readonly<Record<string, Stage>> = {
  germ: (plant) => seedling(plant, 0.07, SHAPES.ovate, 2),
  seedl: (plant, random) => pepperPlant(plant, random, { height: 0.28, leaves: 12, size: 0.11, age: -0.4 }),
  flow: (plant, random) => pepperPlant(plant, random, { height: 0.55, leaves: 26, size: 0.15, flowers: 7 }),
  fruit: (plant, random) =>
    pepperPlant(plant, random, { height: 0.75, leaves: 24, size: 0.17, fruit: redder(6, 0), flowers: 3 }),
  ripe: (plant, random) =>
    pepperPlant(plant, random, { height: 0.8, leaves: 22, size: 0.17, fruit: redder(7, 0.75), age: 0 }),
  harvest: (plant, random) => {
    pepperPlant(plant, random, { height: 0.78, leaves: 16, size: 0.15, age: 0.3 });
    crate(plant, [0.3, 0, 0.1], 0.34, 0.24, 0.1);
    for (let i = 0; i < 6; i++)
      plant.fruit({
        at: [0.2 + (i % 3) * 0.1, 0.14, 0.04 + Math.floor(i / 3) * 0.1],
        along: [0.4, -1, 0.2],
        length: 0.1,
        radius: 0.042,
        profile: PROFILES.bell,
        from: PALETTE.leafDark,
        to: PALETTE.pepperRed,
      });
  },
};

function eggplantPlant(
  plant: Plant,
  random: () => number,
  { height, leaves, size, fruit = [], flowers = 0, age = -0.1 }: Bush,
): void {
  const wood = blend(PALETTE.aubergine, PALETTE.stem, 0.45);
  fork(plant, height, wood);
  const own = { dark: PALETTE.leafBlue, light: blend(PALETTE.leafBlue, PALETTE.leafLight, 0.45) };
  for (let i = 0; i < leaves; i++) {
    const t = 0.22 + (0.76 * i) / (leaves - 1);
    const heading = i * GOLDEN;
    const reach = height * 0.22 * (0.6 + random() * 0.5);
    const foot: Vec3 = [Math.cos(heading) * reach, height * t, Math.sin(heading) * reach];
    plant.stem({ path: [[0, height * (t - 0.1), 0], foot], radius: 0.006, colour: wood, sides: 2 });
    plant.leaf({
      at: foot,
      heading,
      rise: 0.15 + 0.45 * t,
      length: size * (1.1 - 0.35 * t) * (0.85 + random() * 0.3),
      width: size * 0.72,
      shape: SHAPES.toothed,
      droop: 0.9,
      fold: 0.08,
      wave: 0.05,
      ...leafTones(age - 0.2 * t, own.dark, own.light),
    });
  }
  fruit.forEach((colour, i) => {
    const a = i * GOLDEN + 0.5;
    const at: Vec3 = [
      Math.cos(a) * height * 0.26,
      height * (0.62 - 0.07 * (i % 3)),
      Math.sin(a) * height * 0.26,
    ];
    plant.fruit({
      at: [at[0], at[1] + 0.02, at[2]],
      along: [0, -1, 0],
      length: 0.05,
      radius: 0.026,
      profile: [0.3, 0.9, 1],
      from: PALETTE.leafBlue,
      to: PALETTE.leafMid,
      sides: 4,
    });
    plant.fruit({
      at,
      along: [Math.cos(a) * 0.12, -1, Math.sin(a) * 0.12],
      length: 0.24,
      radius: 0.042,
      profile: PROFILES.drop,
      from: colour,
      to: blend(colour, PALETTE.aubergineLight, 0.35),
      sides: 6,
    });
  });
  for (let i = 0; i < flowers; i++) {
    const a = i * 2.2 + 0.3;
    plant.flower({
      at: [Math.cos(a) * height * 0.32, height * (0.72 + 0.06 * (i % 3)), Math.sin(a) * height * 0.32],
      facing: [Math.cos(a), 0.1, Math.sin(a)],
      radius: 0.036,
      petals: 5,
      colour: PALETTE.petalViolet,
      centre: PALETTE.petalYellow,
    });
  }
}

const eggs = (count: number): Colour[] => Array.from({ length: count }, () => PALETTE.aubergine);

/** Eggplant: large grey-green wavy leaves, violet flowers, dark drops of fruit. */
export const EGGPLANT: Readonly<Record<string, Stage>> = {
  germ: (plant) =>
    seedling(plant, 0.07, SHAPES.ovate, 2, { dark: PALETTE.leafBlue, light: PALETTE.leafLight }),
  seedl: (plant, random) => eggplantPlant(plant, random, { height: 0.3, leaves: 8, size: 0.16, age: -0.3 }),
  flow: (plant, random) => eggplantPlant(plant, random, { height: 0.7, leaves: 15, size: 0.26, flowers: 6 }),
  fruit: (plant, random) =>
    eggplantPlant(plant, random, {
      height: 0.92,
      leaves: 15,
      size: 0.29,
      fruit: eggs(4),
      flowers: 2,
      age: 0,
    }),
  harvest: (plant, random) => {
    eggplantPlant(plant, random, { height: 0.9, leaves: 10, size: 0.26, age: 0.3 });
    crate(plant, [0.36, 0, 0.1], 0.36, 0.28, 0.1);
    for (let i = 0; i < 4; i++)
      plant.fruit({
        at: [0.22, 0.11, 0.0 + i * 0.07],
        along: [1, 0, 0.05],
        length: 0.25,
        radius: 0.04,
        profile: PROFILES.drop,
        from: PALETTE.aubergine,
        to: PALETTE.aubergineLight,
        sides: 6,
      });
  },
};
