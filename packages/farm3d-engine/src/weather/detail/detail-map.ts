import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, RGBAFormat } from 'three';
import { createRandom } from '../../core/random.ts';

/** Side, texels. The map repeats. */
const SIDE = 256;
/** Sizes of stones, as cells per side. */
const STONES = [19, 43] as const;
const CRUMBS = 34;
/** Dead stalks and blades. */
const STRAWS = 2_600;

type Random = () => number;

/**
 * What lies on ground at one to ten metres, repeating: red: height of gravel, green: height of clods, blue: tone of a stone,
 * alpha: height of grass litter. Makes one channel a task, so that the page is not blocked.
 */
export async function createDetailMap(seed: number): Promise<DataTexture> {
  const random = createRandom(seed);
  const next = () => new Promise((done) => setTimeout(done));
  const coarse = stones(STONES[0], random);
  await next();
  const fine = stones(STONES[1], random);
  await next();
  const crumbs = stones(CRUMBS, random);
  const noise = cloud(random, 8);
  await next();
  const straws = litter(random);
  await next();
  const bytes = new Uint8Array(SIDE * SIDE * 4);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const isCoarse = coarse.height[i]! > fine.height[i]! * 0.72;
    const grain = noise[i]!;
    const gravel = Math.max(coarse.height[i]!, fine.height[i]! * 0.72);
    const clod = 0.62 * crumbs.height[i]! * (0.4 + 0.6 * crumbs.tone[i]!) + 0.55 * Math.abs(2 * grain - 1);
    bytes[i * 4] = byte(gravel * 0.86 + grain * 0.14);
    bytes[i * 4 + 1] = byte(clod);
    bytes[i * 4 + 2] = byte((isCoarse ? coarse : fine).tone[i]! * 0.75 + grain * 0.25);
    bytes[i * 4 + 3] = byte(straws[i]! * 0.75 + grain * 0.25);
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
const wrap = (at: number, period: number): number => ((at % period) + period) % period;

/** Rounded stones, one in each cell of a grid, with gaps between them. */
function stones(cells: number, random: Random): { height: Float32Array; tone: Float32Array } {
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
      for (let cell = 0; cell < 9; cell++) {
        const cx = Math.floor(u) + (cell % 3) - 1;
        const cy = Math.floor(v) + Math.floor(cell / 3) - 1;
        const at = (wrap(cy, cells) * cells + wrap(cx, cells)) * 3;
        const dx = cx + points[at]! - u;
        const dy = cy + points[at + 1]! - v;
        const far = dx * dx + dy * dy;
        if (far < first) {
          second = first;
          first = far;
          nearest = at;
        } else if (far < second) second = far;
      }
      const rise = Math.min(1, (Math.sqrt(second) - Math.sqrt(first)) * 1.9);
      const size = 0.45 + 0.55 * points[nearest + 2]!;
      // Highest in the middle, with a rounded edge.
      height[y * SIDE + x] = Math.sqrt(rise * (2 - rise)) * size * (1 - 1.1 * first);
      tone[y * SIDE + x] = points[nearest + 2]!;
    }
  }
  return { height, tone };
}

/** Cloud noise, 0 … 1. */
function cloud(random: Random, cells: number): Float32Array {
  const sum = new Float32Array(SIDE * SIDE);
  let [total, weight] = [0, 1];
  for (let count = cells; count <= SIDE / 2; count *= 2) {
    const lattice = Float32Array.from({ length: count * count }, random);
    for (let i = 0; i < SIDE * SIDE; i++) {
      const u = ((i % SIDE) / SIDE) * count;
      const v = (Math.floor(i / SIDE) / SIDE) * count;
      const x = Math.floor(u);
      const y = Math.floor(v);
      const fx = ease(u - x);
      const fy = ease(v - y);
      const right = (x + 1) % count;
      const [above, below] = [y * count, ((y + 1) % count) * count];
      const upper = lattice[above + x]! * (1 - fx) + lattice[above + right]! * fx;
      const lower = lattice[below + x]! * (1 - fx) + lattice[below + right]! * fx;
      sum[i]! += weight * (upper * (1 - fy) + lower * fy);
    }
    total += weight;
    weight *= 0.6;
  }
  return sum.map((value) => value / total);
}

const ease = (t: number): number => t * t * (3 - 2 * t);

/** Short strokes in all directions; later ones lie on top. */
function litter(random: Random): Float32Array {
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
      const at = wrap(Math.floor(y), SIDE) * SIDE + wrap(Math.floor(x), SIDE);
      field[at] = Math.max(field[at]! * 0.5, shade);
      const beside = wrap(Math.floor(y) + 1, SIDE) * SIDE + wrap(Math.floor(x), SIDE);
      field[beside] = Math.max(field[beside]! * 0.85, shade * 0.7);
    }
  }
  return field;
}
