import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, RGBAFormat } from 'three';
import { createRandom } from '../../core/random.ts';

/** Side, texels; a power of two. The map repeats. */
const SIDE = 256;
/** Sizes of stones, as cells per side. */
const STONES = [19, 43] as const;
/** Share of them that is there: single large ones on a bed of small ones. */
const SHARES = [0.4, 0.86] as const;
const CRUMBS = 34;
/** Dead stalks and blades. */
const STRAWS = 2_600;

type Random = () => number;

/** Longest work without a pause, milliseconds. */
const SLICE_MS = 6;

/** Pauses whenever a slice of work is done, so that frames and input come through. */
class Slices {
  #since = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await new Promise((done) => setTimeout(done));
    this.#since = performance.now();
  }
}

/**
 * What lies on ground at one to ten metres, repeating: red: height of gravel, green: height of clods, blue: tone of a stone,
 * alpha: height of grass litter. Made in slices, so that the page is not blocked.
 */
export async function createDetailMap(seed: number): Promise<DataTexture> {
  const random = createRandom(seed);
  const slices = new Slices();
  const coarse = await stones(STONES[0], SHARES[0], random, slices);
  const fine = await stones(STONES[1], SHARES[1], random, slices);
  const crumbs = await stones(CRUMBS, 1, random, slices);
  const noise = await cloud(random, 8, slices);
  const straws = await litter(random, slices);
  const bytes = new Uint8Array(SIDE * SIDE * 4);
  for (let y = 0; y < SIDE; y++) {
    for (let i = y * SIDE; i < (y + 1) * SIDE; i++) {
      const isCoarse = coarse.height[i]! > fine.height[i]! * 0.72;
      const grain = noise[i]!;
      const gravel = Math.max(coarse.height[i]!, fine.height[i]! * 0.72);
      const clod = 0.62 * crumbs.height[i]! * (0.4 + 0.6 * crumbs.tone[i]!) + 0.55 * Math.abs(2 * grain - 1);
      bytes[i * 4] = byte(gravel * 0.86 + grain * 0.14);
      bytes[i * 4 + 1] = byte(clod);
      bytes[i * 4 + 2] = byte((isCoarse ? coarse : fine).tone[i]! * 0.75 + grain * 0.25);
      bytes[i * 4 + 3] = byte(straws[i]! * 0.75 + grain * 0.25);
    }
    await slices.next();
  }
  const map = new DataTexture(bytes, SIDE, SIDE, RGBAFormat);
  map.wrapS = map.wrapT = RepeatWrapping;
  map.magFilter = LinearFilter;
  map.minFilter = LinearMipmapLinearFilter;
  map.generateMipmaps = true;
  map.anisotropy = 8;
  map.needsUpdate = true;
  return map;
}

const byte = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 255);
/** Of a place at most one period outside. */
const within = (at: number, period: number): number =>
  at < 0 ? at + period : at >= period ? at - period : at;
const wrap = (at: number): number => at & (SIDE - 1);

/** Rounded stones, one in each cell of a grid, with gaps between them. */
async function stones(
  cells: number,
  share: number,
  random: Random,
  slices: Slices,
): Promise<{ readonly height: Float32Array; readonly tone: Float32Array }> {
  const points = Float32Array.from({ length: cells * cells * 3 }, random);
  const height = new Float32Array(SIDE * SIDE);
  const tone = new Float32Array(SIDE * SIDE);
  for (let y = 0; y < SIDE; y++) {
    const v = (y / SIDE) * cells;
    for (let x = 0; x < SIDE; x++) {
      const u = (x / SIDE) * cells;
      let first = 9;
      let second = 9;
      let nearest = 0;
      for (let cy = Math.floor(v) - 1; cy <= v + 1; cy++) {
        const row = within(cy, cells) * cells;
        for (let cx = Math.floor(u) - 1; cx <= u + 1; cx++) {
          const at = (row + within(cx, cells)) * 3;
          const dx = cx + points[at]! - u;
          const dy = cy + points[at + 1]! - v;
          const far = dx * dx + dy * dy;
          if (far < first) {
            second = first;
            first = far;
            nearest = at;
          } else if (far < second) second = far;
        }
      }
      const rise = Math.min(1, (Math.sqrt(second) - Math.sqrt(first)) * 1.9);
      const chance = points[nearest + 2]!;
      const size = chance < share ? 0.45 + 0.55 * (chance / share) : 0.12;
      // Highest in the middle, with a rounded edge.
      height[y * SIDE + x] = Math.sqrt(rise * (2 - rise)) * size * (1 - 1.1 * first);
      tone[y * SIDE + x] = points[nearest + 2]!;
    }
    await slices.next();
  }
  return { height, tone };
}

/** Cloud noise, 0 … 1. */
async function cloud(random: Random, cells: number, slices: Slices): Promise<Float32Array> {
  const sum = new Float32Array(SIDE * SIDE);
  let [total, weight] = [0, 1];
  for (let count = cells; count <= SIDE / 2; count *= 2) {
    const lattice = Float32Array.from({ length: count * count }, random);
    for (let row = 0; row < SIDE; row++) {
      const v = (row / SIDE) * count;
      const y = Math.floor(v);
      const fy = ease(v - y);
      const [above, below] = [y * count, ((y + 1) % count) * count];
      for (let column = 0; column < SIDE; column++) {
        const u = (column / SIDE) * count;
        const x = Math.floor(u);
        const fx = ease(u - x);
        const right = (x + 1) % count;
        const upper = lattice[above + x]! * (1 - fx) + lattice[above + right]! * fx;
        const lower = lattice[below + x]! * (1 - fx) + lattice[below + right]! * fx;
        sum[row * SIDE + column]! += weight * (upper * (1 - fy) + lower * fy);
      }
      await slices.next();
    }
    total += weight;
    weight *= 0.6;
  }
  return sum.map((value) => value / total);
}

const ease = (t: number): number => t * t * (3 - 2 * t);

/** Short strokes in all directions; later ones lie on top. */
async function litter(random: Random, slices: Slices): Promise<Float32Array> {
  const field = new Float32Array(SIDE * SIDE).fill(0.12);
  for (let straw = 0; straw < STRAWS; straw++) {
    const turn = random() * Math.PI * 2;
    const length = 7 + random() * 16;
    const bow = (random() - 0.5) * 0.09;
    const top = 0.3 + 0.7 * (straw / STRAWS) * (0.6 + 0.4 * random());
    let [x, y] = [random() * SIDE, random() * SIDE];
    for (let step = 0; step < length; step++) {
      x += Math.cos(turn + bow * step);
      y += Math.sin(turn + bow * step);
      const shade = top * Math.sin((Math.PI * (step + 1)) / (length + 2)) ** 0.5;
      const at = wrap(Math.floor(y)) * SIDE + wrap(Math.floor(x));
      field[at] = Math.max(field[at]! * 0.5, shade);
      const beside = wrap(Math.floor(y) + 1) * SIDE + wrap(Math.floor(x));
      field[beside] = Math.max(field[beside]! * 0.85, shade * 0.7);
    }
    if (straw % 100 === 0) await slices.next();
  }
  return field;
}
