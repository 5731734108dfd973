/**
 * Randomness as a function of (seed, number) instead of a generator with state: the weather of any instant can be
 * computed directly, so back-filled and live values form one curve.
 */

/** A repeatable number in 0–1 for a seed and an index (two rounds of the murmur3 finaliser). */
export function hash01(seed: number, index: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index | 0, 0xc2b2ae35);
  for (let round = 0; round < 2; round++) {
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return (h >>> 0) / 4294967296;
}

/** A seed from text, for instance a device's id (FNV-1a). */
export function seedOf(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** A repeatable standard normal number (Box–Muller). */
export function gauss(seed: number, index: number): number {
  const u = Math.max(1e-9, hash01(seed, index * 2));
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * hash01(seed, index * 2 + 1));
}

export interface AutoregressionOptions {
  /** Seconds between two steps of the process. */
  stepSeconds: number;
  /** Share of the previous value in a step, 0–1. */
  keep: number;
}

/**
 * A first-order autoregressive process of variance 1 at any instant: the sum of its past shocks, truncated where they
 * no longer count, linear between steps.
 */
export function autoregression(seed: number, timeMs: number, options: AutoregressionOptions): number {
  const { stepSeconds, keep } = options;
  const position = timeMs / 1000 / stepSeconds;
  const step = Math.floor(position);
  const terms = Math.ceil(Math.log(0.01) / Math.log(keep));
  const at = (n: number): number => {
    let sum = 0;
    for (let k = terms; k >= 0; k--) sum = sum * keep + gauss(seed, n - k);
    return sum * Math.sqrt(1 - keep * keep);
  };
  const shock = at(step);
  return shock + (at(step + 1) - shock) * (position - step);
}
