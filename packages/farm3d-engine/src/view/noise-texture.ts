import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RedFormat, RepeatWrapping } from 'three';
import { createRandom } from '../core/random.ts';

const SIZE = 128;
const OCTAVES = 5;

/**
 * Seamless cloud noise, one byte per texel, over the full range. One texture read replaces five octaves, which are too slow
 * per pixel without graphics hardware.
 */
export function createNoiseTexture(seed: number): DataTexture {
  const random = createRandom(seed);
  const sum = new Float32Array(SIZE * SIZE);
  for (let octave = 0; octave < OCTAVES; octave++) {
    const cells = 4 << octave;
    const lattice = Float32Array.from({ length: cells * cells }, random);
    const weight = 0.55 ** octave;
    for (let y = 0; y < SIZE; y++) {
      const [y0, y1, fy] = between((y / SIZE) * cells, cells);
      for (let x = 0; x < SIZE; x++) {
        const [x0, x1, fx] = between((x / SIZE) * cells, cells);
        const upper = lattice[y0 * cells + x0]! * (1 - fx) + lattice[y0 * cells + x1]! * fx;
        const lower = lattice[y1 * cells + x0]! * (1 - fx) + lattice[y1 * cells + x1]! * fx;
        sum[y * SIZE + x] = sum[y * SIZE + x]! + weight * (upper * (1 - fy) + lower * fy);
      }
    }
  }
  let low = Infinity;
  let high = -Infinity;
  for (const value of sum) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const bytes = Uint8Array.from(sum, (value) => Math.round(((value - low) / (high - low)) * 255));
  const texture = new DataTexture(bytes, SIZE, SIZE, RedFormat);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

/** The two lattice points around a position, and the eased distance between them. */
function between(at: number, cells: number): [number, number, number] {
  const first = Math.floor(at);
  const part = at - first;
  return [first % cells, (first + 1) % cells, part * part * (3 - 2 * part)];
}
