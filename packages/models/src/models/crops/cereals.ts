import { blend, PALETTE, type Colour } from '../../kit/colour.ts';
import { SHAPES, type Plant } from '../../kit/plant.ts';
import { add, scale, type Vec3 } from '../../kit/vector.ts';
import { FRESH, GOLDEN, PROFILES, sprouts, type Stage, type Tones } from './parts.ts';

const BLUISH: Tones = { dark: PALETTE.leafBlue, light: PALETTE.leafLight };

interface Tuft {
  height: number;
  stems: number;
  /** Blades on each stem. */
  blades: number;
  /** 0 green, 1 straw. */
  ripe: number;
  /** Length of the ears, 0 without. */
  ear?: number;
}

const toStraw = (green: Colour, ripe: number): Colour => blend(green, PALETTE.straw, ripe);

/** The stems of a tuft: foot, top and the way each leans. */
function stemsOf(tuft: Tuft, random: () => number): { foot: Vec3; top: Vec3; heading: number }[] {
  return Array.from({ length: tuft.stems }, (_, i) => {
    const heading = i * GOLDEN + random() * 0.5;
    const spread = 0.018 * Math.sqrt(i);
    const lean = tuft.height * (0.05 + 0.1 * (i / tuft.stems));
    const height = tuft.height * (0.86 + random() * 0.14);
    return {
      heading,
      foot: [Math.cos(heading) * spread, 0, Math.sin(heading) * spread],
      top: [Math.cos(heading) * (spread + lean), height, Math.sin(heading) * (spread + lean)],
    };
  });
}

function bladesOf(
  plant: Plant,
  tuft: Tuft,
  foot: Vec3,
  top: Vec3,
  heading: number,
  random: () => number,
  upright: number,
): void {
  const tones: Tones = {
    dark: toStraw(BLUISH.dark, tuft.ripe),
    light: toStraw(PALETTE.leafLight, tuft.ripe),
  };
  for (let b = 0; b < tuft.blades; b++) {
    // No two stems hold their blades at one height.
    const t = 0.12 + 0.5 * (b / Math.max(1, tuft.blades - 1)) + 0.2 * random();
    plant.leaf({
      at: add(scale(foot, 1 - t), scale(top, t)),
      heading: heading + b * 2.6 + random(),
      rise: upright - random() * 0.25,
      length: tuft.height * (0.36 + random() * 0.1),
      width: 0.016 + tuft.height * 0.006,
      shape: SHAPES.strap,
      droop: 1.2 + tuft.ripe * 0.5 + random() * 0.5,
      fold: 0.2,
      ...tones,
    });
  }
}

/** Wheat: upright ears with awns. */
function wheatTuft(plant: Plant, random: () => number, tuft: Tuft): void {
  const straw = toStraw(PALETTE.leafMid, tuft.ripe);
  for (const { foot, top, heading } of stemsOf(tuft, random)) {
    plant.stem({ path: [foot, top], radius: 0.0045, colour: straw, sides: 3 });
    bladesOf(plant, tuft, foot, top, heading, random, 1.15);
    if (!tuft.ear) continue;
    const nod = tuft.ripe * 0.6;
    const along: Vec3 = [Math.cos(heading) * (0.15 + nod), 1, Math.sin(heading) * (0.15 + nod)];
    plant.fruit({
      at: top,
      along,
      length: tuft.ear,
      radius: 0.0095,
      profile: PROFILES.spindle,
      from: toStraw(PALETTE.leafLight, tuft.ripe),
      to: blend(PALETTE.leafYoung, PALETTE.grain, tuft.ripe),
      sides: 4,
    });
    // Awns: a fan of bristles over the ear.
    for (const turn of [-0.5, 0.5])
      plant.leaf({
        at: add(top, scale(along, tuft.ear * 0.35)),
        heading: heading + turn * 3,
        rise: 1.25,
        length: tuft.ear * 1.3,
        width: 0.012,
        shape: SHAPES.diamond,
        droop: 0,
        fold: 0,
        dark: toStraw(PALETTE.leafLight, tuft.ripe),
        light: blend(PALETTE.leafYoung, PALETTE.straw, tuft.ripe),
      });
  }
}

/** What the combine or the sickle leaves: cut stems, and a sheaf across them. */
function stubble(plant: Plant, random: () => number, height: number, sheaf: number, hanging: boolean): void {
  for (let i = 0; i < 12; i++) {
    const [a, r] = [i * GOLDEN, 0.02 * Math.sqrt(i)];
    plant.stem({
      path: [
        [Math.cos(a) * r, 0, Math.sin(a) * r],
        [Math.cos(a) * r * 1.4, height * (0.8 + random() * 0.4), Math.sin(a) * r * 1.4],
      ],
      radius: 0.004,
      colour: PALETTE.straw,
      taper: 1,
      sides: 3,
    });
  }
  for (let i = 0; i < 14; i++) {
    const [dz, dy] = [(random() - 0.5) * 0.1, random() * 0.06];
    const foot: Vec3 = [-sheaf * 0.5, height + 0.01 + dy * 0.6, 0.02 + dz * 0.7];
    const top: Vec3 = [sheaf * 0.42, height + 0.03 + dy, 0.04 + dz * 1.5];
    plant.stem({
      path: [foot, top],
      radius: 0.004,
      colour: blend(PALETTE.straw, PALETTE.strawDark, random() * 0.5),
      taper: 1,
      sides: 3,
    });
    plant.fruit({
      at: top,
      along: [1, hanging ? -0.5 : 0.1, dz * 3],
      length: 0.1,
      radius: 0.011,
      profile: PROFILES.spindle,
      from: PALETTE.grain,
      to: PALETTE.straw,
      sides: 4,
    });
  }
  // The band.
  plant.fruit({
    at: [-0.05, height + 0.045, 0.02],
    along: [1, 0.05, 0.02],
    length: 0.04,
    radius: 0.06,
    profile: [1, 1],
    from: PALETTE.strawDark,
    to: PALETTE.strawDark,
    sides: 7,
  });
}

export const WHEAT: Readonly<Record<string, Stage>> = {
  emer: (plant, random) => sprouts(plant, 7, 0.09, FRESH, random),
  till: (plant, random) => sprouts(plant, 26, 0.22, BLUISH, random),
  joint: (plant, random) => wheatTuft(plant, random, { height: 0.48, stems: 10, blades: 3, ripe: 0 }),
  head: (plant, random) =>
    wheatTuft(plant, random, { height: 0.74, stems: 10, blades: 2, ripe: 0.05, ear: 0.085 }),
  fill: (plant, random) =>
    wheatTuft(plant, random, { height: 0.78, stems: 10, blades: 2, ripe: 0.4, ear: 0.095 }),
  matu: (plant, random) =>
    wheatTuft(plant, random, { height: 0.76, stems: 10, blades: 2, ripe: 1, ear: 0.1 }),
  harvest: (plant, random) => stubble(plant, random, 0.1, 0.62, false),
};

/** Rice: panicles of many grains that bow under their weight. */
function riceTuft(plant: Plant, random: () => number, tuft: Tuft): void {
  const straw = toStraw(PALETTE.leafLight, tuft.ripe * 0.8);
  for (const { foot, top, heading } of stemsOf(tuft, random)) {
    plant.stem({ path: [foot, top], radius: 0.0032, colour: straw, sides: 3 });
    bladesOf(
      plant,
      { ...tuft, ripe: tuft.ripe * 0.6, height: tuft.height * 1.12 },
      foot,
      top,
      heading,
      random,
      1.35,
    );
    if (!tuft.ear) continue;
    const bow = 0.4 + tuft.ripe * 1.5;
    const colour = blend(PALETTE.leafYoung, PALETTE.grain, tuft.ripe);
    for (const [turn, size] of [
      [0, 1],
      [0.7, 0.72],
      [-0.6, 0.6],
    ] as const)
      plant.leaf({
        at: top,
        heading: heading + turn,
        rise: 1.1 - tuft.ripe * 0.3,
        length: tuft.ear * size,
        width: 0.022,
        shape: SHAPES.strap,
        droop: bow * 1.5,
        fold: -0.3,
        wave: 0.35,
        dark: scale(colour, 0.85),
        light: colour,
      });
  }
}

export const RICE: Readonly<Record<string, Stage>> = {
  nurs: (plant, random) => sprouts(plant, 9, 0.16, FRESH, random),
  till: (plant, random) =>
    sprouts(plant, 30, 0.36, { dark: PALETTE.leafMid, light: PALETTE.leafYoung }, random),
  boot: (plant, random) => riceTuft(plant, random, { height: 0.62, stems: 10, blades: 3, ripe: 0 }),
  head: (plant, random) =>
    riceTuft(plant, random, { height: 0.8, stems: 9, blades: 3, ripe: 0.1, ear: 0.19 }),
  fill: (plant, random) =>
    riceTuft(plant, random, { height: 0.82, stems: 9, blades: 3, ripe: 0.5, ear: 0.22 }),
  matu: (plant, random) => riceTuft(plant, random, { height: 0.8, stems: 9, blades: 3, ripe: 1, ear: 0.24 }),
  harvest: (plant, random) => stubble(plant, random, 0.14, 0.66, true),
};

interface Stalk {
  height: number;
  leaves: number;
  /** 0 green, 1 dry. */
  ripe?: number;
  tassel?: boolean;
  /** Length of the cobs, 0 without. */
  cob?: number;
}

/** Maize: one stalk, arching leaves in two ranks, tassel above, cobs at half height. */
function maizePlant(
  plant: Plant,
  random: () => number,
  { height, leaves, ripe = 0, tassel = false, cob = 0 }: Stalk,
): void {
  const stalk = toStraw(PALETTE.leafMid, ripe * 0.9);
  plant.stem({
    path: [
      [0, 0, 0],
      [0, height * 0.5, 0.01],
      [0, height * 0.94, 0],
    ],
    radius: 0.009 + height * 0.006,
    colour: stalk,
    taper: 0.45,
    sides: 5,
  });
  for (let i = 0; i < leaves; i++) {
    const t = 0.08 + (0.8 * i) / (leaves - 1);
    // Two ranks, a little scattered.
    const heading = (i % 2) * Math.PI + (random() - 0.5) * 0.7;
    const middle = 1 - Math.abs(t - 0.45);
    plant.leaf({
      at: [0, height * t, 0],
      heading,
      rise: 1.28 - random() * 0.15,
      length: Math.min(0.95, height * 0.55) * (0.55 + 0.5 * middle),
      width: 0.04 + height * 0.04,
      shape: SHAPES.arch,
      droop: 2.2 + ripe * 0.7 + random() * 0.4,
      fold: 0.14,
      wave: 0.05,
      roll: (random() - 0.5) * 1.7,
      dark: toStraw(PALETTE.leafDark, ripe),
      light: blend(PALETTE.leafLight, PALETTE.straw, ripe),
    });
  }
  if (tassel)
    for (let i = 0; i < 7; i++)
      plant.leaf({
        at: [0, height * 0.92, 0],
        heading: i * GOLDEN,
        rise: i === 0 ? 1.5 : 1.05,
        length: height * 0.16,
        width: 0.014,
        shape: SHAPES.strap,
        droop: 0.4,
        fold: 0.3,
        wave: 0.3,
        dark: PALETTE.strawDark,
        light: blend(PALETTE.grain, PALETTE.straw, ripe),
      });
  if (cob > 0)
    for (const [t, a] of [
      [0.44, 0.9],
      [0.5, 0.9 + Math.PI],
    ] as const) {
      const out: Vec3 = [Math.cos(a), ripe > 0.6 ? -0.1 : 1.6, Math.sin(a)];
      const at: Vec3 = [Math.cos(a) * 0.025, height * t, Math.sin(a) * 0.025];
      const husk = blend(PALETTE.husk, PALETTE.straw, ripe);
      plant.fruit({
        at,
        along: out,
        length: cob,
        radius: 0.034,
        profile: [0.5, 1, 0.9, 0.55, 0],
        from: husk,
        to: ripe > 0.6 ? PALETTE.kernel : husk,
        sides: 6,
      });
      const end = add(at, scale(out, (cob * 0.92) / Math.hypot(...out)));
      for (let i = 0; i < 3; i++)
        plant.leaf({
          at: end,
          heading: a + (i - 1) * 1.1,
          rise: 0.9,
          length: 0.09,
          width: 0.016,
          shape: SHAPES.strap,
          droop: 2.2,
          dark: PALETTE.silk,
          light: blend(PALETTE.silk, PALETTE.straw, 0.3),
        });
    }
}

export const MAIZE: Readonly<Record<string, Stage>> = {
  emer: (plant, random) => maizePlant(plant, random, { height: 0.12, leaves: 3 }),
  leaf: (plant, random) => maizePlant(plant, random, { height: 0.5, leaves: 6 }),
  joint: (plant, random) => maizePlant(plant, random, { height: 1.3, leaves: 10 }),
  tass: (plant, random) => maizePlant(plant, random, { height: 2.15, leaves: 12, tassel: true, cob: 0.17 }),
  fill: (plant, random) =>
    maizePlant(plant, random, { height: 2.2, leaves: 12, tassel: true, cob: 0.25, ripe: 0.25 }),
  matu: (plant, random) =>
    maizePlant(plant, random, { height: 2.1, leaves: 11, tassel: true, cob: 0.25, ripe: 0.95 }),
  harvest: (plant, random) => {
    plant.stem({
      path: [
        [0, 0, 0],
        [0.01, 0.22, 0],
      ],
      radius: 0.018,
      colour: PALETTE.straw,
      taper: 0.9,
      sides: 6,
    });
    for (let i = 0; i < 4; i++)
      plant.leaf({
        at: [0, 0.04 * i, 0],
        heading: i * GOLDEN,
        rise: 0.3,
        length: 0.42,
        width: 0.06,
        shape: SHAPES.strap,
        droop: 0.6,
        wave: 0.1,
        dark: PALETTE.strawDark,
        light: PALETTE.straw,
      });
    for (let i = 0; i < 5; i++) {
      const [x, z] = [0.16 + (i % 3) * 0.075 - (i > 2 ? -0.035 : 0), 0.06];
      plant.fruit({
        at: [x, i > 2 ? 0.095 : 0.035, z],
        along: [0.1 * (random() - 0.5), 0, 1],
        length: 0.23,
        radius: 0.036,
        profile: [0.5, 1, 0.95, 0.6, 0],
        from: PALETTE.husk,
        to: PALETTE.kernel,
        sides: 6,
      });
    }
  },
};
