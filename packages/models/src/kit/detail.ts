/** The levels of detail, from close to far. */
export const LEVELS = ['near', 'mid', 'far'] as const;
export type Level = (typeof LEVELS)[number];

/** How shapes thin out with distance. */
export interface Detail {
  /** Factor on the sides of round things and on the grid of sheets. */
  readonly sides: number;
  readonly hasBevels: boolean;
  /** Pieces with a shorter diagonal than this are left out, metres. */
  readonly smallest: number;
}

/**
 * Chosen by size on the screen: a device of one metre is 60 px high where `mid` takes over (about 10 m on
 * a laptop) and 18 px where `far` does (about 33 m); pieces of two pixels and less go.
 */
export const DETAILS: Readonly<Record<Level, Detail>> = {
  near: { sides: 1, hasBevels: true, smallest: 0 },
  mid: { sides: 0.55, hasBevels: false, smallest: 0.04 },
  far: { sides: 0.3, hasBevels: false, smallest: 0.12 },
};

let current: Detail = DETAILS.near;

/** Makes something with every shape of the kit at a level; shapes ask `detail()` while they are made. */
export function atLevel<T>(level: Level, make: () => T): T {
  const before = current;
  current = DETAILS[level];
  try {
    return make();
  } finally {
    current = before;
  }
}

export const detail = (): Detail => current;

/** A number of sides, steps or cells at the level being made, never under `least`. */
export const thinned = (count: number, least: number): number =>
  current.sides === 1 ? count : Math.min(count, Math.max(least, Math.round(count * current.sides)));
