import { blend, PALETTE, type Colour } from './colour.ts';
import { farForm } from './far-form.ts';
import { triangleCount, type Geometry } from './geometry.ts';
import { PlantCanvas } from './plant-canvas.ts';
import type { Board, Flower, Fruit, Leaf, LeafShape, Stem } from './plant-parts.ts';
import { isSlender, slenderForm } from './slender-form.ts';
import { scale } from './vector.ts';

/** Triangles of a far plant, at most. */
const FAR_TRIANGLES = 60;

const DIAMOND: LeafShape = {
  stations: [
    [0, 0],
    [0.45, 1],
    [1, 0],
  ],
};

/** Collects the parts of one plant and draws it near or far. */
export class Plant {
  readonly #leaves: Leaf[] = [];
  readonly #stems: Stem[] = [];
  readonly #fruit: Fruit[] = [];
  readonly #flowers: Flower[] = [];
  readonly #boards: Board[] = [];

  leaf(leaf: Leaf): void {
    this.#leaves.push(leaf);
  }

  stem(stem: Stem): void {
    this.#stems.push(stem);
  }

  fruit(fruit: Fruit): void {
    this.#fruit.push(fruit);
  }

  flower(flower: Flower): void {
    this.#flowers.push(flower);
  }

  board(board: Board): void {
    this.#boards.push(board);
  }

  near(): Geometry {
    const canvas = new PlantCanvas();
    for (const board of this.#boards) canvas.board(board);
    for (const stem of this.#stems) canvas.stem(stem);
    for (const leaf of this.#leaves) canvas.leaf(leaf);
    for (const fruit of this.#fruit) canvas.fruit(fruit);
    for (const flower of this.#flowers) canvas.flower(flower);
    return canvas.build();
  }

  /** The same plant at so many triangles, for metres away. Default 60, for tens of metres. */
  far(triangles = FAR_TRIANGLES): Geometry {
    const parts = {
      leaves: this.#leaves,
      stems: this.#stems,
      fruit: this.#fruit,
      flowers: this.#flowers,
      boards: this.#boards,
    };
    return isSlender(parts)
      ? slenderForm(parts, Math.min(triangles, triangleCount(this.near()) * 0.4))
      : farForm(this.near(), triangles);
  }
}

/** Two tones of a leaf between young, grown and withered. */
export function leafTones(
  age: number,
  dark: Colour = PALETTE.leafDark,
  light: Colour = PALETTE.leafMid,
): { dark: Colour; light: Colour } {
  if (age < 0)
    return { dark: blend(dark, PALETTE.leafMid, -age), light: blend(light, PALETTE.leafLight, -age) };
  const old = (colour: Colour): Colour =>
    age < 0.5
      ? blend(colour, PALETTE.leafYellow, age * 2)
      : blend(PALETTE.leafYellow, PALETTE.leafBrown, age * 2 - 1);
  return { dark: scale(old(dark), 0.92), light: old(light) };
}

/** Leaf outlines. */
export const SHAPES = {
  diamond: DIAMOND,
  ovate: {
    stations: [
      [0, 0],
      [0.22, 0.86],
      [0.5, 1],
      [0.78, 0.55],
      [1, 0],
    ],
  },
  lance: {
    stations: [
      [0, 0],
      [0.32, 1],
      [0.68, 0.74],
      [1, 0],
    ],
  },
  spoon: {
    stations: [
      [0, 0.3],
      [0.35, 0.62],
      [0.65, 1],
      [0.88, 0.9],
      [1, 0],
    ],
  },
  strap: {
    stations: [
      [0, 0.55],
      [0.3, 1],
      [0.65, 0.8],
      [1, 0],
    ],
  },
  arch: {
    stations: [
      [0, 0.45],
      [0.16, 0.9],
      [0.36, 1],
      [0.58, 0.88],
      [0.8, 0.55],
      [1, 0],
    ],
  },
  toothed: {
    stations: [
      [0, 0],
      [0.2, 0.78],
      [0.36, 0.66],
      [0.55, 1],
      [0.7, 0.62],
      [1, 0],
    ],
  },
  cotton: {
    hub: 0.3,
    rim: [
      [0.06, 0],
      [-0.1, 0.42],
      [0.34, 1],
      [0.46, 0.4],
      [1, 0],
    ],
  },
  cucumber: {
    hub: 0.35,
    rim: [
      [0.1, 0],
      [-0.12, 0.5],
      [0.14, 0.92],
      [0.36, 0.8],
      [0.6, 1],
      [0.72, 0.56],
      [1, 0],
    ],
  },
} as const satisfies Record<string, LeafShape>;
