/** Deterministic pseudo-random numbers, 0 … 1. */
export function hash(...parts: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const part of parts) {
    h = Math.imul(h ^ (part | 0), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return (h >>> 0) / 0x1_0000_0000;
}

const ease = (t: number): number => t * t * (3 - 2 * t);

/** Smooth noise, −1 … 1, wavelength about one unit. */
function noise(x: number, y: number, seed: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [ease(x - x0), ease(y - y0)];
  const at = (dx: number, dy: number): number => hash(x0 + dx, y0 + dy, seed) * 2 - 1;
  const north = at(0, 0) + (at(1, 0) - at(0, 0)) * u;
  const south = at(0, 1) + (at(1, 1) - at(0, 1)) * u;
  return north + (south - north) * v;
}

/** Sum of two octaves of noise. */
export const hills = (x: number, y: number, seed: number): number =>
  noise(x, y, seed) * 0.6 +
  noise(x * 2.1, y * 2.1, seed + 1) * 0.28 +
  noise(x * 4.3, y * 4.3, seed + 2) * 0.12;
